"""Knock-out after two defeats: a bracket of winners, one of losers, a final, and its reset.

Losers of a round come into the losers' bracket in an order that keeps those apart who may have met. Of
three orders for each round those are taken that put off longest that two may meet again: with 8 entrants
nobody does in the first 2 of its rounds, with 16 in 3 of 6, with 32 in 4 of 8, with 64 in 6 of 10. Later it
cannot be helped, for whoever is left comes from everywhere.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from .single import winners_pairings
from .tree import BracketPairing, Origin, Tree


class _Slot(NamedTuple):
    """Who comes next into a place of the losers' bracket, and from which places of round 1 (a set)."""

    origin: Origin
    region: int


def double_elimination(keys: Sequence[str], *, reset: bool = True) -> Tree:
    """Return the tree in which two defeats end it, for entrants by their seeds, the highest first.

    In the final who has lost nothing is `first`. If they lose it, both have lost once, and with `reset`
    they fight again. Raises UnfitSituation for fewer than two, or a key that is doubled.
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
    """The losers' bracket for so many rounds of winners, and who comes out of it."""
    ways = [_rounds(rounds, orders) for orders in product(range(_ORDERS), repeat=rounds - 1)]
    best = min(ways, key=lambda way: [_may_meet_again(pairs) for pairs in way])
    pairings = tuple(
        BracketPairing(_key(number, place), "losers", number, place, one.origin, other.origin)
        for number, pairs in enumerate(best, start=1)
        for place, (one, other) in enumerate(pairs, start=1)
    )
    return pairings, Origin("winner", pairings[-1].key) if pairings else Origin("loser", "W1.1")


def _rounds(rounds: int, orders: Sequence[int]) -> list[_Pairs]:
    """The rounds of the losers: among themselves, then with those who drop in, and so on."""
    slots, made = _dropping(1, rounds), list[_Pairs]()
    for dropped, order in enumerate(orders, start=2):
        made.append(list(zip(slots[::2], slots[1::2], strict=True)))
        slots = _coming_out(made)
        made.append(list(zip(slots, _in_order(_dropping(dropped, rounds), order), strict=True)))
        slots = _coming_out(made)
    return made


def _dropping(number: int, rounds: int) -> list[_Slot]:
    """Who loses in a round of the winners' bracket."""
    size = 1 << number
    return [
        _Slot(Origin("loser", f"W{number}.{place + 1}"), ((1 << size) - 1) << size * place)
        for place in range(1 << (rounds - number))
    ]


def _coming_out(made: Sequence[_Pairs]) -> list[_Slot]:
    """Who comes out of the newest round."""
    return [
        _Slot(Origin("winner", _key(len(made), place)), one.region | other.region)
        for place, (one, other) in enumerate(made[-1], start=1)
    ]


def _key(number: int, place: int) -> str:
    return f"L{number}.{place}"


_ORDERS = 3


def _in_order(slots: list[_Slot], order: int) -> list[_Slot]:
    """Slots turned round, with their halves changed, or with each half turned round."""
    half = len(slots) // 2
    if order == 0:
        return slots[::-1]
    return slots[half:] + slots[:half] if order == 1 else slots[:half][::-1] + slots[half:][::-1]


def _may_meet_again(pairs: _Pairs) -> int:
    """In how many pairings two may meet who have met before."""
    return sum(bool(one.region & other.region) for one, other in pairs)


def _in_turn(winners: list[BracketPairing], losers: Sequence[BracketPairing]) -> list[BracketPairing]:
    """Both brackets, a round of winners before the losers who come from it."""
    result: list[BracketPairing] = []
    for number in range(1, winners[-1].round_number + 1):
        result += [pairing for pairing in winners if pairing.round_number == number]
        due = (2 * number - 3, 2 * number - 2)
        result += [pairing for pairing in losers if pairing.round_number in due]
    return result
