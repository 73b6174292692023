"""Bids for a side: sealed until both are in, then opened together; whose is higher has the side.

Each person names the side that they want, and points that they would give for it. Where they want different
sides nobody gives anything. Nothing here knows of rules: the points stand in an event of the log, and each
rules system that takes it counts them for the other side from the beginning.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from darkseas.engine.events import BidsOpened
from darkseas.rules import registry

MOST_POINTS = 999


class BadBid(Exception):
    """Such a bid cannot be: a sentence for who made it."""


@dataclass(frozen=True, slots=True)
class Bid:
    """The side that somebody wants, and how many points they would give the other one for it."""

    side: str
    points: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Which side the maker of a challenge has, and who takes it; and what the log says of their bids."""

    makers: str
    takers: str
    event: BidsOpened


def bid_of(form: Mapping[str, str]) -> Bid:
    """Return the bid that a form holds. Raises BadBid."""
    points = form.get("bid_points", "")
    if not (points.isascii() and points.isdigit() and len(points) < 6):
        raise BadBid(f"Bid a whole number of points from 0 to {MOST_POINTS}.")
    return Bid(form.get("bid_side", ""), int(points))


def check(bid: Bid, sides: Sequence[str]) -> None:
    """Raise BadBid for a bid that cannot be on these sides."""
    if bid.side not in sides:
        raise BadBid("Choose the side that you bid for.")
    if not 0 <= bid.points <= MOST_POINTS:
        raise BadBid(f"Bid a whole number of points from 0 to {MOST_POINTS}.")


def are_counted(system: str) -> bool:
    """Return whether a rules system counts points that a bid gives."""
    return BidsOpened in registry.system(system).setters


def opened(maker: Bid, taker: Bid, sides: Sequence[str]) -> Outcome:
    """Open both bids for one of two sides; at equal ones for the same side who accepts has it."""
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
