"""Markers of attacks hang on ships: DS-R35, in play and where an umpire rules a ship sunk or afloat."""

from collections.abc import Iterable

from darkseas.engine.events import Fact
from darkseas.rules.dark_seas.model.apply_events import SETTERS
from darkseas.rules.dark_seas.model.events import BlocksMarked, SpottingWorked
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.spotting import phase
from darkseas.rules.dark_seas.turn.rulings import facts as ruled
from tests.rules.dark_seas.support.attacks import an_attack, declared, fought, in_sight, sticker
from tests.rules.dark_seas.support.builders import (
    a_scenario,
    a_side,
    a_state,
    an_adjudication,
    events,
    group,
)

USN = a_side("usn", sticker("laffey", "D 9-9 / 1D"), training=3)
IJN = a_side("ijn", sticker("kako", "C 5-3 / 2C"), sticker("yunagi", "D 3-2 / 1D"), training=3)
SCENARIO = a_scenario(USN, IJN, visibility=1)


def after_fire(drawn: int) -> State:
    """Turn 2 after Laffey sank the ship drawn in a group of two, of which Kako had fired."""
    start = a_state(
        SCENARIO, group("usn-1", "0505", "laffey"), group("ijn-1", "0605", "kako", "yunagi"), turn=2
    )
    state = declared(in_sight(start), "usn", an_attack(SCENARIO, "usn-1", "0605", "laffey D"))
    state = declared(state, "ijn", an_attack(SCENARIO, "ijn-1", "0505", "kako C"))
    adjudication = fought(state, 12, drawn, 1)
    assert adjudication.state.ship_status[("kako", "yunagi")[drawn - 1]].sunk == 2
    assert len(events(adjudication, BlocksMarked)) == 1
    return adjudication.state


def addends(state: State) -> dict[str, int]:
    """What Laffey adds next turn to spot the group."""
    state.turn = 3
    adjudication = an_adjudication(state, 1, 1)
    phase.begin(adjudication)
    (worked,) = (event for event in events(adjudication, SpottingWorked) if event.side == "usn")
    (attempt,) = worked.looks
    return dict(attempt.addends)


def test_marker_of_having_been_attacked_ends_with_the_only_ship_that_was() -> None:
    """DS-R35: Yunagi was drawn and sank; Kako, who fired, is seen for that alone."""
    state = after_fire(drawn=2)
    block = state.blocks["ijn-1"]
    assert (block.attacked, block.was_attacked) == (2, 0)
    assert {"attacked", "was_attacked"} & addends(state).keys() == {"attacked"}


def test_both_markers_end_with_the_ship_that_had_them() -> None:
    """DS-R35: Kako fired, was drawn and sank; nothing hangs on Yunagi."""
    state = after_fire(drawn=1)
    assert not {"attacked", "was_attacked"} & addends(state).keys()


def rule(state: State, name: str, **blanks: str) -> State:
    """The state after an umpire's ruling."""
    after = state.copy()
    take(after, ruled(state, f"dark_seas.{name}", blanks))
    return after


def take(state: State, facts: Iterable[Fact]) -> None:
    for event, _ in facts:
        SETTERS[type(event)](state, event)


def test_ruling_takes_the_marker_off_and_puts_it_back() -> None:
    """DS-R35: sunk by a ruling she takes her marker along; ruled afloat again she brings it back."""
    fired = group("ijn-1", "0605", "kako", "yunagi", attacked=2)
    state = a_state(SCENARIO, group("usn-1", "0505", "laffey"), fired, turn=3)
    state.ship_status["kako"] = state.ship_status["kako"]._replace(attacked=2)
    sunk = rule(state, "ship_sunk", ship="kako")
    assert sunk.blocks["ijn-1"].attacked == 0
    assert rule(sunk, "ship_restored", ship="kako", fate="undamaged").blocks["ijn-1"].attacked == 2
    assert rule(state, "ship_sunk", ship="yunagi").blocks["ijn-1"].attacked == 2
