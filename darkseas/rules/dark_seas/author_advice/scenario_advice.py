"""Warnings for the author of a playable scenario. They never prevent publishing or playing it."""

from darkseas.engine.scenario.spec import BadScenario, Finding, ScenarioSpec

from ..scenario.setup import initial_state
from . import idle_sides, map_reach, ships, victory_conditions


def advice(spec: ScenarioSpec) -> tuple[Finding, ...]:
    """Return all warnings about probable mistakes in a scenario; none if it has errors, which come first."""
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
