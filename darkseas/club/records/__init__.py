"""Ratings, statistics, honours and ship careers of clubs."""
