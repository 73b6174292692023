"""The battle sections on scenario pages."""
