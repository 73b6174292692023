"""Sentences for orders: the stored blanks are parsed into the order's type and narrated."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..events import OrderGiven
from ..presentation.narration import NORMAL, Narration, Working
from ..serialization.codec import BadShape, read
from ..serialization.records import record
from .side_and_ship_names import side_name
from .stage import StagedState

#: The text of an order without its side, its lines, and the blocks or ships that it concerns.
OrderText = tuple[str, tuple[Working, ...], tuple[str, ...]]


@record
class OrderTexts:
    """How a system narrates its orders: types by stored name, a function and citations for each type.

    `focus` returns the places and pieces on the chart that an order concerns.
    """

    orders: Mapping[str, type]
    tellers: Mapping[type, Callable[[Any, Any], OrderText]]
    citations: Mapping[type, tuple[str, ...]]
    focus: Callable[[Any, Iterable[str]], tuple[str, ...]]


def order_given(texts: OrderTexts, state: StagedState, event: OrderGiven) -> Narration | None:
    """Narrate an order; None for an unknown order or blanks that do not fit."""
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
    """Narrate the withdrawal of a plot."""
    return "the plot back", (), ()
