"""Headings of a battle's turns and phases."""

from darkseas.rules.registry import system


def turn_title(turn: int) -> str:
    return f"Turn {turn}" if turn else "Before turn 1"


def phase_titles(key: str) -> dict[str, str]:
    """Return the headings of a system's phases; none for an unknown system."""
    try:
        return dict(system(key).phases)
    except LookupError:
        return {}
