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
#: A fit takes time with the cube of its unknowns: some ten seconds of a processor for so many.
MOST_UNKNOWNS = 600
#: Scenarios with different sides among them.
MOST_SIDES = 200
_KINDS = ("sides", "player", *BID)


class Observation(NamedTuple):
    """Battles that hang on the same unknowns in the same way: how many, and the first side's half points."""

    parts: tuple[tuple[int, float], ...]
    battles: int
    score: int


@dataclass(frozen=True)
class Observations:
    """All battles of a fit, in an order that hangs on nothing but themselves.

    ``left_out`` are sides and players for which the fit has no room: they stay as they were believed to be
    beforehand, sides as even ones, players as average ones.
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

    There are no more unknowns than ``most``, whatever was fought. Sides come before players: none of them
    hangs together with another, so that they cost the fit little there.
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
    """Return how many unknowns a fit of battles has where there is room for all sides that it may have."""
    unknowns = {unknown for battle in battles for unknown in weights(battle)}
    sides = [unknown for unknown in unknowns if unknown[0] == "sides"]
    return len(unknowns) - max(len(sides) - MOST_SIDES, 0)


def _left_out(
    battles: Iterable[RatedBattle], battles_of: Mapping[Unknown, int], most: int
) -> frozenset[Unknown]:
    """Return what a fit of so many unknowns leaves out: the sides and the players least fought.

    A third of the room is kept for sides. A player counts for as many battles as are their share of them:
    ten on a side have fought a tenth each.
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
