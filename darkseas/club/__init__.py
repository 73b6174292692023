"""Clubs of wargamers: their people, tournaments, results and records.

A club reads what battles came to (summaries, ship records, holdings), never a log.
"""
