"""Notifications of members by e-mail or webhook: orders due, and clocks running out."""
