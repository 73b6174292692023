"""Derive the batteries from a ship's guns and torpedo tubes.

One battery for the main guns, one for the torpedoes. Secondary guns get none, because weapons of class C
already count in full against class D at range 0 (§20). The arithmetic is ours; its constants are in
`tables/derivation*.toml`.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from darkseas.engine.presentation.words import decimal, mixed
from darkseas.engine.scenario.ship_facts import ClassFacts, Guns, Input, Month, Step, Tubes, half_up
from darkseas.engine.serialization.records import record

from ..model.scenario import Battery
from ..tables.rules_tables import CLASS_OF_KIND, DERIVATION, RANGE_SHARES, RangeShare, WeaponClass

#: Origins of a rating or input: derived from ship data, or a constant of our own choice.
DERIVED, HOUSE = "derived", "house"
GUNS, TORPEDOES = "Guns", "Torpedoes"


@record
class Armed:
    """A battery with its factors before rounding, and the derivation of each."""

    battery: Battery
    exact: tuple[Fraction, ...]
    workings: tuple[Step, ...]


def armed(facts: ClassFacts, month: Month) -> tuple[Armed, ...]:
    """The batteries of a ship, in the order of her sticker."""
    batteries: list[Armed] = []
    if facts.main:
        batteries.append(_guns(facts, facts.main[0], len(batteries)))
    if facts.tubes is not None:
        batteries.append(_torpedoes(facts, facts.tubes, month, len(batteries)))
    return tuple(batteries)


# --- guns ----------------------------------------------------------------------------------------


def _guns(facts: ClassFacts, guns: Guns, place: int) -> Armed:
    calibre = Fraction(guns.calibre_hundredths, 100)
    weapon = _weapon(facts, calibre)
    at_0, formula, inputs = _broadside(facts, guns, calibre, weapon)
    exact = (at_0, *(at_0 * _gun_share(line, calibre) for line in RANGE_SHARES))
    steps = [_weapon_step(facts, calibre, weapon, place), _factor_step(GUNS, place, 0, formula, inputs, at_0)]
    for line, factor in zip(RANGE_SHARES, exact[1:], strict=True):
        steps.append(_factor_step(GUNS, place, line.range, *_gun_range(line, calibre, at_0, factor), factor))
    battery = Battery(weapon, tuple(half_up(factor) for factor in exact))
    return Armed(battery, exact, tuple(steps))


def _broadside(
    facts: ClassFacts, guns: Guns, calibre: Fraction, weapon: WeaponClass
) -> tuple[Fraction, str, tuple[Input, ...]]:
    """The factor at range 0 by the weight of a broadside, its formula, and its inputs."""
    unit = DERIVATION[f"broadside_{weapon.lower()}"]
    shell, shell_origin = guns.shell_pounds, facts.origin_of("shell")
    if not shell:
        shell, shell_origin = half_up(calibre**3 * DERIVATION["shell_a_cubic_inch"]), HOUSE
    weight = guns.bearing * shell
    factor = two_thirds_power(weight / unit)
    formula = (
        f"{guns.bearing} guns × {shell:,} lb = {weight:,} lb; "
        f"({weight:,} lb / {decimal(unit)} lb) to the power 2/3 = {decimal(factor)}"
    )
    inputs = (
        Input("guns that bear on a side", str(guns.bearing), facts.origin_of("main")),
        Input("weight of a shell", f"{shell:,} lb", shell_origin),
        Input(f"broadside of class {weapon} with factor 1", f"{decimal(unit)} lb", HOUSE),
    )
    return factor, formula, inputs


def two_thirds_power(value: Fraction) -> Fraction:
    """A number to the power 2/3, to hundredths: twice the weight gives 1.58 times the factor."""
    square, hundredths = value**2 * 100**3, 0
    step = 1 << (int(square).bit_length() // 3 + 1)
    while step:
        if (hundredths + step) ** 3 <= square:
            hundredths += step
        step >>= 1
    return Fraction(hundredths, 100)


def _weapon(facts: ClassFacts, calibre: Fraction) -> WeaponClass:
    """Guns of 11 inches and more are class B on a battleship only: a Deutschland fires as a C ship."""
    if CLASS_OF_KIND[facts.kind] == "B" and calibre >= DERIVATION["weapon_b_from_inches"]:
        return "B"
    return "C" if calibre >= DERIVATION["weapon_c_from_inches"] else "D"


def _weapon_step(facts: ClassFacts, calibre: Fraction, weapon: str, place: int) -> Step:
    large, medium = (decimal(DERIVATION[f"weapon_{name}_from_inches"]) for name in ("b", "c"))
    words = {
        "B": f"{decimal(calibre)} in on a battleship or battle cruiser, {large} in or more",
        "C": f"{decimal(calibre)} in, {medium} in or more",
        "D": f"{decimal(calibre)} in, less than {medium} in",
    }
    inputs = (
        Input("calibre", f"{decimal(calibre)} in", facts.origin_of("main")),
        Input("type", facts.kind, ""),
    )
    return Step(f"batteries.{place}.weapon", "Class of the main guns", words[weapon], inputs, weapon, DERIVED)


def _gun_share(line: RangeShare, calibre: Fraction) -> Fraction:
    return max(Fraction(0), min(line.most, (calibre - line.from_inches) / line.per_inches))


def _gun_range(
    line: RangeShare, calibre: Fraction, at_0: Fraction, factor: Fraction
) -> tuple[str, tuple[Input, ...]]:
    share = _gun_share(line, calibre)
    bound = ""
    if share == line.most:
        bound = f", at most {decimal(line.most)}"
    elif not share:
        bound = ", not under 0"
    formula = (
        f"{decimal(at_0)} × {decimal(share)} = {decimal(factor)}; share at range {line.range}: "
        f"({decimal(calibre)} in − {decimal(line.from_inches)}) / {decimal(line.per_inches)}{bound}"
    )
    inputs = (
        Input("factor at range 0, not rounded", decimal(at_0), DERIVED),
        Input(f"share at range {line.range}", decimal(share), HOUSE),
    )
    return formula, inputs


# --- torpedoes -----------------------------------------------------------------------------------


def _torpedoes(facts: ClassFacts, tubes: Tubes, month: Month, place: int) -> Armed:
    inches = Fraction(tubes.diameter_tenths, 10)
    is_long = inches > DERIVATION["long_torpedo_over_inches"]
    at_0, formula, inputs = _salvo(facts, tubes, month)
    exact = (at_0, *(at_0 * (line.long_torpedo if is_long else line.torpedo) for line in RANGE_SHARES))
    reload = _reload(tubes)
    steps = [
        Step(f"batteries.{place}.weapon", "Class of the tubes", "torpedoes are of class T", (), "T", DERIVED),
        _factor_step(TORPEDOES, place, 0, formula, inputs, at_0),
        *_torpedo_ranges(place, is_long, exact),
        _reload_step(facts, tubes, reload, place),
    ]
    battery = Battery("T", tuple(half_up(factor) for factor in exact), reload)
    return Armed(battery, exact, tuple(steps))


def _salvo(facts: ClassFacts, tubes: Tubes, month: Month) -> tuple[Fraction, str, tuple[Input, ...]]:
    """The torpedo factor at range 0, its formula, and its inputs."""
    inches, usual = Fraction(tubes.diameter_tenths, 10), DERIVATION["tube_inches"]
    each = DERIVATION["tube"]
    factor = tubes.broadside * each * (inches / usual) ** 2
    formula = f"{tubes.broadside} tubes × {mixed(each)} × ({decimal(inches)} in / {decimal(usual)} in)²"
    inputs = [
        Input("tubes that bear on a side", str(tubes.broadside), facts.origin_of("tubes")),
        Input("diameter", f"{decimal(inches)} in", facts.origin_of("tubes")),
        Input(f"factor of a {decimal(usual)} in tube", mixed(each), HOUSE),
    ]
    for name, title in _torpedo_multipliers(facts, inches, month):
        factor *= DERIVATION[name]
        formula += f" × {decimal(DERIVATION[name])} for {title}"
        inputs.append(Input(title, decimal(DERIVATION[name]), HOUSE))
    return factor, f"{formula} = {decimal(factor)}", tuple(inputs)


def _torpedo_multipliers(facts: ClassFacts, inches: Fraction, month: Month) -> Iterator[tuple[str, str]]:
    if facts.navy == "IJN" and inches > DERIVATION["long_torpedo_over_inches"]:
        yield "oxygen", "oxygen torpedoes"
    last_faulty = tuple(DERIVATION[f"faulty_until_{name}"].numerator for name in ("year", "month"))
    if facts.navy == "USN" and tuple(month) <= last_faulty:
        yield "faulty", "American torpedoes before October 1943"


def _torpedo_ranges(place: int, is_long: bool, exact: tuple[Fraction, ...]) -> Iterator[Step]:
    title = "torpedoes of more than 23 in" if is_long else "torpedoes"
    for line, factor in zip(RANGE_SHARES, exact[1:], strict=True):
        share = line.long_torpedo if is_long else line.torpedo
        formula = f"{decimal(exact[0])} × {decimal(share)} = {decimal(factor)}"
        inputs = (
            Input("factor at range 0, not rounded", decimal(exact[0]), DERIVED),
            Input(f"share of {title} at range {line.range}", decimal(share), HOUSE),
        )
        yield _factor_step(TORPEDOES, place, line.range, formula, inputs, factor)


def _reload(tubes: Tubes) -> Literal["", "R", "R*"]:
    if tubes.reloads >= tubes.count * DERIVATION["full_reload"]:
        return "R"
    return "R*" if tubes.reloads >= tubes.count * DERIVATION["part_reload"] else ""


def _reload_step(facts: ClassFacts, tubes: Tubes, reload: str, place: int) -> Step:
    full, part = (DERIVATION[name] * 100 for name in ("full_reload", "part_reload"))
    formula = (
        f"{tubes.reloads} torpedoes to reload {tubes.count} tubes; R from {decimal(full)}% on, "
        f"R* from {decimal(part)}% on"
    )
    inputs = (
        Input("reloads", str(tubes.reloads), facts.origin_of("tubes")),
        Input("tubes", str(tubes.count), facts.origin_of("tubes")),
    )
    return Step(
        f"batteries.{place}.reload", "Reload of the tubes", formula, inputs, reload or "none", DERIVED
    )


def _factor_step(
    title: str, place: int, range_hexes: int, formula: str, inputs: tuple[Input, ...], factor: Fraction
) -> Step:
    path = f"batteries.{place}.factors.{range_hexes}"
    return Step(path, f"{title} at range {range_hexes}", formula, inputs, str(half_up(factor)), DERIVED)
