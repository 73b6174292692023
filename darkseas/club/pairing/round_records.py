"""The input of pairing (entrants, past rounds and rules) and its output, a plan.

Points are integers in half points: a win is 2, a draw 1, so nothing is ever rounded. A club that gives three
points for a win and one for a draw uses 6 and 2.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .reasons import Reason

Side: TypeAlias = Literal["first", "second"]
#: Constraints that are met if possible. Forbidden pairs are not listed because they are never relaxed.
Constraint: TypeAlias = Literal["groups", "kept", "sides", "bye", "repeat"]
#: How entrants with equal points meet: upper half against lower half, neighbours, or by lots.
Within: TypeAlias = Literal["halves", "neighbours", "lots"]

#: The order in which constraints are relaxed.
GIVE_UP: tuple[Constraint, ...] = ("groups", "kept", "sides", "bye", "repeat")
WIN = 2


class UnfitSituation(ValueError):
    """The input is inconsistent; the message names the wrong name or number."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """A player who replaces an entrant from a round on; the entrant's past results remain."""

    name: str
    from_round: int


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant: one person, or several under one name.

    `strength` is any number, such as a rating, that is higher for stronger entrants. `group` is something
    that entrants share who should not meet early, such as a club or a town. They are present from round
    `enters` until the one before `leaves`, except in the rounds in `absent`.
    """

    key: str
    strength: int | None = None
    group: str | None = None
    enters: int = 1
    leaves: int | None = None
    absent: tuple[int, ...] = ()
    stand_ins: tuple[StandIn, ...] = ()

    def is_there(self, round_number: int) -> bool:
        """Whether they can be paired in a round."""
        has_left = self.leaves is not None and round_number >= self.leaves
        return self.enters <= round_number and not has_left and round_number not in self.absent

    def fought_by(self, round_number: int) -> str:
        """Return the player for a round: the newest stand-in, or the entrant."""
        names = [one.name for one in self.stand_ins if one.from_round <= round_number]
        return names[-1] if names else self.key


@dataclass(frozen=True, slots=True)
class PastPairing:
    """A past pairing: the two entrants, first side first, and the half points of each.

    A forfeited pairing was not fought: the two entrants may meet again, neither had a side, and the winner
    counts as having had a bye.
    """

    first: str
    second: str
    first_points: int = 0
    second_points: int = 0
    forfeited_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PastBye:
    """An entrant without an opponent, and their points. A requested bye does not count as the entrant's one
    bye.
    """

    key: str
    points: int = WIN
    was_asked_for: bool = False


@dataclass(frozen=True, slots=True)
class PastRound:
    """One past round; `weaker` is the weaker side of its scenario, if known.

    The sides do not count for the side balance if they were bid for (`sides_are_bid`) or the round was
    mirrored.
    """

    number: int
    pairings: tuple[PastPairing, ...]
    byes: tuple[PastBye, ...] = ()
    weaker: Side | None = None
    is_mirrored: bool = False
    sides_are_bid: bool = False


@dataclass(frozen=True, slots=True)
class ForcedPairing:
    """A pairing that the director wants in this round; without `second`, a bye for `first`."""

    round_number: int
    first: str
    second: str | None = None
    are_sides_fixed: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """The pairing rules of a tournament; `weaker` and `is_mirrored` apply to the coming rounds.

    `groups_apart_through` is the last round in which members of a group do not meet (0: none). In a mirrored
    round each pair plays the scenario from both sides. If `sides_are_bid`, lots assign the sides until the
    bids are opened. `win` is worth a round that was won, in half points.
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
    win: int = WIN

    @property
    def asks_no_sides(self) -> bool:
        """Whether sides do not matter in the coming rounds."""
        return self.is_mirrored or self.sides_are_bid


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything needed to pair a round, including the seed for lots."""

    entrants: tuple[Entrant, ...]
    past: tuple[PastRound, ...]
    rules: Rules
    seed: bytes

    @property
    def round_number(self) -> int:
        """The round to be paired: the one after the last past round."""
        return self.past[-1].number + 1 if self.past else 1

    def check(self) -> None:
        """Raise UnfitSituation for a duplicate or unknown key, or rounds out of order."""
        keys = [one.key for one in self.entrants]
        known = frozenset(keys)
        if "" in known:
            raise UnfitSituation("An entrant has no key. Give every entrant a key.")
        for key in keys:
            if keys.count(key) > 1:
                raise UnfitSituation(f"Two entrants have the key {key}. Give each a different key.")
        for key in _named(self):
            if key not in known:
                raise UnfitSituation(f"{key} is not an entrant. Enter them first.")
        numbers = [one.number for one in self.past]
        if numbers != sorted(frozenset(numbers)):
            raise UnfitSituation("The past rounds are out of order. Sort them by number.")
        if sorted(self.rules.give_up) != sorted(GIVE_UP):
            raise UnfitSituation("The order of relaxing must list each constraint once.")


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
    """A new pairing and its reasons. `first` has the first side; in a mirrored round, only in the first
    battle.
    """

    first: str
    second: str
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedBye:
    """An entrant without an opponent, and the reasons."""

    key: str
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The pairings and byes of a round; `reasons` concern the round as a whole."""

    round_number: int
    pairings: tuple[PlannedPairing, ...]
    byes: tuple[PlannedBye, ...] = ()
    reasons: tuple[Reason, ...] = ()
