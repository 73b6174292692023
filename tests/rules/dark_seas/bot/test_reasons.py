"""The captain's reasons: what decided an order, and other words where something else would have."""

from fractions import Fraction
from typing import Any

import pytest

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.orders import Given
from darkseas.engine.play.steps import read_order
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.model.orders import Move, MoveBlocks
from darkseas.rules.dark_seas.model.scenario import Deadline, Victory
from darkseas.rules.dark_seas.model.state import State
from tests.rules.dark_seas.bot.test_bot import a_duel
from tests.rules.dark_seas.combat.test_scoring import SUNK, a_battle, befallen
from tests.rules.dark_seas.support.builders import view_of


def suggested(state: State) -> tuple[Given, tuple[str, ...]]:
    """What the captain of the IJN orders, and why."""
    view = view_of(state, "ijn")
    forms = SYSTEM.legal_orders(view, "ijn")
    name, blanks = SYSTEM.bot(view, "ijn", forms, Chooser(bytes(32)))
    given = read_order(SYSTEM, "ijn", name, blanks)
    return given, SYSTEM.reasons(view, given)


def about(reasons: tuple[str, ...], word: str) -> str:
    """The one reason that speaks of something."""
    (reason,) = (reason for reason in reasons if word in reason)
    return reason


def test_torpedoes_are_spent_from_the_odds_that_the_captain_asks_for() -> None:
    _, reasons = suggested(a_duel(fish=4))
    assert "they fire from 2 : 1 up" in about(reasons, "torpedoes")


def test_torpedoes_are_kept_for_better_odds_with_those_that_there_are() -> None:
    _, reasons = suggested(a_duel(fish=1, defence=4))
    assert "are kept until 2 : 1" in about(reasons, "torpedoes")
    assert "reach odds of about 1 : 2" in about(reasons, "torpedoes")


def test_torpedoes_are_spent_at_the_last_chance_whatever_the_odds() -> None:
    _, reasons = suggested(a_duel(fish=1, defence=4, turn=9))
    assert "the battle is nearly over" in about(reasons, "torpedoes")


def test_fire_is_held_for_friends_with_the_place_named() -> None:
    given, reasons = suggested(a_duel(friends=4))
    assert given.order.attacks == ()  # type: ignore[attr-defined]
    assert "holds fire at 0506" in about(reasons, "loss of own ships")


def test_guns_are_said_with_odds_and_place() -> None:
    _, reasons = suggested(a_duel())
    assert "guns reach odds of about" in about(reasons, "guns")
    assert "in 0506" in about(reasons, "guns")


@pytest.mark.parametrize(
    ("turn", "words"), [(8, "to leave in time"), (9, "can no longer leave the map in time")]
)
def test_way_off_the_map_is_said_as_late_once_it_is(turn: int, words: str) -> None:
    state = a_battle(turn, "move-1", deadlines=(Deadline("ijn", 9),), turn_limit=12)
    reasons = SYSTEM.reasons(view_of(state, "ijn"), Given("ijn", MoveBlocks((Move("ijn-2", ("0405",)),))))
    assert words in about(reasons, "from the edge after this move")


def test_score_that_leads_and_does_not_win_is_explained_by_what_is_needed() -> None:
    aims: dict[str, Any] = {"victory": (Victory("ijn", Fraction(20)),), "otherwise": "allies"}
    state = befallen(a_battle(3, "move-1", **aims), helm=SUNK)
    reasons = SYSTEM.reasons(view_of(state, "ijn"), Given("ijn", MoveBlocks()))
    assert "(it needs at least 20 points and has 9)" in about(reasons, "would not win")


def test_own_ships_in_the_hex_that_is_fired_at_are_named_as_risked() -> None:
    _, reasons = suggested(a_duel(friends=1, defence=1))
    assert any("own ships in 0506" in reason or "loss of own ships" in reason for reason in reasons)
