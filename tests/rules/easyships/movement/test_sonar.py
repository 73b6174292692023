"""Sonar: what it searches, what it finds, what silence tells (ES-13, ES-A18, ES-A19)."""

from typing import Any

import pytest

from darkseas.engine.events import DiceRolled
from darkseas.engine.hexes.board import label, parse_label
from darkseas.engine.orders import IllegalOrder
from darkseas.rules.easyships.model.events import FoundBoat, PingAnswered, SonarPinged
from darkseas.rules.easyships.model.orders import ShipMove
from darkseas.rules.easyships.movement.move import check, move
from darkseas.rules.easyships.movement.sonar import searched_hexes
from tests.rules.easyships.support import Table, a_battle, ship, way

PING = ShipMove("a1", ping=True)


def hunt(*boats: tuple[str, int], year: int = 1940, kind: str = "DD", **options: Any) -> Table:
    """A destroyer at 1010 that faces east, and boats below by place and depth."""
    below = {f"u{number}": ship("SS", year=1910) for number in range(len(boats))}
    ships = {"a1": ship(kind, year=1910)}
    table = a_battle(ships, below, at={"a1": "1010 E"}, sea={"year": year}, options=options)
    for number, (place, depth) in enumerate(boats):
        table.put(f"u{number}", place, depth=depth)
    return table


def test_es_a18_what_sonar_searches() -> None:
    far = ["1110", "1009", "1011", "1210", "1109", "1111"]
    for moved, hexes in enumerate((far, far[:3], far[:1], [])):
        assert [label(at) for at in searched_hexes(parse_label("1010"), 0, moved)] == hexes, moved


@pytest.mark.parametrize(
    ("depth", "die", "found"),
    [
        (1, 1, [FoundBoat(parse_label("1110"))]),
        (1, 5, [FoundBoat(parse_label("1110"), 1)]),
        (2, 1, []),
        (2, 2, [FoundBoat(parse_label("1110"))]),
        (2, 6, [FoundBoat(parse_label("1110"), 2)]),
        (3, 2, []),
        (3, 3, [FoundBoat(parse_label("1110"))]),
        (3, 4, [FoundBoat(parse_label("1110"))]),
        (3, 5, [FoundBoat(parse_label("1110"), 3)]),
    ],
)
def test_es_g17_a_boat_is_found_by_depth_and_die(depth: int, die: int, found: list[FoundBoat]) -> None:
    table = hunt(("1110", depth))
    table.play(move, "a", PING, dice=[die])
    assert list(table.only(PingAnswered).boats) == found


def test_the_owner_rolls_in_secret_and_also_when_there_is_nothing() -> None:
    empty = hunt(("2020", 1))
    empty.play(move, "a", PING, dice=[6])
    full = hunt(("1110", 3))
    full.play(move, "a", PING, dice=[2])
    for table in (empty, full):
        (rolled,) = table.events(DiceRolled)
        assert rolled.scope == "side:b"
        assert rolled not in table.known("a")
        assert rolled in table.known("b")
    assert empty.known("a") == full.known("a"), "silence tells nothing"


def test_es_a47_sonar_is_answered_before_the_next_ship_moves() -> None:
    table = hunt(("1110", 3))
    table.play(move, "a", PING, dice=[6])
    assert table.only(PingAnswered) in table.known("a")
    assert [contact.depth for contact in table.view("a").contacts] == [3]
    assert not table.status("u0").done


def test_one_roll_for_each_boat() -> None:
    table = hunt(("1110", 1), ("1011", 3), ("2020", 1))
    table.play(move, "a", PING, dice=[2, 6])
    assert table.only(PingAnswered).boats == (FoundBoat(way("1110")[0]), FoundBoat(way("1011")[0], 3))


def test_a_boat_on_the_surface_is_none_for_sonar() -> None:
    table = hunt(("1110", 0))
    table.play(move, "a", PING, dice=[6])
    assert table.only(PingAnswered).boats == ()


def test_sonar_searches_no_hex_beyond_the_map() -> None:
    table = hunt(("2020", 1))
    table.put("a1", "0000", "NE")
    table.play(move, "a", PING, dice=[1])
    assert table.only(SonarPinged).hexes == way("0100")


def test_sonar_searches_from_where_the_move_has_ended() -> None:
    table = hunt(("1410", 1))
    table.play(move, "a", ShipMove("a1", way("1110", "1210"), ping=True), dice=[1])
    assert table.only(SonarPinged).hexes == way("1310")
    assert table.only(PingAnswered).boats == ()


@pytest.mark.parametrize(
    ("table", "order"),
    [
        (hunt(("1110", 1), year=1919), PING),
        (hunt(("1110", 1), kind="CL"), PING),
        (hunt(("1110", 1)), ShipMove("a1", way("1110", "1210", "1310"), ping=True)),
    ],
)
def test_no_sonar_before_1920_on_other_ships_or_at_speed(table: Table, order: ShipMove) -> None:
    with pytest.raises(IllegalOrder) as refused:
        check(table.state, "a", order)
    assert (refused.value.rule, refused.value.field) == ("ES-13", "blanks.ping")


def test_es_a19_evasion_does_not_count_as_moved() -> None:
    table = hunt(("2020", 1))
    table.play(move, "a", ShipMove("a1", way("1110"), evade=True, ping=True), dice=[1])
    assert len(table.only(SonarPinged).hexes) == 3
