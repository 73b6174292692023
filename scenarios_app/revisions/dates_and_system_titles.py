"""How pages say dates and systems."""

from datetime import date

from darkseas.rules.registry import system


def in_words(written: str) -> str:
    """Return an ISO date as people write it; anything else as it stands."""
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return written
    return f"{day.day} {day:%B %Y}"


def system_title(key: str) -> str:
    """Return the title of a rules system; its key where there is none such."""
    try:
        return system(key).title
    except LookupError:
        return key
