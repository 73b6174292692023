"""What may be ruled at all: by whom, with which reason, and nothing that the site could choke on."""

from typing import Any

import pytest

from darkseas.engine.events import UMPIRE
from darkseas.engine.orders import IllegalOrder, Rule, RuledEvent
from darkseas.engine.play.rulings import MOST, decide
from tests.support.toys.toy_system import TOY


def ruled(hits: Any, side: str = UMPIRE, reason: str = "She struck a rock.") -> int:
    """How many facts follow from such a ruling."""
    event = RuledEvent("toy.ship_hit", {"ship": "red-1", "hits": hits}, ("everyone",))
    return len(decide(TOY, side, Rule(reason, (event,))))


def test_numbers_of_a_ruling_are_bounded_wherever_they_stand() -> None:
    assert ruled(MOST) == 2
    for hits in (MOST + 1, -MOST - 1, 10**15):
        with pytest.raises(IllegalOrder, match="no number beyond 10,000") as refusal:
            ruled(hits)
        assert refusal.value.field == "blanks.events.0.payload"
    with pytest.raises(IllegalOrder, match="no number beyond"):
        ruled([{"far": 10**9}])


def test_only_the_umpire_rules_and_says_why() -> None:
    for side, reason in (("red", "So be it."), (UMPIRE, "  ")):
        with pytest.raises(IllegalOrder):
            ruled(1, side, reason)
