"""Who does nothing: a bot for every system that gives the empty order wherever one is legal.

It is there to be beaten: a side that wins against sensible play by it wins by doing nothing.
"""

from dataclasses import replace
from typing import Any

from ..dice.chooser import Chooser
from ..orders import Blank, Choice, Number, OrderForm, Rows, Several
from ..serialization.canonical_json import Json
from .random_bot import random_order


def idle_order(
    view: Any, side: str, forms: tuple[OrderForm, ...], chooser: Chooser
) -> tuple[str, dict[str, Json]]:
    """The first pressing form with as little in it as it allows; what has to be filled falls to chance."""
    form = next((form for form in forms if form.pressing), forms[0])
    least = [blank for each in form.blanks for blank in _least_of(each)]
    return random_order((replace(form, blanks=tuple(least)),), chooser)


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
