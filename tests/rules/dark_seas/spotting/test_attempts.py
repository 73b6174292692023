"""Spotting sums: every line of the table, thresholds, reach, who spots."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darkseas.rules.dark_seas.model.events import SpottingAttempt
from darkseas.rules.dark_seas.model.scenario import Conditions
from darkseas.rules.dark_seas.model.state import CONTACT, SIGHTED, UNSPOTTED, Contents, State
from darkseas.rules.dark_seas.spotting.attempts import ADDENDS, spotting_attempts
from tests.rules.dark_seas.support.builders import (
    Placed,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    dummy,
    group,
    single,
)

SPOTTER = "0505"
AT_RANGE = {0: "0505", 1: "0605", 2: "0705", 3: "0805", 4: "0905"}


def a_watch(
    range_hexes: int = 0,
    *,
    training: int = 3,
    radar: int = 0,
    visibility: int = 3,
    turn: int = 2,
    blocks: tuple[Placed, ...] = (),
    side_modifier: int = 0,
    scenario: dict[str, Any] | None = None,
    **target: Any,
) -> State:
    """The IJN's one ship tries to spot an allied one; `target` are the allied block's markers."""
    ijn = a_side(
        "ijn",
        a_ship("kako", "C", radar=radar),
        a_ship("aoba", "C"),
        a_ship("maru", "M", radar=3),
        training=training,
        spotting_modifier=side_modifier,
    )
    allies = a_side("allies", a_ship("helm"), a_ship("hull"), training=1)
    return a_state(
        a_scenario(ijn, allies, visibility=visibility, **(scenario or {})),
        group("ijn-1", SPOTTER, "kako"),
        group("allies-1", AT_RANGE[range_hexes], "helm", **target),
        *blocks,
        turn=turn,
    )


def the_attempt(state: State, die: int = 1) -> SpottingAttempt:
    (attempt,) = spotting_attempts(state, "ijn", die)
    return attempt


def lines(attempt: SpottingAttempt) -> list[tuple[str, int, str]]:
    told = ((label, attempt.addends.get(key, 0), rule) for key, (label, rule) in ADDENDS.items())
    return [line for line in told if line[1]]


# --- the lines of the sum (DS-R14) ---------------------------------------------------------------


@pytest.mark.parametrize("training", range(1, 7))
def test_training_counts_as_it_stands(training: int) -> None:
    """§9, DS-R14."""
    attempt = the_attempt(a_watch(training=training), die=2)
    assert lines(attempt) == [("training level", training, "§9")]
    assert attempt.value == 2 + training


@pytest.mark.parametrize(
    ("moved", "line"),
    [
        (0, None),
        (1, None),
        (2, ("target moved 2 hexes", 1, "DS-R8")),
        (3, ("target moved 3 hexes", 2, "DS-R8")),
        (4, ("target moved 3 hexes", 2, "DS-R8")),
    ],
)
def test_target_moved(moved: int, line: tuple[str, int, str] | None) -> None:
    """DS-R8: 3 or more hexes count as 3."""
    assert lines(the_attempt(a_watch(moved=moved)))[1:] == ([line] if line else [])


@pytest.mark.parametrize(
    ("markers", "expected"),
    [
        ({"attacked": 4}, [("target attacked last turn", 1, "DS-R14")]),
        ({"was_attacked": 4}, [("target was attacked last turn", 1, "DS-R14")]),
        (
            {"attacked": 4, "was_attacked": 4},
            [("target attacked last turn", 1, "DS-R14"), ("target was attacked last turn", 1, "DS-R14")],
        ),
        ({"attacked": 3, "was_attacked": 3}, []),  # the turn before
        ({}, []),
    ],
)
def test_attacks_of_the_last_turn(markers: dict[str, Any], expected: list[tuple[str, int, str]]) -> None:
    """DS-R14: both count, and only last turn's."""
    assert lines(the_attempt(a_watch(turn=5, **markers)))[1:] == expected


def test_nobody_attacked_before_the_first_turn() -> None:
    """DS-R14: a block that never attacked (0) did not attack in turn 0."""
    assert lines(the_attempt(a_watch(turn=1)))[1:] == []


@pytest.mark.parametrize(
    ("sea", "side", "expected"),
    [
        (-1, 0, [("scenario", -1, "DS-R14")]),
        (0, 2, [("scenario, this side", 2, "DS-R14")]),
        (-1, 1, [("scenario", -1, "DS-R14"), ("scenario, this side", 1, "DS-R14")]),
        (0, 0, []),
    ],
)
def test_scenario_modifiers(sea: int, side: int, expected: list[tuple[str, int, str]]) -> None:
    """DS-R14: of the conditions and of the side."""
    attempt = the_attempt(a_watch(side_modifier=side, scenario={"spotting_modifier": sea}), die=6)
    assert lines(attempt)[1:] == expected
    assert attempt.value == 9 + sea + side


def test_modifier_of_the_conditions_of_this_turn_counts() -> None:
    """DS-R14: conditions change with the turns."""
    conditions = (Conditions(1, "night", 1, -1), Conditions(4, "night", 1, 1))
    values = [the_attempt(a_watch(turn=turn, scenario={"conditions": conditions})).value for turn in (3, 4)]
    assert values == [3, 5]


@pytest.mark.parametrize("range_hexes", [1, 2, 3])
def test_each_hex_of_range_takes_one_away(range_hexes: int) -> None:
    """§16, Spotting Modifier Table."""
    attempt = the_attempt(a_watch(range_hexes))
    assert lines(attempt)[1:] == [("range", -range_hexes, "§16")]
    assert attempt.range_hexes == range_hexes


@pytest.mark.parametrize(("radar", "range_hexes"), [(r, h) for r in range(4) for h in range(4)])
def test_radar_adds_its_full_rating_as_far_as_it_goes(radar: int, range_hexes: int) -> None:
    """DS-R13: R1 to R3; nothing beyond."""
    attempt = the_attempt(a_watch(range_hexes, radar=radar), die=4)
    added = radar if range_hexes <= radar else 0
    assert [line for line in lines(attempt) if line[0] == "radar"] == (
        [("radar", radar, "DS-R13")] if added else []
    )
    assert attempt.value == 4 + 3 + added - range_hexes


def test_best_radar_of_the_block_counts_damaged_ships_included() -> None:
    """DS-R13."""
    ijn = a_side("ijn", a_ship("kako", "C"), a_ship("aoba", "C", radar=2), a_ship("kinu", "C", radar=1))
    scenario = a_scenario(ijn, a_side("allies", a_ship("helm")), visibility=1)
    blocks = group("ijn-1", SPOTTER, "kako", "aoba", "kinu"), group("allies-1", SPOTTER, "helm")
    assert the_attempt(a_state(scenario, *blocks, damaged=["aoba"])).value == 1 + 3 + 2
    assert the_attempt(a_state(scenario, *blocks, sunk=["aoba"])).value == 1 + 3 + 1


def test_savo_odds_come_out_as_known() -> None:
    """DS-R14: modifier -1; training 5 spots at range 0 from 3, at range 1 from 4; training 2 at 0 from 6."""

    def needed(training: int, range_hexes: int, **target: Any) -> int | None:
        watch = a_watch(
            range_hexes, training=training, visibility=1, scenario={"spotting_modifier": -1}, **target
        )
        return next((die for die in range(1, 7) if the_attempt(watch, die).outcome == SIGHTED), None)

    assert [needed(5, 0), needed(5, 1), needed(2, 0), needed(2, 1)] == [3, 4, 6, None]
    assert [needed(2, 1, moved=2), needed(2, 1, moved=3)] == [6, 5]


# --- what comes of it (§16a, DS-R15) -------------------------------------------------------------


@pytest.mark.parametrize(("die", "outcome"), [(3, UNSPOTTED), (4, SIGHTED)])
def test_over_six_spots(die: int, outcome: str) -> None:
    """§16a: 6 is not enough, 7 is."""
    attempt = the_attempt(a_watch(), die)
    assert (attempt.value, attempt.outcome) == (die + 3, outcome)


@pytest.mark.parametrize(
    ("range_hexes", "visibility", "radar", "outcome"),
    [
        (1, 1, 3, SIGHTED),
        (2, 1, 3, CONTACT),
        (3, 1, 3, CONTACT),
        (3, 3, 3, SIGHTED),
        (1, 0, 1, CONTACT),
        (2, 2, 0, SIGHTED),
    ],
)
def test_within_visibility_is_a_sighting_beyond_it_a_contact(
    range_hexes: int, visibility: int, radar: int, outcome: str
) -> None:
    """§16f, DS-R15."""
    watch = a_watch(range_hexes, training=6, radar=radar, visibility=visibility)
    assert the_attempt(watch, die=6).outcome == outcome


@pytest.mark.parametrize(("range_hexes", "visibility", "radar"), [(2, 1, 0), (2, 1, 1), (4, 3, 3), (4, 0, 3)])
def test_beyond_visibility_and_radar_there_is_no_attempt(
    range_hexes: int, visibility: int, radar: int
) -> None:
    """§16f."""
    assert (
        spotting_attempts(a_watch(range_hexes, training=6, radar=radar, visibility=visibility), "ijn", 6)
        == ()
    )


def test_land_between_leaves_no_attempt_for_eye_or_radar() -> None:
    """§16h."""
    assert spotting_attempts(a_watch(2, radar=3, visibility=1, scenario={"land": ["0605"]}), "ijn", 6) == ()
    assert spotting_attempts(a_watch(2, visibility=2, scenario={"land": ["0605"]}), "ijn", 6) == ()
    assert the_attempt(a_watch(1, visibility=2, scenario={"land": ["0605"]}), 6).outcome == SIGHTED


# --- who looks at whom ---------------------------------------------------------------------------


def test_every_block_looks_at_every_enemy_within_reach() -> None:
    """§16: own blocks in the order of their coming, then enemy ones."""
    state = a_watch(
        1,
        visibility=1,
        blocks=(
            single("ijn-2", "0605", "aoba"),
            single("allies-2", "0705", "hull"),
            dummy("allies-3", "0505", "allies"),
            dummy("allies-4", "", "allies"),
        ),
    )
    pairs = [(attempt.block, attempt.target) for attempt in spotting_attempts(state, "ijn", 1)]
    assert pairs == [
        ("ijn-1", "allies-1"),
        ("ijn-1", "allies-3"),
        ("ijn-2", "allies-1"),
        ("ijn-2", "allies-2"),
        ("ijn-2", "allies-3"),
    ]


def test_dummy_looks_with_its_sides_training_and_without_radar() -> None:
    """§22c: it could sight."""
    state = a_watch(4, radar=3, visibility=1, blocks=(dummy("ijn-2", "0905", "ijn"),))
    attempt = the_attempt(state, die=4)
    assert (attempt.block, attempt.value, attempt.outcome) == ("ijn-2", 7, SIGHTED)


def test_block_of_merchantmen_cannot_spot() -> None:
    """§16e, DS-R13: a ship of another class in it can."""
    alone = a_watch(4, visibility=1, blocks=(group("ijn-2", "0905", "maru"),))
    assert spotting_attempts(alone, "ijn", 6) == ()
    escorted = a_watch(4, visibility=1, blocks=(group("ijn-2", "0905", "maru", "aoba"),))
    assert the_attempt(escorted).block == "ijn-2"


def test_block_that_has_yet_to_enter_neither_looks_nor_is_looked_at() -> None:
    """§16."""
    state = a_watch(4, visibility=1, blocks=(single("ijn-2", "", "aoba"), single("allies-2", "", "hull")))
    assert spotting_attempts(state, "ijn", 6) == spotting_attempts(state, "allies", 6) == ()


# --- daylight (§23b.i, DS-R30) -------------------------------------------------------------------


def test_daylight_sighting_is_automatic_within_visibility() -> None:
    """§23b.i, DS-R30: no sum, whatever the die."""
    watch = a_watch(3, training=1, scenario={"light": "day"})
    assert [the_attempt(watch, die) for die in (1, 6)] == [
        SpottingAttempt("ijn-1", "allies-1", 3, 0, {}, SIGHTED)
    ] * 2


def test_daylight_sighting_needs_a_clear_line() -> None:
    """§16h, DS-R30."""
    assert spotting_attempts(a_watch(2, scenario={"light": "day", "land": ["0605"]}), "ijn", 6) == ()


def test_radar_beyond_visibility_works_by_the_sum_in_daylight_too() -> None:
    """DS-R30 makes sightings automatic, not contacts (DS-H17); training stays as printed."""
    watch = a_watch(2, training=3, radar=2, visibility=1, scenario={"light": "day"})
    assert [(the_attempt(watch, die).value, the_attempt(watch, die).outcome) for die in (3, 4)] == [
        (6, UNSPOTTED),
        (7, CONTACT),
    ]


# --- for every sum -------------------------------------------------------------------------------

watches = st.builds(
    a_watch,
    st.sampled_from(sorted(AT_RANGE)),
    training=st.integers(1, 6),
    radar=st.integers(0, 3),
    visibility=st.integers(0, 4),
    turn=st.integers(1, 3),
    side_modifier=st.integers(-2, 2),
    moved=st.integers(0, 4),
    attacked=st.integers(0, 2),
    was_attacked=st.integers(0, 2),
)


@given(watches, st.integers(1, 6))
def test_die_and_lines_add_up_to_the_value(state: State, die: int) -> None:
    """DS-R14, DS-R15: and the outcome follows from value and range."""
    for attempt in spotting_attempts(state, "ijn", die):
        assert attempt.value == die + sum(attempt.addends.values())
        assert all(amount and key in ADDENDS for key, amount in attempt.addends.items())
        assert bool(attempt.outcome) == (attempt.value > 6)
        assert attempt.outcome in (
            "",
            SIGHTED if attempt.range_hexes <= state.conditions.visibility else CONTACT,
        )


@given(watches, st.integers(1, 6))
def test_sums_do_not_depend_on_what_the_target_really_is(state: State, die: int) -> None:
    """Law 7: a side's sums tell it nothing of an enemy block's hidden face."""
    other = state.copy()
    other.contents["allies-1"] = Contents("dummy", "Dummy", ())
    assert spotting_attempts(state, "ijn", die) == spotting_attempts(other, "ijn", die)
