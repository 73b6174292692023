"""Hex sets where blocks set up and enter, for the checks of a scenario."""

from darkseas.engine.hexes.distances import HexSet, distances_of

from ..model.scenario import GroupRules, RulesScenario, Side
from ..movement.deployment import edge_of_entry, is_late


def setup_hexes(scenario: RulesScenario, side: Side, rules: GroupRules) -> HexSet:
    """The sea hexes where a block may set up; empty if it only enters over an edge."""
    if is_late(rules):
        return 0
    distances = distances_of(scenario.board)
    if rules.hex is not None:
        return distances.hex_set((rules.hex,)) & distances.sea
    zone = zone_of(side, rules)
    return distances.hex_set(scenario.areas[zone]) & distances.sea if zone else 0


def zone_of(side: Side, rules: GroupRules) -> str:
    """The set-up area of a block without a hex of its own."""
    return rules.zone or ("" if rules.entry else side.rules.set_up)


def entry_hexes(scenario: RulesScenario, side: Side, rules: GroupRules) -> HexSet:
    """The sea hexes at the edge where a block enters."""
    return distances_of(scenario.board).edge(edge_of_entry(side, rules))
