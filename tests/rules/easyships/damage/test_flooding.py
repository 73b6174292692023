"""Flooding, guns lost, speed lost (ES-32, critical hits, ES-A11, ES-A13, ES-A14, ES-X2)."""

from typing import Any

import pytest

from darkseas.rules.easyships.damage.apply_hits import struck
from darkseas.rules.easyships.damage.flooding import flooded
from darkseas.rules.easyships.damage.lost_guns import guns_lost
from darkseas.rules.easyships.model.ships import speed
from darkseas.rules.easyships.tables.rules_tables import CRITICAL_HITS, row_of
from tests.rules.easyships.support import Table, a_battle, ship


def one_ship(defence: int = 10, moves: int = 4, guns: Any = (), options: Any = None, **ratings: Any) -> Table:
    """A table with one ship of side a."""
    ships = {"a1": ship("CA", defence=defence, moves=moves, guns=guns, **ratings)}
    return a_battle(ships, {"b1": ship()}, options=options or {})


def flood(table: Table, added: int) -> tuple[int, int, int]:
    """Flood the ship, and return level, levels applied, moves lost."""
    wet = flooded(table.ship("a1"), table.status("a1"), added)
    table.set("a1", flooding=wet.flooding, flood_applied=wet.applied, moves_lost=wet.moves_lost)
    return wet


def test_es_g12_a_small_ship_loses_1_and_then_2_moves() -> None:
    assert flood(one_ship(7), 2) == (2, 2, 3)


def test_es_g12_a_larger_ship_loses_1_move_at_level_2_and_is_capped_at_3() -> None:
    table = one_ship(8)
    assert flood(table, 1) == (1, 1, 0)
    assert flood(table, 1) == (2, 2, 1)
    assert flood(table, 1) == (3, 3, 1)
    assert speed(table.ship("a1"), table.status("a1")) == 1


def test_a_level_costs_moves_the_first_time_alone() -> None:
    table = one_ship(7)
    assert flood(table, 1) == (1, 1, 1)
    assert flood(table, -1) == (0, 1, 1)
    assert flood(table, 1) == (1, 1, 1)
    assert flood(table, 1) == (2, 2, 3)
    assert flood(table, -5) == (0, 2, 3)


def test_es_a11_losses_of_levels_add_up() -> None:
    table = one_ship(7)
    assert [flood(table, 1)[2] for _ in range(3)] == [1, 3, 3]


def test_no_ship_loses_more_moves_than_she_has() -> None:
    assert flood(one_ship(7, moves=2), 2) == (2, 2, 2)


# --- guns ----------------------------------------------------------------------------------------------


def lose(table: Table, guns: int, *, largest: bool) -> tuple[int, ...]:
    """Lose guns, and return those lost by each battery."""
    options = table.state.scenario.options
    lost = guns_lost(options, table.ship("a1"), table.status("a1"), guns, largest=largest)
    table.set("a1", guns_lost=lost)
    return lost


def test_two_guns_of_the_smallest_or_largest_size_left_are_lost() -> None:
    guns = [(9, 8), (8, 5), (4, 3)]
    table = one_ship(guns=guns)
    assert lose(table, 2, largest=True) == (2, 0, 0)
    assert lose(table, 2, largest=False) == (2, 0, 2)
    assert lose(table, 2, largest=False) == (2, 0, 4)
    assert lose(table, 2, largest=False) == (2, 2, 4)


def test_es_a14_the_second_gun_when_a_battery_has_one_left() -> None:
    table = one_ship(guns=[(3, 8), (8, 5)])
    table.set("a1", guns_lost=(2, 0))
    assert lose(table, 2, largest=True) == (3, 1)


def test_a_ship_without_guns_loses_none() -> None:
    assert lose(one_ship(), 2, largest=True) == ()
    table = one_ship(guns=[(1, 8)])
    assert lose(table, 2, largest=False) == (1,)


@pytest.mark.parametrize(("answer", "lost"), [(False, 2), (True, 4)])
def test_es_x2_a_turret_is_lost_whole(answer: bool, lost: int) -> None:
    batteries = [{"guns": 8, "size": 15, "turret": 4}]
    table = one_ship(batteries=batteries, options={"gun_arcs": answer})
    assert lose(table, 2, largest=True) == (lost,)
    table.set("a1", guns_lost=(7,))
    assert lose(table, 2, largest=True) == (8,)


# --- rows of the critical hits ---------------------------------------------------------------------------


def hit(table: Table, roll: int, flooding: int = 0) -> dict[str, Any]:
    """What a row does beside its fires: the fields that it changes."""
    before = table.status("a1")
    options = table.state.scenario.options
    after = struck(options, table.ship("a1"), before, flooding, row_of(CRITICAL_HITS, roll))
    return {name: value for name, value in after._asdict().items() if value != getattr(before, name)}


@pytest.mark.parametrize(
    ("roll", "changes"),
    [
        (1, {}),
        (2, {"flooding": 1, "flood_applied": 1}),
        (3, {"guns_lost": (0, 2)}),
        (4, {"flooding": 1, "flood_applied": 1}),
        (5, {"guns_lost": (2, 0)}),
        (6, {"flooding": 1, "flood_applied": 1, "moves_lost": 1}),
        (7, {"no_repairs": True}),
        (8, {}),
        (9, {"flooding": 1, "flood_applied": 1, "moves_lost": 2}),
    ],
)
def test_what_each_row_does_to_the_hull(roll: int, changes: dict[str, Any]) -> None:
    assert hit(one_ship(guns=[(9, 8), (8, 5)]), roll) == changes


def test_the_sixth_row_leaves_one_move_and_the_ninth_none() -> None:
    table = one_ship(moves=1)
    assert "moves_lost" not in hit(table, 6)
    assert hit(table, 9)["moves_lost"] == 1
    table.set("a1", moves_lost=1)
    assert "moves_lost" not in hit(table, 9)


def test_es_a13_the_ninth_row_may_stop_a_ship() -> None:
    assert hit(one_ship(moves=2), 9)["moves_lost"] == 2


def test_a_loss_under_the_cap_of_flooding_is_still_a_loss() -> None:
    table = one_ship(20)
    table.set("a1", flooding=3, flood_applied=3, moves_lost=1)
    assert hit(table, 9)["moves_lost"] == 3
