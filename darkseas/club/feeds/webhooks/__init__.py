"""Webhooks of a club: its owner names addresses that hear what happens, each event until it is taken."""
