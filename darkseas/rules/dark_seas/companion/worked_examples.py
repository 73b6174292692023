"""Small examples for "the rules in ten minutes", computed by the code of the rules themselves."""

from collections.abc import Mapping
from fractions import Fraction

from darkseas.engine.presentation.narration import Die, Narration, Working
from darkseas.engine.presentation.words import mixed, signed

from ..combat.gunnery import Circumstances, multipliers
from ..combat.whole_number_fractions import whole_times
from ..model.attack_results import GUNS, TORPEDOES
from ..narration.names import odds
from ..narration.result_columns import column_at_odds, column_of_sums
from ..spotting.attempts import ADDENDS
from ..tables.rules_tables import FIXED, SPOTTING, WeaponClass

_HALVES = 2
_CALM = Circumstances(
    single=False,
    attacker_evades=False,
    target_evades=False,
    unspotted=False,
    second_salvo=False,
    smoke=False,
)


def _spotting() -> Narration:
    """Spotting a block at one hex that moved two hexes and fired, with training 3 and a roll of 4."""
    die, range_hexes = 4, 1
    added = {
        "training": 3,
        "moved_2": SPOTTING["moved_2"].amount,
        "attacked": SPOTTING["attacked"].amount,
        "per_hex": SPOTTING["per_hex"].amount * range_hexes,
    }
    total = die + sum(added.values())
    column = column_of_sums([(total - die, True)], die)
    verdict = next(row.result for row in column.rows if row.rolled)
    return Narration(
        "Lookouts with training 3 search for a block at one hex that moved two hexes and fired last turn.",
        ("§16", "DS-R14"),
        workings=(
            Working("die", str(die), "§16"),
            *(Working(ADDENDS[key][0], signed(amount), ADDENDS[key][1]) for key, amount in added.items()),
        ),
        total=f"{total}: {verdict}",
        dice=(Die(FIXED["spotting_die"], die, "spotting"),),
        column=column,
    )


def _attack(sentence: str, weapon: WeaponClass, factor: int, range_hexes: int, die: int) -> Narration:
    """One battery of a task group attacking a sound cruiser of defence 2."""
    defence, of_class = 2, "C"
    steps, product = multipliers(weapon, of_class, range_hexes, _CALM)
    halves = whole_times(_HALVES, factor * product, defence)
    weapons = TORPEDOES if weapon == "T" else GUNS
    column = column_at_odds(halves, weapon == "D", weapons, of_class, False, die)
    result = next(row.result for row in column.rows if row.rolled)
    return Narration(
        sentence,
        ("§18f", "§19"),
        workings=(
            Working(f"{weapon} factors", str(factor), "§5"),
            *(Working(step.label, f"× {mixed(step.factor)}", step.rule) for step in steps),
            Working("total", mixed(Fraction(factor) * product), "DS-R22"),
            Working("defence", f"{defence} {of_class}", "§5"),
        ),
        total=f"{odds(halves)}, rolled {die}: {result}",
        dice=(Die(FIXED["attack_die"], die, "attack"),),
        column=column,
    )


WORKED: Mapping[str, Narration] = {
    "spotting": _spotting(),
    "gunfire": _attack("Helena fires her D guns, worth 6 at one hex, on Kako, 2C.", "D", 6, 1, 3),
    "torpedoes": _attack("Granatiere fires torpedoes, worth 5 in the same hex, at Aurora, 2C.", "T", 5, 0, 2),
}
