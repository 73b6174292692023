"""A battle told in short: its sentences and rows are its values, and no more than a perspective knows."""

import pytest

from darkseas.engine.events import BattleAborted, BattleEnded, DiceRolled, Fact, TurnBegan
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.replay import outline
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.battle_summary import InShort, in_short
from replays_app.replay.perspectives import ALL, OBSERVER
from replays_app.replay.whole_battle_facts import gather
from tests.support.builders import bare_battle
from tests.support.every_case import every_case
from tests.support.toys.toy_rules import HITS_TO_SINK
from tests.support.toys.toy_state import CoveShelled, ShipHit, ShipSunk

pytestmark = pytest.mark.django_db


def in_brief(battle: Battle, perspective: str = ALL) -> InShort:
    """The battle in short."""
    context = BattleContext.of(battle)
    return in_short(context, perspective, gather(context, perspective))


def fought(*ends: Fact) -> Battle:
    """A battle in which Red shells and sinks a ship in turn 2; what Blue's other ship got only Blue knows."""
    battle = bare_battle()
    facts = [
        Fact(TurnBegan(1)),
        Fact(TurnBegan(2)),
        Fact(CoveShelled("red", 2)),
        Fact(CoveShelled("red", 1)),
        Fact(ShipHit("blue-1", HITS_TO_SINK)),
        Fact(ShipSunk("blue-1", "blue")),
        Fact(ShipHit("blue-2", 1), ("blue",)),
        *ends,
    ]
    log_store.append(battle.pk, 1, 1, facts)
    return battle


def test_battle_that_is_over_is_told_by_its_values() -> None:
    short = in_brief(
        fought(Fact(TurnBegan(3)), Fact(BattleEnded("red", "Dawn.", "T-5", {"red": "10", "blue": "0"})))
    )
    assert short.reason == "Dawn."
    assert short.sentences == (
        "Red won in turn 3, by points 10 to 0.",
        "Red lost no ship.",
        "Blue lost one ship, Blue-1; one more was damaged.",
        "Red took the lead in turn 2 and kept it.",
    )
    assert [(side.name, side.points, side.sunk, side.damaged) for side in short.sides] == [
        ("Red", "10", (), ()),
        ("Blue", "0", ("Blue-1",), ("Blue-2",)),
    ]


def test_battle_that_was_broken_off_says_so_and_why() -> None:
    battle = fought(Fact(BattleAborted(("red",), "nobody came.")))
    assert (
        in_brief(battle).sentences[0] == "The battle was abandoned in turn 2, without a winner: nobody came."
    )
    told = outline.outline(BattleContext.of(battle), ALL, ())
    broken_off = {"n": 8, "by": ["red"], "reason": "nobody came.", "told": list(in_brief(battle).sentences)}
    assert (told["result"], told["broken_off"]) == (None, broken_off)
    assert in_brief(battle).sentences[1] == "It had been waiting for Red."


def test_moments_are_the_first_of_a_kind_and_the_losses_each_with_entry_and_turn() -> None:
    assert [(moment.n, moment.turn, moment.words) for moment in in_brief(fought()).moments] == [
        (3, 2, "For the first time: red shells cove 2."),
        (5, 2, "Blue-1 of Blue is sunk."),
    ]


@every_case("perspective, damaged", [("blue", ("Blue-2",)), ("red", ()), (OBSERVER, ())])
def test_short_tale_knows_what_its_perspective_knows(perspective: str, damaged: tuple[str, ...]) -> None:
    assert in_brief(fought(), perspective).sides[1].damaged == damaged


def test_running_battle_is_told_so_far() -> None:
    short = in_brief(fought())
    assert short.sentences[0] == "So far, in turn 2: Red 10 and Blue 0."
    assert (short.reason, len(short.sentences)) == ("", 3)


def test_luck_is_told_at_the_end_alone_by_the_dice_that_came_before_each_roll() -> None:
    battle = fought()
    for step, origin in ((2, "table"), (3, "house")):
        dice = Fact(DiceRolled("t2/fire", 6, (4,), 2, origin))
        log_store.append(battle.pk, 8 if step == 2 else 19, step, [dice, *[Fact(CoveShelled("red", 1))] * 10])
    assert not any("Luck" in sentence for sentence in in_brief(battle).sentences)
    log_store.append(battle.pk, 30, 4, [Fact(BattleEnded("red", "Dawn.", "T-5", {"red": "10", "blue": "0"}))])
    luck = [sentence for sentence in in_brief(battle).sentences if "Luck" in sentence]
    ends = ("5 (10 rolls, with the site’s dice).", "5 (10 rolls, with table dice).")
    assert [sentence.endswith(end) for sentence, end in zip(luck, ends, strict=True)] == [True, True]


def test_winner_with_fewer_points_is_not_said_to_have_led() -> None:
    short = in_brief(fought(Fact(BattleEnded("blue", "Too few.", "T-5", {"red": "10", "blue": "0"}))))
    assert short.sentences[0] == "Blue won in turn 2, with 0 points to 10."
    assert not any("lead" in sentence or "led " in sentence for sentence in short.sentences)


def test_battle_without_a_winner_was_won_by_nobody() -> None:
    short = in_brief(fought(Fact(BattleEnded(None, "Dawn.", "T-5", {"red": "10", "blue": "10"}))))
    assert short.sentences[0] == "Nobody won in turn 2, by points 10 to 10."


def test_result_of_an_outline_has_the_same_sentences() -> None:
    battle = fought(Fact(BattleEnded("red", "Dawn.", "T-5", {"red": "10", "blue": "0"})))
    result = outline.outline(BattleContext.of(battle), "red", ())["result"]
    assert isinstance(result, dict)
    assert result["told"] == list(in_brief(battle, "red").sentences)


def test_points_that_nobody_made_are_not_told() -> None:
    short = in_brief(fought(Fact(BattleEnded("red", "Alone.", "T-5", {"red": "0", "blue": "0"}))))
    assert short.sentences[0] == "Red won in turn 2."
