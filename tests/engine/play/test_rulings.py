"""What may be ruled at all: by whom, with which reason, and nothing that the site could choke on."""

from typing import Any

import pytest

from darkseas.engine.events import UMPIRE, BattleEnded
from darkseas.engine.orders import Given, IllegalOrder, Rule, RuledEvent
from darkseas.engine.play.legality import refuse_illegal
from darkseas.engine.play.rulings import MOST, decide
from tests.support.builders import toy_scenario
from tests.support.toys.toy_system import TOY

BEGUN = TOY.initial_state(toy_scenario())


def ruled(hits: Any, side: str = UMPIRE, reason: str = "She struck a rock.") -> int:
    """How many facts follow from such a ruling."""
    event = RuledEvent("toy.ship_hit", {"ship": "red-1", "hits": hits}, ("everyone",))
    return len(decide(TOY, side, Rule(reason, (event,)), BEGUN))


def test_numbers_of_a_ruling_are_bounded_wherever_they_stand() -> None:
    assert ruled(MOST) == 2
    for hits in (MOST + 1, -MOST - 1, 10**15):
        with pytest.raises(IllegalOrder, match="must not exceed 10,000") as refusal:
            ruled(hits)
        assert refusal.value.field == "blanks.events.0.payload"
    with pytest.raises(IllegalOrder, match="must not exceed"):
        ruled([{"far": 10**9}])


def test_only_the_umpire_rules_and_says_why() -> None:
    for side, reason in (("red", "So be it."), (UMPIRE, "  ")):
        with pytest.raises(IllegalOrder):
            ruled(1, side, reason)


def ended(scores: dict[str, str]) -> int:
    """How many facts follow from ruling the end with these points."""
    end = {"winner": None, "reason": "So it was.", "rule": "ruling", "scores": scores}
    return len(
        decide(TOY, UMPIRE, Rule("It is late.", (RuledEvent("battle_ended", end, ("everyone",)),)), BEGUN)
    )


def test_points_of_a_ruled_end_are_numbers_that_can_be_told() -> None:
    for points in ("27", "-3", "55/2", "1.5", str(MOST)):
        assert ended({"red": points, "blue": "0"}) == 2
    for points in ("1/0", "<b>", "", "1e2000000000", str(MOST + 1), "nan", "1/", "9" * 30, "１"):
        with pytest.raises(IllegalOrder, match="Enter points as numbers such as 27 or 55/2") as refusal:
            ended({"red": "1", "blue": points})
        assert refusal.value.field == "blanks.events.0.payload.scores"


def test_nothing_is_ruled_behind_the_end() -> None:
    over = BEGUN.copy()
    over.ended = BattleEnded("red", "It is late.", "T-1", {"red": "1", "blue": "0"})
    event = RuledEvent("toy.ship_hit", {"ship": "red-1", "hits": 1}, ("everyone",))
    with pytest.raises(IllegalOrder, match="The battle is over"):
        decide(TOY, UMPIRE, Rule("She struck a rock.", (event,)), over)
    with pytest.raises(IllegalOrder, match="The battle is over"):
        refuse_illegal(TOY, over, Given(UMPIRE, Rule("She struck a rock.", (event,))))
