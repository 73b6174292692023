"""Display names of dates and rules systems."""

from datetime import date

from darkseas.rules.registry import system


def in_words(written: str) -> str:
    """Format an ISO date for display; return anything else unchanged."""
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return written
    return f"{day.day} {day:%B %Y}"


def system_title(key: str) -> str:
    """Return the title of a rules system, or the key if it is unknown."""
    try:
        return system(key).title
    except LookupError:
        return key
