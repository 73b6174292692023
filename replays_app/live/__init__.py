"""Live updates of battles for the players: news stream, notifications and chat."""
