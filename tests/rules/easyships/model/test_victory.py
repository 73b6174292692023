"""Who has won, and with how many points (ES-36)."""

from typing import Any

import pytest

from darkseas.rules.easyships.model.victory import scores, verdict
from darkseas.rules.easyships.scenario.setup import initial_state
from tests.rules.easyships.support import Table, a_battle, a_side, a_spec, ship


def a_table(turn: int = 1, sunk: tuple[str, ...] = (), **aims: Any) -> Table:
    """Two ships against one, some of them sunk."""
    a = {"a1": ship("CA", guns=[(9, 8)]), "a2": ship("DD", defence=2)}
    table = a_battle(a, {"b1": ship("BB", defence=40, guns=[(8, 15)])}, aims=aims)
    table.state.turn = turn
    for key in sunk:
        table.set(key, sunk=1)
    return table


@pytest.mark.parametrize(
    ("value", "sunk", "points"),
    [
        ("points", (), {"a": 0, "b": 0}),
        ("points", ("a1",), {"a": 0, "b": 29}),
        ("points", ("a1", "a2", "b1"), {"a": 67, "b": 38}),
        ("each", ("a1", "a2", "b1"), {"a": 1, "b": 2}),
    ],
)
def test_ships_sunk_count_their_points_or_one_each(value: str, sunk: tuple[str, ...], points: Any) -> None:
    assert scores(a_table(sunk=sunk, value=value).state) == points


def test_points_of_a_bid_count_from_the_beginning() -> None:
    table = a_table()
    table.state.points_given = (("b", 5),)
    assert scores(table.state) == {"a": 0, "b": 5}


def test_points_from_the_beginning_have_to_be_made_up() -> None:
    a, b = {"a1": ship("CA", guns=[(9, 8)])}, {"b1": ship(), "b2": ship()}
    sides = (a_side("a", a, head_start=10), a_side("b", b))
    spec = a_spec(a, b, sides=sides, aims={"turn_limit": 3})
    state = initial_state(spec)
    state.turn = 3
    over = verdict(state)
    assert over is not None
    assert scores(state) == {"a": 10, "b": 0}
    assert over.winner == "a"
    assert "more points" in over.reason


@pytest.mark.parametrize("bid", [False, True])
@pytest.mark.parametrize(
    ("given", "sunk", "words"),
    [
        ({"a": 29}, ("a1",), "both have equal points."),
        ({"a": 29, "b": 29}, (), "both have sunk as much."),
        ({}, ("a1", "b1"), "the side that has sunk more wins."),
        ({"a": 30}, ("a1",), "the side with more points wins."),
    ],
)
def test_reasons_say_sunk_only_if_ships_sunk_decided(
    given: dict[str, int], sunk: tuple[str, ...], words: str, *, bid: bool
) -> None:
    """Points that a side begins with, by the scenario or by a bid, are no ships sunk."""
    a = {"a1": ship("CA", guns=[(9, 8)]), "a2": ship("DD", defence=2)}
    b = {"b1": ship("BB", defence=40, guns=[(8, 15)]), "b2": ship()}
    start = {} if bid else given
    sides = [a_side(key, own, head_start=start.get(key, 0)) for key, own in (("a", a), ("b", b))]
    state = initial_state(a_spec(a, b, sides=tuple(sides), aims={"turn_limit": 3}))
    state.turn, state.points_given = 3, tuple(given.items()) if bid else ()
    for key in sunk:
        state.ship_status[key] = state.ship_status[key]._replace(sunk=1)
    over = verdict(state)
    assert over is not None
    assert over.reason == f"The last turn is over, and {words}"


@pytest.mark.parametrize(
    ("turn", "sunk", "limit", "winner"),
    [
        (3, ("b1",), 0, "a"),
        (3, ("a1", "a2"), 0, "b"),
        (3, ("a1", "a2", "b1"), 0, None),
        (8, ("a1",), 8, "b"),
        (8, (), 8, None),
        (9, ("a1",), 8, "b"),
    ],
)
def test_how_a_battle_ends(turn: int, sunk: tuple[str, ...], limit: int, winner: str | None) -> None:
    over = verdict(a_table(turn, sunk, turn_limit=limit).state)
    assert over is not None
    assert (over.winner, over.rule, bool(over.reason)) == (winner, "ES-36", True)


@pytest.mark.parametrize(("turn", "sunk", "limit"), [(3, ("a1",), 0), (7, ("a1",), 8), (99, (), 0)])
def test_a_battle_that_is_not_over_has_no_verdict(turn: int, sunk: tuple[str, ...], limit: int) -> None:
    assert verdict(a_table(turn, sunk, turn_limit=limit).state) is None
