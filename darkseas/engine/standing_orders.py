"""Questions that may be answered beforehand, so that a battle need not wait for each answer.

A system says as data which of its orders ask little at times, what may be answered, and what cancels such
an answer. Whoever is asked may then have the same answer given each time: an order as any other, worked out
from their own side's view when the question is asked.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .orders import OrderForm
from .serialization.canonical_json import Json
from .serialization.records import record

#: What stands in the blanks of an order.
Blanks = Mapping[str, Json]


@record
class StandingValue:
    """One way to answer beforehand: its stored name, what it is called, what it means and what cancels it."""

    name: str
    title: str
    help: str


@dataclass(frozen=True, eq=False)
class StandingQuestion:
    """An order that may be given beforehand, by its stored name, with the rule that asks for it.

    `answer(view, side, form, value)` fills the form as the value says, None where the value has no answer to
    this form: then its giver is asked. `cancelled_by(view, side, event, value)` is a sentence why an event
    that the side knows cancels the answer, "" where it does not; `view` is the side's, as it is now.
    """

    order: str
    title: str
    rule: str
    values: tuple[StandingValue, ...]
    answer: Callable[[Any, str, OrderForm, str], Blanks | None]
    cancelled_by: Callable[[Any, str, object, str], str]

    @property
    def names(self) -> tuple[str, ...]:
        """The stored names of the values."""
        return tuple(value.name for value in self.values)
