"""Nobody learns of a plot before it is opened: battles that differ in it alone look the same to others."""

from collections.abc import Callable
from typing import Any

import pytest

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import EVERYONE, Audience, may_know
from darkseas.engine.orders import OrderForm
from darkseas.engine.presentation.chart import Chart
from darkseas.engine.presentation.narration import Narration
from darkseas.engine.system import ValueWords
from darkseas.rules.fleet_battle.chart.chart import chart
from darkseas.rules.fleet_battle.model.events import PlotSealed, TargetsNamed
from darkseas.rules.fleet_battle.model.orders import (
    AssignGroups,
    Attack,
    NameTargets,
    PlotTransfers,
    Transfer,
)
from darkseas.rules.fleet_battle.narration.describe import describe
from darkseas.rules.fleet_battle.order_guidance.value_labels import words
from darkseas.rules.fleet_battle.turn.decide import legal_orders
from tests.rules.fleet_battle.support import Table, a_battle, a_spec
from tests.support.form_blanks import cells_of, offered_in

A = {"c1": "aircraft carrier", "b1": "battleship", "d1": "destroyer", "l1": "light cruiser"}
B = {"k1": "battleship", "h1": "heavy cruiser", "y1": "destroyer"}

#: How a battle comes to a moment, and two plots of side A that may be given then.
PLOTS: dict[str, tuple[Callable[[], Table], object, object]] = {
    "set-up": (lambda: Table(a_spec(A, B)), AssignGroups(), AssignGroups(("d1", "l1"))),
    "transfers": (lambda: a_battle(A, B), PlotTransfers(), PlotTransfers((Transfer("d1", "carrier"),))),
    "retreat": (
        lambda: a_battle(A, B, options={"retreat": True}), PlotTransfers(), PlotTransfers((), retreat=True),
    ),
    "targets": (
        lambda: a_battle(A, B, fire_tier=3), NameTargets(), NameTargets((Attack("b1", "k1"),)),
    ),
}  # fmt: skip


def seen(
    table: Table, side: str | None
) -> tuple[list[object], Chart, tuple[OrderForm, ...], list[ValueWords], list[Narration]]:
    """All that a perspective gets: facts, chart, forms with the words of their values, and what is told."""
    view = table.view(side)
    facts = [event for event, audience in table.facts if may_know(audience, side)]
    forms = legal_orders(view, side) if side else ()
    told = [
        words(view, side or "", cell, value)
        for form in forms
        for cell in cells_of(form)
        for value in offered_in(cell)
    ]
    return facts, chart(view), forms, told, [describe(view, event) for event in facts]


@pytest.mark.parametrize("moment", PLOTS)
@pytest.mark.parametrize("side", ["b", None])
def test_sealed_plot_shows_to_nobody_else(moment: str, side: str | None) -> None:
    begin, one, other = PLOTS[moment]
    first, second = begin(), begin()
    first.give("a", one)
    second.give("a", other)
    assert seen(first, side) == seen(second, side)
    assert seen(first, "a") != seen(second, "a")


@pytest.mark.parametrize("moment", PLOTS)
def test_plot_taken_back_leaves_no_trace_of_what_it_said(moment: str) -> None:
    begin, one, other = PLOTS[moment]
    first, second = begin(), begin()
    for table, order in ((first, one), (second, other)):
        table.give("a", order)
        table.withdraw("a")
    assert seen(first, "b") == seen(second, "b")
    assert chart(first.view("a")) == chart(second.view("a"))


# --- leaks that were planted -----------------------------------------------------------------------


@pytest.mark.parametrize("leak", ["targets are public at once", "how many targets are named"])
def test_h2_planted_leak_is_noticed(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record, named = Adjudication.record, []

    def leaky(self: Any, event: Any, audience: Audience = EVERYONE) -> None:
        if isinstance(event, TargetsNamed):
            named.append(event)
            audience = EVERYONE if leak.startswith("targets") else audience
        elif isinstance(event, PlotSealed) and leak.startswith("how many"):
            event = PlotSealed(event.side, f"{event.plot} {sum(len(one.attacks) for one in named)}")
        record(self, event, audience)

    monkeypatch.setattr(Adjudication, "record", leaky)
    begin, one, other = PLOTS["targets"]
    first, second = begin(), begin()
    first.give("a", one)
    second.give("a", other)
    assert seen(first, "b") != seen(second, "b")
