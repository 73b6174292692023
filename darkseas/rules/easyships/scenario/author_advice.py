"""Warnings for scenario authors about a battle that can be fought."""

from collections.abc import Callable, Iterator

from darkseas.engine.presentation.words import joined, points
from darkseas.engine.scenario.dropped_options import dropped_findings
from darkseas.engine.scenario.spec import BadScenario, Finding, ScenarioSpec

from ..model.scenario import Ratings, RulesScenario, Ship, Side
from ..tables.rules_tables import FIXED
from .checks import cost_of
from .dropped_options import DROPPED
from .setup import initial_state

#: A side that costs so many times the other hardly needs to be fought.
LOPSIDED = 2
#: How many names a sentence takes before it says "and 3 others".
MOST_NAMED = 4


def advice(spec: ScenarioSpec) -> tuple[Finding, ...]:
    """Return likely mistakes; empty for an invalid scenario, which shows its errors instead."""
    try:
        scenario = initial_state(spec).scenario
    except BadScenario:
        return ()
    return (*dropped_findings(spec.options, DROPPED), *_year(spec, scenario), *_findings_of(scenario))


def _findings_of(scenario: RulesScenario) -> Iterator[Finding]:
    yield from _end(scenario)
    yield from _darkness(scenario)
    yield from _unused_switches(scenario)
    for side in scenario.sides.values():
        yield from _unarmed(scenario, side)
        yield from _points_left(scenario, side)
    yield from _balance(scenario)


def _advise(where: str, text: str, remedy: str, rule: str) -> Finding:
    return Finding(where, text, rule, remedy, is_advice=True)


def _year(spec: ScenarioSpec, scenario: RulesScenario) -> Iterator[Finding]:
    """Warn if the rules year differs from the date of the battle."""
    written, year = spec.about.date[:4], str(scenario.sea.year)
    if written.isdecimal() and written != year:
        text = f"The battle is dated {written}, but its rules year is {year}."
        yield _advise("sea.year", text, f"Write {written} here, or another date.", "ES-1")


def _end(scenario: RulesScenario) -> Iterator[Finding]:
    if not scenario.aims.turn_limit:
        text = "The battle continues until one side has no ships, so it may never end."
        yield _advise("aims.turn_limit", text, "Set a last turn if this is not intended.", "ES-36")


# --- house rules that do nothing ---------------------------------------------------------------------------


def _darkness(scenario: RulesScenario) -> Iterator[Finding]:
    """Warn if night or weather is set for the sea but switched off, or the reverse."""
    options, sea = scenario.options, scenario.sea
    pairs = (
        ("night", options.night, sea.night, "ES-X5", "It is night"),
        ("weather", options.weather, sea.weather != "fair" or bool(sea.wind), "ES-X3", "There is weather"),
    )
    for name, counts, is_there, rule, words in pairs:
        if is_there and not counts:
            text = f"{words}, but its house rule is off."
            yield _advise(f"options.{name}", text, f"Switch on options.{name}.", rule)
        elif counts and not is_there:
            text = "This house rule is on, but the sea conditions do not need it."
            yield _advise(f"sea.{name}", text, "Set it for the sea, or switch the rule off.", rule)
    if options.night and sea.night and not sea.sight:
        text = "It is night, but no sight distance is set."
        yield _advise("sea.sight", text, "Set the sight distance in hexes.", "ES-X5")


def _unused_switches(scenario: RulesScenario) -> Iterator[Finding]:
    """Warn about house rules that no ship uses, and ratings whose house rule is off."""
    options = scenario.options
    switches: tuple[tuple[str, bool, Callable[[Ratings], bool], str], ...] = (
        ("long_lances", options.long_lances, lambda ratings: ratings.long_lance, "ES-X1"),
        ("gun_arcs", options.gun_arcs, _has_arcs, "ES-X2"),
        ("nimble_ships", options.nimble_ships, lambda ratings: ratings.nimble, "ES-X4"),
        ("gunnery_radar", options.gunnery_radar, lambda ratings: ratings.radar, "ES-X6"),
    )
    for name, counts, has_it, rule in switches:
        owners = [ship for ship in scenario.ships.values() if has_it(ship.ratings)]
        if counts and not owners:
            text = "This house rule is on, but no ship uses it."
            yield _advise(f"options.{name}", text, "Give a ship the rating, or switch the rule off.", rule)
        elif owners and not counts:
            have = "has" if len(owners) == 1 else "have"
            text = f"{_names(owners)} {have} a rating for this house rule, which is off."
            yield _advise(f"options.{name}", text, f"Switch on options.{name}.", rule)


def _has_arcs(ratings: Ratings) -> bool:
    return any(battery.arcs is not None or battery.turret for battery in ratings.batteries)


def _names(ships: list[Ship]) -> str:
    return joined([ship.name for ship in ships], MOST_NAMED)


# --- ships and points ------------------------------------------------------------------------------------


def _unarmed(scenario: RulesScenario, side: Side) -> Iterator[Finding]:
    """Warn about a side without weapons, or submarines that cannot attack or be attacked."""
    own = [scenario.ships[key] for key in side.ships]
    where = f"sides.{side.key}.ships"
    if not any(_can_hurt(scenario, ship) for ship in own):
        yield _advise(where, f"{side.name} has nothing to attack with.", "Give it guns.", "ES-20")
    silent = [ship for ship in own if ship.dives and not ship.ratings.torpedoes]
    if silent:
        yield _advise(where, f"{_names(silent)} can dive but has no torpedoes.", "Give torpedoes.", "ES-27")
    enemies = scenario.sides[scenario.enemy_of(side.key)].ships
    boats = [scenario.ships[key] for key in enemies if scenario.ships[key].dives]
    helpless = scenario.sea.year < FIXED["depth_charge_since"] or not any(ship.type.hunts for ship in own)
    if boats and helpless:
        text = f"{side.name} cannot attack {_names(boats)} while submerged."
        yield _advise(where, text, "Add a destroyer or escort if this is not intended.", "ES-30")


def _can_hurt(scenario: RulesScenario, ship: Ship) -> bool:
    ratings = ship.ratings
    hunts = ship.type.hunts and scenario.sea.year >= FIXED["depth_charge_since"]
    return bool(ratings.batteries or ratings.torpedoes or ratings.air or hunts)


def _points_left(scenario: RulesScenario, side: Side) -> Iterator[Finding]:
    left = side.rules.budget - cost_of(scenario, side)
    cheapest = min(scenario.ships[key].points for key in side.ships)
    if side.rules.budget and left >= cheapest:
        text = f"{side.name} has {points(left)} left, enough for another ship."
        yield _advise(f"sides.{side.key}.rules.budget", text, "Add a ship, or lower the points.", "ES-1")


def _balance(scenario: RulesScenario) -> Iterator[Finding]:
    first, second = scenario.sides.values()
    costs = {side.key: cost_of(scenario, side) for side in (first, second)}
    dear, cheap = (first, second) if costs[first.key] >= costs[second.key] else (second, first)
    if costs[dear.key] >= LOPSIDED * costs[cheap.key]:
        text = f"{dear.name} has ships for {points(costs[dear.key])} against {costs[cheap.key]}."
        yield _advise(f"sides.{cheap.key}.ships", text, "Add ships if this is not intended.", "ES-3")
