"""What a ship can do now (ES-5, ES-31, ES-32), and where ships and smoke are (ES-4, ES-9)."""

import pytest

from darkseas.engine.hexes.board import parse_label
from darkseas.rules.easyships.model.ships import battery_name, guns_left, is_silent, may_fly, moves_cap, speed
from darkseas.rules.easyships.model.state import FUNNEL
from tests.rules.easyships.support import Table, a_battle, ship


def a_table() -> Table:
    return a_battle(
        {"a1": ship("BB", guns=[(8, 15), (12, 6), (8, 4), (6, 3)])}, {"b1": ship()}, at={"a1": "1010"}
    )


@pytest.mark.parametrize(
    ("lost", "flooding", "left"),
    [(0, 0, 4), (1, 1, 3), (6, 0, 0), (0, 3, 1), (4, 3, 0), (0, 4, 1), (0, 5, 0)],
)
def test_speed_is_what_losses_and_flooding_leave(lost: int, flooding: int, left: int) -> None:
    table = a_table()
    table.set("a1", moves_lost=lost, flooding=flooding)
    assert speed(table.ship("a1"), table.status("a1")) == left


def test_a_cap_is_lifted_when_flooding_falls_below_its_level() -> None:
    assert [moves_cap(level) for level in range(7)] == [None, None, None, 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("fires", "silent"),
    [(0, []), (1, []), (2, [3]), (3, [2, 3]), (4, [1, 2, 3]), (5, [0, 1, 2, 3]), (6, [0, 1, 2, 3])],
)
def test_fires_silence_batteries_from_the_smallest_on(fires: int, silent: list[int]) -> None:
    table = a_table()
    table.set("a1", fires=fires)
    assert [battery for battery in range(4) if is_silent(table.status("a1"), battery)] == silent


def test_guns_left_and_the_names_of_batteries() -> None:
    table = a_table()
    table.set("a1", guns_lost=(2, 0, 8, 0))
    assert [guns_left(table.ship("a1"), table.status("a1"), place) for place in range(4)] == [6, 12, 0, 6]
    assert [battery_name(place) for place in range(4)] == ["primary", "secondary", "tertiary", "quarternary"]


def test_planes_fly_from_no_ship_that_burns_evades_or_is_sunk() -> None:
    table = a_table()
    assert may_fly(table.status("a1"))
    for change in ({"fires": 1}, {"evading": True}, {"sunk": 2}):
        table = a_table()
        table.set("a1", **change)
        assert not may_fly(table.status("a1"))


def test_a_ship_lies_in_all_her_hexes_and_a_sunk_one_in_none() -> None:
    table = a_table()
    assert table.state.ship_at(parse_label("0810")) == "a1"
    assert table.state.ship_at(parse_label("0710")) is None
    table.set("a1", sunk=1)
    assert table.state.hull_of("a1") == ()
    assert [each.key for each in table.state.afloat("a")] == []


def test_funnel_smoke_fills_the_hexes_of_its_ship_and_markers_stay() -> None:
    table = a_table()
    assert not table.state.has_smoke(parse_label("0910"))
    table.set("a1", smoke=FUNNEL)
    assert all(table.state.has_smoke(parse_label(text)) for text in ("1010", "0910", "0810"))
    table.state.smoke[parse_label("0000")] = ("b1",)
    assert table.state.has_smoke(parse_label("0000"))
