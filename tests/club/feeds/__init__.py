"""Calendar, feed, weekly letters and webhooks of clubs."""
