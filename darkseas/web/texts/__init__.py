"""Texts of people: shown safely, and read as people write them."""
