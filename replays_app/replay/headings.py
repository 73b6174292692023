"""What a battle's turns and phases are called, where its tale is told."""

from darkseas.rules.registry import system


def turn_title(turn: int) -> str:
    """Return the heading of a turn."""
    return f"Turn {turn}" if turn else "Before turn 1"


def phase_titles(key: str) -> dict[str, str]:
    """Return the headings of a system's phases; none when the system is not known here."""
    try:
        return dict(system(key).phases)
    except LookupError:
        return {}
