"""Lines of sight and of fire: land, smoke by night, smoke by day."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darkseas.engine.hexes.board import Hex, parse_label
from darkseas.engine.hexes.lines import is_clear
from darkseas.rules.dark_seas.model.lines_of_sight_and_fire import (
    fire_halved_by_smoke,
    fire_is_clear,
    sight_is_clear,
)
from darkseas.rules.dark_seas.model.state import State
from tests.rules.dark_seas.support.builders import a_scenario, a_side, a_state

SIDES = ("allies", "ijn")
ALLIES, IJN, BOTH = ("allies",), ("ijn",), ("allies", "ijn")


def a_sea(light: str, *land: str, smoke: dict[str, tuple[str, ...]] | None = None) -> State:
    """An empty sea with land and with smoke made by these sides."""
    state = a_state(a_scenario(a_side("allies"), a_side("ijn"), land=land, light=light))
    state.smoke = {parse_label(label): makers for label, makers in (smoke or {}).items()}
    return state


def sees(state: State, side: str, a: str, b: str) -> bool:
    return sight_is_clear(state, side, parse_label(a), parse_label(b))


def fires(state: State, side: str, a: str, b: str) -> bool:
    return fire_is_clear(state, side, parse_label(a), parse_label(b))


# --- land (DS-R12) -------------------------------------------------------------------------------


@pytest.mark.parametrize("ask", [sees, fires])
@pytest.mark.parametrize(
    ("a", "b", "land", "clear"),
    [
        ("0505", "0705", (), True),
        ("0505", "0705", ("0605",), False),  # through its inside
        ("0505", "0605", ("0505", "0605"), True),  # the end hexes never block
        ("0504", "0506", ("0405",), True),  # along a hexside, land to the west
        ("0504", "0506", ("0505",), True),  # along a hexside, land to the east
        ("0504", "0506", ("0405", "0505"), False),  # along a hexside between two land hexes
        ("0505", "0805", ("0705",), False),
        ("0505", "0505", ("0505",), True),  # range 0
    ],
)
def test_land_blocks_lines_by_ds_r12(
    ask: Callable[[State, str, str, str], bool], a: str, b: str, land: tuple[str, ...], clear: bool
) -> None:
    """§16h, §18b, DS-R12."""
    assert ask(a_sea("night", *land), "ijn", a, b) is clear
    assert ask(a_sea("day", *land), "ijn", b, a) is clear


# --- smoke by night (§18l, DS-R28) ---------------------------------------------------------------


@pytest.mark.parametrize("makers", [ALLIES, IJN, BOTH])
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("a", "b", "clear"),
    [
        ("0505", "0705", False),  # through
        ("0605", "0705", True),  # out of
        ("0505", "0605", True),  # into
        ("0605", "0605", True),  # within
        ("0504", "0604", True),  # past it
    ],
)
def test_night_smoke_stops_fire_only_through_its_hex(
    makers: tuple[str, ...], side: str, a: str, b: str, clear: bool
) -> None:
    """DS-R28: whoever made it."""
    state = a_sea("night", smoke={"0605": makers})
    assert fires(state, side, a, b) is clear
    assert sees(state, side, a, b), "night smoke comes after spotting"


def test_night_smoke_leaves_fire_along_its_sides_open() -> None:
    """DS-R28: along the side between two smoke hexes too."""
    state = a_sea("night", smoke={"0405": ALLIES, "0505": IJN})
    assert fires(state, "ijn", "0504", "0506")


# --- smoke by day (§23b.iii, §23b.iv, DS-R32) ----------------------------------------------------


@pytest.mark.parametrize(
    ("makers", "a", "b", "sight", "fire"),
    [
        (IJN, "0505", "0705", False, False),  # through own smoke
        (ALLIES, "0505", "0705", False, False),  # through the enemy's
        (IJN, "0605", "0705", True, True),  # out of own smoke
        (ALLIES, "0605", "0705", False, False),  # out of the enemy's
        (BOTH, "0605", "0705", False, False),  # DS-H12: the enemy has added to it
        (IJN, "0505", "0605", True, True),  # into own smoke
        (ALLIES, "0505", "0605", True, True),  # into the enemy's
        (ALLIES, "0605", "0605", True, True),  # DS-H11: within the enemy's
        (ALLIES, "0504", "0604", True, True),  # past it
    ],
)
def test_daylight_smoke_for_the_ijn(makers: tuple[str, ...], a: str, b: str, sight: bool, fire: bool) -> None:
    """§23b.iii, DS-H11, DS-H12, DS-H13."""
    state = a_sea("day", smoke={"0605": makers})
    assert sees(state, "ijn", a, b) is sight
    assert fires(state, "ijn", a, b) is fire


@pytest.mark.parametrize("smoke", [{"0405": IJN}, {"0505": ALLIES}, {"0405": IJN, "0505": IJN}])
def test_daylight_smoke_on_either_side_of_a_hexside_hides_but_does_not_stop_fire(
    smoke: dict[str, tuple[str, ...]],
) -> None:
    """§23b.iii: one smoke hex at the hexside is enough, unlike land; of fire it says nothing (DS-H13)."""
    state = a_sea("day", smoke=smoke)
    for side in SIDES:
        assert not sees(state, side, "0504", "0506")
        assert fires(state, side, "0504", "0506")


@pytest.mark.parametrize(
    ("light", "a", "b", "halved"),
    [
        ("day", "0505", "0605", True),  # into
        ("day", "0605", "0705", True),  # out of
        ("day", "0605", "0805", True),  # out of one and into another, still once
        ("day", "0605", "0605", False),  # DS-H14
        ("day", "0505", "0506", False),
        ("night", "0505", "0605", False),
        ("night", "0605", "0705", False),
    ],
)
def test_smoke_halves_gunfire_in_daylight(light: str, a: str, b: str, halved: bool) -> None:
    """§23b.iv, DS-R32."""
    state = a_sea(light, smoke={"0605": IJN, "0805": ALLIES})
    assert fire_halved_by_smoke(state, parse_label(a), parse_label(b)) is halved


# --- for every line ------------------------------------------------------------------------------

#: Its light, the hexes of land, and who made smoke where.
Sea = tuple[str, frozenset[Hex], dict[Hex, tuple[str, ...]]]

places = st.builds(Hex, st.integers(0, 8), st.integers(0, 8))
seas = st.builds(
    lambda light, land, smoke: (light, land, smoke),
    st.sampled_from(["night", "day"]),
    st.frozensets(places, max_size=8),
    st.dictionaries(places, st.sampled_from([ALLIES, IJN, BOTH]), max_size=6),
)


def build(sea: Sea, with_smoke: bool = True) -> State:
    light, land, smoke = sea
    labels = [f"{at.col:02}{at.row:02}" for at in sorted(land)]
    state = a_sea(light, *labels)
    state.smoke = dict(smoke) if with_smoke else {}
    return state


@given(seas, places, places, st.sampled_from(SIDES))
def test_smoke_never_opens_a_line(sea: Sea, a: Hex, b: Hex, side: str) -> None:
    """DS-R12, DS-R28, §23b.iii: without smoke land decides alone, and smoke only takes away."""
    without, state = build(sea, with_smoke=False), build(sea)
    clear_of_land = is_clear(a, b, sea[1])
    assert sight_is_clear(without, side, a, b) == fire_is_clear(without, side, a, b) == clear_of_land
    assert clear_of_land or not (sight_is_clear(state, side, a, b) or fire_is_clear(state, side, a, b))


@given(seas, places, places, st.sampled_from(SIDES))
def test_whoever_sees_in_daylight_may_fire(sea: Sea, a: Hex, b: Hex, side: str) -> None:
    """DS-H13: smoke that stops fire has stopped spotting before."""
    state = build(("day", *sea[1:]))
    assert fire_is_clear(state, side, a, b) or not sight_is_clear(state, side, a, b)


@given(seas, places, places)
def test_night_lines_are_the_same_both_ways_and_for_both_sides(sea: Sea, a: Hex, b: Hex) -> None:
    """DS-R12, DS-R28."""
    state = build(("night", *sea[1:]))
    assert len({fire_is_clear(state, side, *ends) for side in SIDES for ends in ((a, b), (b, a))}) == 1
    assert len({sight_is_clear(state, side, *ends) for side in SIDES for ends in ((a, b), (b, a))}) == 1
