"""What an author may want to know of a scenario that can be fought: findings that hinder nobody."""

from darkseas.engine.scenario.spec import BadScenario, Finding, ScenarioSpec

from ..scenario.setup import initial_state
from . import aims, idleness, ships, waters


def advice(spec: ScenarioSpec) -> tuple[Finding, ...]:
    """Everything that looks like a slip; nothing of a scenario that is refused, which has findings enough."""
    try:
        scenario = initial_state(spec).scenario
    except BadScenario:
        return ()
    return (
        *waters.findings_of(scenario),
        *aims.findings_of(scenario),
        *idleness.findings_of(scenario),
        *ships.findings_of(spec, scenario),
    )
