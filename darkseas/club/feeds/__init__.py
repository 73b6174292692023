"""Calendar files, results feeds, weekly emails and webhooks of clubs."""
