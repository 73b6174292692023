"""Webhooks of a club: the site sends every event to each webhook until the receiver accepts it."""
