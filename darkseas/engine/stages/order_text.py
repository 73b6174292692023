"""An order that was given, as a sentence: its blanks are read back into the order's own type."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..events import OrderGiven
from ..presentation.narration import NORMAL, Narration, Working
from ..serialization.codec import BadShape, read
from ..serialization.records import record
from .side_and_ship_names import side_name
from .stage import StagedState

#: What is ordered (without the side), its lines, and the blocks or ships that it is about.
OrderText = tuple[str, tuple[Working, ...], tuple[str, ...]]


@record
class OrderTexts:
    """How a system tells its orders: types by stored name, a teller and citations for each type.

    `focus` gives the places and pieces of the chart for what an order is about.
    """

    orders: Mapping[str, type]
    tellers: Mapping[type, Callable[[Any, Any], OrderText]]
    citations: Mapping[type, tuple[str, ...]]
    focus: Callable[[Any, Iterable[str]], tuple[str, ...]]


def order_given(texts: OrderTexts, state: StagedState, event: OrderGiven) -> Narration | None:
    """An order in a sentence; None for one that the system does not know, or for blanks that do not fit."""
    kind = texts.orders.get(event.order)
    if kind is None:
        return None
    try:
        order = read(kind, dict(event.blanks))
    except BadShape:
        return None
    text, lines, about = texts.tellers[kind](state, order)
    return Narration(
        f"{side_name(state, event.side)}, order: {text}.",
        texts.citations[kind],
        NORMAL,
        lines,
        focus=texts.focus(state, about),
        side=event.side,
    )


def plot_back(state: StagedState, order: object) -> OrderText:
    """The order that takes a plot back."""
    return "the plot back", (), ()
