"""Challenges as pages show them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from darkseas.rules.registry import system
from replays_app.models import Challenge
from replays_app.seats.clock_terms import describe
from replays_app.seats.viewer_seat import DELETED, VISITOR, Holder
from scenarios_app.revisions.scenario_and_side_titles import own_card

from .challenges import DICE_TITLES

Side = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A challenge in a list; ``free`` are the sides left for the player who accepts.

    If sides are random or assigned by bid, ``makers`` is None and all sides are free. ``clock`` is empty if
    the battle has no clock. ``bid`` is the challenger's own bid, and empty for everybody else.
    """

    challenge: Challenge
    title: str
    system_title: str
    maker: str
    makers: Side | None
    free: Sequence[Side]
    dice: str
    clock: str
    bid: str
    is_mine: bool

    @property
    def scenario(self) -> str:
        """Key of the scenario."""
        return self.challenge.revision.scenario.key


def rows_of(challenges: Iterable[Challenge], person: Holder) -> list[ChallengeRow]:
    return [row_of(challenge, person) for challenge in challenges]


def row_of(challenge: Challenge, person: Holder) -> ChallengeRow:
    """Return a challenge, loaded with its scenario, as a person sees it."""
    card = own_card(challenge.revision)
    is_mine, sides = is_of(challenge, person), card.sides
    return ChallengeRow(
        challenge=challenge,
        title=card.title,
        system_title=_system_title(challenge.revision.scenario.system),
        maker=_maker(challenge),
        makers=next((side for side in sides if side["key"] == challenge.side), None),
        free=[side for side in sides if side["key"] != challenge.side],
        dice=DICE_TITLES.get(challenge.dice, challenge.dice),
        clock=describe(challenge.clock) if hasattr(challenge, "clock") else "",
        bid=_bid(challenge, sides) if is_mine and challenge.is_by_bid else "",
        is_mine=is_mine,
    )


def is_of(challenge: Challenge, person: Holder) -> bool:
    """Return whether a person made this challenge."""
    by_member = person.member is not None and challenge.member_id == person.member.pk
    return by_member or (person.visitor is not None and challenge.visitor == person.visitor)


def _bid(challenge: Challenge, sides: Sequence[Side]) -> str:
    name = next((side["name"] for side in sides if side["key"] == challenge.bid_side), challenge.bid_side)
    return f"{challenge.bid_points} for {name}"


def _maker(challenge: Challenge) -> str:
    if challenge.member is not None:
        return challenge.member.username
    return VISITOR if challenge.visitor else DELETED


def _system_title(key: str) -> str:
    try:
        return system(key).title
    except LookupError:
        return key
