"""The effect of an attack's die roll on a ship, and of several attacks together (§18f, §19, §20, DS-R24)."""

from collections.abc import Sequence

#: The weapons of a draw or an attack; BOTH is one draw for guns and torpedoes together (DS-R19).
GUNS, TORPEDOES, BOTH = "guns", "torpedoes", "guns and torpedoes"

#: Effects of an attack on its target.
SUNK, DAMAGED, NONE = "sunk", "damaged", "none"

_DESTROYER, _BATTLESHIP = "D", "B"
_HALVES = 2


def result_of(
    die: int, halves: int, with_d: bool, weapons: str, defence_class: str, damaged: bool
) -> tuple[str, tuple[str, ...]]:
    """The effect of this roll alone on a ship, and the rules beside §18f that decide it.

    `halves` are the odds, `with_d` says that D factors take part. A roll of twice the odds or less damages,
    of the odds or less sinks. Torpedoes sink a D ship that they would damage. Further damage sinks a damaged
    ship (§20). Fire with D factors at most damages a sound B ship and does nothing to a damaged one (DS-R24).
    """
    if die > halves:
        return NONE, ()
    if with_d and defence_class == _BATTLESHIP:
        return (NONE if damaged else DAMAGED), ("DS-R24",)
    if _HALVES * die <= halves:
        return SUNK, ()
    if weapons == TORPEDOES and defence_class == _DESTROYER:
        return SUNK, ("§19",)
    return (SUNK, ("§20",)) if damaged else (DAMAGED, ())


def combined(defence_class: str, damaged: bool, hits: Sequence[tuple[str, bool]]) -> tuple[str, str]:
    """The effect of all attacks of a phase together on a ship, and the rule that decides it (DS-R24).

    `hits` are pairs: the effect of an attack alone (`result_of`), and whether D factors took part. On a B
    ship, attacks without D factors come first; the others damage her if she is still sound.
    """
    spared = defence_class == _BATTLESHIP
    plain = [result for result, with_d in hits if not (spared and with_d)]
    wounds = plain.count(DAMAGED)
    if SUNK in plain:
        return SUNK, "§20" if damaged else "§18f"
    if wounds > 1:
        return SUNK, "DS-R24"
    if any(result == DAMAGED for result, _ in hits):
        return DAMAGED, "§18f"
    return NONE, "§18f"
