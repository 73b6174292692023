"""Every event of a fleet battle told, from the whole state and from every view."""

from dataclasses import replace

import pytest

from darkseas.engine.events import (
    BattleBegan,
    BattleEnded,
    DiceRolled,
    OrderGiven,
    OrderWithdrawn,
    PhaseBegan,
    PlotsRevealed,
    TurnBegan,
)
from darkseas.engine.presentation.narration import NORMAL, QUIET, STRONG
from darkseas.engine.serialization.codec import write
from darkseas.engine.stages.stage import StageOpened
from darkseas.rules.fleet_battle.model import events as e
from darkseas.rules.fleet_battle.model import orders as o
from darkseas.rules.fleet_battle.model.events import DefenceLine
from darkseas.rules.fleet_battle.narration.describe import describe
from tests.rules.fleet_battle.test_golden_battle import golden

TABLE = golden()
VIEWS = {"all": TABLE.state, "a": TABLE.view("a"), "b": TABLE.view("b"), "observer": TABLE.view(None)}
LINES = (
    DefenceLine("battleship, by her card", 8, "FB-15"),
    DefenceLine("a destroyer in the battle group", 1, "FB-13"),
)
HIT = e.AttackResolved("b", "k1", "b1", 10, (9, 2), 9, LINES, True, True, ("FB-1", "FB-B1"))
MOVE = (o.Transfer("d1", "carrier"),)

#: Events, and what is said of them.
SENTENCES = [
    (
        StageOpened("tier-3", ("a", "b")),
        "Tier 3, battleships and battle cruisers: orders of Side A and Side B are due.",
    ),
    (e.PlotSealed("a", "targets"), "Side A: targets sealed."),
    (
        e.GroupsAssigned("a", ("b1", "d1"), ("c1", "l1")),
        "Side A: B1 and D1 in the battle group, C1 and L1 in the carrier group.",
    ),
    (
        e.TransfersPlotted("a", MOVE),
        "Side A: D1 moves to the carrier group at the end of the turn; until then it holds fire.",
    ),
    (e.TransfersPlotted("a", ()), "Side A: no ship changes groups."),
    (e.TransfersPlotted("a", (), True), "Side A: the fleet will leave the battle."),
    (
        e.TargetsNamed("a", (o.Attack("b1", "k1"), o.Attack("c1", "e1", 1))),
        "Side A: B1 at K1 and C1, die 1, at E1.",
    ),
    (e.TargetsNamed("a", ()), "Side A: all hold fire."),
    (HIT, "K1 fires at B1: 9 and 2 against 9, a hit."),
    (
        e.AttackResolved("a", "b1", "v1", 6, (5,), 10, (), False, False, ("FB-1", "FB-19")),
        "B1 fires at V1: 5 against 10, no hit.",
    ),
    (
        e.SixesPaired("a", ("d1", "l1"), "v1", 2, 1, 10, 10, True, ("FB-5",)),
        "Two sixes of D1 and L1 count as 10 against 10 of V1: a hit.",
    ),
    (
        e.CarrierGroupTargeted("b", ("u1",), 1),
        "U1 has targeted the carrier group of Side B: its escorts may fire back.",
    ),
    (e.ShipSunk("e1", "b", ("u1",), 1, 1, "FB-3"), "E1 is sunk by U1."),
    (e.ShipSunk("e1", "b", (), 1, 1, "FB-3"), "E1 is sunk."),
    (e.ShipRestored("e1", "b", False, "FB-1"), "E1 is afloat: her loss did not happen."),
    (
        e.ShipRestored("e1", "b", True, "FB-9"),
        "E1 is afloat: her loss did not happen. Her battle group no longer counts as destroyed.",
    ),
    (e.UBoatsSurfaced("a", ("u1",)), "U1 has fired and stays on the surface for the rest of the turn."),
    (e.UBoatsSubmerged("a", ("u1",)), "U1 submerges."),
    (
        e.BattleGroupLost("a", "its last ship is sunk", "FB-9"),
        "Side A: the battle group counts as destroyed, its last ship is sunk. The carrier group is exposed.",
    ),
    (e.TransfersMade("a", MOVE), "D1 joins the carrier group."),
    (e.TransferLapsed("a", "d1"), "D1 stays with the carriers: the battle group is lost."),
    (e.TurnEnded(2, 0), "Turn 2 is over."),
    (
        e.TurnEnded(2, 1),
        "Turn 2 is over. One turn without an attack that could have sunk a ship; three end the battle.",
    ),
    (BattleBegan("x", "fleet_battle", "r1", {"title": "Test"}, {}, {}), "The battle begins: Test."),
    (TurnBegan(1), "Turn 1."),
    (PhaseBegan("tier-1", "Tier 1, u-boats", "FB-2"), "Tier 1, u-boats."),
    (
        PlotsRevealed("fleet_battle.name_targets", ("a", "b"), "FB-3"),
        "Plots revealed (name targets): Side A and Side B.",
    ),
    (OrderWithdrawn("a", "fleet_battle.name_targets"), "Side A: plot withdrawn (name targets)."),
    (DiceRolled("t1/tier-3/b/k1", 10, (9, 2), 1), "Dice for the fire of K1, tier 3: 9 and 2 (D10)."),
    (DiceRolled("t1/coin", 2, (1,), 1), "Die for coin: 1 (D2)."),
    (
        BattleEnded("a", "Side B has no ship left.", "FB-B18", {"a": "11", "b": "0"}),
        "The battle is over. Victory: Side A, 11 to 0 points. Side B has no ship left.",
    ),
]

ORDERS = [
    (o.AssignGroups(("l1",)), "L1 with the carriers, all others with the battle group."),
    (o.AssignGroups(), "no escort with the carriers, all others with the battle group."),
    (o.PlotTransfers(MOVE), "D1 moves to the carrier group."),
    (o.PlotTransfers(), "no ship changes groups."),
    (o.PlotTransfers((), True), "leave the battle."),
    (o.NameTargets((o.Attack("b1", "k1"),)), "B1 at K1."),
    (o.NameTargets(), "all hold fire."),
    (o.WithdrawPlot(), "the plot back."),
]


def given(order: object) -> OrderGiven:
    """The order as it stands in the log."""
    return OrderGiven("a", o.ORDER_NAMES[type(order)], write(order))


EVERYTHING = [(event, said) for event, said in SENTENCES] + [
    (given(order), f"Side A, order: {said}") for order, said in ORDERS
]
named = pytest.mark.parametrize(
    ("event", "said"),
    [
        pytest.param(event, said, id=f"{n}-{type(event).__name__}")
        for n, (event, said) in enumerate(EVERYTHING)
    ],
)


@named
def test_event_is_told(event: object, said: str) -> None:
    assert describe(TABLE.state, event).sentence == said


@pytest.mark.parametrize("view", VIEWS)
@named
def test_event_has_sentence_and_citation_in_every_view(view: str, event: object, said: str) -> None:
    events_of = describe(VIEWS[view], event)
    assert events_of.sentence.endswith((".", "!"))
    assert "  " not in events_of.sentence
    assert events_of.rules
    assert all(rule.startswith("FB-") for rule in events_of.rules if not isinstance(event, DiceRolled))
    assert events_of.weight in (QUIET, NORMAL, STRONG)
    assert all(line.label for line in events_of.workings)
    assert len(set(events_of.focus)) == len(events_of.focus)


def test_every_event_and_order_type_is_told() -> None:
    assert set(e.EVENTS.values()) <= {type(event) for event, _ in SENTENCES}
    assert {type(order) for order, _ in ORDERS} == set(o.ORDERS.values())


def test_attack_shows_its_defence_and_dice() -> None:
    events_of = describe(TABLE.state, HIT)
    assert [(line.label, line.amount, line.rule) for line in events_of.workings] == [
        ("battleship, by her card", "8", "FB-15"),
        ("a destroyer in the battle group", "+1", "FB-13"),
        ("defence", "9", "FB-1"),
        ("dice", "2d10", "FB-1"),
        ("best of the dice", "9", "FB-B1"),
        ("outcome", "a hit", "FB-1"),
    ]
    assert events_of.total == "9 and 2 against 9: a hit"
    assert [(die.sides, die.face) for die in events_of.dice] == [(10, 9), (10, 2)]
    assert (events_of.weight, events_of.focus, events_of.side) == (STRONG, ("k1", "b1"), "b")


def test_named_targets_tell_dice_and_what_they_need() -> None:
    event = e.TargetsNamed("a", (o.Attack("b1", "v1"), o.Attack("c1", "k1", 2)))
    lines = [(line.amount, line.rule) for line in describe(TABLE.state, event).workings]
    assert lines == [("1d6, needs 10", "FB-19"), ("1d10, needs 7", "FB-1")]


def test_ships_that_nobody_knows_are_told_by_their_key() -> None:
    for event in (
        e.ShipSunk("x", "b", ("y",), 1, 1, "FB-3"),
        e.TargetsNamed("a", (o.Attack("x", "y"),)),
        e.UBoatsSurfaced("a", ("x",)),
    ):
        assert "x" in describe(TABLE.state, event).sentence


def test_order_whose_blanks_do_not_fit_is_told_by_its_name() -> None:
    events_of = describe(TABLE.state, OrderGiven("a", "fleet_battle.name_targets", {"attacks": 7}))
    assert events_of.sentence == "Side A: order to name targets."


def test_event_of_another_system_is_refused() -> None:
    with pytest.raises(KeyError, match="object"):
        describe(TABLE.state, object())


@pytest.mark.parametrize(
    ("faces", "defence", "rows"),
    [
        ((9, 2), 9, [("1–8", "no hit", "16/25", False), ("9–10", "a hit", "9/25", True)]),
        ((3,), 1, [("1–10", "a hit", "1", True)]),
        ((3,), 11, [("1–10", "no hit", "1", True)]),
    ],
)
def test_column_of_an_attack_has_the_chance_of_a_hit(
    faces: tuple[int, ...], defence: int, rows: list[tuple[str, str, str, bool]]
) -> None:
    is_hit = any(row[3] and row[1] == "a hit" for row in rows)
    column = describe(TABLE.state, replace(HIT, faces=faces, defence=defence, hit=is_hit)).column
    assert column is not None
    assert [(row.roll, row.result, str(row.chance), row.rolled) for row in column.rows] == rows
