"""The numbers of Dark Seas, typed, from the TOML tables in this folder."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from darkseas.engine.serialization.records import record
from darkseas.engine.serialization.tables import FixedNumber, load

_PACKAGE = __package__ or ""

#: Weapons and targets as the Weapons Effect Table distinguishes them (§5, §18f).
WeaponClass = Literal["B", "C", "D", "T"]
DefenceClass = Literal["B", "C", "D", "M", "A"]


@record
class TrainingLevel:
    """The abilities of a training level (§9). `classes` are the groups that it tells apart."""

    level: int
    friendly_fire_percent: int
    largest_group: int
    classes: tuple[str, ...]
    keep_out: bool


@record
class WeaponEffect:
    """The factor of a weapon against a target class, beyond and at range 0."""

    weapon: str
    target: str
    factor: Fraction
    at_range_0: Fraction


@record
class Multiplier:
    """A multiplier of attack factors, with its label and citation."""

    key: str
    factor: Fraction
    label: str
    rule: str


@record
class SpottingModifier:
    """An amount added to the spotting die."""

    key: str
    amount: int
    label: str
    rule: str


@record
class DaylightSteps:
    """Hexes that a block at a speed may enter in each of the three sub-phases (DS-R31)."""

    speed: int
    steps: tuple[int, ...]


@record
class DerivationNumber:
    """One constant of the derivation of ratings from ship data."""

    key: str
    number: Fraction


@record
class RangeShare:
    """The share of the factors at range 0 that remains at a range: by calibre for guns, fixed for
    torpedoes.
    """

    range: int
    from_inches: Fraction
    per_inches: Fraction
    most: Fraction
    long_torpedo: Fraction
    torpedo: Fraction


@record
class DefenceFormula:
    """Defence of a class: `base` + tons / `tons` + armour / `inches` (0: no armour).

    `by_tonnage` classes are worth points by their tonnage instead of their fighting strength.
    """

    defence_class: DefenceClass
    base: Fraction
    tons: int
    inches: int
    by_tonnage: bool


@record
class KindOfShip:
    kind: str
    defence_class: DefenceClass


@record
class RadarSet:
    """The rating of a radar set in ships of class D and in larger ones."""

    set: str
    in_small_ships: int
    in_large_ships: int
    what: str


TRAINING: Mapping[int, TrainingLevel] = {t.level: t for t in load(_PACKAGE, "training", TrainingLevel)}
WEAPONS: Mapping[tuple[str, str], WeaponEffect] = {
    (w.weapon, w.target): w for w in load(_PACKAGE, "weapons_effect", WeaponEffect)
}
MULTIPLIERS: Mapping[str, Multiplier] = {m.key: m for m in load(_PACKAGE, "other_modifiers", Multiplier)}
SPOTTING: Mapping[str, SpottingModifier] = {m.key: m for m in load(_PACKAGE, "spotting", SpottingModifier)}
DAYLIGHT_STEPS: Mapping[int, tuple[int, ...]] = {
    line.speed: line.steps for line in load(_PACKAGE, "daylight_steps", DaylightSteps)
}
FIXED: Mapping[str, int] = {f.key: f.number for f in load(_PACKAGE, "fixed", FixedNumber)}
DERIVATION: Mapping[str, Fraction] = {
    line.key: line.number for line in load(_PACKAGE, "derivation", DerivationNumber)
}
RANGE_SHARES: tuple[RangeShare, ...] = load(_PACKAGE, "derivation_ranges", RangeShare)
DEFENCE_FORMULAS: Mapping[str, DefenceFormula] = {
    line.defence_class: line for line in load(_PACKAGE, "derivation_defence", DefenceFormula)
}
CLASS_OF_KIND: Mapping[str, DefenceClass] = {
    line.kind: line.defence_class for line in load(_PACKAGE, "derivation_kinds", KindOfShip)
}
RADAR_SETS: Mapping[str, RadarSet] = {line.set: line for line in load(_PACKAGE, "derivation_radar", RadarSet)}


def weapon_factor(weapon: str, target_class: str, range_hexes: int) -> Fraction:
    """The multiplier of a weapon against a defence class at a range in hexes."""
    effect = WEAPONS[weapon, target_class]
    return effect.factor if range_hexes else effect.at_range_0


@lru_cache(maxsize=64)
def capabilities(level: int) -> TrainingLevel:
    """The abilities at an effective level, clamped to the levels of the table (§9)."""
    return TRAINING[max(min(TRAINING), min(max(TRAINING), level))]
