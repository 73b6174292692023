"""What a round is paired from: entrants, the rounds that were, and the rules; and what comes out, a plan.

Points are whole numbers of half points: a win is 2, a draw 1, so that nothing is ever rounded. A club that
gives three points for a win counts 6 and 2.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .reasons import Reason

Side: TypeAlias = Literal["first", "second"]
#: What a pairing keeps where it can; a forbidden pair is none of them, for it is never given up.
Constraint: TypeAlias = Literal["groups", "kept", "sides", "bye", "repeat"]
#: How those of the same points meet: upper half against lower, neighbours, or by lots alone.
Within: TypeAlias = Literal["halves", "neighbours", "lots"]

#: The one that is given up first stands first.
GIVE_UP: tuple[Constraint, ...] = ("groups", "kept", "sides", "bye", "repeat")
WIN = 2


class UnfitSituation(ValueError):
    """What was given is not a tournament: the text says which name or number does not fit."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """Somebody who fights for an entrant from a round on; all that the entrant has fought stays theirs."""

    name: str
    from_round: int


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part, a person or several under one name.

    `strength` is any number that is higher for the stronger (a rating), `group` what they share with others
    whom they should not meet at once: a club, a place. They are there from round `enters` to the one before
    `leaves`, but for the rounds in `absent`.
    """

    key: str
    strength: int | None = None
    group: str | None = None
    enters: int = 1
    leaves: int | None = None
    absent: tuple[int, ...] = ()
    stand_ins: tuple[StandIn, ...] = ()

    def is_there(self, round_number: int) -> bool:
        """Say whether they can be paired in a round."""
        has_left = self.leaves is not None and round_number >= self.leaves
        return self.enters <= round_number and not has_left and round_number not in self.absent

    def fought_by(self, round_number: int) -> str:
        """Return who fights for them in a round: the newest who stands in, or they themselves."""
        names = [one.name for one in self.stand_ins if one.from_round <= round_number]
        return names[-1] if names else self.key


@dataclass(frozen=True, slots=True)
class PastPairing:
    """Two who were paired, who of them had the first side, and what each got, in half points.

    A pairing that somebody forfeited was not fought: the two may meet again, nobody had a side, and who won
    so has had their bye.
    """

    first: str
    second: str
    first_points: int = 0
    second_points: int = 0
    forfeited_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PastBye:
    """Who had no opponent, and what they got for it; one that was asked for does not count as their bye."""

    key: str
    points: int = WIN
    was_asked_for: bool = False


@dataclass(frozen=True, slots=True)
class PastRound:
    """One round that was; `weaker` is the side of its scenario that was known to be weaker.

    Where `sides_are_bid` for, or it was mirrored, nobody's sides of it count.
    """

    number: int
    pairings: tuple[PastPairing, ...]
    byes: tuple[PastBye, ...] = ()
    weaker: Side | None = None
    is_mirrored: bool = False
    sides_are_bid: bool = False


@dataclass(frozen=True, slots=True)
class ForcedPairing:
    """What the director wants: these two in this round, or a bye for the first where there is no second."""

    round_number: int
    first: str
    second: str | None = None
    are_sides_fixed: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """How a tournament pairs; `weaker` and `is_mirrored` are of the rounds to come.

    `groups_apart_through` is the last round in which those of one group do not meet (0: none). In a mirrored
    round each pair fights its scenario from both sides. Where `sides_are_bid` for, lots say who has which
    until the bids are open.
    """

    rounds: int
    forbidden: tuple[tuple[str, str], ...] = ()
    forced: tuple[ForcedPairing, ...] = ()
    groups_apart_through: int = 0
    weaker: Side | None = None
    is_mirrored: bool = False
    sides_are_bid: bool = False
    within: Within = "halves"
    give_up: tuple[Constraint, ...] = GIVE_UP
    looks_ahead: bool = True

    @property
    def asks_no_sides(self) -> bool:
        """Whether it does not matter who has which side in the rounds to come."""
        return self.is_mirrored or self.sides_are_bid


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a round is paired from, with the bytes from which lots are drawn."""

    entrants: tuple[Entrant, ...]
    past: tuple[PastRound, ...]
    rules: Rules
    seed: bytes

    @property
    def round_number(self) -> int:
        """The round to be paired: the one after the last that was."""
        return self.past[-1].number + 1 if self.past else 1

    def check(self) -> None:
        """Raise UnfitSituation where a key is doubled or unknown, or rounds are out of their order."""
        keys = [one.key for one in self.entrants]
        known = frozenset(keys)
        if "" in known:
            raise UnfitSituation("An entrant has no key: give each a name of their own.")
        for key in keys:
            if keys.count(key) > 1:
                raise UnfitSituation(f"Two entrants are called {key}: give each a key of their own.")
        for key in _named(self):
            if key not in known:
                raise UnfitSituation(f"{key} is named, but is no entrant: enter them first.")
        numbers = [one.number for one in self.past]
        if numbers != sorted(frozenset(numbers)):
            raise UnfitSituation("The rounds that were are not in their order: sort them by number.")
        if sorted(self.rules.give_up) != sorted(GIVE_UP):
            raise UnfitSituation("The order of giving up must name each constraint once.")


def _named(situation: Situation) -> list[str]:
    names: list[str] = []
    for past in situation.past:
        for pairing in past.pairings:
            names += [pairing.first, pairing.second]
        names += [bye.key for bye in past.byes]
    for pair in situation.rules.forbidden:
        names += pair
    for forced in situation.rules.forced:
        names += [forced.first] if forced.second is None else [forced.first, forced.second]
    return names


@dataclass(frozen=True, slots=True)
class PlannedPairing:
    """Two who shall meet, and why; `first` has the first side, or begins with it in a mirrored round."""

    first: str
    second: str
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedBye:
    """Who shall have no opponent, and why."""

    key: str
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The pairings and byes of a round; `reasons` are those that concern the round as a whole."""

    round_number: int
    pairings: tuple[PlannedPairing, ...]
    byes: tuple[PlannedBye, ...] = ()
    reasons: tuple[Reason, ...] = ()
