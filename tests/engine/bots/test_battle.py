"""Battles between bots: they end, they are the same again, and what stops them is named."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine.bots.battle import BattleStuck, Seating, fight
from darkseas.engine.events import BattleBegan, BattleEnded, Fact, OrderGiven, SeedOpened
from darkseas.engine.orders import IllegalOrder, Number, OrderForm
from darkseas.engine.play.replay import Views, known_to, numbered, state_after
from darkseas.engine.play.verification import first_divergence
from darkseas.engine.scenario.spec import BadScenario
from tests.support.builders import toy_bot_battle, toy_scenario, toy_side
from tests.support.toys.toy_system import TOY

SEEDS = [bytes([number]) * 32 for number in range(20)]


@pytest.mark.parametrize("seed", SEEDS[:8])
def test_battle_is_whole_from_beginning_to_opened_seed(seed: bytes) -> None:
    bot_battle = toy_bot_battle(seed)
    assert [entry.seq for entry in bot_battle.entries] == list(range(len(bot_battle.entries)))
    assert isinstance(bot_battle.entries[0].event, BattleBegan)
    assert isinstance(bot_battle.entries[-2].event, BattleEnded)
    assert bot_battle.entries[-1].event == SeedOpened(seed.hex())
    assert first_divergence(TOY, bot_battle.initial, bot_battle.entries) is None
    assert (
        state_after(TOY, bot_battle.initial, (entry.event for entry in bot_battle.entries))
        == bot_battle.state
    )


def test_same_seed_gives_the_same_battle_and_another_seed_another() -> None:
    battles = [toy_bot_battle(seed).entries for seed in SEEDS]
    assert [toy_bot_battle(seed).entries for seed in SEEDS] == battles
    assert len({repr(battle[2:12]) for battle in battles}) > 10


def test_each_step_begins_with_one_order() -> None:
    entries = toy_bot_battle().entries[1:-1]
    steps = [entry.step for entry in entries]
    orders = [entry for entry in entries if isinstance(entry.event, OrderGiven)]
    assert sorted(set(steps)) == list(range(1, max(steps) + 1))
    assert [entry.step for entry in orders] == sorted(set(steps))


def test_bot_is_shown_its_own_side_s_view_and_nothing_else() -> None:
    shown = []

    def watched(view: Any, side: str, forms: Any, chooser: Any) -> Any:
        shown.append((side, view.copy()))
        return TOY.bot(view, side, forms, chooser)

    bot_battle = toy_bot_battle(bots={"red": watched, "blue": watched})
    views = Views(TOY, bot_battle.initial, ("red", "blue"))
    turns = iter(shown)
    for entry in bot_battle.entries[1:-1]:
        if isinstance(entry.event, OrderGiven):
            side, view = next(turns)
            assert side == entry.event.side
            assert view == views.of(side)
            assert set(view.plots) <= {side}
        views.add([Fact(entry.event, entry.audience)])
    assert next(turns, None) is None


def test_captain_plays_only_its_own_side() -> None:
    def always_first(view: Any, side: str, forms: Any, chooser: Any) -> tuple[str, Mapping[str, Any]]:
        return "plot", {"hide": 1, "shell": 1}

    orders = [
        e.event for e in toy_bot_battle(bots={"red": always_first}).entries if isinstance(e.event, OrderGiven)
    ]
    assert all(order.blanks == {"hide": 1, "shell": 1} for order in orders if order.side == "red")
    assert any(order.blanks != {"hide": 1, "shell": 1} for order in orders if order.side == "blue")


def test_entry_0_says_who_fights_what() -> None:
    seating = Seating("b" * 32, "r7", {"red": "1", "blue": "2"})
    began = toy_bot_battle(seating=seating).entries[0].event
    assert isinstance(began, BattleBegan)
    assert (began.battle, began.release, began.seats) == ("b" * 32, "r7", {"red": "1", "blue": "2"})
    assert began.scenario["key"] == "coves"


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_part_of_each_side_folds_and_is_told(seed: bytes) -> None:
    bot_battle = toy_bot_battle(seed)
    for side in ("red", "blue", None):
        state = bot_battle.initial.copy()
        for entry in numbered(known_to(side, bot_battle.entries)):
            assert TOY.describe(state, entry.event).sentence
            state = state_after(TOY, state, (entry.event,))
        assert TOY.chart(state).pieces


# --- what stops a battle -------------------------------------------------------------------


def test_battle_that_goes_in_circles_is_stopped() -> None:
    with pytest.raises(BattleStuck, match="no end after 5 orders") as stuck:
        toy_bot_battle(most_steps=5)
    assert stuck.value.entries[-1].step == 5


def test_battle_in_which_nobody_has_to_act_is_stuck() -> None:
    idle = replace(
        TOY, legal_orders=lambda state, side: (OrderForm("strike", "Strike", "T-5", pressing=False),)
    )
    with pytest.raises(BattleStuck, match="nobody has to act") as stuck:
        fight(idle, toy_scenario(), bytes(32))
    assert len(stuck.value.entries) == 1


def test_form_that_allows_what_the_rules_refuse_is_a_fault() -> None:
    lying = OrderForm("plot", "Plot", "T-1", (Number("hide", "Hide", 8, 9), Number("shell", "Shell", 1, 1)))
    with pytest.raises(BattleStuck, match="refused: There is no such cove") as stuck:
        fight(replace(TOY, legal_orders=lambda state, side: (lying,)), toy_scenario(), bytes(32))
    assert isinstance(stuck.value.__cause__, IllegalOrder)


def test_rules_that_fall_over_are_a_fault_with_the_log_up_to_it() -> None:
    def falling(adjudication: Any, given: Any) -> None:
        if adjudication.state.turn == 2:
            raise ZeroDivisionError
        TOY.decide(adjudication, given)

    with pytest.raises(BattleStuck, match="the rules fail: ZeroDivisionError") as stuck:
        fight(replace(TOY, decide=falling), toy_scenario(), bytes(32))
    assert max(getattr(entry.event, "turn", 0) for entry in stuck.value.entries) == 2


def test_scenario_that_the_rules_refuse_is_not_fought() -> None:
    with pytest.raises(BadScenario):
        fight(TOY, toy_scenario(sides=(toy_side("red", "RN"),)), bytes(32))


def test_seed_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        toy_bot_battle(bytes(31))
