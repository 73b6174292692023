"""Small examples for the rules in ten minutes, worked out by the functions of the rules themselves."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import groupby

from darkseas.engine.presentation.narration import Die, Narration, ResultColumn, ResultRow, Working
from darkseas.engine.presentation.result_columns import span
from darkseas.engine.presentation.words import counted, signed

from ..combat.gun_arithmetic import Aim, added, modifiers, plunging
from ..narration.names import modifier_workings
from ..tables.rules_tables import CRITICAL_HITS, FIXED, REPAIRS, row_of


def _column(title: str, sides: int, face: int, result: Callable[[int], str]) -> ResultColumn:
    """Return the result of each face of a die; adjacent faces with the same result share a row."""
    rows = []
    for what, run in groupby(range(1, sides + 1), result):
        faces = list(run)
        chance = Fraction(len(faces), sides)
        rows.append(ResultRow(span(faces[0], faces[-1]), what, chance, face in faces))
    return ResultColumn(title, tuple(rows))


def _gunfire() -> Narration:
    """Nine guns that open fire at half their range, with a die of 7."""
    guns, size, away, face, sides = 9, 11, 5, 7, FIXED["gunnery_die"]
    lines = modifiers(Aim(size, away, opening=True, target_evades=False, firer_evades=False))
    extra = added(lines)
    column = _column(
        f"D{sides} {signed(extra)}, {counted(guns, 'gun')}", sides, face,
        lambda one: "a hit" if one == 1 or one + extra <= guns else "no hit",
    )  # fmt: skip
    return Narration(
        f"Scharnhorst opens fire at Wichita, {away} hexes off, with {guns}×{size}″.",
        ("ES-24",),
        workings=(
            Working("die", str(face), "ES-24"),
            *modifier_workings(lines),
            Working("hits up to", str(guns), "ES-24"),
        ),
        total=f"{face + extra} against {guns}: a hit",
        dice=(Die(sides, face, "fire at Wichita"),),
        column=column,
    )


def _shell() -> Narration:
    """The same guns at a range where their shells plunge; the attacker's die is already 2."""
    size, away, armour, face, held, sides = 11, 6, 4, 2, 5, FIXED["die"]
    plunges = plunging(size, away)

    def over(defender: int) -> str:
        return row_of(CRITICAL_HITS, face + size + plunges - defender - armour).label

    return Narration(
        f"At {away} hexes one of these shells hits Wichita; the attacker’s die is {face}.",
        ("ES-26",),
        workings=(
            Working("attacker’s die", str(face), "ES-26"),
            Working("size", signed(size), "ES-26"),
            Working("plunging", signed(plunges), "ES-26"),
            Working("defender’s die", f"−{held}", "ES-26"),
            Working("armour", f"−{armour}", "ES-26"),
        ),
        total=f"{face + size + plunges} against {held + armour}: {over(held)}",
        dice=(Die(sides, held, "armour of Wichita"),),
        column=_column("the defender’s die", sides, held, over),
    )


def _torpedoes() -> Narration:
    """Four torpedoes at a ship that does not evade: how many hit."""
    count, sides, hits_by = 4, FIXED["die"], FIXED["torpedo_hits"]
    miss = Fraction(sides - hits_by, sides) ** count
    rows = (ResultRow("one of them or more", "a hit", 1 - miss), ResultRow("none", "no hit", miss))
    return Narration(
        "A destroyer launches four torpedoes at a cruiser.",
        ("ES-28",),
        workings=(
            Working("torpedoes", str(count), "ES-27"),
            Working("each hits by", str(hits_by), "ES-28"),
        ),
        total=f"{count}d{sides}",
        column=ResultColumn(f"{count} D{sides}", rows),
    )


def _repair() -> Narration:
    """A throw for a fire, with a die of 4."""
    face, sides = 4, FIXED["die"]
    words = {1: "one fire more", 0: "no change", -1: "one fire less"}

    def result(one: int) -> str:
        return words[row_of(REPAIRS, one).fires]

    return Narration(
        "Wichita burns, and one of her repair throws is for the fire.",
        ("ES-33",),
        workings=(Working("die", str(face), "ES-33"),),
        total=f"{face}: {result(face)}",
        dice=(Die(sides, face, "repair"),),
        column=_column(f"D{sides} for a fire", sides, face, result),
    )


WORKED: Mapping[str, Narration] = {
    "gunfire": _gunfire(),
    "shell": _shell(),
    "torpedoes": _torpedoes(),
    "repair": _repair(),
}
