"""Single elimination."""

from collections.abc import Sequence

from .tree import BracketPairing, Origin, Tree, first_origins


def single_elimination(keys: Sequence[str], *, third_place: bool = False) -> Tree:
    """Return the single elimination tree for entrants in seed order, top seed first.

    If the number of entrants is not a power of two, the top seeds get byes. With `third_place` the losing
    semi-finalists play each other. Raise UnfitSituation for fewer than two entrants or a duplicate key.
    """
    pairings = winners_pairings(keys)
    if third_place and len(keys) > 3:
        semi = pairings[-1].round_number - 1
        origins = (Origin("loser", f"W{semi}.1"), Origin("loser", f"W{semi}.2"))
        pairings.insert(-1, BracketPairing("T", "third_place", 1, 1, *origins))
    return Tree(tuple(keys), tuple(pairings))


def winners_pairings(keys: Sequence[str]) -> list[BracketPairing]:
    """Return the pairings of the winners' bracket round by round: W1.1, W1.2 … to the last."""
    coming, pairings, number = first_origins(keys), list[BracketPairing](), 0
    while len(coming) > 1:
        number += 1
        made = [
            BracketPairing(f"W{number}.{place}", "winners", number, place, *coming[2 * place - 2 : 2 * place])
            for place in range(1, len(coming) // 2 + 1)
        ]
        pairings += made
        coming = [Origin("winner", pairing.key) for pairing in made]
    return pairings
