"""Results as the rows of a fit: which unknowns each hangs on, and how often it ended how."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from .battles import WIN, RatedBattle


class Sides(NamedTuple):
    """Two sides of a scenario, in the order of their keys; the first one's advantage is an unknown."""

    scenario: str
    side: str
    other: str


#: An unknown: a player, the advantage in a scenario, or what bids are worth.
Unknown = tuple[str, ...]
BID: Unknown = ("bid",)
#: A fit takes time with the cube of its unknowns: some twenty seconds of a processor for so many.
MOST_UNKNOWNS = 600


class TooManyPlayers(ValueError):
    """More players have fought than one fit has unknowns for; the text says so."""


class Observation(NamedTuple):
    """Battles that hang on the same unknowns in the same way: how many, and the first side's half points."""

    parts: tuple[tuple[int, float], ...]
    battles: int
    score: int


@dataclass(frozen=True)
class Observations:
    """All battles of a fit, in an order that hangs on nothing but themselves.

    ``left_out`` are sides for which the fit has no room: they stay as they were believed to be beforehand.
    """

    unknowns: tuple[Unknown, ...]
    rows: tuple[Observation, ...]
    battles_of: Mapping[Unknown, int]
    left_out: frozenset[Unknown] = frozenset()


def player_of(key: str) -> Unknown:
    """The unknown that a player is."""
    return ("player", key)


def advantage_of(sides: Sides) -> Unknown:
    """The unknown that the advantage of a scenario's side is."""
    return ("sides", *sides)


def sides_of(battle: RatedBattle) -> tuple[Sides, int] | None:
    """The sides of a battle, and 1 where its first side comes first there, else -1; none for equal ones."""
    if battle.first_side == battle.second_side:
        return None
    first, second = sorted((battle.first_side, battle.second_side))
    return Sides(battle.scenario, first, second), 1 if first == battle.first_side else -1


def weights(battle: RatedBattle) -> dict[Unknown, Fraction]:
    """Return what each unknown counts for in the log odds of the first side."""
    found: dict[Unknown, Fraction] = {}
    for players, sign in ((battle.first, 1), (battle.second, -1)):
        for key in players:
            found[player_of(key)] = Fraction(sign, len(players))
    if (sides := sides_of(battle)) is not None:
        found[advantage_of(sides[0])] = Fraction(sides[1])
    if battle.bid:
        found[BID] = battle.bid
    return found


def observations(battles: Iterable[RatedBattle], most: int = MOST_UNKNOWNS) -> Observations:
    """Return the rows of a fit; battles seen from the other side, or in another order, give the same.

    Of more unknowns than ``most`` the sides least fought are left out. Raises TooManyPlayers.
    """
    counts: dict[tuple[tuple[Unknown, Fraction], ...], list[int]] = {}
    found = list(battles)
    battles_of = Counter(unknown for battle in found for unknown in weights(battle))
    left_out = _left_out(battles_of, most)
    for battle in found:
        row = tuple(sorted(part for part in weights(battle).items() if part[0] not in left_out))
        is_turned = row[-1][1] < 0
        if is_turned:
            row = tuple((unknown, -weight) for unknown, weight in row)
        count = counts.setdefault(row, [0, 0])
        count[0] += 1
        count[1] += WIN - battle.score if is_turned else battle.score
    unknowns = tuple(sorted(battles_of.keys() - left_out))
    place = {unknown: number for number, unknown in enumerate(unknowns)}
    rows = tuple(
        Observation(tuple((place[unknown], float(weight)) for unknown, weight in row), *counts[row])
        for row in sorted(counts)
    )
    return Observations(unknowns, rows, battles_of, left_out)


def _left_out(battles_of: Mapping[Unknown, int], most: int) -> frozenset[Unknown]:
    """Return the sides that a fit of so many unknowns leaves out: those least fought, by key among equals."""
    sides = sorted((battles, unknown) for unknown, battles in battles_of.items() if unknown[0] == "sides")
    over = len(battles_of) - most
    if over > len(sides):
        raise TooManyPlayers(f"Ratings of one rules system are worked out for up to {most} players.")
    return frozenset(unknown for _, unknown in sides[: max(over, 0)])
