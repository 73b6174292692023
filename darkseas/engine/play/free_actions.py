"""Deeds that cost a side nothing, and how often it may do each before the battle goes on.

Everybody hears of each, and who is about to order has to look again: without a bound who waits could keep the
other side from ordering until its clock has run out. It is asked before an order goes on record; a log of
former days may hold more of them, and no check of a log asks.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ..events import DrawOffered, OrderWithdrawn, PhaseBegan, PlotsRevealed, TurnBegan
from ..orders import IllegalOrder
from ..presentation.shared_events import ENDING, HOUSE

#: What a side may do so often while the battle stays where it is.
MOST: Mapping[type, int] = {DrawOffered: 1, OrderWithdrawn: 5}
#: Events by which the battle goes on: public, so that no bound tells of a secret order.
GOES_ON = (TurnBegan, PhaseBegan, PlotsRevealed)

#: Such deeds, of all sides, since the battle last went on.
Repeats = tuple[DrawOffered | OrderWithdrawn, ...]

_REFUSALS: Mapping[type, tuple[str, str]] = {
    DrawOffered: (
        "You have offered a draw already: offer one again when the next phase or turn has begun.",
        ENDING,
    ),
    OrderWithdrawn: (
        f"You have taken your plot back {MOST[OrderWithdrawn]} times: it stays until the plots are opened.",
        HOUSE,
    ),
}


def repeats_after(repeats: Repeats, event: Any) -> Repeats:
    """Those behind an event."""
    if isinstance(event, GOES_ON):
        return ()
    return (*repeats, event) if type(event) in MOST else repeats


def may_still(repeats: Repeats, side: str, kind: type) -> bool:
    """Whether a side may do a deed of this kind now."""
    done = sum(type(deed) is kind and deed.side == side for deed in repeats)
    return done < MOST[kind]


def refuse_repeated(repeats: Repeats, events: Iterable[Any]) -> None:
    """IllegalOrder where what would follow from an order is such a deed once too often."""
    for event in events:
        kind = type(event)
        if kind in MOST and not may_still(repeats, event.side, kind):
            reason, rule = _REFUSALS[kind]
            raise IllegalOrder(reason, rule=rule, field="order")
