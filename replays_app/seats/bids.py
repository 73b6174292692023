"""Sealed bids for a side: both are opened together, and the higher bidder gets the side.

Each person names the side that they want and the points that they offer for it. If they want different sides,
neither pays. The points are stored in an event of the log. Rules systems that support bids credit the points
to the other side from the start.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from darkseas.engine.events import BidsOpened
from darkseas.rules import registry

MOST_POINTS = 999


class BadBid(Exception):
    """An invalid bid, with a sentence that explains the error to the bidder."""


@dataclass(frozen=True, slots=True)
class Bid:
    """The side that a person wants, and the points that they offer for it."""

    side: str
    points: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The sides of the challenge's author and of the opponent, and the event with their bids."""

    makers: str
    takers: str
    event: BidsOpened


def bid_of(form: Mapping[str, str]) -> Bid:
    """Return the bid in a form. Raises BadBid."""
    points = form.get("bid_points", "")
    if not (points.isascii() and points.isdigit() and len(points) < 6):
        raise BadBid(f"Bid a whole number of points from 0 to {MOST_POINTS}.")
    return Bid(form.get("bid_side", ""), int(points))


def check(bid: Bid, sides: Sequence[str]) -> None:
    """Raise BadBid for a bid that is invalid for these sides."""
    if bid.side not in sides:
        raise BadBid("Choose the side that you bid for.")
    if not 0 <= bid.points <= MOST_POINTS:
        raise BadBid(f"Bid a whole number of points from 0 to {MOST_POINTS}.")


def are_counted(system: str) -> bool:
    """Return whether a rules system supports points from bids."""
    return BidsOpened in registry.system(system).setters


def opened(maker: Bid, taker: Bid, sides: Sequence[str]) -> Outcome:
    """Open both bids. If they are equal and for the same side, the person who accepts gets it."""
    first, second = sides
    if maker.side != taker.side:
        makers, points = maker.side, {}
    else:
        has_maker_won = maker.points > taker.points
        other = second if maker.side == first else first
        makers = maker.side if has_maker_won else other
        price = max(maker.points, taker.points)
        points = {other: price} if price else {}
    takers = second if makers == first else first
    by_side = {side: maker if side == makers else taker for side in sides}
    event = BidsOpened(
        {side: bid.side for side, bid in by_side.items()},
        {side: bid.points for side, bid in by_side.items()},
        points,
    )
    return Outcome(makers, takers, event)
