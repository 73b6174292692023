"""The tree of a knock-out: its pairings, and the origin of each pairing's entrants.

A pairing that was drawn is a fact: its two entrants met, even if earlier results are corrected afterwards. So
a later pairing shows which entrant advanced from an earlier one, whatever the earlier result says now.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from ..round_records import UnfitSituation

#: The entrants of the pairings already drawn, by key.
Met: TypeAlias = Mapping[str, tuple[str, str]]
_NOBODY_MET: Met = MappingProxyType({})
Bracket: TypeAlias = Literal["winners", "losers", "third_place", "final", "reset"]


class Origin(NamedTuple):
    """The origin of an entrant in a pairing: a seed, the winner or loser of another pairing, or nobody."""

    kind: Literal["entrant", "winner", "loser", "nobody"]
    key: str = ""


NOBODY = Origin("nobody")


class BracketPairing(NamedTuple):
    """One pairing of the tree. `round_number` counts from 1 within its bracket, `place` within the round.

    A pairing of the bracket `reset` is played only if the entrant from the losers' bracket wins the final.
    """

    key: str
    bracket: Bracket
    round_number: int
    place: int
    first: Origin
    second: Origin


class FilledPairing(NamedTuple):
    """The known entrants of a pairing, and those who advanced from it as winner and as loser.

    An empty key means nobody, None means undecided.
    """

    first: str | None
    second: str | None
    winner: str | None = None
    loser: str | None = None

    @property
    def is_ready(self) -> bool:
        """Whether both entrants are known and have not fought yet."""
        return bool(self.first) and bool(self.second) and self.winner is None


@dataclass(frozen=True)
class Tree:
    """A knock-out: entrants in seed order, and pairings in a playable order."""

    seeds: tuple[str, ...]
    pairings: tuple[BracketPairing, ...]

    @cached_property
    def by_key(self) -> Mapping[str, BracketPairing]:
        return {pairing.key: pairing for pairing in self.pairings}

    @cached_property
    def _next_of(self) -> Mapping[Origin, str]:
        """The next pairing of each pairing's winner and loser, walk-overs left out."""
        following: dict[Origin, str] = {}
        through: dict[Origin, Origin] = {}
        for pairing in self.pairings:
            first, second = (through.get(one, one) for one in (pairing.first, pairing.second))
            if NOBODY in (first, second):
                through[Origin("winner", pairing.key)] = second if first == NOBODY else first
                through[Origin("loser", pairing.key)] = NOBODY
            else:
                following[first] = following[second] = pairing.key
        return following

    def filled(self, winners: Mapping[str, str], met: Met = _NOBODY_MET) -> dict[str, FilledPairing]:
        """Return the entrants of each pairing, given the pairings drawn and the wins so far.

        An entrant without an opponent advances without a battle. Raise UnfitSituation if a winner is not in
        their pairing, or the pairing does not exist.
        """
        for key in (*winners, *met):
            if key not in self.by_key:
                raise UnfitSituation(f"There is no pairing {key} in this knock-out.")
        known: dict[str, FilledPairing] = {}
        for pairing in self.pairings:
            first, second = _two(pairing, known, met)
            found = _decided(pairing.key, first, second, winners)
            went = self._went_on(pairing.key, first, second, met)
            if went is not None:
                found = FilledPairing(first, second, went, second if went == first else first)
            known[pairing.key] = found
        return known

    def _went_on(self, key: str, first: str | None, second: str | None, met: Met) -> str | None:
        """Return the entrant who advanced as the winner, if a later pairing shows one."""
        if not first or not second:
            return None
        for kind in ("winner", "loser"):
            after = self._next_of.get(Origin(kind, key), "")
            if after in met and self.by_key[after].bracket == "reset":
                return second
            there = [one for one in (first, second) if one in met.get(after, ())]
            if len(there) == 1:
                return there[0] if (kind == "winner") else (second if there[0] == first else first)
        return None

    def ready(self, winners: Mapping[str, str], met: Met = _NOBODY_MET) -> tuple[BracketPairing, ...]:
        """Return the pairings that can be played now, including those already drawn that have no winner
        yet.
        """
        known = self.filled(winners, met)
        return tuple(pairing for pairing in self.pairings if known[pairing.key].is_ready)


def _two(
    pairing: BracketPairing, known: Mapping[str, FilledPairing], met: Met
) -> tuple[str | None, str | None]:
    """Return the entrants of a pairing: those who met in it if it was drawn, else those who advanced to
    it.
    """
    first, second = (_who(origin, known) for origin in (pairing.first, pairing.second))
    if pairing.key in met:
        one, other = met[pairing.key]
        is_turned = first == other or second == one
        are_there = first == one or second == other
        return (other, one) if is_turned and not are_there else (one, other)
    if pairing.bracket == "reset" and not _is_reset(pairing, known):
        return "", ""
    return first, second


def _who(origin: Origin, known: Mapping[str, FilledPairing]) -> str | None:
    if origin.kind == "entrant":
        return origin.key
    if origin.kind == "nobody":
        return ""
    before = known[origin.key]
    return before.winner if origin.kind == "winner" else before.loser


def _is_reset(pairing: BracketPairing, known: Mapping[str, FilledPairing]) -> bool:
    """Whether the final must be replayed, because its winner came from the losers' bracket."""
    final = known[pairing.first.key]
    return final.winner is None or final.winner == final.second


def _decided(key: str, first: str | None, second: str | None, winners: Mapping[str, str]) -> FilledPairing:
    winner = winners.get(key)
    if first is None or second is None:
        if winner is not None:
            raise UnfitSituation(f"{winner} cannot have won {key}: its entrants are not known yet.")
        return FilledPairing(first, second)
    if not first or not second:
        return FilledPairing(first, second, first or second, "")
    if winner is None:
        return FilledPairing(first, second)
    if winner not in (first, second):
        raise UnfitSituation(f"{winner} cannot have won {key}: its entrants are {first} and {second}.")
    return FilledPairing(first, second, winner, second if winner == first else first)


def seed_places(size: int) -> list[int]:
    """Return the seed (from 1) at each place of a first round of `size`, a power of two.

    The top two seeds can only meet in the final, the top four not before the semi-finals, and so on.
    """
    places = [1]
    while len(places) < size:
        places = [seed for one in places for seed in (one, 2 * len(places) + 1 - one)]
    return places


def first_origins(keys: Sequence[str]) -> list[Origin]:
    """Return the entrant at each place of the first round; missing opponents are byes for the top seeds."""
    if len(frozenset(keys)) < len(keys):
        raise UnfitSituation("An entrant is listed twice. List each entrant only once.")
    if len(keys) < 2:
        raise UnfitSituation("A knock-out needs at least two entrants.")
    size = 1 << (len(keys) - 1).bit_length()
    return [Origin("entrant", keys[seed - 1]) if seed <= len(keys) else NOBODY for seed in seed_places(size)]
