"""Nights on which the IJN meets the allies: the battles that tests of spotting look at."""

from typing import Any

from darkseas.engine.adjudication import Adjudication
from darkseas.rules.dark_seas.model.orders import DeclareSightings
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.spotting import phase
from tests.rules.dark_seas.support.builders import (
    Placed,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    an_adjudication,
    dice_left,
)

IJN_SHIPS = ("kako", "aoba", "kinu", "yubari")

#: The IJN holds all its sightings.
HOLD = ("ijn", DeclareSightings())


def night_case(
    *blocks: Placed, training: int = 5, keen: int = 0, radar: int = 0, confined: str = "", **scenario: Any
) -> State:
    """The IJN, first and `keen` at spotting, against untrained allies; visibility 1 unless told.

    Kako alone has radar; the allies are `confined` to an area.
    """
    ships = (a_ship(key, "C", radar=radar if key == "kako" else 0) for key in IJN_SHIPS)
    ijn = a_side("ijn", *ships, training=training, spotting_modifier=keen)
    allies = a_side(
        "allies", a_ship("helm"), a_ship("hull"), a_ship("quincy", "C"), a_ship("ranger", "A"),
        a_ship("texas", "B"), a_ship("cargo", "M"), training=1, confined_to=confined,
    )  # fmt: skip
    return a_state(a_scenario(ijn, allies, **scenario), *blocks, turn=2, initiative="ijn")


def play(
    state: State, *orders: tuple[str, DeclareSightings], ijn: int = 6, allies: int = 1
) -> Adjudication[State]:
    """The whole phase: dice, declarations in this order, announcements."""
    adjudication = an_adjudication(state, ijn, allies)
    phase.begin(adjudication)
    for side, order in orders:
        phase.declare(adjudication, side, order)
    assert adjudication.state.called == ()
    phase.announce(adjudication)
    assert dice_left(adjudication) == []
    return adjudication
