"""Membership: founding, joining and leaving, permissions, guests, meetings."""
