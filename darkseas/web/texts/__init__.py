"""Texts written by people: safe rendering and tolerant parsing."""
