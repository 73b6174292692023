"""EasyShips ratings from ship data, by the formulas of the text (part XI, ES-3).

The text rounds gun sizes to the nearest inch and points upwards, and is silent on the rest. We round armour,
defence and half the planes to the nearest whole number, halves upwards, and drop fractions of a move; the
README says why. A carrier without plane data gets no ratings.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from darkseas.engine.presentation.words import decimal
from darkseas.engine.scenario.ship_facts import (
    ClassFacts,
    Derivation,
    Guns,
    Input,
    NoRatings,
    Step,
    facts_at,
    half_up,
    month_of,
)
from darkseas.engine.serialization.codec import read, write
from darkseas.engine.serialization.records import record

from ..model.scenario import Battery, Ratings
from ..tables.rules_tables import BATTERIES, CARRIERS, FIXED, TYPE_OF_KIND
from .points import points

_RULEBOOK, _DERIVED, _HOUSE = "rulebook", "derived", "house"
_HUNDREDTHS, _TENTHS = 100, 10


@record
class _Draft:
    """Ratings before they are validated."""

    type: str
    year: int
    armour: int
    defence: int
    moves: int
    batteries: tuple[Battery, ...]
    torpedoes: int
    air: int


class _Rated(NamedTuple):
    """A rating and how it was calculated."""

    value: int
    step: Step


def derive(facts: ClassFacts, when: str, ship_name: str) -> Derivation:
    """Return the ratings of a ship of the class on an ISO date, or of the class itself without a name.

    NoRatings for unsupported types and carriers without plane data; ValueError for an invalid date.
    """
    month_of(when)
    kind = TYPE_OF_KIND.get(facts.kind)
    if kind is None:
        raise NoRatings(f"EasyShips has no ratings from ship data for the type “{facts.kind}”.")
    facts = facts_at(facts, when, ship_name)
    air, air_steps = _air(facts, kind)
    year, armour, defence, moves = _year(facts, when), _armour(facts), _defence(facts), _moves(facts)
    batteries, gun_steps = _batteries(facts)
    torpedoes = _torpedoes(facts)
    draft = _Draft(
        kind, year.value, armour.value, defence.value, moves.value, batteries, torpedoes.value, air
    )
    ratings: Ratings = read(Ratings, write(draft))
    of_kind = (Input("type", facts.kind, ""),)
    workings = (
        Step("type", "Type", f"a {facts.kind} is a {kind}", of_kind, kind, _HOUSE),
        year.step, armour.step, defence.step, moves.step, *gun_steps, torpedoes.step, *air_steps,
        _points(ratings),
    )  # fmt: skip
    return Derivation(write(ratings), facts.kind, workings)


def _year(facts: ClassFacts, when: str) -> _Rated:
    """Return the year a ship entered service, or the year of the date."""
    text = facts.commissioned[:4]
    year = int(text) if text.isdecimal() else facts.service_from or int(when[:4])
    since = Input("in service", str(year), facts.origin_of("commissioned"))
    return _Rated(
        year, Step("year", "Year", "the year of the first of her class", (since,), str(year), _DERIVED)
    )


def _armour(facts: ClassFacts) -> _Rated:
    parts = [Fraction(tenths, _TENTHS) for tenths in (facts.belt_tenths, facts.deck_tenths)]
    value = (parts[0] + parts[1]) / FIXED["armour_parts"]
    inputs = (
        Input("belt", f"{decimal(parts[0])} in", facts.origin_of("belt")),
        Input("deck", f"{decimal(parts[1])} in", facts.origin_of("deck")),
    )
    formula = f"({decimal(parts[0])} + {decimal(parts[1])} in) / {FIXED['armour_parts']} = {decimal(value)}"
    return _rated("armour", "Armour", formula, inputs, half_up(value))


def _defence(facts: ClassFacts) -> _Rated:
    share, least = FIXED["tons_of_defence"], FIXED["least_rating"]
    value = Fraction(facts.tons, share)
    name = "gross register tons" if facts.is_gross else "tons standard"
    inputs = (Input(name, f"{facts.tons:,}", facts.origin_of("tons")),)
    formula = f"{facts.tons:,} t / {share:,} = {decimal(value)}, at least {least}"
    return _rated("defence", "Defence", formula, inputs, max(least, half_up(value)))


def _moves(facts: ClassFacts) -> _Rated:
    knots, add, share = Fraction(facts.speed_tenths, _TENTHS), FIXED["knots_added"], FIXED["knots_of_a_move"]
    less, least = FIXED["moves_less"], FIXED["least_rating"]
    value = (knots + add) / share
    inputs = (Input("speed", f"{decimal(knots)} kn", facts.origin_of("speed")),)
    formula = f"({decimal(knots)} kn + {add}) / {share} = {decimal(value)}, less {less}, at least {least}"
    return _rated("moves", "Moves", formula, inputs, max(least, value.numerator // value.denominator - less))


def _batteries(facts: ClassFacts) -> tuple[tuple[Battery, ...], tuple[Step, ...]]:
    """Group guns by size, largest first; sizes after the fourth are dropped."""
    counts: dict[int, int] = {}
    for guns in (*facts.main, *facts.secondary):
        size = max(FIXED["least_rating"], half_up(Fraction(guns.calibre_hundredths, _HUNDREDTHS)))
        counts[size] = counts.get(size, 0) + guns.count
    sizes = sorted(counts, reverse=True)[: len(BATTERIES)]
    batteries = tuple(Battery(counts[size], size) for size in sizes)
    steps = tuple(
        Step(
            f"batteries.{place}",
            f"Guns, {BATTERIES[place]}",
            f"{battery.guns} guns of {battery.size} inches, rounded",
            _inputs_of(facts, (*facts.main, *facts.secondary), battery.size),
            f"{battery.guns}×{battery.size}",
            _DERIVED,
        )
        for place, battery in enumerate(batteries)
    )
    return batteries, steps


def _inputs_of(facts: ClassFacts, guns: Sequence[Guns], size: int) -> tuple[Input, ...]:
    made = []
    for each in guns:
        inches = Fraction(each.calibre_hundredths, _HUNDREDTHS)
        if max(FIXED["least_rating"], half_up(inches)) == size:
            origin = facts.origin_of("main" if each in facts.main else "secondary")
            made.append(Input("guns", f"{each.count}×{decimal(inches)} in", origin))
    return tuple(made)


def _torpedoes(facts: ClassFacts) -> _Rated:
    count = facts.tubes.broadside if facts.tubes is not None else 0
    inputs = (Input("tubes that bear one way", str(count), facts.origin_of("tubes")),)
    return _rated("torpedoes", "Torpedoes", "tubes that can fire in one direction", inputs, count)


def _air(facts: ClassFacts, kind: str) -> tuple[int, tuple[Step, ...]]:
    """Return half a carrier's planes; other types have none."""
    if kind not in CARRIERS:
        return 0, ()
    if not facts.planes:
        raise NoRatings(
            f"EasyShips has no ratings for {facts.name}: ship data do not say how many planes she carried."
        )
    half = Fraction(facts.planes, FIXED["planes_share"])
    inputs = (Input("planes", str(facts.planes), facts.origin_of("planes")),)
    formula = f"{facts.planes} planes / {FIXED['planes_share']} = {decimal(half)}"
    value, step = _rated("air", "Air", formula, inputs, half_up(half))
    return value, (step,)


def _points(ratings: Ratings) -> Step:
    """Return the points that follow from all ratings."""
    rated = [("armour", ratings.armour), ("defence", ratings.defence), ("moves", ratings.moves)]
    rated += [("air", ratings.air)] if ratings.air else []
    inputs = tuple(Input(name, str(value), _DERIVED) for name, value in rated)
    formula = (
        "half of twice armour, defence and moves, a third of her main guns' size times number, and planes"
    )
    return Step("points", "Points", formula, inputs, str(points(ratings)), _RULEBOOK)


def _rated(path: str, title: str, formula: str, inputs: tuple[Input, ...], value: Any) -> _Rated:
    return _Rated(value, Step(path, title, formula, inputs, str(value), _DERIVED))
