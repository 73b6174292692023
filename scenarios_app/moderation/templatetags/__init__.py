"""Template tags of the moderation app."""
