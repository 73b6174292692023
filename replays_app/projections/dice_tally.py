"""How often each face came up, by the person or program that rolled the dice, and by key."""

from collections import Counter

from darkseas.engine.events import DiceRolled
from replays_app.models import DiceTally

from .source import Source

COLUMNS = ("origin", "scope", "sides", "face", "count")


def project(source: Source) -> None:
    DiceTally.objects.filter(battle=source.battle).delete()
    DiceTally.objects.bulk_create(
        DiceTally(battle=source.battle, **dict(zip(COLUMNS, row, strict=True))) for row in rows_of(source)
    )


def rows_of(source: Source) -> list[tuple[str, str, int, int, int]]:
    """Return the tallies of a battle, in the order of COLUMNS."""
    fallen = Counter(
        (entry.event.origin, entry.event.scope, entry.event.sides, face)
        for entry in source.entries
        if isinstance(entry.event, DiceRolled)
        for face in entry.event.faces
    )
    return [(*which, count) for which, count in sorted(fallen.items())]
