"""Errors that make a scenario unplayable, each with its place.

Reading (`setup.py`) has already checked that every part exists and has the right type.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from darkseas.engine.presentation.words import tally
from darkseas.engine.scenario.side_keys import side_key_findings
from darkseas.engine.scenario.spec import Finding

from ..model.scenario import Card, RulesScenario, Side
from ..tables.rules_tables import CARDS

#: Absolute limits: dice and sides of a card, defence or ceiling, cost, turns of a battle.
LIMITS: Mapping[str, tuple[int, int]] = {
    "dice": (1, 10),
    "sides": (2, 100),
    "defence": (1, 100),
    "submerged": (1, 100),
    "ceiling": (1, 100),
    "cost": (0, 1000),
}
MOST_TURNS = 200

#: Numbers that every card needs; u-boats also need a submerged defence.
_NEEDED = ("dice", "sides", "defence", "cost")
_WORDS = {
    "dice": "number of attack dice",
    "sides": "sides of the attack dice",
    "submerged": "defence while submerged",
}
_KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")


def missing_findings(card: Card, where: str, key: str) -> Iterator[Finding]:
    """Yield the numbers of a card that are missing or out of bounds."""
    needed = (*_NEEDED, "submerged") if card.type.submerges else _NEEDED
    for name in needed:
        if name not in card.numbers:
            yield Finding(f"{where}.ratings.{_field(name)}", _missing(card, name, key), "FB-1")
    for name, number in card.numbers.items():
        least, most = LIMITS[name]
        if not least <= number.value <= most:
            text = f"{number.value} is out of bounds: enter a number from {least} to {most}."
            yield Finding(f"{where}.ratings.{_field(name)}", text, "FB-1")


def _field(name: str) -> str:
    return "dice" if name == "sides" else name


def _missing(card: Card, name: str, key: str) -> str:
    return (
        f"The rulebook does not state the {_WORDS.get(name, name)} of a {card.type.key}: "
        f"enter it here or in sea.cards.{key}, or set options.cards to “house”."
    )


def findings_of(scenario: RulesScenario) -> Iterator[Finding]:
    """Yield all errors of a readable scenario."""
    yield from side_key_findings(scenario.sides)
    for side in scenario.sides.values():
        yield from _fleet(scenario, side)
        yield from _groups(scenario, side)
        yield from _cost(scenario, side)
        yield from _numbers_of_types(scenario, side)
    if not 0 <= scenario.aims.turn_limit <= MOST_TURNS:
        text = f"A battle has 1 to {MOST_TURNS} turns; 0 sets no limit."
        yield Finding("aims.turn_limit", text, "FB-B18")


def _fleet(scenario: RulesScenario, side: Side) -> Iterator[Finding]:
    if not side.ships:
        yield Finding(f"sides.{side.key}.ships", "The side has no valid ship: add one.", "FB-7")
    for key in side.ships:
        if not _KEY.fullmatch(key):
            text = f"“{key}” cannot be the key of a ship: use lower-case letters, digits and hyphens."
            yield Finding(f"sides.{side.key}.ships.{key}.key", text)


def _groups(scenario: RulesScenario, side: Side) -> Iterator[Finding]:
    """With fixed groups, every escort must be in one of them."""
    for key in side.ships if side.rules.fixed_groups else ():
        ship = scenario.ships[key]
        if ship.type.movable and key not in side.suggested:
            text = f"The groups are fixed, so put {ship.name} into one of them."
            yield Finding(f"sides.{side.key}.groups", text, "FB-7")


# --- building a fleet for points -------------------------------------------------------------------


def cost_of(scenario: RulesScenario, side: Side) -> int:
    """Return the cost of a whole fleet (FB-1)."""
    return sum(scenario.ships[key].card.cost for key in side.ships)


def _cost(scenario: RulesScenario, side: Side) -> Iterator[Finding]:
    budget = side.rules.budget
    if budget < 0:
        yield Finding(f"sides.{side.key}.rules.budget", "Enter a budget of 0 (no limit) or more.", "FB-H10")
    over = cost_of(scenario, side) - budget
    if budget <= 0 or over <= 0:
        return
    text = (
        f"The fleet costs {budget + over} of {budget} points: remove ships that cost {over} or more in all, "
        f"{_to_leave_out(scenario, side, over)}, or raise the budget."
    )
    yield Finding(f"sides.{side.key}.rules.budget", text, "FB-H10")


def _to_leave_out(scenario: RulesScenario, side: Side, over: int) -> str:
    """Name an example: the cheapest ship that suffices, or else the most expensive one."""
    ships = sorted((scenario.ships[key] for key in side.ships), key=lambda ship: ship.card.cost)
    ship = next((ship for ship in ships if ship.card.cost >= over), ships[-1])
    return f"such as {ship.name} ({ship.card.cost})"


def _numbers_of_types(scenario: RulesScenario, side: Side) -> Iterator[Finding]:
    where = f"sides.{side.key}.rules.max_per_type"
    counts = Counter(scenario.ships[key].type.key for key in side.ships)
    for key, most in side.rules.max_per_type.items():
        if key not in CARDS:
            text = f"There is no card “{key}”: choose one of {', '.join(CARDS)}."
            yield Finding(f"{where}.{key}", text, "FB-H10")
        elif most < 0:
            yield Finding(f"{where}.{key}", "Enter a limit of 0 or more.", "FB-H10")
        elif counts[key] > most:
            card, over = CARDS[key], counts[key] - most
            text = (
                f"The fleet has {tally(counts[key], card.key, card.plural)} of at most {most}: remove "
                f"{over}, or raise the limit."
            )
            yield Finding(f"{where}.{key}", text, "FB-H10")
