"""Seats of battles: who holds them, and what gives access to them."""
