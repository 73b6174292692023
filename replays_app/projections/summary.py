"""A battle in one line: turns, entries, who won and why, points and losses."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from darkseas.engine.events import BattleEnded, TurnBegan
from replays_app.models import Summary

from .source import Source


def project(source: Source) -> None:
    """Replace the summary of a battle."""
    standing = source.system.standing(source.state)
    losses = Counter(lost.side for lost in standing.sunk)
    sides = [side.key for side in source.spec.sides]
    ended = next((e.event for e in reversed(source.entries) if isinstance(e.event, BattleEnded)), None)
    Summary.objects.update_or_create(
        battle=source.battle,
        defaults={
            "turns": sum(isinstance(entry.event, TurnBegan) for entry in source.entries),
            "entries": len(source.entries),
            "winner": ended.winner if ended else None,
            "reason": ended.reason if ended else "",
            "scores": dict(ended.scores) if ended else _as_text(standing.scores),
            "losses": {side: losses[side] for side in sides},
        },
    )


def _as_text(scores: Mapping[str, Fraction]) -> dict[str, str]:
    return {side: str(points) for side, points in scores.items()}
