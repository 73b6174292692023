"""Warn an author about ships, task groups and dummies that are probably mistakes."""

import re
from collections.abc import Iterator

from darkseas.engine.presentation.words import counted
from darkseas.engine.scenario.spec import Finding, ScenarioSpec, ShipSpec, SideSpec

from ..model.scenario import Ratings, RulesScenario, Side
from ..tables.rules_tables import TRAINING
from .wording import advise, names

#: Defence classes whose ships are often unarmed: merchantmen and aviation ships.
_UNARMED = ("M", "A")
#: The first year in which a warship had radar in action.
FIRST_RADAR = 1939
_YEAR = re.compile(r"[0-9]{4}")


def findings_of(spec: ScenarioSpec, scenario: RulesScenario) -> Iterator[Finding]:
    """Warn about the ships of each side, then about its groups."""
    for side_spec in spec.sides:
        side = scenario.sides[side_spec.key]
        moored = {key for group in side.groups if group.rules.immobile for key in group.ships}
        for ship in side_spec.ships:
            key = ship.key if ship.count == 1 else f"{ship.key}-1"
            ratings = scenario.ships[key].ratings
            where = f"sides.{side.key}.ships.{ship.key}.ratings"
            yield from _ship(ship, ratings, where, is_moored=key in moored)
            yield from _points(scenario, ship, ratings, where)
        yield from _radar(spec, side_spec, scenario)
        yield from _dummies(side)
        yield from _groups(side)


def _ship(ship: ShipSpec, ratings: Ratings, where: str, *, is_moored: bool) -> Iterator[Finding]:
    armed = any(factor for battery in ratings.batteries for factor in battery.factors)
    if not armed and ratings.defence_class not in _UNARMED:
        text = f"{ship.name} has no usable weapon."
        yield advise(f"{where}.batteries", text, "Give her batteries, or make her a merchantman.", "§5")
    if not ratings.speed and not is_moored:
        text = f"{ship.name} has speed 0, but her task group is not marked “Never moves”."
        yield advise(f"{where}.speed", text, "Give her a speed, or mark her group “Never moves”.", "DS-H2")


def _points(scenario: RulesScenario, ship: ShipSpec, ratings: Ratings, where: str) -> Iterator[Finding]:
    by_points = scenario.aims.victory or scenario.aims.otherwise == "score"
    if by_points and not ratings.points:
        text = f"{ship.name} is worth no points, and this scenario is won on points."
        yield advise(f"{where}.points", text, "Enter her value in points.", "§8")


def _radar(spec: ScenarioSpec, side_spec: SideSpec, scenario: RulesScenario) -> Iterator[Finding]:
    """Warn about radar in years when no warship had a useful set."""
    year = _YEAR.match(spec.about.date)
    if year is None or int(year[0]) >= FIRST_RADAR:
        return
    carriers = [
        ship
        for ship in side_spec.ships
        if scenario.ships[ship.key if ship.count == 1 else f"{ship.key}-1"].ratings.radar
    ]
    if carriers:
        yield advise(
            f"sides.{side_spec.key}.ships.{carriers[0].key}.ratings.radar",
            f"{names([ship.name for ship in carriers])} with radar in {year[0]}: no warship had radar then.",
            "Set radar to 0, or change the date.",
            "§16f",
        )


def _dummies(side: Side) -> Iterator[Finding]:
    moving = [group for group in side.groups if not group.rules.immobile]
    if side.rules.dummies and not moving:
        yield advise(
            f"sides.{side.key}.rules.dummies",
            f"{side.name} has dummies but no moving ship: the enemy knows that every moving block is empty.",
            "Remove the dummies, or let a group move.",
            "§22",
        )


def _groups(side: Side) -> Iterator[Finding]:
    """Warn if a side may form more task groups than it has ships for them."""
    largest = TRAINING[side.rules.training].largest_group
    grouped = [group for group in side.groups if not group.rules.immobile and not group.rules.single]
    ships = sum(len(group.ships) for group in grouped)
    if grouped and side.rules.group_limit > ships:
        yield advise(
            f"sides.{side.key}.rules.group_limit",
            f"{side.name} may have {counted(side.rules.group_limit, 'task group')} "
            f"but only has {counted(ships, 'ship')} to put in them.",
            f"Lower the limit; a group at this training level holds up to {largest} ships.",
            "DS-R6",
        )
