"""Ratings for EasyShips from what is known of a ship, by the formulas of the text (part XI, ES-3).

The text rounds the size of a gun to the nearest inch and points upwards, and says nothing of the rest: here
armour, defence and half of the planes go to the nearest whole number, a half upwards, and a share of a move
is lost. Why, says the README. A carrier whose planes ship data do not tell gets no ratings.
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
    """Ratings before they are read back into their own, strictly checked form."""

    type: str
    year: int
    armour: int
    defence: int
    moves: int
    batteries: tuple[Battery, ...]
    torpedoes: int
    air: int


class _Rated(NamedTuple):
    """A rating, and how it came about."""

    value: int
    step: Step


def derive(facts: ClassFacts, when: str, ship_name: str) -> Derivation:
    """The ratings of a ship of the class on an ISO date; without a name, those of the class.

    NoRatings for a type without one here, and for a carrier whose planes nobody has told; ValueError for a
    date that is none.
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
    """The year from which a ship may be bought: that of her service, else that of the date."""
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
    """All guns of a size together, the largest first; what is beyond four sizes is left out."""
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
    """The guns that a battery is made of."""
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
    """Half the planes of a carrier; ships of other types fly none, and have no workings for it."""
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
    """What she costs: no rating of her own, but what all of them come to."""
    rated = [("armour", ratings.armour), ("defence", ratings.defence), ("moves", ratings.moves)]
    rated += [("air", ratings.air)] if ratings.air else []
    inputs = tuple(Input(name, str(value), _DERIVED) for name, value in rated)
    formula = (
        "half of twice armour, defence and moves, a third of her main guns' size times number, and planes"
    )
    return Step("points", "Points", formula, inputs, str(points(ratings)), _RULEBOOK)


def _rated(path: str, title: str, formula: str, inputs: tuple[Input, ...], value: Any) -> _Rated:
    return _Rated(value, Step(path, title, formula, inputs, str(value), _DERIVED))
