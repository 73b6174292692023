"""Where blocks may be set up and come in, as sets of hexes: what checks of a scenario ask of every group."""

from darkseas.engine.hexes.distances import Bits, floods_of

from ..model.scenario import GroupRules, RulesScenario, Side
from ..movement.deployment import edge_of_entry, is_late


def room(scenario: RulesScenario, side: Side, rules: GroupRules) -> Bits:
    """The sea hexes in which a block may be set up; none when it only comes in over an edge."""
    if is_late(rules):
        return 0
    floods = floods_of(scenario.board)
    if rules.hex is not None:
        return floods.bits((rules.hex,)) & floods.sea
    zone = zone_of(side, rules)
    return floods.bits(scenario.areas[zone]) & floods.sea if zone else 0


def zone_of(side: Side, rules: GroupRules) -> str:
    """The set-up area of a block without a hex of its own."""
    return rules.zone or ("" if rules.entry else side.rules.set_up)


def way_in(scenario: RulesScenario, side: Side, rules: GroupRules) -> Bits:
    """The sea hexes at the edge over which a block comes in."""
    return floods_of(scenario.board).edge(edge_of_entry(side, rules))
