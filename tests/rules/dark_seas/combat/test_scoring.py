"""Points, what decides the battle, and when it is over (§7, DS-R33, DS-R34)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from darkseas.engine.events import BattleEnded
from darkseas.engine.orders import Given, IllegalOrder
from darkseas.engine.stages.stage import result
from darkseas.rules.dark_seas.model.orders import DeclareAttacks, MoveBlocks
from darkseas.rules.dark_seas.model.scenario import Aims, Deadline, ExitPoints, Presence, Victory
from darkseas.rules.dark_seas.model.scoring import scores, verdict
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.narration.describe import describe
from darkseas.rules.dark_seas.score_so_far import standing
from darkseas.rules.dark_seas.turn.decide import legal_orders
from tests.rules.dark_seas.support.builders import (
    KnownDice,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    decided,
    dummy,
    group,
    view_of,
)
from tests.rules.dark_seas.support.table_top import Table, move, on_table

HALF = Fraction(1, 2)


def a_battle(turn: int = 2, phase: str = "attacks-2", **aims: Any) -> State:
    """Far apart: kako (27½) in 0005 and kinu (10) in 0505, against helm (9) and texas (7½) in 1111."""
    ijn = a_side("ijn", a_ship("kako", "C", points="55/2"), a_ship("kinu", points=10), exit_edges=("west",))
    allies = a_side("allies", a_ship("helm", points=9), a_ship("texas", "B", points="15/2"))
    aims.setdefault("turn_limit", 9)
    scenario = a_scenario(ijn, allies, aims=Aims(**aims), areas={"bay": ["0505", "0506"]})
    state = a_state(
        scenario, group("ijn-1", "0005", "kako"), group("ijn-2", "0505", "kinu"),
        dummy("ijn-3", "0505", "ijn"),
        group("allies-1", "1111", "helm", "texas"), turn=turn, phase=phase, initiative="ijn",
    )  # fmt: skip
    state.called = ("ijn",)
    return state


def befallen(state: State, **of_ships: Mapping[str, Any]) -> State:
    """The state with ships of this status; ships sunk or exited stand in no block any more."""
    for ship, status in of_ships.items():
        state.ship_status[ship] = state.ship_status[ship]._replace(**status)
    return state


def points(ijn: int | str = 0, allies: int | str = 0) -> dict[str, Fraction]:
    return {"ijn": Fraction(ijn), "allies": Fraction(allies)}


SUNK, DAMAGED = {"sunk": 1}, {"damaged": True}


# --- points --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("befell", "expected"),
    [
        ({}, points()),
        ({"kako": SUNK}, points(0, "55/2")),
        ({"kako": DAMAGED}, points(0, "55/4")),
        ({"kako": SUNK | DAMAGED}, points(0, "55/2")),
        ({"helm": SUNK, "texas": DAMAGED, "kinu": DAMAGED}, points("51/4", 5)),
    ],
)
def test_ships_sunk_count_in_full_and_damaged_ones_half(
    befell: dict[str, dict[str, int]], expected: dict[str, Fraction]
) -> None:
    """DS-R33: for the enemy, exactly, and a ship is not counted twice."""
    assert scores(befallen(a_battle(), **befell)) == expected


def test_scenario_may_change_the_shares() -> None:
    """DS-R33."""
    state = befallen(a_battle(sunk=Fraction(2), damaged=Fraction(1, 3)), helm=SUNK, kinu=DAMAGED)
    assert scores(state) == points(18, "10/3")


@pytest.mark.parametrize(
    ("turn", "final", "allies"),
    [(9, False, 0), (9, True, 0), (10, False, 0), (10, True, "75/4"), (11, False, "75/4")],
)
def test_ships_not_exited_by_the_deadline_give_half_their_own_value(
    turn: int, final: bool, allies: int | str
) -> None:
    """DS-R34: (27½ + 10) ÷ 2 once turn 10 is over."""
    state = a_battle(turn, turn_limit=12, deadlines=(Deadline("ijn", 10),))
    assert scores(state, final=final) == points(0, allies)


@pytest.mark.parametrize(
    ("befell", "allies"),
    [
        ({"kako": {"exited": 10}}, 5),
        ({"kako": {"exited": 11}}, "75/4"),
        ({"kako": SUNK}, "65/2"),
        ({"kako": DAMAGED}, "65/2"),
        ({"kako": {"exited": 9}, "kinu": {"exited": 10}}, 0),
        ({"kako": {"sunk": 11}}, "65/2"),
    ],
)
def test_deadline_counts_ships_late_or_still_there_and_not_those_sunk(
    befell: dict[str, dict[str, int]], allies: int | str
) -> None:
    """DS-R34, DS-H28: of a damaged ship both halves count; one sunk, even later, is scored as sunk alone."""
    state = befallen(a_battle(12, turn_limit=12, deadlines=(Deadline("ijn", 10),)), **befell)
    assert scores(state, final=True) == points(0, allies)


def test_damaged_ship_that_left_counts_as_damaged() -> None:
    """DS-R33, DS-H27: half of kako's 27½ for the enemy, beside what her leaving in time brings her side."""
    aims: dict[str, Any] = {"exit_points": (ExitPoints("ijn", HALF),), "deadlines": (Deadline("ijn", 10),)}
    state = befallen(a_battle(12, turn_limit=12, **aims), kako={"exited": 9} | DAMAGED, kinu={"exited": 9})
    assert scores(state, final=True) == points("75/4", "55/4")


def test_exits_give_their_share_to_the_side_that_left() -> None:
    """DS-R33: kinu is still on the map."""
    state = befallen(a_battle(exit_points=(ExitPoints("ijn", Fraction(1, 3)),)), kako={"exited": 2})
    assert scores(state) == points("55/6")


def test_presence_counts_ships_afloat_in_the_area() -> None:
    """DS-R33: neither dummies nor ships elsewhere nor those of the enemy."""
    state = a_battle(presence=(Presence("ijn", "bay", HALF),))
    assert scores(state) == points(5)
    state.blocks["allies-1"] = state.blocks["allies-1"]._replace(hex=state.blocks["ijn-2"].hex)
    assert scores(state) == points(5)
    assert scores(befallen(state, kinu=SUNK)) == points(0, 10)


def test_presence_of_hidden_ships_is_not_scored_in_the_enemys_view() -> None:
    """§4a: a view that does not know a block's face gives nothing away."""
    state = a_battle(presence=(Presence("ijn", "bay", HALF),))
    assert scores(view_of(state, "allies")) == points()


# --- who wins ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("victory", "won", "lost", "reason"),
    [
        (
            Victory("ijn", minimum=Fraction(27)),
            (27, 40), ("53/2", 0),
            "IJN needed at least 27 points, and has them.",
        ),
        (
            Victory("ijn", ratio=Fraction(3, 2)),
            (15, 10), ("29/2", 10),
            "IJN needed 3/2 times the other side's score, and has them.",
        ),
        (
            Victory("ijn", margin=Fraction(4)),
            (14, 10), ("27/2", 10),
            "IJN needed 4 points more than the other side, and has them.",
        ),
        (
            Victory("ijn", minimum=Fraction(10), margin=Fraction(4)),
            (10, 6), (10, 7),
            "IJN needed at least 10 points and 4 points more than the other side, and has them.",
        ),
    ],
)  # fmt: skip
def test_victory_asks_for_minimum_ratio_and_margin(
    victory: Victory, won: tuple[int | str, int | str], lost: tuple[int | str, int | str], reason: str
) -> None:
    """DS-R33: all that is asked, to the half point; the reason says what was asked."""
    scenario = a_battle(victory=(victory,), otherwise="allies").scenario
    assert verdict(scenario, points(*won)) == ("ijn", reason)
    assert verdict(scenario, points(*lost)) == ("allies", "The other side did not reach what it needed.")


def test_condition_that_asks_for_nothing_is_met() -> None:
    """DS-R33: even by a side that is behind."""
    scenario = a_battle(victory=(Victory("ijn"),), otherwise="allies").scenario
    assert verdict(scenario, points(0, 5)) == ("ijn", "IJN needed no points to win.")


def test_first_victory_condition_met_decides() -> None:
    """DS-R33: they are asked in order."""
    asked = (Victory("ijn", minimum=Fraction(5)), Victory("allies", minimum=Fraction(5)))
    assert verdict(a_battle(victory=asked).scenario, points(5, 50))[0] == "ijn"
    assert verdict(a_battle(victory=asked).scenario, points(4, 50))[0] == "allies"


@pytest.mark.parametrize(
    ("otherwise", "own", "enemy", "winner", "reason"),
    [
        ("score", "15/2", 7, "ijn", "The higher score."),
        ("score", 7, "15/2", "allies", "The higher score."),
        ("score", 7, 7, None, "Neither side did enough to win."),
        ("draw", 50, 7, None, "Neither side did enough to win."),
        ("ijn", 0, 99, "ijn", "The other side did not reach what it needed."),
    ],
)
def test_otherwise_decides_when_no_condition_is_met(
    otherwise: str, own: int | str, enemy: int | str, winner: str | None, reason: str
) -> None:
    """DS-R33: the higher score, a draw, or a side."""
    asked = (Victory("allies", minimum=Fraction(100)),)
    scenario = a_battle(otherwise=otherwise, victory=asked).scenario
    assert verdict(scenario, points(own, enemy)) == (winner, reason)


# --- the end -------------------------------------------------------------------------------------


def over(table: Table) -> BattleEnded:
    """The one end of the battle; nobody gives orders after it."""
    (ended,) = table.events(BattleEnded, None)
    assert table.state.called == ()
    assert [table.forms(side) for side in table.views] == [(), ()]
    assert table.refused("ijn", MoveBlocks()).field == "order"
    return ended


def test_battle_ends_after_the_last_turn() -> None:
    """§7, DS-R33: not before; points are on record as fractions."""
    table = on_table(befallen(a_battle(turn=7, turn_limit=8), helm=DAMAGED, texas=DAMAGED))
    table.give("ijn", DeclareAttacks())
    assert (table.state.turn, result(table.state)) == (8, None)
    table.run_out()
    ended = over(table)
    assert ended == BattleEnded(
        "ijn", "Turn 8 was the last. The higher score.", "DS-R33", {"ijn": "33/4", "allies": "0"}
    )
    outcome = result(table.state)
    assert outcome is not None
    assert (outcome.winner, outcome.rule, outcome.scores) == ("ijn", "DS-R33", points("33/4"))
    assert outcome.reason == ended.reason
    assert scores(table.state) == scores(table.views["allies"]) == points("33/4")


def test_deadline_of_the_last_turn_counts_at_the_end() -> None:
    """DS-R34: a deadline of turn 8 in a battle of eight turns; texas gives 7½ against 18¾."""
    state = befallen(a_battle(turn=8, turn_limit=8, deadlines=(Deadline("ijn", 8),)), texas=SUNK)
    table = on_table(state)
    table.give("ijn", DeclareAttacks())
    ended = over(table)
    assert (ended.winner, ended.scores) == ("allies", {"ijn": "15/2", "allies": "75/4"})


def test_points_at_the_end_are_named_reason_by_reason_with_what_was_not_reached() -> None:
    """DS-R33, DS-R34: 13¾ for kako damaged, 18¾ for two ships too late; the IJN needed 10 and has 7½."""
    aims: dict[str, Any] = {"deadlines": (Deadline("ijn", 8),), "turn_limit": 8, "otherwise": "allies"}
    state = a_battle(turn=8, victory=(Victory("ijn", Fraction(10)),), **aims)
    table = on_table(befallen(state, texas=SUNK, kako=DAMAGED))
    table.give("ijn", DeclareAttacks())
    ended = over(table)
    now = standing(table.state)
    assert [(one.side, one.words, one.points) for one in now.counted] == [
        ("ijn", "ships sunk or damaged", Fraction("15/2")),
        ("allies", "ships sunk or damaged", Fraction("55/4")),
        ("allies", "ships that missed their deadline", Fraction("75/4")),
    ]
    name = table.state.scenario.sides["ijn"].name
    assert now.missed == (f"To win, {name} needed at least ten points; the score is 7½.",)
    told = describe(state, ended)
    assert now.missed[0] in told.sentence
    assert [line.amount for line in told.workings[:3]] == ["7½", "13¾", "18¾"]


def test_points_of_what_a_view_does_not_show_are_named_so() -> None:
    state = befallen(a_battle(), helm=SUNK)
    state.ended = BattleEnded("ijn", "The higher score.", "DS-R33", {"ijn": "51/4", "allies": "0"})
    assert [(one.words, one.points) for one in standing(state).counted] == [
        ("ships sunk or damaged", Fraction(9)),
        ("not visible in this view; the full view shows it", Fraction("15/4")),
    ]


@pytest.mark.parametrize(("by_turn", "allies"), [(2, "75/4"), (3, 0)])
def test_battle_that_ends_before_a_deadline_gives_no_points_for_it(by_turn: int, allies: int | str) -> None:
    """DS-H26: the allies are all sunk in turn 2; only a deadline of that very turn has fallen."""
    aims: dict[str, Any] = {"deadlines": (Deadline("ijn", by_turn),), "turn_limit": 9}
    state = befallen(a_battle(turn=2, **aims), helm=SUNK, texas=SUNK)
    del state.blocks["allies-1"], state.contents["allies-1"]
    table = on_table(state)
    table.give("ijn", DeclareAttacks())
    over(table)
    assert scores(table.state) == points("33/2", allies)


def test_deadline_of_the_turn_in_which_the_enemy_leaves_counts() -> None:
    """DS-H26: the battle ends when all have moved, so nobody could have left any more in that turn."""
    state = a_battle(turn=2, phase="move-4", ends_when_gone=("allies",), deadlines=(Deadline("ijn", 2),))
    befallen(state, helm={"exited": 2}, texas={"exited": 2})
    del state.blocks["allies-1"], state.contents["allies-1"]
    table = on_table(state)
    table.give("ijn", MoveBlocks())
    over(table)
    assert scores(table.state) == points(0, "75/4")


def test_draw_has_no_winner() -> None:
    """DS-R33: nobody has done anything."""
    table = on_table(a_battle(turn=8, turn_limit=8))
    table.give("ijn", DeclareAttacks())
    assert over(table).winner is None
    assert over(table).reason == "Turn 8 was the last. Neither side did enough to win."


def test_battle_ends_when_the_last_ship_of_a_side_has_left() -> None:
    """§7: at the end of the movement phase, before anybody is looked for; its other ship was sunk."""
    state = a_battle(phase="move-4", ends_when_gone=("ijn",), exit_points=(ExitPoints("ijn"),))
    befallen(state, kinu=SUNK)
    del state.blocks["ijn-2"], state.contents["ijn-2"]
    table = on_table(state)
    facts = table.give("ijn", move("ijn-1", "west"))
    assert table.state.ship_status["kako"].exited == 2
    ended = over(table)
    assert facts[-1].event == ended
    assert ended.scores == {"ijn": "55/2", "allies": "10"}
    assert ended.reason == "IJN has no ship left on the map. The higher score."


@pytest.mark.parametrize(
    ("ends_when_gone", "ends"), [((), False), (("allies",), False), (("ijn", "allies"), True)]
)
def test_side_that_has_left_ends_the_battle_only_where_the_scenario_says_so(
    ends_when_gone: tuple[str, ...], ends: bool
) -> None:
    """§7: the rest of its turns are otherwise fought out."""
    state = befallen(a_battle(ends_when_gone=ends_when_gone), kako={"exited": 1}, kinu={"exited": 1})
    for key in ("ijn-1", "ijn-2"):
        del state.blocks[key], state.contents[key]
    table = on_table(state)
    table.give("ijn", DeclareAttacks())
    assert bool(table.events(BattleEnded)) is ends


def test_side_with_a_ship_left_fights_on() -> None:
    """§7."""
    table = on_table(befallen(a_battle(ends_when_gone=("ijn", "allies")), texas=SUNK, kako={"exited": 1}))
    table.give("ijn", DeclareAttacks())
    assert (table.state.turn, table.events(BattleEnded)) == (3, [])


def test_battle_ends_when_all_ships_of_a_side_are_sunk() -> None:
    """§7: whatever the scenario says; the allies' values together are the score."""
    state = befallen(a_battle(), helm=SUNK, texas=SUNK)
    del state.blocks["allies-1"], state.contents["allies-1"]
    table = on_table(state)
    table.give("ijn", DeclareAttacks())
    ended = over(table)
    assert (ended.winner, ended.scores) == ("ijn", {"ijn": "33/2", "allies": "0"})
    assert ended.reason == "ALLIES has no ship left on the map. The higher score."


@pytest.mark.parametrize("last", [{"sunk": SUNK["sunk"]}, {"exited": 2}])
def test_end_names_neither_side_if_both_have_no_ship_left(last: dict[str, int]) -> None:
    """§7: sunk or gone, in whatever order the sides come."""
    ships = dict.fromkeys(("helm", "texas"), SUNK) | dict.fromkeys(("kako", "kinu"), last)
    state = befallen(a_battle(ends_when_gone=("ijn", "allies")), **ships)
    for key in ("allies-1", "ijn-1", "ijn-2"):
        del state.blocks[key], state.contents[key]
    table = on_table(state)
    table.give("ijn", DeclareAttacks())
    assert over(table).reason.startswith("Neither side has a ship left on the map. ")


def test_orders_are_refused_once_the_battle_is_over() -> None:
    """§7: and no form is offered."""
    state = a_battle()
    state.called, state.ended = (
        (),
        BattleEnded(None, "Turn 2 was the last.", "DS-R33", {"ijn": "0", "allies": "0"}),
    )
    assert legal_orders(state, "ijn") == ()
    with pytest.raises(IllegalOrder, match=r"The battle is over\.") as refusal:
        decided(state, Given("allies", MoveBlocks()), KnownDice(()))
    assert refusal.value.rule == "§7"
