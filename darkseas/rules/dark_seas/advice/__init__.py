"""What an author may want to know of a scenario that can be fought: findings that hinder nobody."""

from darkseas.engine.scenario.spec import BadScenario, Finding, ScenarioSpec

from ..scenario.setup import initial_state
from . import aims, ships, waters


def advice(spec: ScenarioSpec) -> tuple[Finding, ...]:
    """Everything that looks like a slip; nothing of a scenario that is refused, which has findings enough."""
    try:
        sheet = initial_state(spec).sheet
    except BadScenario:
        return ()
    return (
        *waters.findings_of(sheet),
        *aims.findings_of(sheet),
        *ships.findings_of(spec, sheet),
    )
