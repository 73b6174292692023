"""How often each face fell, by who threw the dice, and by whose key."""

from collections import Counter

from darkseas.engine.events import DiceRolled
from replays_app.models import DiceTally

from .source import Source


def project(source: Source) -> None:
    """Replace the tallies of a battle."""
    fallen = Counter(
        (entry.event.origin, entry.event.scope, entry.event.sides, face)
        for entry in source.entries
        if isinstance(entry.event, DiceRolled)
        for face in entry.event.faces
    )
    DiceTally.objects.filter(battle=source.battle).delete()
    DiceTally.objects.bulk_create(
        DiceTally(battle=source.battle, origin=origin, scope=scope, sides=sides, face=face, count=count)
        for (origin, scope, sides, face), count in sorted(fallen.items())
    )
