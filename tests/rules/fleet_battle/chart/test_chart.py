"""The picture of a fleet battle: rows of cards, what is on a card, lines of fire, the legend."""

import pytest

from darkseas.engine.presentation.chart import Chart
from darkseas.rules.fleet_battle.chart.chart import chart
from darkseas.rules.fleet_battle.model.orders import (
    AssignGroups,
    Attack,
    NameTargets,
    PlotTransfers,
    Transfer,
)
from tests.rules.fleet_battle.support import Table, a_battle, a_spec
from tests.rules.fleet_battle.test_golden_battle import FLEETS, golden, to_tier


def places(found: Chart) -> dict[str, str]:
    """Where each card lies."""
    return {piece.key: piece.at for piece in found.pieces}


def marks(table: Table, key: str) -> tuple[str, ...]:
    """What lies on a card."""
    return next(piece.marks for piece in chart(table.state).pieces if piece.key == key)


def figures(found: Chart, key: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """What is printed on a card."""
    piece = next(piece for piece in found.pieces if piece.key == key)
    return {figure.label: (figure.value, figure.workings) for figure in piece.figures}


def test_rows_go_from_u_boats_over_the_carriers_to_the_battle_group() -> None:
    rows = chart(golden().state).ground.rows
    assert " ".join(row.key for row in rows if row.side == "a") == (
        "a.waiting a.u-boats a.carrier-2 a.carrier-4 a.carrier-5 a.battle-3 a.battle-4 a.battle-5"
    )
    assert {row.key: row.title for row in rows}["b.battle-4"] == "Battle group, tier 4: heavy cruisers"
    assert len({row.key for row in rows}) == len(rows)


def test_ground_is_of_cards_without_a_map() -> None:
    ground = chart(golden().state).ground
    assert (ground.kind, ground.map, ground.edges) == ("cards", None, ())
    assert [(side.key, side.name, side.notch) for side in ground.sides] == [
        ("a", "Side A", 0),
        ("b", "Side B", 1),
    ]


def test_cards_lie_in_their_rows_and_keep_their_places() -> None:
    own = {
        "d1": "destroyer",
        "d2": "destroyer",
        "l1": "light cruiser",
        "h1": "heavy cruiser",
        "c1": "aircraft carrier",
    }
    table = a_battle(own, {"k1": "battleship"}, carriers=["d2"])
    before = places(chart(table.state))
    assert before == {
        "d1": "a.battle-5/0", "d2": "a.carrier-5/1", "l1": "a.battle-4/0", "h1": "a.battle-4/1",
        "c1": "a.carrier-2/0", "k1": "b.battle-3/0",
    }  # fmt: skip
    table.move(l1="carrier")
    table.pass_on("tier-3").fire(4, 1, b={"k1": "d1"})
    assert places(chart(table.state)) == before
    table.pass_on("transfers", 2)
    assert places(chart(table.state)) == {**before, "l1": "a.carrier-4/0"}
    assert next(piece.face for piece in chart(table.state).pieces if piece.key == "d1") == "out"


def test_no_two_cards_lie_in_one_place_and_every_place_is_a_row() -> None:
    for state in (Table(a_spec(*FLEETS)).state, golden().state):
        found = chart(state)
        at = list(places(found).values())
        assert len(set(at)) == len(at)
        assert {place.rpartition("/")[0] for place in at} <= {row.key for row in found.ground.rows}


def test_escorts_wait_in_a_row_of_their_own_until_groups_are_shown() -> None:
    table = Table(a_spec(*FLEETS))
    table.give("a", AssignGroups(("l1",)))
    assert places(chart(table.view("a")))["l1"] == "a.carrier-4/0"
    assert places(chart(table.view("b")))["l1"] == "a.waiting/1"


def test_defence_has_a_line_for_each_bonus_with_its_rule() -> None:
    found = figures(chart(golden().state), "b1")
    assert found["Defence"] == (
        "9",
        (
            "battleship, by her card: 8 (FB-15)",
            "a destroyer in the battle group: +1 (FB-13)",
            "card: rulebook (FB-15)",
        ),
    )


def test_numbers_say_where_they_come_from() -> None:
    own = {"d1": {"card": "destroyer", "cost": 3}, "u1": "u-boat", "c1": "aircraft carrier"}
    found = chart(a_battle(own, {"k1": "battleship"}).state)
    assert figures(found, "d1")["Cost"] == ("3", ("card: the scenario's own (FB-1)",))
    assert figures(found, "d1")["Dice"] == (
        "1d6",
        ("card: house number (FB-H1)", "two sixes together count as ten (FB-5)"),
    )
    assert figures(found, "d1")["Against u-boats"][0] == "1d6"
    assert figures(found, "u1")["Dice"] == ("2d10", ("card: rulebook (FB-4)",))
    assert "Against u-boats" not in figures(found, "c1")


def test_marks_tell_what_a_ship_does() -> None:
    table = golden()
    assert (marks(table, "u1"), marks(table, "b1")) == (("submerged",), ())
    table.move(d1="carrier")
    assert marks(table, "d1") == ("moving",)
    table.fire(3, 7, a={"u1": "e1"})
    assert (marks(table, "u1"), marks(table, "e1")) == (("surfaced", "fired"), ("sunk",))
    table.fire(6, 9, a={"c1": {1: "k1", 2: "v1"}})
    assert marks(table, "k1") == ("targeted",)


def test_fire_is_drawn_between_cards_with_what_it_did() -> None:
    table = golden()
    table.move()
    table.fire(3, 7, a={"u1": "e1"})
    assert chart(table.state).strokes == ()
    table.fire(6, 10, a={"c1": {1: "k1", 2: "v1"}})
    assert chart(table.state).strokes == ()


@pytest.mark.parametrize("face", [7, 8])
def test_last_fire_of_a_battle_stays_on_the_chart(face: int) -> None:
    table = a_battle({"u1": "u-boat"}, {"k1": "battleship"}, fire_tier=1)
    table.fire(face, 8, a={"u1": "k1"})
    (stroke,) = chart(table.state).strokes
    assert (stroke.kind, stroke.side, stroke.path) == ("torpedo", "a", ("a.u-boats/0", "b.battle-3/0"))
    assert (stroke.outcome, stroke.label) == ("sunk", f"{face} and 8 against 8: hit")


def test_outcome_is_each_ships_own_but_for_two_sixes() -> None:
    own = {"d1": "destroyer", "d2": "destroyer", "d3": "destroyer"}
    table = a_battle(own, {"k1": "battleship"}, fire_tier=5)
    table.fire(6, 1, 6, a=dict.fromkeys(own, "k1"))
    assert [stroke.outcome for stroke in chart(table.state).strokes] == ["sunk", "missed", "sunk"]


def test_sealed_targets_are_drawn_for_their_side_alone() -> None:
    table = a_battle({"b1": "battleship", "c1": "aircraft carrier"}, {"k1": "battleship"}, fire_tier=3)
    table.give("a", NameTargets((Attack("b1", "k1"),)))
    (stroke,) = chart(table.view("a")).strokes
    assert (stroke.kind, stroke.outcome) == ("gunfire", "")
    assert chart(table.view("b")).strokes == chart(table.view(None)).strokes == ()


def test_sealed_transfers_are_marked_for_their_side_alone() -> None:
    own = {"c1": "aircraft carrier", "d1": "destroyer"}
    table = a_battle(own, {"k1": "battleship", "y1": "destroyer"})
    table.give("a", PlotTransfers((Transfer("d1", "carrier"),)))
    seen = {
        side: next(p.marks for p in chart(table.view(side)).pieces if p.key == "d1")
        for side in ("a", "b", None)
    }
    assert seen == {"a": ("moving",), "b": (), None: ()}


def test_legend_counts_what_is_afloat() -> None:
    table = to_tier(golden(), 5)
    events_of = {(caption.label, caption.side): caption.value for caption in chart(table.state).captions}
    assert events_of["Turn", ""] == "1"
    assert events_of["Phase", ""] == "Tier 5, destroyers"
    assert events_of["Score", "a"] == "16"
    assert events_of["Afloat", "b"] == "2 of 5, cost 6 of 22"
    assert events_of["Battle group", "a"] == "destroyed"
    assert events_of["Escorts may fire back", "b"] == "U1"
    assert ("Battle group", "b") not in events_of
