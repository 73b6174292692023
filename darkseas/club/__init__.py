"""Clubs of wargamers: people, tournaments, results and records.

Clubs read the outcomes of battles (summaries, ship records, holdings), never an event log.
"""
