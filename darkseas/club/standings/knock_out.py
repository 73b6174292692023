"""Places in a bracket: later elimination ranks higher, elimination in the same round shares a place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .numbers_in_words import places_text


@dataclass(frozen=True)
class BracketPairing:
    """A bracket pairing and its winner, None while it is open.

    Rounds are numbered in order of play, including those of a losers' bracket. `second` is None for a
    walk-over. `for_place` is 3 for the battle between losing semi-finalists, 5 for a battle for fifth place.
    """

    round: int
    first: str
    second: str | None
    winner: str | None
    for_place: int | None = None


@dataclass(frozen=True)
class BracketPlace:
    """An entrant's place, shared if first and last differ; `is_in` while they can still win the bracket."""

    entrant: str
    first_place: int
    last_place: int
    is_in: bool

    @property
    def place_text(self) -> str:
        return places_text(self.first_place, self.last_place)


def bracket_places(
    entrants: Sequence[str], pairings: Iterable[BracketPairing], lives: int = 1
) -> tuple[BracketPlace, ...]:
    """Return the place of every entrant; after `lives` defeats an entrant is out (2 in a double elimination).

    Entrants who share a place keep the order in which they are given: by seed.
    """
    known = sorted(pairings, key=lambda each: (each.round, each.first))
    out_in = _rounds_of_going_out([each for each in known if each.for_place is None], lives)
    groups = [[each for each in entrants if each not in out_in]]
    for number in sorted(set(out_in.values()), reverse=True):
        groups.append([each for each in entrants if out_in.get(each) == number])
    places: list[BracketPlace] = []
    for group in groups:
        for part in _by_battle_for_place(group, known):
            first, last = len(places) + 1, len(places) + len(part)
            places += [BracketPlace(each, first, last, each not in out_in) for each in part]
    return tuple(places)


def _rounds_of_going_out(pairings: Iterable[BracketPairing], lives: int) -> dict[str, int]:
    lost: dict[str, int] = {}
    out_in: dict[str, int] = {}
    for pairing in pairings:
        loser = _loser(pairing)
        if loser is not None:
            lost[loser] = lost.get(loser, 0) + 1
            if lost[loser] == lives:
                out_in[loser] = pairing.round
    return out_in


def _by_battle_for_place(group: list[str], pairings: Iterable[BracketPairing]) -> list[list[str]]:
    """Split entrants eliminated together by their battle for the place, if there was one."""
    for pairing in pairings:
        loser = _loser(pairing)
        is_theirs = {pairing.first, pairing.second} == set(group)
        if pairing.for_place is not None and loser is not None and is_theirs:
            return [[each] for each in sorted(group, key=lambda each: each == loser)]
    return [group] if group else []


def _loser(pairing: BracketPairing) -> str | None:
    if pairing.winner is None or pairing.second is None:
        return None
    if pairing.winner not in (pairing.first, pairing.second):
        raise ValueError(f"{pairing.winner} is not in this pairing")
    return pairing.second if pairing.winner == pairing.first else pairing.first
