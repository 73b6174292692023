"""Answers to a report: opponents, and everybody else who fought in the battle."""
