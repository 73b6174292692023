"""Actions that cost a side nothing, and how often it may repeat each before the battle moves on.

Everybody is notified of each action, and a player about to give an order must look again. Without a limit,
one side could interrupt the other until its clock runs out. The recorder enforces the limit; checks of a log
do not, because older logs may exceed it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ..events import DrawOffered, OrderWithdrawn, PhaseBegan, PlotsRevealed, TurnBegan
from ..orders import IllegalOrder
from ..presentation.shared_events import ENDING, HOUSE

#: How often a side may take each action before the battle moves on.
MOST: Mapping[type, int] = {DrawOffered: 1, OrderWithdrawn: 5}
#: Public events that move the battle on, so that the limit reveals no secret order.
GOES_ON = (TurnBegan, PhaseBegan, PlotsRevealed)

#: Free actions of all sides since the last event that moved the battle on.
Repeats = tuple[DrawOffered | OrderWithdrawn, ...]

_REFUSALS: Mapping[type, tuple[str, str]] = {
    DrawOffered: (
        "You have already offered a draw. Offer one again in the next phase or turn.",
        ENDING,
    ),
    OrderWithdrawn: (
        (
            f"You have withdrawn your plot {MOST[OrderWithdrawn]} times. "
            "Your plot now stays in until plots are revealed."
        ),
        HOUSE,
    ),
}


def repeats_after(repeats: Repeats, event: Any) -> Repeats:
    """Return the free actions taken since the battle last moved on, including this event."""
    if isinstance(event, GOES_ON):
        return ()
    return (*repeats, event) if type(event) in MOST else repeats


def may_still(repeats: Repeats, side: str, kind: type) -> bool:
    """Whether a side may take an action of this kind again now."""
    done = sum(type(deed) is kind and deed.side == side for deed in repeats)
    return done < MOST[kind]


def refuse_repeated(repeats: Repeats, events: Iterable[Any]) -> None:
    """Raise IllegalOrder if these events would exceed the limit."""
    for event in events:
        kind = type(event)
        if kind in MOST and not may_still(repeats, event.side, kind):
            reason, rule = _REFUSALS[kind]
            raise IllegalOrder(reason, rule=rule, field="order")
