"""Who does nothing: a bot for every system that gives the empty order wherever one is legal.

It is there to be beaten: a side that wins against sensible play by it wins by doing nothing.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..dice.chooser import Chooser
from ..orders import Blank, Choice, Fixed, Number, OrderForm, Rows, Several
from ..serialization.canonical_json import Json
from .random_bot import random_order


def idle_order(
    view: Any, side: str, forms: tuple[OrderForm, ...], chooser: Chooser
) -> tuple[str, dict[str, Json]]:
    """The pressing form that asks for least, with as little in it as it allows; the rest falls to chance."""
    pressing = [form for form in forms if form.pressing] or list(forms)
    emptied = [replace(form, blanks=tuple(_all_least(form))) for form in pressing]
    return random_order((min(emptied, key=_left_to_fill),), chooser)


def _all_least(form: OrderForm) -> Iterator[Blank]:
    for blank in form.blanks:
        yield from _least_of(blank)


def _left_to_fill(form: OrderForm) -> int:
    """How many blanks somebody has still to choose something for."""
    return sum(not isinstance(blank, Fixed) and not _is_none(blank) for blank in form.blanks)


def _is_none(blank: Blank) -> bool:
    """Whether a blank is filled with nothing."""
    return (isinstance(blank, Rows) and not blank.rows) or (isinstance(blank, Several) and not blank.most)


def _least_of(blank: Blank) -> tuple[Blank, ...]:
    """A blank without what may be left out of it; none for one that may be left out as a whole."""
    if isinstance(blank, Choice) and blank.optional:
        return ()
    if isinstance(blank, Rows):
        return (replace(blank, rows=blank.rows[: blank.least]),)
    if isinstance(blank, Several):
        return (replace(blank, most=blank.least),)
    if isinstance(blank, Number):
        return (replace(blank, most=blank.least),)
    return (blank,)
