"""How a battle stands: points and fates (ES-36)."""

from typing import Any

import pytest

from darkseas.engine.presentation.standing import Fate
from darkseas.rules.easyships.result_points import points_of_fates, standing
from tests.rules.easyships.support import a_battle, a_side, a_spec, ship


@pytest.mark.parametrize(
    ("change", "fate"),
    [
        ({}, "afloat"),
        ({"fires": 1}, "damaged"),
        ({"flooding": 1}, "damaged"),
        ({"moves_lost": 1}, "damaged"),
        ({"guns_lost": (1,)}, "damaged"),
        ({"fires": 3, "sunk": 2}, "sunk"),
    ],
)
def test_the_fate_of_a_ship(change: dict[str, Any], fate: str) -> None:
    table = a_battle({"a1": ship("CA", guns=[(9, 8)])}, {"b1": ship()})
    table.set("a1", **change)
    first, second = standing(table.state).fates
    assert (first.ship, first.side, first.fate, first.worth) == ("a1", "a", fate, "29 points")
    assert second.fate == "afloat"


@pytest.mark.parametrize(("value", "points", "worth"), [("points", 29, "29 points"), ("each", 1, "1 point")])
def test_points_are_of_the_side_that_sank_her(value: str, points: int, worth: str) -> None:
    table = a_battle({"a1": ship("CA", guns=[(9, 8)])}, {"b1": ship()}, aims={"value": value})
    table.set("a1", sunk=1)
    assert standing(table.state).scores == {"a": 0, "b": points}
    assert standing(table.state).fates[0].worth == worth
    assert [lost.ship for lost in standing(table.state).sunk] == ["a1"]


def test_what_a_view_does_not_show_counts_as_afloat() -> None:
    table = a_battle({"a1": ship()}, {"b1": ship()})
    assert [fate.fate for fate in standing(table.view("b")).fates] == ["afloat", "afloat"]


def test_points_of_fates_count_what_was_sunk_and_a_head_start_and_nothing_else() -> None:
    ours, theirs = {"a1": ship("CA", guns=[(9, 8)])}, {"b1": ship()}
    fates: dict[str, Fate] = {"a1": "sunk", "b1": "damaged"}
    assert points_of_fates(a_spec(ours, theirs), fates) == {"a": 0, "b": 29}
    sides = (a_side("a", ours, head_start=12), a_side("b", theirs))
    assert points_of_fates(a_spec(ours, theirs, sides=sides), fates) == {"a": 12, "b": 29}
