"""Round robin by Berger tables, with sides.

If the number of entrants is even, each of them fights an odd number of battles and so has one side once more
than the other, which cannot be avoided. If it is odd, each entrant sits out once and has both sides equally
often. The second of two cycles reverses the sides of the first, so that all entrants have both sides equally
often.
"""

from collections.abc import Iterator, Sequence

from .random_lots import chooser, shuffled
from .reasons import Reason
from .round_records import Plan, PlannedBye, PlannedPairing, UnfitSituation


def round_robin(keys: Sequence[str], *, cycles: int = 1, seed: bytes | None = None) -> tuple[Plan, ...]:
    """Return the rounds in which all meet once per cycle.

    Table numbers follow the order of the keys, or are drawn by lot from a seed. Raise UnfitSituation for a
    duplicate key and for fewer than one cycle.
    """
    if len(frozenset(keys)) < len(keys):
        raise UnfitSituation("An entrant is listed twice. List each entrant only once.")
    if cycles < 1:
        raise UnfitSituation("Enter at least one cycle.")
    numbered = list(keys) if seed is None else shuffled(list(keys), chooser(seed, "berger"))
    rounds = [
        _turned(pairs) if cycle % 2 else pairs for cycle in range(cycles) for pairs in _tables(len(numbered))
    ]
    return tuple(_plan(number, pairs, numbered) for number, pairs in enumerate(rounds, start=1))


Pairs = list[tuple[int, int]]


def _tables(count: int) -> Iterator[Pairs]:
    """Yield the rounds of one cycle as pairs of numbers, first side first.

    The last number (the empty seat if the count is odd) stays in place while the others rotate. Numbers
    opposite each other meet; the first side alternates between the two rows.
    """
    if count < 2:
        return
    ring = count - 1 + count % 2
    for turn in range(ring):
        pairs = [
            ((turn + step) % ring, (turn - step) % ring)
            if step % 2
            else ((turn - step) % ring, (turn + step) % ring)
            for step in range(1, (ring + 1) // 2)
        ]
        if count % 2 == 0:
            pairs.insert(0, (turn, ring) if turn % 2 else (ring, turn))
        yield pairs


def _turned(pairs: Pairs) -> Pairs:
    return [(second, first) for first, second in pairs]


def _plan(number: int, pairs: Pairs, keys: Sequence[str]) -> Plan:
    pairings = tuple(
        PlannedPairing(
            keys[first], keys[second], (Reason("by_table", (keys[first], keys[second]), (number,)),)
        )
        for first, second in pairs
    )
    busy = frozenset(place for pair in pairs for place in pair)
    byes = tuple(
        PlannedBye(key, (Reason("odd_number", (key,)),))
        for place, key in enumerate(keys)
        if place not in busy
    )
    return Plan(number, pairings, byes)
