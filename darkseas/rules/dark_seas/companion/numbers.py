"""The numbers that the companion's texts insert in braces, from the rules tables."""

from collections.abc import Mapping

from darkseas.engine.presentation.words import mixed, signed

from ..tables.rules_tables import FIXED, MULTIPLIERS, SPOTTING

NUMBERS: Mapping[str, str] = {
    **{key: str(number) for key, number in FIXED.items()},
    **{key: mixed(line.factor) for key, line in MULTIPLIERS.items()},
    **{key: signed(line.amount) for key, line in SPOTTING.items()},
}
