"""Orders told as sentences: known ones, foreign ones, and blanks that do not fit."""

from collections.abc import Iterable
from typing import Any

import pytest

from darkseas.engine.events import OrderGiven
from darkseas.engine.presentation.narration import NORMAL, Narration, Working
from darkseas.engine.stages.order_text import OrderText, OrderTexts, order_given, plot_back
from tests.engine.stages.staged import Sail, Withdraw, a_state


def sail(state: Any, order: Sail) -> OrderText:
    return f"sail on {order.course}", (Working("Course", str(order.course), "S-3"),), ("kako", "helm")


def marked(state: Any, about: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"at {ship}" for ship in about)


TEXTS = OrderTexts(
    orders={"staged.sail": Sail, "staged.withdraw": Withdraw},
    tellers={Sail: sail, Withdraw: plot_back},
    citations={Sail: ("S-3",), Withdraw: ("S-4",)},
    focus=marked,
)


def test_order_is_told_with_its_side_lines_citations_and_focus() -> None:
    assert order_given(TEXTS, a_state(), OrderGiven("ijn", "staged.sail", {"course": 90})) == Narration(
        "Japan, order: sail on 90.",
        ("S-3",),
        NORMAL,
        (Working("Course", "90", "S-3"),),
        focus=("at kako", "at helm"),
        side="ijn",
    )


def test_taking_back_is_told_alike_in_every_system() -> None:
    narration = order_given(TEXTS, a_state(), OrderGiven("us-navy", "staged.withdraw", {}))
    assert narration is not None
    assert narration.sentence == "United States, order: the plot back."


@pytest.mark.parametrize(
    ("order", "blanks"),
    [("staged.dive", {}), ("staged.sail", {"course": "north"}), ("staged.sail", {"depth": 1})],
)
def test_what_cannot_be_read_is_left_to_the_shared_sentence(order: str, blanks: dict[str, Any]) -> None:
    assert order_given(TEXTS, a_state(), OrderGiven("ijn", order, blanks)) is None
