"""Clubs of wargamers: people, tournaments, results and records.

A club reads the outcomes of battles (summaries, ship records, holdings), never a log.
"""
