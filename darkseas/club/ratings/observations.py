"""Results as the rows of a fit: the unknowns of each row, and how often each score occurred."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from .battles import WIN, RatedBattle


class Sides(NamedTuple):
    """Two sides of a scenario, in key order; the first one's advantage is an unknown."""

    scenario: str
    side: str
    other: str


#: A player, the advantage in a scenario, or the value of bids.
Unknown = tuple[str, ...]
BID: Unknown = ("bid",)
#: A fit's time grows with the cube of its unknowns: about ten CPU seconds for this many.
MOST_UNKNOWNS = 600
#: The most of them that may be pairs of different sides of scenarios.
MOST_SIDES = 200
_KINDS = ("sides", "player", *BID)


class Observation(NamedTuple):
    """Battles with the same unknowns and weights: their number, and the first side's half points."""

    parts: tuple[tuple[int, float], ...]
    battles: int
    score: int


@dataclass(frozen=True)
class Observations:
    """All battles of a fit, in an order that depends only on the battles.

    ``left_out`` are sides and players beyond the limit of unknowns. They keep their prior: sides are even,
    players average.
    """

    unknowns: tuple[Unknown, ...]
    rows: tuple[Observation, ...]
    battles_of: Mapping[Unknown, int]
    left_out: frozenset[Unknown] = frozenset()


def player_of(key: str) -> Unknown:
    """Return the unknown for a player."""
    return ("player", key)


def advantage_of(sides: Sides) -> Unknown:
    """Return the unknown for the advantage of a scenario's side."""
    return ("sides", *sides)


def sides_of(battle: RatedBattle) -> tuple[Sides, int] | None:
    """Return a battle's sides, and 1 if its first side is first in key order, else -1; None if both players
    have the same side.
    """
    if battle.first_side == battle.second_side:
        return None
    first, second = sorted((battle.first_side, battle.second_side))
    return Sides(battle.scenario, first, second), 1 if first == battle.first_side else -1


def weights(battle: RatedBattle) -> dict[Unknown, Fraction]:
    """Return the weight of each unknown in the first side's log odds."""
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
    """Return the rows of a fit; neither the order of battles nor of their sides matters.

    There are at most ``most`` unknowns. Sides come before players: they are independent of each other, so
    their place there costs the fit little.
    """
    counts: dict[tuple[tuple[Unknown, Fraction], ...], list[int]] = {}
    found = list(battles)
    battles_of = Counter(unknown for battle in found for unknown in weights(battle))
    left_out = _left_out(found, battles_of, most)
    for battle in found:
        row = tuple(sorted(part for part in weights(battle).items() if part[0] not in left_out))
        is_turned = bool(row) and row[-1][1] < 0
        if is_turned:
            row = tuple((unknown, -weight) for unknown, weight in row)
        count = counts.setdefault(row, [0, 0])
        count[0] += 1
        count[1] += WIN - battle.score if is_turned else battle.score
    unknowns = tuple(
        sorted(battles_of.keys() - left_out, key=lambda unknown: (_KINDS.index(unknown[0]), unknown))
    )
    place = {unknown: number for number, unknown in enumerate(unknowns)}
    rows = tuple(
        Observation(tuple((place[unknown], float(weight)) for unknown, weight in row), *counts[row])
        for row in sorted(counts)
        if row
    )
    return Observations(unknowns, rows, battles_of, left_out)


def number_of_unknowns(battles: Iterable[RatedBattle]) -> int:
    """Return the number of unknowns of a fit that includes every permitted side."""
    unknowns = {unknown for battle in battles for unknown in weights(battle)}
    sides = [unknown for unknown in unknowns if unknown[0] == "sides"]
    return len(unknowns) - max(len(sides) - MOST_SIDES, 0)


def _left_out(
    battles: Iterable[RatedBattle], battles_of: Mapping[Unknown, int], most: int
) -> frozenset[Unknown]:
    """Return the unknowns to leave out of a fit of this size: the sides and players with the fewest battles.

    A third of the places are reserved for sides. Battles are shared between the players of a side: each of
    ten gets a tenth.
    """
    sides = [unknown for unknown in battles_of if unknown[0] == "sides"]
    players = [unknown for unknown in battles_of if unknown[0] == "player"]
    room = most - (BID in battles_of)
    if len(sides) <= MOST_SIDES and len(sides) + len(players) <= room:
        return frozenset()
    of_sides = min(len(sides), MOST_SIDES, max(room // 3, room - len(players)))
    shares: dict[Unknown, Fraction] = dict.fromkeys(players, Fraction(0))
    for battle in battles:
        for keys in (battle.first, battle.second):
            for key in keys:
                shares[player_of(key)] += Fraction(1, len(keys))
    sides.sort(key=lambda unknown: (-battles_of[unknown], unknown))
    players.sort(key=lambda unknown: (-shares[unknown], unknown))
    return frozenset((*sides[of_sides:], *players[room - of_sides :]))
