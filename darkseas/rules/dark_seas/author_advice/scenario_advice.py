"""What an author may want to know of a scenario that can be fought: findings that hinder nobody."""

from darkseas.engine.scenario.spec import BadScenario, Finding, ScenarioSpec

from ..scenario.setup import initial_state
from . import idle_sides, map_reach, ships, victory_conditions


def advice(spec: ScenarioSpec) -> tuple[Finding, ...]:
    """Everything that looks like a slip; nothing of a scenario that is refused, which has findings enough."""
    try:
        scenario = initial_state(spec).scenario
    except BadScenario:
        return ()
    return (
        *map_reach.findings_of(scenario),
        *victory_conditions.findings_of(scenario),
        *idle_sides.findings_of(scenario),
        *ships.findings_of(spec, scenario),
    )
