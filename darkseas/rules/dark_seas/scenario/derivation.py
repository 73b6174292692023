"""Derive Dark Seas ratings from ship data, for a date.

The arithmetic is ours, in whole numbers and fractions. Its constants are in `tables/derivation*.toml`, fitted
to the ships whose ratings the rulebook states. Every number of the result explains its derivation. Halves are
rounded up.
"""

from fractions import Fraction

from darkseas.engine.presentation.words import decimal
from darkseas.engine.scenario.ship_facts import (
    ClassFacts,
    Derivation,
    Input,
    NoRatings,
    Step,
    facts_at,
    fits_at,
    half_up,
    month_of,
)
from darkseas.engine.serialization.codec import write

from ..model.scenario import Ratings
from ..tables.rules_tables import CLASS_OF_KIND, DEFENCE_FORMULAS, DERIVATION, RADAR_SETS, DefenceClass
from .derivation_weapons import DERIVED, HOUSE, Armed, armed


def derive(facts: ClassFacts, when: str, ship_name: str) -> Derivation:
    """The ratings of a ship of the class on an ISO date; without a name, those of the class.

    Raises NoRatings for a type without a defence class, ValueError for an invalid date.
    """
    month = month_of(when)
    defence_class = CLASS_OF_KIND.get(facts.kind)
    if defence_class is None:
        raise NoRatings(f"Dark Seas has no defence class for ships of the type “{facts.kind}”.")
    facts = facts_at(facts, when, ship_name)
    batteries = armed(facts, month)
    defence, defence_steps = _defence(facts, defence_class)
    speed, speed_step = _speed(facts)
    points, points_step = _points(facts, defence_class, defence, batteries)
    radar, radar_step = _radar(facts, defence_class, when, ship_name)
    ratings = Ratings(
        tuple(rated.battery for rated in batteries), defence, defence_class, speed, Fraction(points), radar
    )
    workings = (
        *(step for rated in batteries for step in rated.workings),
        *defence_steps, speed_step, points_step, radar_step,
    )  # fmt: skip
    return Derivation(write(ratings), facts.kind, workings)


def _tons(facts: ClassFacts) -> Input:
    name = "gross register tons" if facts.is_gross else "tons standard"
    return Input(name, f"{facts.tons:,}", facts.origin_of("tons"))


# --- defence and speed ---------------------------------------------------------------------------


def _defence(facts: ClassFacts, defence_class: DefenceClass) -> tuple[int, tuple[Step, ...]]:
    line = DEFENCE_FORMULAS[defence_class]
    tons = _tons(facts)
    value = line.base + Fraction(facts.tons, line.tons)
    formula = f"{tons.value} t / {line.tons:,}"
    inputs = [tons]
    if line.base:
        formula = f"{decimal(line.base)} + {formula}"
        inputs.insert(0, Input(f"base of class {defence_class}", decimal(line.base), HOUSE))
    if line.inches:
        belt, deck = (Fraction(tenths, 10) for tenths in (facts.belt_tenths, facts.deck_tenths))
        value += (belt + deck) / line.inches
        formula += f" + ({decimal(belt)} + {decimal(deck)} in) / {line.inches}"
        inputs += [
            Input("belt", f"{decimal(belt)} in", facts.origin_of("belt")),
            Input("deck", f"{decimal(deck)} in", facts.origin_of("deck")),
        ]
    least = DERIVATION["least_defence"].numerator
    rounded = max(least, half_up(value))
    bound = f", at least {least}" if rounded != half_up(value) else ""
    steps = (
        Step(
            "defence", "Defence", f"{formula} = {decimal(value)}{bound}", tuple(inputs), str(rounded), DERIVED
        ),
        Step(
            "defence_class",
            "Defence class",
            f"a {facts.kind} is of class {defence_class}",
            (Input("type", facts.kind, ""),),
            defence_class,
            DERIVED,
        ),
    )
    return rounded, steps


def _speed(facts: ClassFacts) -> tuple[int, Step]:
    knots, kept, hexes = (
        Fraction(facts.speed_tenths, 10),
        DERIVATION["sustained_speed"],
        DERIVATION["knots_a_hex"],
    )
    least, most = (DERIVATION[name].numerator for name in ("least_speed", "greatest_speed"))
    value = knots * kept / hexes
    rounded = max(least, min(most, half_up(value)))
    bound = f", from {least} to {most}" if rounded != half_up(value) else ""
    formula = f"{decimal(knots)} kn × {decimal(kept)} / {decimal(hexes)} kn a hex = {decimal(value)}{bound}"
    inputs = (
        Input("speed", f"{decimal(knots)} kn", facts.origin_of("speed")),
        Input("share of it that a formation keeps up", decimal(kept), HOUSE),
        Input("knots of a hex a turn", decimal(hexes), "rulebook"),
    )
    return rounded, Step("speed", "Speed", formula, inputs, str(rounded), DERIVED)


# --- points --------------------------------------------------------------------------------------


def _points(
    facts: ClassFacts, defence_class: DefenceClass, defence: int, batteries: tuple[Armed, ...]
) -> tuple[int, Step]:
    if DEFENCE_FORMULAS[defence_class].by_tonnage:
        return _points_by_tonnage(facts)
    terms = [
        (f"{rated.battery.weapon} at range {range_hexes}", rated.exact[range_hexes])
        for rated in batteries
        for range_hexes in ((0,) if rated.battery.weapon == "T" else (0, 1))
    ]
    value = defence * sum((factor for _, factor in terms), Fraction(0))
    least = DERIVATION["least_points"].numerator
    rounded = max(least, half_up(value))
    added = " + ".join(decimal(factor) for _, factor in terms) or "0"
    bound = f", at least {least}" if rounded != half_up(value) else ""
    inputs = (
        Input("defence", str(defence), DERIVED),
        *(Input(f"{name}, not rounded", decimal(factor), DERIVED) for name, factor in terms),
    )
    formula = f"{defence} × ({added}) = {decimal(value)}{bound}"
    return rounded, Step("points", "Points", formula, inputs, str(rounded), DERIVED)


def _points_by_tonnage(facts: ClassFacts) -> tuple[int, Step]:
    tons = _tons(facts)
    each = DERIVATION["points_a_thousand_tons"].numerator
    thousands = half_up(Fraction(facts.tons, 1000))
    formula = f"{tons.value} t are {thousands} thousand, times {each}"
    inputs = (tons, Input("points for each thousand tons", str(each), HOUSE))
    return each * thousands, Step("points", "Points", formula, inputs, str(each * thousands), DERIVED)


# --- radar ---------------------------------------------------------------------------------------


def _radar(facts: ClassFacts, defence_class: DefenceClass, when: str, ship_name: str) -> tuple[int, Step]:
    """The best radar set carried that month."""
    fits = fits_at(facts, when, ship_name)
    rated = {name: _set_rating(name, defence_class) for fit in fits for name in _set_names(fit.sets)}
    best = max(rated.values(), default=0)
    inputs = tuple(
        Input(f"{fit.sets}, since {fit.since}", _worth(fit.sets, defence_class), facts.origin_of("radar"))
        for fit in fits
    )
    formula = "no radar in that month"
    if rated:
        formula = "the best of " + ", ".join(f"{name} {rating}" for name, rating in rated.items())
    return best, Step("radar", "Radar", formula, inputs, str(best), DERIVED)


def _worth(sets: str, defence_class: DefenceClass) -> str:
    return str(max(_set_rating(name, defence_class) for name in _set_names(sets)))


def _set_names(sets: str) -> list[str]:
    """The sets in a line such as "279/281, 284"; a slash means that the source leaves open which one she
    had.
    """
    return [name for part in sets.split(", ") for name in part.split("/")]


def _set_rating(name: str, defence_class: DefenceClass) -> int:
    line = RADAR_SETS.get(name)
    if line is None:
        return DERIVATION["other_radar"].numerator
    return line.in_small_ships if defence_class == "D" else line.in_large_ships
