"""The summary row of a battle: turns, entries, winner and reason, points and losses."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from darkseas.engine.events import BattleEnded, TurnBegan
from replays_app.models import Summary

from .endings import kind_of_end, margin
from .source import Source


def project(source: Source) -> None:
    Summary.objects.update_or_create(battle=source.battle, defaults=row_of(source))


def row_of(source: Source) -> dict[str, Any]:
    standing = source.system.standing(source.state)
    losses = Counter(lost.side for lost in standing.sunk)
    sides = [side.key for side in source.spec.sides]
    ended = next((e.event for e in reversed(source.entries) if isinstance(e.event, BattleEnded)), None)
    scores = dict(ended.scores) if ended else _as_text(standing.scores)
    return {
        "turns": sum(isinstance(entry.event, TurnBegan) for entry in source.entries),
        "entries": len(source.entries),
        "winner": ended.winner if ended else None,
        "reason": ended.reason if ended else "",
        "how": kind_of_end(ended.winner, ended.reason) if ended else "",
        "margin": margin(scores),
        "scores": scores,
        "losses": {side: losses[side] for side in sides},
    }


def _as_text(scores: Mapping[str, Fraction]) -> dict[str, str]:
    return {side: str(points) for side, points in scores.items()}
