"""Initiative: opening rolls, spotting dice, ties."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import EVERYONE, DiceRolled
from darkseas.rules.dark_seas.model.events import InitiativeTaken
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.movement import initiative
from tests.rules.dark_seas.support.builders import (
    a_scenario,
    a_side,
    a_state,
    an_adjudication,
    audience_of,
    events,
)

LEVELS = range(1, 7)


def a_battle(ijn: int, allies: int, light: str = "night", **state: Any) -> State:
    """A state of two sides with these training levels, the IJN first."""
    scenario = a_scenario(a_side("ijn", training=ijn), a_side("allies", training=allies), light=light)
    return a_state(scenario, **state)


def purposes(adjudication: Adjudication[State]) -> list[str]:
    return [rolled.purpose for rolled in events(adjudication, DiceRolled)]


@pytest.mark.parametrize(
    ("ijn", "allies", "faces", "leader"),
    [
        (3, 3, (5, 4), "ijn"),
        (3, 3, (4, 5), "allies"),
        (5, 2, (1, 3), "ijn"),  # 6 against 5
        (5, 2, (1, 5), "allies"),  # 6 against 7
        (5, 2, (1, 4), "ijn"),  # 6 against 6: the better trained
        (2, 5, (4, 1), "allies"),
    ],
)
def test_opening_goes_to_higher_sum_then_better_training(
    ijn: int, allies: int, faces: tuple[int, ...], leader: str
) -> None:
    """§13, DS-R1."""
    adjudication = an_adjudication(a_battle(ijn, allies, turn=0), *faces)
    initiative.opening(adjudication)
    dice, training = dict(zip(("ijn", "allies"), faces, strict=True)), {"ijn": ijn, "allies": allies}
    assert events(adjudication, InitiativeTaken) == [InitiativeTaken(leader, dice, training, "DS-R1")]
    assert adjudication.state.initiative == leader
    assert purposes(adjudication) == ["t0/initiative/opening/1/ijn", "t0/initiative/opening/1/allies"]


def test_opening_is_rolled_again_until_decided() -> None:
    """DS-R1: each repetition is a recorded roll of its own; only the last decides."""
    adjudication = an_adjudication(a_battle(3, 3), 4, 4, 1, 1, 2, 6)
    initiative.opening(adjudication)
    assert purposes(adjudication) == [
        f"t1/initiative/opening/{n}/{side}" for n in (1, 2, 3) for side in ("ijn", "allies")
    ]
    assert [(taken.side, taken.dice) for taken in events(adjudication, InitiativeTaken)] == [
        ("allies", {"ijn": 2, "allies": 6})
    ]


def test_spotting_dice_give_the_initiative() -> None:
    """§13."""
    adjudication = an_adjudication(a_battle(3, 3, initiative="ijn"))
    initiative.by_spotting(adjudication, {"ijn": 2, "allies": 6})
    assert events(adjudication, InitiativeTaken) == [
        InitiativeTaken("allies", {"ijn": 2, "allies": 6}, {"ijn": 3, "allies": 3}, "§13")
    ]
    assert not adjudication.state.tie


@pytest.mark.parametrize("holder", ["ijn", "allies"])
def test_full_tie_leaves_initiative_where_it_was(holder: str) -> None:
    """DS-R2."""
    adjudication = an_adjudication(a_battle(3, 3, initiative=holder))
    initiative.by_spotting(adjudication, {"ijn": 4, "allies": 4})
    (taken,) = events(adjudication, InitiativeTaken)
    assert (taken.side, taken.tied, taken.rule) == (holder, True, "DS-R2")
    assert adjudication.state.tie
    assert adjudication.state.initiative == holder


def test_tie_is_broken_after_combat() -> None:
    """DS-R2: repeated until decided."""
    adjudication = an_adjudication(a_battle(3, 3, turn=4, initiative="allies"), 2, 2, 5, 3)
    initiative.by_spotting(adjudication, {"ijn": 4, "allies": 4})
    initiative.break_tie(adjudication)
    assert purposes(adjudication) == [
        f"t4/initiative/tie/{n}/{side}" for n in (1, 2) for side in ("ijn", "allies")
    ]
    last = events(adjudication, InitiativeTaken)[-1]
    assert (last.side, last.rule, last.tied) == ("ijn", "DS-R2", False)
    assert adjudication.state.initiative == "ijn"
    assert not adjudication.state.tie


def test_without_a_tie_nobody_rolls_after_combat() -> None:
    """DS-R2."""
    adjudication = an_adjudication(a_battle(3, 3))
    initiative.break_tie(adjudication)
    assert adjudication.facts == []


def test_equal_sums_are_no_tie_when_training_differs() -> None:
    """§13."""
    adjudication = an_adjudication(a_battle(4, 3, initiative="allies"))
    initiative.by_spotting(adjudication, {"ijn": 3, "allies": 4})
    (taken,) = events(adjudication, InitiativeTaken)
    assert (taken.side, taken.tied, taken.rule) == ("ijn", False, "§13")


def test_daylight_leaves_training_as_printed() -> None:
    """DS-H15: with the cap of §9 a rise by two would make 5 and 6 equal."""
    adjudication = an_adjudication(a_battle(6, 5, light="day"), 1, 2)
    initiative.opening(adjudication)
    (taken,) = events(adjudication, InitiativeTaken)
    assert (taken.side, taken.training) == ("ijn", {"ijn": 6, "allies": 5})


def test_everybody_sees_dice_and_initiative() -> None:
    """§13."""
    adjudication = an_adjudication(a_battle(3, 4), 1, 6)
    initiative.opening(adjudication)
    assert audience_of(adjudication, DiceRolled) == [EVERYONE, EVERYONE]
    assert audience_of(adjudication, InitiativeTaken) == [EVERYONE]


@given(
    st.sampled_from(LEVELS),
    st.sampled_from(LEVELS),
    st.lists(st.tuples(*[st.integers(1, 6)] * 2), max_size=4),
)
def test_opening_is_fair_to_both_sides(ijn: int, allies: int, tied: list[tuple[int, int]]) -> None:
    """DS-R1: swapping dice and training swaps the outcome; equal training waits for unequal dice."""
    faces = [face for pair in tied for face in pair] + [1, 6]
    adjudication = an_adjudication(a_battle(ijn, allies), *faces)
    mirrored = an_adjudication(
        a_battle(allies, ijn), *[face for pair in (*tied, (1, 6)) for face in reversed(pair)]
    )
    initiative.opening(adjudication)
    initiative.opening(mirrored)
    assert {adjudication.state.initiative, mirrored.state.initiative} == {"ijn", "allies"}
    (taken,) = events(adjudication, InitiativeTaken)
    sums = [(taken.dice[side] + taken.training[side], taken.training[side]) for side in ("ijn", "allies")]
    assert sums[0] != sums[1]
    assert adjudication.state.initiative == ("ijn" if sums[0] > sums[1] else "allies")
