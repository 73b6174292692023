"""Whole battles from the order forms alone: they end, views fold, forms hang on nothing secret (ES-2)."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.events import EVERYONE, BattleEnded, DiceRolled
from darkseas.engine.orders import Given
from darkseas.engine.serialization.codec import read, write
from darkseas.rules.easyships.model import events as e
from darkseas.rules.easyships.model.apply_events import SETTERS
from darkseas.rules.easyships.model.orders import ORDERS
from darkseas.rules.easyships.scenario.option_list import OPTIONS
from darkseas.rules.easyships.scenario.setup import initial_state
from darkseas.rules.easyships.turn.decide import decide, legal_orders
from tests.rules.easyships.turn.random_battles import SCENARIOS, Moment, fought

every_scenario = pytest.mark.parametrize("scenario", SCENARIOS)
#: Every option answered otherwise than we would.
OTHERWISE = {option.key: option.values[-1] for option in OPTIONS}


def moments(scenario: str, seed: str, **options: Any) -> Iterator[Moment]:
    """A battle on a scenario."""
    return fought(SCENARIOS[scenario](**options), f"{scenario}/{seed}")


@every_scenario
@pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["ours", "otherwise"])
def test_random_battles_come_to_an_end_and_fold(scenario: str, options: Any) -> None:
    """What decide left is the fold of all facts; events survive being written; dice have a place each."""
    folded = initial_state(SCENARIOS[scenario](**options))
    purposes: list[str] = []
    last = None
    for last in moments(scenario, "end", **options):
        folded.scenario = last.state.scenario
        for event, audience in last.facts:
            if type(event) in SETTERS:
                SETTERS[type(event)](folded, event)
            if type(event) in e.EVENTS.values():
                assert read(type(event), write(event)) == event
            if isinstance(event, DiceRolled):
                assert (event.scope == "pub") == (audience == EVERYONE)
                purposes.append(event.purpose)
    assert last is not None
    assert folded == last.state
    assert isinstance(last.facts[-1].event, BattleEnded)
    assert [legal_orders(view, side) for side, view in last.views.items()] == [(), ()]
    assert purposes
    assert len(purposes) == len(set(purposes))


@pytest.mark.parametrize(
    ("scenario", "hidden"),
    [("river-plate", True), ("set-up", False), ("carriers", True), ("convoy", False), ("convoy", True)],
)
def test_forms_from_a_sides_view_are_those_from_the_whole_state(scenario: str, hidden: bool) -> None:
    for moment in moments(scenario, "forms", damage_known="owner" if hidden else "open"):
        for side, view in moment.views.items():
            assert view.called == moment.state.called
            assert legal_orders(view, side) == legal_orders(moment.state, side)


@every_scenario
def test_every_form_may_be_filled_at_random(scenario: str) -> None:
    """All forms of some moments, not only the one that chance took: each says why, and is accepted."""
    chooser = Chooser(sha256(scenario.encode()).digest())
    for number, moment in enumerate(moments(scenario, "filled")):
        if number % 4:
            continue
        for side, view in moment.views.items():
            for form in legal_orders(view, side):
                assert form.because
                name, blanks = random_order((form,), chooser)
                adjudication = Adjudication(SETTERS, moment.state, SeededDice(bytes(32)))
                decide(adjudication, Given(side, read(ORDERS[name], blanks)))
                assert adjudication.facts


def test_random_battles_meet_nearly_every_part_of_the_rules() -> None:
    met = {
        type(event).__name__
        for scenario in SCENARIOS
        for seed in range(5)
        for moment in moments(scenario, f"all/{seed}")
        for event, _ in moment.facts
    }
    rare = {"PlanesMoved", "TransfersPlotted", "DepthChargeMissedNearly"}
    rare.add("ShipRestored")  # an umpire's ruling, which no order leads to
    assert {kind.__name__ for kind in e.EVENTS.values()} - met <= rare


def test_no_event_tells_the_other_side_of_a_boat_below() -> None:
    """By all that a side may know, an enemy boat that has dived has no place until she is on the surface."""
    hidden = 0
    for moment in moments("convoy", "boats"):
        for side, view in moment.views.items():
            for boat in moment.state.afloat(moment.state.scenario.enemy_of(side)):
                if moment.state.ship_status[boat.key].submerged:
                    hidden += 1
                    assert view.ship_status[boat.key].bow is None
    assert hidden
