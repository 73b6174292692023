"""The sequence of play (§13, §14, DS-R2, DS-R3, DS-R29): what follows what, and who is called for it."""

from collections.abc import Iterable, Mapping

import pytest

from darkseas.engine.events import (
    EVERYONE,
    BattleEnded,
    OrderWithdrawn,
    PhaseBegan,
    PlotsRevealed,
    TurnBegan,
    may_know,
)
from darkseas.engine.hexes import parse_label
from darkseas.rules.dark_seas.decide import legal_orders
from darkseas.rules.dark_seas.events import (
    AttackResolved,
    AttacksDeclared,
    BlocksSetUp,
    EvasionDeclared,
    InitiativeTaken,
    MovementEnded,
    PlotSealed,
    SmokeMade,
    StageOpened,
)
from darkseas.rules.dark_seas.orders import (
    Attack,
    DeclareAttacks,
    DeclareEvasion,
    DeclareSightings,
    Deploy,
    Mount,
    MoveBlocks,
    PlaceDummies,
    SetSpeeds,
    WithdrawPlot,
)
from darkseas.rules.dark_seas.sheet import Aims, Group, GroupRules
from tests.rules.dark_seas.builders import a_battery, a_sheet, a_ship, a_side
from tests.rules.dark_seas.table_top import Table, deploy, known, move

#: Where anybody may be set up: two hexes side by side, and two that nobody sees from there.
BAY = ("0505", "0506", "0101", "1010", "0507")

DUEL: Mapping[str, Deploy] = {
    "ijn": deploy({"kako": "0505", "kinu": "0101"}),
    "allies": deploy({"helm": "0506", "hull": "1010"}),
}

#: In turn 1 the IJN have the initiative.
OPENING = {"t0/initiative/opening/1/ijn": (6,), "t0/initiative/opening/1/allies": (1,)}


def a_table(
    dice: Mapping[str, int] | None = None,
    *,
    set_up: Mapping[str, Deploy] | None = None,
    radar: int = 0,
    ijn: Mapping[str, object] | None = None,
    allies: Mapping[str, object] | None = None,
    **sheet: object,
) -> Table:
    """Equally trained sides, set up; `dice` names spotting and tie dice without the turn's word before."""
    guns, fish = a_battery("D", 4, 4, 1), a_battery("T", 4, 4, 1)
    japan = a_side(
        "ijn", a_ship("kako", "C", guns, fish, radar=radar), a_ship("kinu", "C", guns),
        **{"set_up": "bay", **(ijn or {})},
    )  # fmt: skip
    usa = a_side(
        "allies", a_ship("helm", "D", guns, fish), a_ship("hull", "D", guns),
        **{"set_up": "bay", **(allies or {})},
    )  # fmt: skip
    chosen = {**OPENING, **{purpose: (face,) for purpose, face in (dice or {}).items()}}
    table = Table(a_sheet(japan, usa, areas={"bay": BAY}, **sheet), chosen)
    for side, order in (set_up or DUEL).items():
        table.give(side, order)
    return table


def spotting(turn: int, ijn: int, allies: int) -> dict[str, int]:
    """The spotting dice of a turn; from 5 on a side that is next to an enemy sights him."""
    return {f"t{turn}/spotting/ijn": ijn, f"t{turn}/spotting/allies": allies}


def stages(table: Table) -> list[tuple[str, tuple[str, ...]]]:
    """Every stage that was opened, with the sides called."""
    return [(event.phase, event.sides) for event in table.events(StageOpened)]


def stages_of_turn(table: Table, turn: int) -> list[tuple[str, tuple[str, ...]]]:
    """The stages opened in one turn."""
    found: list[tuple[str, tuple[str, ...]]] = []
    now = 0
    for fact in table.log:
        if isinstance(fact.event, TurnBegan):
            now = fact.event.turn
        if isinstance(fact.event, StageOpened) and now == turn:
            found.append((fact.event.phase, fact.event.sides))
    return found


def order_of(table: Table, *kinds: type) -> list[type]:
    """The types of the events of these types, in their order."""
    return [type(fact.event) for fact in table.log if isinstance(fact.event, kinds)]


def attack(block: str, target: str, ship: str, *batteries: int) -> DeclareAttacks:
    """One attack of one ship."""
    mounts = tuple(Mount(ship, battery) for battery in batteries)
    return DeclareAttacks((Attack(block, parse_label(target), mounts),))


# --- the order of the stages ---------------------------------------------------------------------


def test_unspotted_blocks_move_with_the_side_without_initiative_first() -> None:
    """DS-R3: in turn 1 nobody is spotted, so only the last two groups are asked."""
    table = a_table()
    assert table.state.called == ("allies",)
    table.run_to("move-4")
    assert stages(table) == [("move-3", ("allies",)), ("move-4", ("ijn",))]


def test_a_night_turn_runs_movement_spotting_combat_in_order() -> None:
    """§14: phases in order; within combat evasions come before attacks, the leader always second."""
    table = a_table(spotting(1, ijn=6, allies=5))
    table.run_to("move-1")
    assert stages_of_turn(table, 1) == [
        ("move-3", ("allies",)), ("move-4", ("ijn",)),
        ("evasion-1", ("allies",)), ("evasion-2", ("ijn",)),
        ("attacks-1", ("allies",)), ("attacks-2", ("ijn",)),
    ]  # fmt: skip
    phases = [event.phase for event in table.events(PhaseBegan)]
    assert phases == ["movement", "spotting", "combat", "movement"]
    assert order_of(table, TurnBegan, PhaseBegan, MovementEnded) == [
        TurnBegan, PhaseBegan, MovementEnded, PhaseBegan, PhaseBegan, TurnBegan, PhaseBegan,
    ]  # fmt: skip


def test_spotted_blocks_move_before_unspotted_ones() -> None:
    """§14a, DS-R3: four groups, by the spotted status of the turn before."""
    table = a_table(spotting(1, ijn=6, allies=5))
    table.run_to("spotting", "evasion-1", turn=2)
    assert stages_of_turn(table, 2)[:4] == [
        ("move-1", ("allies",)), ("move-2", ("ijn",)), ("move-3", ("allies",)), ("move-4", ("ijn",)),
    ]  # fmt: skip


def test_each_group_of_movement_holds_its_own_blocks_only() -> None:
    """DS-R3: an unspotted block is refused while the spotted ones move, and the other way round."""
    table = a_table(spotting(1, ijn=6, allies=5))
    table.run_to("move-1")
    seen, unseen = table.block_with("helm"), table.block_with("hull")
    assert (table.state.blocks[seen].spotted, table.state.blocks[unseen].spotted) == ("sighted", "")
    early = move(unseen, "1011")
    refusal = table.refused("allies", early)
    assert (refusal.rule, refusal.field) == ("§14a", "blanks.moves.0.block")
    table.run_to("move-3")
    assert table.refused("allies", move(seen, "0507")).rule == "§14a"
    table.give("allies", early)
    assert table.hex_of(unseen) == parse_label("1011")


def test_markers_of_spotting_last_until_all_have_moved() -> None:
    """DS-R4: blocks become unspotted when movement ends, not before."""
    table = a_table({**spotting(1, ijn=6, allies=5), **spotting(2, ijn=1, allies=1)})
    table.run_to("move-4", turn=2)
    assert [b.spotted for b in table.state.blocks.values()].count("sighted") == 2
    table.run_to("move-3", "move-1", turn=3)
    assert {b.spotted for b in table.state.blocks.values()} == {""}
    assert stages_of_turn(table, 3)[0][0] == "move-3"


# --- stages without anybody to ask ---------------------------------------------------------------


def test_combat_is_skipped_where_nobody_has_spotted_anybody() -> None:
    """§14c: no combat phase on record, and the next turn begins at once."""
    table = a_table(
        spotting(1, ijn=1, allies=1) | {"t1/initiative/tie/1/ijn": 6, "t1/initiative/tie/1/allies": 1}
    )
    table.run_to("move-3", turn=2)
    assert [event.phase for event in table.events(PhaseBegan)] == ["movement", "spotting", "movement"]
    assert [name for name, _ in stages_of_turn(table, 1)] == ["move-3", "move-4"]


@pytest.mark.parametrize(("finder", "dice"), [("ijn", (6, 1)), ("allies", (1, 6))])
def test_only_the_side_that_found_somebody_is_asked_in_combat(finder: str, dice: tuple[int, int]) -> None:
    """§17f, §18a: who has found nobody has nothing to declare."""
    table = a_table(spotting(1, *dice))
    table.run_to("move-1", "move-2", "move-3", turn=2)
    combat = [(name, sides) for name, sides in stages_of_turn(table, 1) if not name.startswith("move")]
    assert combat == [("evasion-2", (finder,)), ("attacks-2", (finder,))]


def test_a_radar_contact_lets_evade_but_not_attack() -> None:
    """DS-R15: beyond visual range radar finds a block that may not be fired at."""
    far = {"ijn": DUEL["ijn"], "allies": deploy({"helm": "0507", "hull": "1010"})}
    table = a_table(spotting(1, ijn=6, allies=1), set_up=far, radar=3)
    table.run_to("move-1", "move-2", "move-3", turn=2)
    combat = [(name, sides) for name, sides in stages_of_turn(table, 1) if not name.startswith("move")]
    assert combat == [("evasion-2", ("ijn",))]
    assert stages_of_turn(table, 2)[0] == ("move-1", ("allies",))


def test_a_side_that_comes_in_later_is_not_asked_to_move_before() -> None:
    """§7, §14a: nothing of its can move, and everybody knows from the scenario."""
    late = Group("all", "All", ("kako", "kinu"), GroupRules(entry="west", arrives=3))
    table = a_table(
        {"t1/initiative/tie/1/ijn": 6},
        set_up={"ijn": deploy({"kako kinu": ""}), "allies": DUEL["allies"]},
        ijn={"groups": (late,)},
    )
    table.run_to("spotting", turn=4)
    asked = {turn: {side for _, sides in stages_of_turn(table, turn) for side in sides} for turn in (1, 2, 3)}
    assert asked == {1: {"allies"}, 2: {"allies"}, 3: {"allies", "ijn"}}


def test_dummies_come_back_before_movement_of_the_next_turn() -> None:
    """§22d: a dummy spotted in turn 1 may be placed when turn 2 begins; without one nobody is asked."""
    table = a_table(
        spotting(1, ijn=6, allies=1),
        set_up={"ijn": DUEL["ijn"], "allies": deploy({"helm hull": "1010"}, dummies=["0506"])},
        allies={"dummies": 1},
    )
    table.run_to("dummies-1", "dummies-2")
    assert (table.state.turn, table.state.called) == (2, ("allies",))
    assert not any(name.startswith("dummies") for name, _ in stages_of_turn(table, 1))
    table.give("allies", PlaceDummies())
    assert table.state.phase == "move-3"


def test_daylight_states_speeds_first_and_has_no_evasion_stage() -> None:
    """§23a: speeds, then three sub-phases, then attacks straight after spotting."""
    table = a_table(spotting(1, ijn=6, allies=1), light="day")
    assert [event.title for event in table.events(TurnBegan)] == ["Daylight"]
    assert stages(table)[-1] == ("speeds-1", ("allies",))
    table.run_to("attacks-1")
    table.run_to("speeds-1", turn=2)
    names = [name for name, _ in stages_of_turn(table, 1)]
    assert names[:2] == ["speeds-1", "speeds-2"]
    assert names[-2:] == ["attacks-1", "attacks-2"]
    assert not any(name.startswith(("evasion", "move")) for name in names)


# --- initiative ----------------------------------------------------------------------------------


def test_spotting_dice_hand_over_the_initiative_for_combat_and_the_next_movement() -> None:
    """§13: who throws higher declares last at once, and moves last in the turn that follows."""
    table = a_table(spotting(1, ijn=5, allies=6))
    table.run_to("move-2", turn=2)
    assert stages_of_turn(table, 1)[:3] == [
        ("move-3", ("allies",)), ("move-4", ("ijn",)), ("evasion-1", ("ijn",)),
    ]  # fmt: skip
    assert stages_of_turn(table, 2)[:2] == [("move-1", ("ijn",)), ("move-2", ("allies",))]
    assert [(event.side, event.rule) for event in table.events(InitiativeTaken)] == [
        ("ijn", "DS-R1"), ("allies", "§13"),
    ]  # fmt: skip


def test_a_tie_is_kept_through_combat_and_broken_at_its_end() -> None:
    """DS-R2: the holder keeps it through combat; rolls until decided rule the next movement."""
    tie = "t1/initiative/tie"
    table = a_table(
        {
            **spotting(1, ijn=6, allies=6),
            f"{tie}/1/ijn": 2, f"{tie}/1/allies": 2, f"{tie}/2/ijn": 1, f"{tie}/2/allies": 5,
        }
    )  # fmt: skip
    table.run_to("evasion-1")
    assert (table.state.initiative, table.state.tie, table.state.called) == ("ijn", True, ("allies",))
    table.run_to("attacks-2")
    assert table.state.called == ("ijn",)
    block = table.block_with("kako")
    table.give("ijn", attack(block, "0506", "kako", 0))
    taken = table.events(InitiativeTaken)
    assert [(event.side, event.tied, event.rule) for event in taken] == [
        ("ijn", False, "DS-R1"), ("ijn", True, "DS-R2"), ("allies", False, "DS-R2"),
    ]  # fmt: skip
    assert taken[-1].dice == {"ijn": 1, "allies": 5}
    assert order_of(table, AttackResolved, InitiativeTaken, TurnBegan)[-3:] == [
        AttackResolved, InitiativeTaken, TurnBegan,
    ]  # fmt: skip
    assert [sides for _, sides in stages_of_turn(table, 2)] == [("ijn",)]
    assert not table.state.tie


def test_a_tie_is_broken_even_when_there_is_no_combat() -> None:
    """DS-R2: the roll belongs to the end of the turn's combat phase, fought or not."""
    table = a_table({**spotting(1, 1, 1), "t1/initiative/tie/1/ijn": 1, "t1/initiative/tie/1/allies": 4})
    table.run_to("move-3", turn=2)
    assert [event.side for event in table.events(InitiativeTaken)] == ["ijn", "ijn", "allies"]
    assert table.state.called == ("ijn",)


# --- declarations --------------------------------------------------------------------------------


def test_in_table_order_the_leader_knows_what_the_other_declared() -> None:
    """DS-R29, §14c: the side without initiative declares first and in the open."""
    table = a_table(spotting(1, ijn=6, allies=5))
    table.run_to("evasion-1")
    helm, kako = table.block_with("helm"), table.block_with("kako")
    facts = table.give("allies", DeclareEvasion((helm,)))
    assert EvasionDeclared("allies", (helm,), "§14c.i") in [fact.event for fact in known(facts, "ijn")]
    assert table.views["ijn"].blocks[helm].evading
    table.run_to("attacks-1")
    table.give("allies", attack(helm, "0505", "helm", 0))
    assert table.state.called == ("ijn",)
    assert [one.block for one in table.views["ijn"].attacks["allies"]] == [helm]
    table.give("ijn", attack(kako, "0506", "kako", 0))
    assert [event.side for event in table.events(AttackResolved)] == ["allies", "ijn"]


def a_sealed_table(*until: str) -> Table:
    """Kako and helm in sight of each other, plots sealed, played up to one of these stages."""
    table = a_table(spotting(1, ijn=6, allies=5), declarations="sealed")
    table.run_to(*until)
    return table


def test_sealed_evasions_are_asked_of_both_at_once() -> None:
    """DS-R29: both are called together, and one is left when the other has answered."""
    table = a_sealed_table("evasion-both")
    assert table.state.called == ("allies", "ijn")
    facts = table.give("ijn", DeclareEvasion((table.block_with("kako"),)))
    assert table.state.called == ("allies",)
    assert [fact.event for fact in known(facts, "allies")] == [PlotSealed("ijn", "evasion")]
    assert table.forms("ijn")[0].order == "dark_seas.withdraw_plot"
    assert not table.forms("ijn")[0].pressing


@pytest.mark.parametrize("stage", ["set-up", "evasion-both", "attacks-both"])
def test_nothing_of_a_plot_reaches_the_other_side_before_the_reveal(stage: str) -> None:
    """DS-R29, §7: the other side's view is the same whatever the plot says."""
    plots: dict[str, tuple[object, object]] = {
        "set-up": (deploy({"kako kinu": "0505"}), DUEL["ijn"]),
        "evasion-both": (DeclareEvasion(("ijn-1",)), DeclareEvasion()),
        "attacks-both": (attack("ijn-1", "0506", "kako", 0, 1), DeclareAttacks()),
    }
    told, views, forms = [], [], []
    for plot in plots[stage]:
        table = _plotting(stage)
        facts = table.give("ijn", plot)
        told.append(known(facts, "allies"))
        views.append(table.views["allies"])
        forms.append(table.forms("allies"))
        views[-1].sheet = None
    assert told[0] == told[1]
    assert len(told[0]) == 1
    assert views[0] == views[1]
    assert forms[0] == forms[1]


def _plotting(stage: str) -> Table:
    """A sealed table at a stage, kako in the block ijn-1 whatever the mixing die says."""
    mixing = {"t0/set-up/ijn": (1, 2), "t0/set-up/allies": (1, 2)}
    bare = a_table(declarations="sealed", set_up={})
    dice = {**OPENING, **{key: (face,) for key, face in spotting(1, 6, 5).items()}}
    table = Table(bare.state.sheet, {**dice, **mixing})
    if stage == "set-up":
        table.dice.chosen.pop("t0/set-up/ijn")
        return table
    for side, order in DUEL.items():
        table.give(side, order)
    table.run_to(stage)
    return table


def test_a_plot_is_withdrawn_and_given_anew() -> None:
    """DS-R29: until the other side's is in, a plot may be taken back; only the last one counts."""
    table = a_sealed_table("evasion-both")
    kako, helm = table.block_with("kako"), table.block_with("helm")
    table.give("ijn", DeclareEvasion((kako,)))
    assert [form.order for form in table.forms("ijn")] == ["dark_seas.withdraw_plot"]
    facts = table.give("ijn", WithdrawPlot())
    assert [(fact.event, fact.audience) for fact in facts] == [
        (OrderWithdrawn("ijn", "dark_seas.declare_evasion"), EVERYONE)
    ]
    assert sorted(table.state.called) == ["allies", "ijn"]
    assert not table.state.blocks[kako].evading
    table.give("allies", DeclareEvasion((helm,)))
    table.give("ijn", DeclareEvasion())
    assert not table.state.blocks[kako].evading
    assert table.state.blocks[helm].evading
    assert table.state.phase == "attacks-both"


def test_withdrawn_attacks_and_set_ups_leave_no_trace() -> None:
    """DS-R29: what was plotted first is neither resolved nor left standing on the map."""
    table = a_sealed_table("attacks-both")
    kako, helm = table.block_with("kako"), table.block_with("helm")
    table.give("ijn", attack(kako, "0506", "kako", 0, 1))
    table.give("ijn", WithdrawPlot())
    table.give("ijn", DeclareAttacks())
    table.give("allies", attack(helm, "0505", "helm", 0))
    assert {event.side for event in table.events(AttackResolved)} == {"allies"}
    again = a_table(set_up={"ijn": deploy({"kako kinu": "0505"})})
    again.give("ijn", WithdrawPlot())
    assert (again.state.blocks, again.state.contents) == ({}, {})
    again.give("ijn", DUEL["ijn"])
    again.give("allies", DUEL["allies"])
    assert [len(event.blocks) for event in again.events(BlocksSetUp, None)] == [2, 2]
    assert again.block_at("ijn", "0101") == again.block_with("kinu")


def test_a_plot_that_both_have_given_is_not_withdrawn() -> None:
    """DS-R29: there is nothing left to take back, and none before one was given."""
    table = a_sealed_table("evasion-both")
    for _ in range(2):
        refusal = table.refused("ijn", WithdrawPlot())
        assert (refusal.rule, refusal.field) == ("DS-R29", "order")
        if table.state.phase == "evasion-both":
            table.give("ijn", DeclareEvasion())
            table.give("allies", DeclareEvasion())
    assert table.state.phase == "attacks-both"


def test_plots_are_revealed_in_table_order() -> None:
    """DS-R29, §14c: whoever was quicker, the side without initiative is shown and resolved first."""
    table = a_sealed_table("evasion-both")
    kako, helm = table.block_with("kako"), table.block_with("helm")
    table.give("ijn", DeclareEvasion((kako,)))
    seen = [fact.event for fact in known(table.give("allies", DeclareEvasion((helm,))), None)]
    wanted = (PlotsRevealed, EvasionDeclared, SmokeMade)
    assert [event for event in seen if isinstance(event, wanted)] == [
        PlotsRevealed("dark_seas.declare_evasion", ("allies", "ijn"), "DS-R29"),
        EvasionDeclared("allies", (helm,), "§14c.i"),
        SmokeMade("allies", (parse_label("0506"),), "§18l"),
        EvasionDeclared("ijn", (kako,), "§14c.i"),
        SmokeMade("ijn", (parse_label("0505"),), "§18l"),
    ]
    table.give("ijn", attack(kako, "0506", "kako", 0))
    table.give("allies", attack(helm, "0505", "helm", 0))
    assert [event.side for event in table.events(AttacksDeclared, None)] == ["allies", "ijn"]
    assert [event.side for event in table.events(AttackResolved)] == ["allies", "ijn"]


def test_sealed_stages_call_only_who_found_somebody() -> None:
    """DS-R29, §17f: the other side has no plot to give, and its plot is not waited for."""
    table = a_table(spotting(1, ijn=6, allies=1), declarations="sealed")
    table.run_to("evasion-both")
    assert table.state.called == ("ijn",)
    table.give("ijn", DeclareEvasion())
    assert (table.state.phase, table.state.called) == ("attacks-both", ("ijn",))
    assert table.events(PlotsRevealed)[-1].sides == ("ijn",)


def test_set_up_is_plotted_whatever_the_option() -> None:
    """§7: neither side sees where the other stands before both stand."""
    table = a_table(set_up={"ijn": DUEL["ijn"]})
    assert table.state.called == ("allies",)
    assert not table.views["allies"].blocks
    facts = table.give("allies", DUEL["allies"])
    assert len(table.views["allies"].blocks) == 4
    assert all(may_know(fact.audience, "ijn") for fact in facts if isinstance(fact.event, TurnBegan))


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "order", "rule", "field"),
    [
        ("ijn", MoveBlocks(), "§14", "order"),
        ("allies", DeclareEvasion(), "§14", "order"),
        ("allies", DeclareAttacks(), "§14", "order"),
        ("allies", DeclareSightings(), "§14", "order"),
        ("allies", SetSpeeds(), "§14", "order"),
        ("allies", DUEL["allies"], "§14", "order"),
        ("allies", WithdrawPlot(), "DS-R29", "order"),
        ("nobody", MoveBlocks(), "§7", "side"),
    ],
)
def test_orders_out_of_turn_or_of_the_wrong_kind_are_refused(
    side: str, order: object, rule: str, field: str
) -> None:
    """§14: while the allies move, nobody else gives orders and they give no other."""
    table = a_table()
    assert (table.state.phase, table.state.called) == ("move-3", ("allies",))
    refusal = table.refused(side, order)
    assert (refusal.rule, refusal.field) == (rule, field)


def test_nobody_gives_orders_after_the_end() -> None:
    """§7, DS-R33: the last turn ends the battle; no form is left and every order is refused."""
    table = a_table(aims=Aims(turn_limit=2))
    table.run_out()
    assert [event.turn for event in table.events(TurnBegan)] == [1, 2]
    assert isinstance(table.log[-1].event, BattleEnded)
    for side in ("ijn", "allies"):
        assert table.forms(side) == legal_orders(table.state, side) == ()
        for order in _every_order():
            refusal = table.refused(side, order)
            assert (refusal.rule, refusal.field) == ("§7", "order")


def _every_order() -> Iterable[object]:
    return (DUEL["ijn"], MoveBlocks(), DeclareEvasion(), DeclareAttacks(), DeclareSightings(), WithdrawPlot())
