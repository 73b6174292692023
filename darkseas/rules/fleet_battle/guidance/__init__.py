"""Guidance before an order: values in words, and what the order will do."""
