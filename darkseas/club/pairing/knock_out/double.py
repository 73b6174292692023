"""Double elimination: a winners' bracket, a losers' bracket, a final and its reset.

Losers enter the losers' bracket in an order that delays rematches: for each round we choose one of three
orders, so that the first possible rematch comes as late as possible. With 8 entrants, no rematch is possible
in the first 2 rounds of the losers' bracket; with 16 entrants in the first 3 of 6 rounds, with 32 in 4 of 8,
with 64 in 6 of 10. Later rematches cannot be avoided, because the remaining entrants come from all parts of
the bracket.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from .single import winners_pairings
from .tree import BracketPairing, Origin, Tree


class _Slot(NamedTuple):
    """The source of the next entrant in the losers' bracket, and the round 1 places they may come from."""

    origin: Origin
    region: int


def double_elimination(keys: Sequence[str], *, reset: bool = True) -> Tree:
    """Return the double elimination tree for entrants in seed order, top seed first.

    In the final, `first` is the unbeaten entrant. If they lose, both have one defeat; with `reset` they play
    again. Raise UnfitSituation for fewer than two entrants or a duplicate key.
    """
    winners = winners_pairings(keys)
    last = winners[-1]
    losers, survivor = _losers(last.round_number)
    final = BracketPairing("F1", "final", 1, 1, Origin("winner", last.key), survivor)
    pairings = [*_in_turn(winners, losers), final]
    if reset:
        pairings.append(BracketPairing("F2", "reset", 2, 1, Origin("winner", "F1"), Origin("loser", "F1")))
    return Tree(tuple(keys), tuple(pairings))


_Pairs = list[tuple[_Slot, _Slot]]


@cache
def _losers(rounds: int) -> tuple[tuple[BracketPairing, ...], Origin]:
    """Return the losers' bracket for this number of winners' rounds, and the origin of its winner."""
    ways = [_rounds(rounds, orders) for orders in product(range(_ORDERS), repeat=rounds - 1)]
    best = min(ways, key=lambda way: [_may_meet_again(pairs) for pairs in way])
    pairings = tuple(
        BracketPairing(_key(number, place), "losers", number, place, one.origin, other.origin)
        for number, pairs in enumerate(best, start=1)
        for place, (one, other) in enumerate(pairs, start=1)
    )
    return pairings, Origin("winner", pairings[-1].key) if pairings else Origin("loser", "W1.1")


def _rounds(rounds: int, orders: Sequence[int]) -> list[_Pairs]:
    """Return the rounds of the losers' bracket. Its entrants alternately play each other and new losers."""
    slots, made = _dropping(1, rounds), list[_Pairs]()
    for dropped, order in enumerate(orders, start=2):
        made.append(list(zip(slots[::2], slots[1::2], strict=True)))
        slots = _coming_out(made)
        made.append(list(zip(slots, _in_order(_dropping(dropped, rounds), order), strict=True)))
        slots = _coming_out(made)
    return made


def _dropping(number: int, rounds: int) -> list[_Slot]:
    """Return slots for the losers of a round of the winners' bracket."""
    size = 1 << number
    return [
        _Slot(Origin("loser", f"W{number}.{place + 1}"), ((1 << size) - 1) << size * place)
        for place in range(1 << (rounds - number))
    ]


def _coming_out(made: Sequence[_Pairs]) -> list[_Slot]:
    """Return slots for the winners of the newest round."""
    return [
        _Slot(Origin("winner", _key(len(made), place)), one.region | other.region)
        for place, (one, other) in enumerate(made[-1], start=1)
    ]


def _key(number: int, place: int) -> str:
    return f"L{number}.{place}"


_ORDERS = 3


def _in_order(slots: list[_Slot], order: int) -> list[_Slot]:
    """Return the slots reversed, with the halves swapped, or with each half reversed."""
    half = len(slots) // 2
    if order == 0:
        return slots[::-1]
    return slots[half:] + slots[:half] if order == 1 else slots[:half][::-1] + slots[half:][::-1]


def _may_meet_again(pairs: _Pairs) -> int:
    """Count the pairings that could be rematches."""
    return sum(bool(one.region & other.region) for one, other in pairs)


def _in_turn(winners: list[BracketPairing], losers: Sequence[BracketPairing]) -> list[BracketPairing]:
    """Merge both brackets, each winners' round before the losers' round it feeds."""
    result: list[BracketPairing] = []
    for number in range(1, winners[-1].round_number + 1):
        result += [pairing for pairing in winners if pairing.round_number == number]
        due = (2 * number - 3, 2 * number - 2)
        result += [pairing for pairing in losers if pairing.round_number in due]
    return result
