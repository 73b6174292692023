"""Small examples for the lessons, computed by the rules functions themselves."""

from collections.abc import Mapping
from fractions import Fraction

from darkseas.engine.presentation.narration import Narration, ResultColumn, ResultRow, Working

from ..combat.hit_probabilities import Throw, chance_to_sink
from ..narration.fire import dice_column
from ..tables.rules_tables import BONUSES, FIXED, HOUSE, PRINTED


def _battleship() -> Narration:
    """A battleship with house dice fires at another that a destroyer covers."""
    count, sides = (HOUSE["battleship", number].value for number in ("dice", "sides"))
    card = PRINTED["battleship", "defence"]
    cover = next(bonus for bonus in BONUSES if "battleship" in bonus.takers and "destroyer" in bonus.givers)
    defence = card.value + cover.amount
    return Narration(
        "A battleship fires at another that has a destroyer in her group.",
        ("FB-1", "FB-13"),
        workings=(
            Working("battleship, by her card", str(card.value), card.rule),
            Working(cover.label, f"+{cover.amount}", cover.rule),
            Working("defence", str(defence), "FB-1"),
        ),
        total=f"{count}d{sides} against {defence}",
        column=dice_column(count, sides, defence, None),
    )


def _sixes() -> Narration:
    """Two destroyers fire at a submerged u-boat: only two sixes together reach it."""
    sides, defence = FIXED["sides_at_u_boats"], PRINTED["u-boat", "submerged"].value
    hit = chance_to_sink((Throw(1, sides, True),) * FIXED["sixes_in_a_pair"], defence)
    rows = (
        ResultRow("two sixes", "a hit", hit),
        ResultRow("anything else", "no hit", Fraction(1) - hit),
    )
    return Narration(
        "Two destroyers fire at a submerged u-boat.",
        ("FB-5", "FB-6", "FB-19"),
        workings=(
            Working("submerged", str(defence), "FB-6"),
            Working("each destroyer rolls", f"1d{sides}", "FB-19"),
            Working("two sixes count", str(FIXED["pair_counts"]), "FB-5"),
        ),
        total=f"two sixes against {defence}",
        column=ResultColumn(f"two D{sides} against {defence}", rows),
    )


WORKED: Mapping[str, Narration] = {"battleship": _battleship(), "sixes": _sixes()}
