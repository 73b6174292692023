"""Advice to the author of a playable scenario; it never prevents playing or publishing."""

from collections.abc import Iterator

from darkseas.engine.presentation.words import counted, joined
from darkseas.engine.scenario.dropped_options import dropped_findings
from darkseas.engine.scenario.spec import BadScenario, Finding, ScenarioSpec

from ..combat.fire import dice_at
from ..model.scenario import RulesScenario, Ship, Side
from ..model.state import BATTLE, CARRIER
from ..tables.rules_tables import CARDS, FIXED
from .checks import cost_of
from .dropped_options import DROPPED
from .setup import initial_state

#: If one fleet costs this many times the other, the battle is one-sided.
LOPSIDED = 2
#: Names in a sentence before it says "and 3 others".
MOST_NAMED = 4


def advice(spec: ScenarioSpec) -> tuple[Finding, ...]:
    """Return everything that looks like a mistake; nothing for a scenario with errors."""
    try:
        scenario = initial_state(spec).scenario
    except BadScenario:
        return ()
    return (*dropped_findings(spec.options, DROPPED), *_findings_of(scenario))


def _findings_of(scenario: RulesScenario) -> Iterator[Finding]:
    for side in scenario.sides.values():
        yield from _unbeatable(scenario, side)
        yield from _open_carriers(scenario, side)
        yield from _worthless(scenario, side)
        yield from _limits(scenario, side)
    yield from _balance(scenario)


def _advise(where: str, text: str, remedy: str, rule: str) -> Finding:
    return Finding(where, text, rule, remedy, is_advice=True)


def _own(scenario: RulesScenario, side: Side) -> list[Ship]:
    return [scenario.ships[key] for key in side.ships]


def _names(ships: list[Ship]) -> str:
    return joined([ship.name for ship in ships], MOST_NAMED)


# --- possible sinkings -----------------------------------------------------------------------------


def _unbeatable(scenario: RulesScenario, side: Side) -> Iterator[Finding]:
    """Yield advice about enemy ships that no roll of this side can sink, even without bonuses."""
    own, enemies = _own(scenario, side), _own(scenario, scenario.sides[scenario.enemy_of(side.key)])
    safe = [enemy for enemy in enemies if not any(_can_sink(scenario, ship, enemy) for ship in own)]
    if not safe:
        return
    whole = len(safe) == len(enemies)
    text = (
        f"No roll of {side.name} can sink an enemy ship, so it cannot win by sinking."
        if whole
        else f"{side.name} can never sink {_names(safe)}."
    )
    remedy = "Give this side better dice, or the enemy lower defences."
    yield _advise(f"sides.{side.key}.ships", text, remedy, "FB-1")


def _can_sink(scenario: RulesScenario, ship: Ship, target: Ship) -> bool:
    dice, sides = dice_at(ship, target)
    pair = ship.type.pairs and sides >= FIXED["six"] and _finds_pair(scenario, ship, dice)
    reach = max(sides, FIXED["pair_counts"]) if pair else sides
    return reach >= target.card.number("defence")


def _finds_pair(scenario: RulesScenario, ship: Ship, dice: int) -> bool:
    """Whether two sixes can occur, in one roll or from two ships of the side."""
    own = [key for key in scenario.sides[ship.side].ships if scenario.ships[key].type.pairs]
    return max(dice, len(own)) >= FIXED["sixes_in_a_pair"]


# --- groups, costs, limits ---------------------------------------------------------------------------


def _open_carriers(scenario: RulesScenario, side: Side) -> Iterator[Finding]:
    """Yield advice if a fleet with carriers has no possible battle group."""
    own = _own(scenario, side)
    carriers = [ship for ship in own if ship.type.groups == (CARRIER,)]
    shield = [ship for ship in own if BATTLE in ship.type.groups]
    if carriers and not shield:
        text = f"{side.name} has no ship for a battle group: {_names(carriers)} may be fired at from turn 1."
        yield _advise(
            f"sides.{side.key}.ships",
            text,
            "Add a ship for a battle group, unless this is intended.",
            "FB-B7",
        )


def _worthless(scenario: RulesScenario, side: Side) -> Iterator[Finding]:
    if not scenario.aims.turn_limit:
        return
    free = [ship for ship in _own(scenario, side) if not ship.card.cost]
    if free:
        text = f"{_names(free)} costs nothing, so it counts for nothing after the last turn."
        yield _advise(f"sides.{side.key}.ships", text, "Enter a cost.", "FB-B18")


def _limits(scenario: RulesScenario, side: Side) -> Iterator[Finding]:
    """Yield advice about limits for types that the fleet does not have, and about unspent points."""
    own = _own(scenario, side)
    left = side.rules.budget - cost_of(scenario, side)
    cheapest = min((ship.card.cost for ship in own), default=0)
    if side.rules.budget and cheapest and left >= cheapest:
        text = f"{side.name} has {counted(left, 'point')} of its budget left, enough for another ship."
        yield _advise(f"sides.{side.key}.rules.budget", text, "Add a ship, or lower the budget.", "FB-H10")
    for key, most in side.rules.max_per_type.items():
        if not most and key in CARDS:
            text = f"{side.name} has a limit of 0 {CARDS[key].plural}, and has none anyway."
            yield _advise(
                f"sides.{side.key}.rules.max_per_type.{key}",
                text,
                "Remove the limit if it is not intended.",
                "FB-H10",
            )


def _balance(scenario: RulesScenario) -> Iterator[Finding]:
    first, second = scenario.sides.values()
    costs = {side.key: cost_of(scenario, side) for side in (first, second)}
    dear, cheap = (first, second) if costs[first.key] >= costs[second.key] else (second, first)
    if costs[cheap.key] and costs[dear.key] >= LOPSIDED * costs[cheap.key]:
        text = (
            f"{dear.name} has ships for {costs[dear.key]} points against {costs[cheap.key]}: "
            f"{cheap.name} can hardly win."
        )
        yield _advise(
            f"sides.{cheap.key}.ships",
            text,
            "Add ships to the weaker fleet, unless this is intended.",
            "FB-1",
        )
