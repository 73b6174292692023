"""What the environment may say of letters and keys, read once when the settings are made."""
