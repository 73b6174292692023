"""The bracket of a knock-out as drawn and played: who met where, and who advanced."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from darkseas.club.models import Entrant, Pairing, Tournament
from darkseas.club.pairing.knock_out.double import double_elimination
from darkseas.club.pairing.knock_out.single import single_elimination
from darkseas.club.pairing.knock_out.tree import FilledPairing, Met, Tree
from darkseas.club.tournaments.tournament_so_far import Fought, key_of, winner_of

#: Key of the pairing for third place.
THIRD_PLACE = "T"
#: Two entrants by key; the second is None for a bye.
Pair: TypeAlias = tuple[str, str | None]


@dataclass(frozen=True)
class Drawn:
    """A bracket with everything known about it.

    ``tables`` are the drawn pairings by their keys in the bracket, the newest after a replay; ``winners`` are
    the current winners by key, and ``filled`` tells who played where and who advanced.
    """

    tree: Tree
    tables: Mapping[str, Pairing]
    winners: Mapping[str, str]
    filled: Mapping[str, FilledPairing]

    @property
    def met(self) -> Met:
        """Opponents of each drawn pairing."""
        return _met(self.tables)

    @property
    def upsets(self) -> tuple[str, ...]:
        """Keys of pairings whose current winner is not the one that advanced."""
        return tuple(
            key
            for key in self.tables
            if self.filled[key].winner and self.filled[key].winner != self.winners.get(key)
        )


def bracket_of(fought: Fought) -> Drawn:
    """Return the bracket of a knock-out. Raises UnfitSituation if there is none, as for fewer than two
    entrants.
    """
    tables = tables_of(fought)
    tree = _tree(fought, has_third_place=fought.terms.has_third_place or THIRD_PLACE in tables)
    winners = _winners(fought)
    return Drawn(tree, tables, winners, tree.filled(winners, _met(tables)))


def seeds_of(fought: Fought) -> tuple[str, ...]:
    """Return the seeding of the bracket: by rating, then by number."""
    return tuple(key_of(one) for one in sorted(fought.entrants, key=_seed))


def tables_of(fought: Fought) -> dict[str, Pairing]:
    """Return the pairings of the bracket by key, the newest of each after replays."""
    found = {bracket_key(one): one for one in fought.pairings if one.second is not None}
    found.pop("", None)
    return found


def keys_by_hand(fought: Fought, pairs: Iterable[Pair]) -> dict[Pair, str]:
    """Return which pairings of the bracket a director's pairs are.

    Pairs that can meet now get that pairing. If the others are only shuffled among themselves, they swap
    places in the bracket. Any other pair plays outside the bracket.
    """
    drawn = bracket_of(fought)
    ready = {one.key: drawn.filled[one.key][:2] for one in drawn.tree.ready(drawn.winners, drawn.met)}
    left, found = list(pairs), dict[Pair, str]()
    for key, two in list(ready.items()):
        for pair in [one for one in left if {*one} == {*two}]:
            found[pair] = key
            left.remove(pair)
            del ready[key]
    if sorted(who or "" for pair in left for who in pair) != sorted(
        who or "" for two in ready.values() for who in two
    ):
        return found
    for key, two in ready.items():
        pair = next((one for one in left if two[0] in one), left[0])
        found[pair] = key
        left.remove(pair)
    return found


def bracket_key(pairing: Pairing) -> str:
    """Return the key of a pairing in its bracket, "" if it has none."""
    keys = next((one["keys"] for one in pairing.reasons if one["kind"] == "by_bracket"), ())
    return str(keys[-1]) if keys else ""


def winner_by_result(fought: Fought, pairing: Pairing) -> str | None:
    """Return the current winner of a pairing by results that count."""
    place = winner_of(fought.scores(pairing)) if fought.is_decided(pairing) else None
    if place is None or pairing.second is None:
        return None
    return key_of((pairing.first, pairing.second)[place])


def _tree(fought: Fought, *, has_third_place: bool) -> Tree:
    seeds = seeds_of(fought)
    if fought.tournament.kind == Tournament.Kind.DOUBLE_ELIMINATION:
        return double_elimination(seeds)
    return single_elimination(seeds, third_place=has_third_place)


def _winners(fought: Fought) -> Mapping[str, str]:
    found = {}
    for pairing in fought.pairings:
        key, winner = bracket_key(pairing), winner_by_result(fought, pairing)
        if key and winner is not None:
            found[key] = winner
    return found


def _met(tables: Mapping[str, Pairing]) -> Met:
    return {
        key: (key_of(one.first), key_of(one.second)) for key, one in tables.items() if one.second is not None
    }


def _seed(entrant: Entrant) -> tuple[bool, int, int]:
    return (entrant.strength is None, -(entrant.strength or 0), entrant.number)
