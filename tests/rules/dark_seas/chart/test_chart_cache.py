"""Pieces that are kept from one chart to the next are the pieces that would be drawn."""

import pytest

from darkseas.engine.bots.battle import fight
from darkseas.engine.events import Entry
from darkseas.engine.play.replay import known_to, set_facts
from darkseas.engine.presentation.chart import Chart
from darkseas.rules import registry
from darkseas.rules.dark_seas.chart import pieces
from darkseas.rules.dark_seas.chart.chart import chart
from tests.support.library.library_specs import library_spec

SYSTEM = registry.system("dark_seas")
SPEC = library_spec("savo-island")


def drawn(entries: list[Entry], *, anew: bool) -> list[Chart]:
    """The chart after each entry, with pieces kept on the way or none."""
    state = SYSTEM.initial_state(SPEC)
    charts = []
    for entry in entries:
        set_facts(SYSTEM.setters, state, (entry.event,))
        if anew:
            pieces._piece.cache_clear()
        charts.append(chart(state))
    return charts


@pytest.mark.parametrize("side", [SPEC.sides[0].key, None])
def test_charts_of_a_battle_are_the_same_with_pieces_kept(side: str | None) -> None:
    entries = known_to(side, fight(SYSTEM, SPEC, b"kept".ljust(32)).entries)
    kept = drawn(entries, anew=False)
    assert pieces._piece.cache_info().hits > len(entries)
    assert kept == drawn(entries, anew=True)
