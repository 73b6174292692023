"""Ships that sink at the end of the damage phase, and planes that burn (ES-31, ES-35, ES-A41)."""

from itertools import product
from typing import Any

import pytest

from darkseas.engine.orders import Choice, Fixed, IllegalOrder, Number
from darkseas.rules.easyships.damage.carriers import (
    burn_planes,
    check,
    move_planes,
    places_free,
    planes_at_risk,
)
from darkseas.rules.easyships.damage.sinking import abandon, doomed, sink_doomed
from darkseas.rules.easyships.model.events import PlanesBurned, PlanesMoved, ShipSunk
from darkseas.rules.easyships.model.orders import PlaneTransfer
from darkseas.rules.easyships.turn.damage_forms import transfer_rows
from tests.rules.easyships.support import Table, a_battle, ship


def one_ship(defence: int = 10, kind: str = "CA", options: Any = None, **changes: Any) -> Table:
    """A table with one hurt ship of side a."""
    table = a_battle({"a1": ship(kind, defence=defence)}, {"b1": ship()}, options=options or {})
    table.set("a1", **changes)
    return table


@pytest.mark.parametrize(
    ("cause", "defence", "level", "kind", "sinks"),
    [
        ("flooding", 7, 2, "DD", False),
        ("flooding", 7, 3, "DD", True),
        ("flooding", 8, 3, "CL", False),
        ("flooding", 8, 4, "CL", True),
        ("flooding", 16, 4, "CA", False),
        ("flooding", 31, 5, "BB", True),
        ("flooding", 32, 5, "BB", False),
        ("flooding", 63, 6, "BB", True),
        ("flooding", 1, 1, "SS", True),
        ("flooding", 1, 0, "SS", False),
        ("fire", 11, 4, "CL", True),
        ("fire", 12, 4, "CA", False),
        ("fire", 23, 5, "BB", True),
        ("fire", 24, 5, "BB", False),
        ("fire", 63, 6, "BB", True),
        ("fire", 1, 1, "SS", False),
        ("fire", 1, 2, "SS", True),
    ],
)
def test_es_g10_g12_g13_what_water_and_fires_sink(
    cause: str, defence: int, level: int, kind: str, sinks: bool
) -> None:
    hurt = {"flooding": level} if cause == "flooding" else {"fires": level}
    assert doomed(one_ship(defence, kind, **hurt).state) == ({"a1": cause} if sinks else {})


def test_a_doomed_ship_sinks_and_a_sunk_one_does_not_again() -> None:
    table = one_ship(7, flooding=3)
    table.play(sink_doomed)
    sunk = table.only(ShipSunk)
    assert (sunk.ship, sunk.cause, sunk.rule, sunk.turn) == ("a1", "flooding", "ES-35", 1)
    table.play(sink_doomed)
    assert table.step == []


def test_es_a41_levels_after_the_repairs_count() -> None:
    table = one_ship(7, flooding=3)
    table.set("a1", flooding=2)
    table.play(sink_doomed)
    assert not table.status("a1").sunk


def test_a_crew_may_leave_its_own_ship() -> None:
    table = one_ship()
    table.play(abandon, "a", ("a1",))
    assert table.only(ShipSunk).cause == "abandoned"
    for key in ("a1", "b1", "zz"):
        with pytest.raises(IllegalOrder) as refused:
            table.play(abandon, "a", (key,))
        assert refused.value.rule == "ES-35"


# --- planes --------------------------------------------------------------------------------------------


def carriers(**second: Any) -> Table:
    """Two carriers of side a: the first burns with three fires, the second has lost ten planes."""
    ships = {"a1": ship("CV", air=40), "a2": ship("CV", air=30), "a3": ship("DD")}
    table = a_battle(ships, {"b1": ship("CV", air=20)})
    table.set("a1", fires=3)
    table.set("a2", **{"air": 20, **second})
    return table


def test_a_burning_carrier_loses_a_plane_for_each_fire() -> None:
    table = carriers()
    assert planes_at_risk(table.state, "a1") == 3
    table.play(burn_planes)
    assert (table.only(PlanesBurned).planes, table.status("a1").air) == (3, 37)


def test_she_loses_no_more_than_she_has_and_a_sunk_one_none() -> None:
    table = carriers()
    table.set("a1", air=2)
    assert planes_at_risk(table.state, "a1") == 2
    table.set("a1", sunk=1)
    table.play(burn_planes)
    assert table.step == []


def test_planes_that_would_burn_land_on_another_carrier() -> None:
    table = carriers()
    table.play(move_planes, "a", [PlaneTransfer("a1", "a2", 2)])
    assert table.only(PlanesMoved).left == {"a1": 38, "a2": 22}
    table.play(burn_planes)
    assert (table.status("a1").air, table.status("a2").air) == (37, 22)


@pytest.mark.parametrize(
    ("transfer", "field"),
    [
        (PlaneTransfer("a1", "a2", 4), "planes"),
        (PlaneTransfer("a1", "a2", 0), "planes"),
        (PlaneTransfer("a2", "a1", 1), "planes"),
        (PlaneTransfer("a1", "b1", 1), "end"),
        (PlaneTransfer("b1", "a2", 1), "start"),
        (PlaneTransfer("a1", "a3", 1), "end"),
    ],
)
def test_planes_land_nowhere_else(transfer: PlaneTransfer, field: str) -> None:
    with pytest.raises(IllegalOrder) as refused:
        carriers().play(move_planes, "a", [transfer])
    assert (refused.value.rule, refused.value.field) == ("ES-31", f"blanks.transfers.0.{field}")


@pytest.mark.parametrize(
    ("burning", "rooms", "most"),
    [
        ((3,), (2,), {"a1": 2}),
        ((3,), (2, 9), {"a1": 2}),
        ((3, 5), (5,), {"a1": 3, "a2": 2}),
        ((1, 5), (9,), {"a1": 1, "a2": 5}),
        ((3, 5), (1,), {"a1": 1}),
        ((3, 5), (0,), {}),
    ],
)
def test_each_burning_carrier_has_a_line_with_room_for_what_it_may_send(
    burning: tuple[int, ...], rooms: tuple[int, ...], most: dict[str, int]
) -> None:
    """Whatever the lines are filled with, all of it may land."""
    own = {f"a{number}": ship("CV", air=30) for number in range(1, len(burning) + len(rooms) + 1)}
    table = a_battle(own, {"b1": ship("CA")})
    for number, fires in enumerate(burning, 1):
        table.set(f"a{number}", fires=fires)
    for number, room in enumerate(rooms, len(burning) + 1):
        table.set(f"a{number}", air=30 - room)
    rows = [
        (str(start.value), end.values, planes.most)
        for start, end, planes in transfer_rows(table.state, "a")
        if isinstance(start, Fixed) and isinstance(end, Choice) and isinstance(planes, Number)
    ]
    assert {start: planes for start, _, planes in rows} == most
    for ends in product(*(ends for _, ends, _ in rows)):
        orders = [
            PlaneTransfer(start, str(end), planes) for (start, _, planes), end in zip(rows, ends, strict=True)
        ]
        check(table.state, "a", orders)


@pytest.mark.parametrize("second", [{"fires": 1}, {"evading": True}, {"air": 30}, {"sunk": 1}])
def test_no_planes_land_on_a_ship_that_burns_evades_is_full_or_sunk(second: dict[str, Any]) -> None:
    table = carriers(**second)
    assert places_free(table.state, "a2") == 0
    with pytest.raises(IllegalOrder):
        table.play(move_planes, "a", [PlaneTransfer("a1", "a2", 1)])
