"""A battle in one line: turns, entries, who won and why, points and losses."""

from collections import Counter

from darkseas.engine.events import BattleEnded, TurnBegan
from replays_app.models import Summary
from replays_app.replay import chart_results

from .source import Source


def project(source: Source) -> None:
    """Replace the summary of a battle."""
    chart = source.system.chart(source.state)
    losses = Counter(ship.side for ship in chart_results.losses(chart).values())
    sides = [side.key for side in source.spec.sides]
    ended = next((e.event for e in reversed(source.entries) if isinstance(e.event, BattleEnded)), None)
    Summary.objects.update_or_create(
        battle=source.battle,
        defaults={
            "turns": sum(isinstance(entry.event, TurnBegan) for entry in source.entries),
            "entries": len(source.entries),
            "winner": ended.winner if ended else None,
            "reason": ended.reason if ended else "",
            "scores": dict(ended.scores if ended else chart_results.scores(chart)),
            "losses": {side: losses[side] for side in sides},
        },
    )
