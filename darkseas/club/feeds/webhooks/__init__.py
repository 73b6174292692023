"""Webhooks of a club: every event is sent to each until the receiver accepts it."""
