"""What the die of an attack does to a ship, and what several attacks do together (§18f, §19, §20, DS-R24)."""

from collections.abc import Sequence

#: What a draw or an attack is made with; BOTH is one draw for guns and torpedoes together (DS-R19).
GUNS, TORPEDOES, BOTH = "guns", "torpedoes", "guns and torpedoes"

#: What an attack does to the ship that it fell on.
SUNK, DAMAGED, NONE = "sunk", "damaged", "none"

_DESTROYER, _BATTLESHIP = "D", "B"
_HALVES = 2


def result_of(
    die: int, halves: int, with_d: bool, weapons: str, defence_class: str, damaged: bool
) -> tuple[str, tuple[str, ...]]:
    """What an attack with this die does by itself to a ship, and the rules beside §18f that say so.

    `halves` are the odds, `with_d` says that D factors take part. A die of twice the odds or less
    damages, of the odds or less sinks. Torpedoes sink a D ship that they would damage. A damaged ship
    is sunk by further damage (§20). Fire with D factors damages a sound B ship at most and does
    nothing to a damaged one (DS-R24).
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
    """What all attacks of a phase together do to a ship, and the rule behind it (DS-R24).

    `hits` are pairs of what an attack does by itself (`result_of`) and whether D factors took part in
    it. On a B ship those without D factors land first; the others damage her if she is still sound.
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
