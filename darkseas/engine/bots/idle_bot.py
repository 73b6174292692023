"""A bot for any rules system that gives an empty order whenever that is legal.

The bot serves as a baseline: if it beats sensible play, the scenario can be won by doing nothing.
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
    """Fill the required form that has the fewest blanks to choose, and leave out every optional part.

    Required choices are made at random.
    """
    pressing = [form for form in forms if form.pressing] or list(forms)
    emptied = [replace(form, blanks=tuple(_all_least(form))) for form in pressing]
    return random_order((min(emptied, key=_left_to_fill),), chooser)


def _all_least(form: OrderForm) -> Iterator[Blank]:
    for blank in form.blanks:
        yield from _least_of(blank)


def _left_to_fill(form: OrderForm) -> int:
    """Count the blanks that still need a choice."""
    return sum(not isinstance(blank, Fixed) and not _is_none(blank) for blank in form.blanks)


def _is_none(blank: Blank) -> bool:
    return (isinstance(blank, Rows) and not blank.rows) or (isinstance(blank, Several) and not blank.most)


def _least_of(blank: Blank) -> tuple[Blank, ...]:
    """Reduce a blank to its mandatory part; return nothing if all of it is optional."""
    if isinstance(blank, Choice) and blank.optional:
        return ()
    if isinstance(blank, Rows):
        return (replace(blank, rows=blank.rows[: blank.least]),)
    if isinstance(blank, Several):
        return (replace(blank, most=blank.least),)
    if isinstance(blank, Number):
        return (replace(blank, most=blank.least),)
    return (blank,)
