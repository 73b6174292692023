"""Effective defences: every type's own, what others add, and where it ends (FB-6, FB-13 to FB-18)."""

import re
from typing import Any

import pytest

from darkseas.rules.fleet_battle.combat.defence import defence_of
from darkseas.rules.fleet_battle.companion.rules_companion import COMPANION
from darkseas.rules.fleet_battle.tables.rules_tables import BONUSES, CARDS
from tests.rules.fleet_battle.support import Table, a_battle

ENEMY = {"z1": "battleship"}
DD, LC, HC = "destroyer", "light cruiser", "heavy cruiser"


def fleet(*cards: str) -> dict[str, str]:
    """Ships s1, s2 … of these types."""
    return {f"s{number}": card for number, card in enumerate(cards, start=1)}


def beside(card: str, *escorts: str, with_carriers: bool, **changes: Any) -> Table:
    """A ship s1 with escorts in one of the groups."""
    own = fleet(card, *escorts)
    carriers = [key for key in own if key != "s1" and with_carriers]
    if card in (DD, LC) and with_carriers:
        carriers.append("s1")
    return a_battle(own, ENEMY, carriers=carriers, **changes)


@pytest.mark.parametrize(
    ("card", "defence"),
    [
        ("u-boat", 10), ("light carrier", 5), ("aircraft carrier", 6), ("battleship", 8),
        ("battle cruiser", 6), (HC, 5), (LC, 5), (DD, 4),
    ],
)  # fmt: skip
def test_bare_ship_has_what_her_card_says(card: str, defence: int) -> None:
    assert a_battle(fleet(card), ENEMY).defence("s1") == defence


@pytest.mark.parametrize(
    ("card", "escorts", "defence", "rules"),
    [
        ("battleship", [DD], 9, ["FB-13"]),
        ("battleship", [DD, DD, DD], 9, ["FB-13"]),
        ("battleship", [HC], 9, ["FB-15"]),
        ("battleship", [LC], 9, ["FB-15"]),
        ("battleship", [HC, LC, LC], 9, ["FB-15"]),
        ("battleship", [DD, LC], 10, ["FB-13", "FB-15"]),
        ("battle cruiser", [DD], 7, ["FB-13"]),
        ("battle cruiser", [HC], 7, ["FB-15"]),
        ("battle cruiser", [DD, HC, LC], 8, ["FB-13", "FB-15"]),
        (HC, [DD], 6, ["FB-18"]),
        (HC, [DD, DD], 6, ["FB-18"]),
        (HC, [HC], 5, []),
        (HC, [LC], 5, []),
        (LC, [DD], 6, ["FB-17"]),
        (LC, [LC], 5, []),
        (DD, [DD, LC], 4, []),
        ("u-boat", [DD, LC], 10, []),
    ],
)
def test_bonus_in_the_battle_group(card: str, escorts: list[str], defence: int, rules: list[str]) -> None:
    """FB-13, FB-15, FB-17, FB-18; a heavy cruiser gains nothing from tier 4 (B15, FB-B15)."""
    table = beside(card, *escorts, with_carriers=False)
    found = defence_of(table.state, table.state.scenario.ships["s1"])
    assert found.total == defence
    assert [line.rule for line in found.lines[1:]] == rules
    assert sum(line.amount for line in found.lines) == defence


@pytest.mark.parametrize(
    ("card", "escorts", "defence"),
    [
        ("aircraft carrier", [DD], 7),
        ("aircraft carrier", [DD, DD], 8),
        ("aircraft carrier", [LC], 8),
        ("aircraft carrier", [DD, DD, LC], 10),
        ("aircraft carrier", [DD, DD, DD, LC], 10),
        ("aircraft carrier", [LC, LC, LC], 10),
        ("light carrier", [DD, DD, LC], 9),
        ("light carrier", [LC, LC, LC], 10),
        ("light carrier", [DD] * 7, 10),
        (LC, [DD], 6),
        (LC, [DD, DD], 6),
        (LC, [LC], 5),
        (DD, [DD, LC], 4),
    ],
)
def test_bonus_in_the_carrier_group(card: str, escorts: list[str], defence: int) -> None:
    """F7, B13 and B14 (FB-B14): FB-14, FB-16, FB-17, each escort counted, to at most 10."""
    assert beside(card, *escorts, with_carriers=True).defence("s1") == defence


@pytest.mark.parametrize("card", ["aircraft carrier", "light carrier"])
def test_escorts_in_the_battle_group_add_nothing_to_carriers(card: str) -> None:
    bare = 6 if card == "aircraft carrier" else 5
    assert beside(card, DD, LC, with_carriers=False).defence("s1") == bare


def test_escorts_with_the_carriers_add_nothing_to_the_battle_group() -> None:
    assert beside("battleship", DD, LC, with_carriers=True).defence("s1") == 8


def test_f8_destroyer_sunk_in_tier_3_counts_no_more_in_tier_4() -> None:
    own = {"b1": "battleship", "k1": "battle cruiser", "h1": HC, "d1": DD}
    table = a_battle(own, {"z1": "battleship", "x1": LC}, fire_tier=3)
    names = ("b1", "k1", "h1", "d1")
    assert [table.defence(key) for key in names] == [10, 8, 6, 4]
    table.fire(9, 1, b={"z1": "d1"})
    assert (str(table.state.stage), table.sunk()) == ("tier-4", ["d1"])
    assert [table.defence(key) for key in names[:3]] == [9, 7, 5]


def test_f9_tier_3_alone_has_no_bonus() -> None:
    table = a_battle(fleet("battleship", "battle cruiser"), ENEMY)
    assert (table.defence("s1"), table.defence("s2")) == (8, 6)


def test_last_destroyer_gone_raises_no_defence() -> None:
    """A balance check of section 10: losing an escort never helps anybody."""
    cards = ["battleship", "battle cruiser", HC, LC, DD]
    whole = a_battle(fleet(*cards), ENEMY)
    less = a_battle(fleet(*cards[:-1]), ENEMY)
    for key in ("s1", "s2", "s3", "s4"):
        assert less.defence(key) <= whole.defence(key)


def test_surfaced_u_boat_has_five() -> None:
    table = a_battle(fleet("u-boat"), ENEMY, fire_tier=1)
    table.fire(1, 1, a={"s1": "z1"})
    assert table.defence("s1") == 5


def test_ceiling_never_takes_from_the_card() -> None:
    """FB-H9: a scenario's own card above the ceiling keeps what it has, and gains nothing."""
    own = {"s1": {"card": HC, "defence": 7}, "s2": DD}
    table = a_battle(own, ENEMY)
    assert table.defence("s1") == 7
    assert defence_of(table.state, table.state.scenario.ships["s1"]).lines[-1].label == "at most 7"


def test_ceiling_of_the_scenario_goes_before_the_printed_one() -> None:
    own = {"s1": {"card": "battleship", "ceiling": 9}, "s2": DD, "s3": LC}
    assert a_battle(own, ENEMY).defence("s1") == 9


def test_mover_counts_in_the_group_that_it_leaves() -> None:
    table = a_battle({"b1": "battleship", "d1": DD, "c1": "aircraft carrier"}, ENEMY)
    table.move(d1="carrier")
    assert (table.defence("b1"), table.defence("c1")) == (9, 6)


def test_bonus_table_names_known_cards_only() -> None:
    for bonus in BONUSES:
        assert {*bonus.givers, *bonus.takers} <= set(CARDS)
        assert all(bonus.group in CARDS[key].groups for key in (*bonus.givers, *bonus.takers))


def test_companion_gives_the_amount_of_every_bonus() -> None:
    for bonus in BONUSES:
        assert re.search(rf"\b{bonus.amount}\b", COMPANION.entries[bonus.rule].text)
