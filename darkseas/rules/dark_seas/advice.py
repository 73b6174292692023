"""What an author may want to know of a scenario that can be fought: findings that hinder nobody."""

from ...engine.scenario import BadScenario, Finding, ScenarioSpec
from . import advice_aims, advice_ships, advice_waters
from .setup import initial_state


def advice(spec: ScenarioSpec) -> tuple[Finding, ...]:
    """Everything that looks like a slip; nothing of a scenario that is refused, which has findings enough."""
    try:
        sheet = initial_state(spec).sheet
    except BadScenario:
        return ()
    return (
        *advice_waters.findings_of(sheet),
        *advice_aims.findings_of(sheet),
        *advice_ships.findings_of(spec, sheet),
    )
