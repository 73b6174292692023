"""Declarations in table order and under seal (§14c, DS-R29), and the plots of set-up (§7)."""

import pytest

from darkseas.engine.events import EVERYONE, OrderWithdrawn, PlotsRevealed, TurnBegan, may_know
from darkseas.engine.hexes.board import parse_label
from darkseas.engine.stages.stage import PlotSealed
from darkseas.rules.dark_seas.model.events import (
    AttackResolved,
    AttacksDeclared,
    BlocksSetUp,
    EvasionDeclared,
    SmokeMade,
)
from darkseas.rules.dark_seas.model.orders import DeclareAttacks, DeclareEvasion, WithdrawPlot
from darkseas.rules.dark_seas.movement.movement import allowance
from tests.rules.dark_seas.support.duels import DUEL, OPENING, a_table, attack, spotting
from tests.rules.dark_seas.support.table_top import Table, deploy, known


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
    asked = table.state.called
    assert asked == ("allies", "ijn")
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
        views[-1].scenario = views[0].scenario
    assert told[0] == told[1]
    assert len(told[0]) == 1
    assert views[0] == views[1]
    assert forms[0] == forms[1]


def _plotting(stage: str) -> Table:
    """A sealed table at a stage, kako in the block ijn-1 whatever the mixing die says."""
    mixing = {"t0/set-up/ijn": (1, 2), "t0/set-up/allies": (1, 2)}
    bare = a_table(declarations="sealed", set_up={})
    dice = {**OPENING, **{key: (face,) for key, face in spotting(1, 6, 5).items()}}
    table = Table(bare.state.scenario, {**dice, **mixing})
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
    assert str(table.state.stage) == "attacks-both"


def test_a_withdrawn_evasion_does_not_slow_the_next_turn() -> None:
    """DS-R29, §15b: who has not evaded after all has a full allowance."""
    allowances = {}
    for evading in (False, True):
        table = a_sealed_table("evasion-both")
        kako = table.block_with("kako")
        table.give("ijn", DeclareEvasion((kako,)))
        if not evading:
            table.give("ijn", WithdrawPlot())
        table.run_to("move-1", "move-2", turn=2)
        allowances[evading] = allowance(table.state, kako)
    assert allowances == {False: 3, True: 2}


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
        if str(table.state.stage) == "evasion-both":
            table.give("ijn", DeclareEvasion())
            table.give("allies", DeclareEvasion())
    assert str(table.state.stage) == "attacks-both"


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


def test_an_evasion_of_the_turn_before_is_not_shown_again() -> None:
    """DS-R29, DS-R4: in turn 2 the allies find nobody, so there is nothing of theirs to reveal."""
    table = a_table({**spotting(1, ijn=6, allies=5), **spotting(2, ijn=6, allies=1)}, declarations="sealed")
    table.run_to("evasion-both")
    table.give("allies", DeclareEvasion((table.block_with("helm"),)))
    table.run_to("evasion-both", turn=2)
    assert table.state.called == ("ijn",)
    table.give("ijn", DeclareEvasion())
    shown = [event.sides for event in table.events(PlotsRevealed) if event.order.endswith("evasion")]
    assert [set(sides) for sides in shown] == [{"allies", "ijn"}, {"ijn"}]
    assert not table.state.blocks[table.block_with("helm")].evading


def test_sealed_stages_call_only_who_found_somebody() -> None:
    """DS-R29, §17f: the other side has no plot to give, and its plot is not waited for."""
    table = a_table(spotting(1, ijn=6, allies=1), declarations="sealed")
    table.run_to("evasion-both")
    assert table.state.called == ("ijn",)
    table.give("ijn", DeclareEvasion())
    assert (str(table.state.stage), table.state.called) == ("attacks-both", ("ijn",))
    assert table.events(PlotsRevealed)[-1].sides == ("ijn",)


def test_set_up_is_plotted_whatever_the_option() -> None:
    """§7: neither side sees where the other stands before both stand."""
    table = a_table(set_up={"ijn": DUEL["ijn"]})
    assert table.state.called == ("allies",)
    assert not table.views["allies"].blocks
    facts = table.give("allies", DUEL["allies"])
    assert len(table.views["allies"].blocks) == 4
    assert all(may_know(fact.audience, "ijn") for fact in facts if isinstance(fact.event, TurnBegan))
