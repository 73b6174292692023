"""Settings from environment variables, read once when the settings are loaded."""
