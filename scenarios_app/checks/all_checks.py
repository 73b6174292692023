"""All checks of a scenario before publishing; each result has a place and a remedy."""

import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from darkseas.engine.scenario.spec import BadScenario, Finding, ScenarioSpec
from darkseas.engine.system import RulesSystem
from darkseas.rules.registry import SYSTEMS
from darkseas.rules.registry import system as system_of

from .about import about_findings
from .guide import guide_findings
from .ships import ship_findings
from .structure import frame_findings

log = logging.getLogger("darkseas.checks")

#: Default remedies, by a pattern of the text.
_REMEDIES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^is missing$"), "Fill it in."),
    (re.compile(r"^is not a field here$"), "Remove it: these rules do not have this field."),
    (re.compile(r"^must be one of (?P<what>.+)$"), "Choose one of {what}."),
    (re.compile(r"^must be (?P<what>.+?)(?: \(.+\))?$"), "Give {what}."),
    (re.compile(r"^is longer than (?P<what>.+)$"), "Shorten it to {what}."),
    (re.compile(r"used twice"), "Give one of them another key."),
    (re.compile(r"not a hex label|off the board|not on the map|outside columns"), "Remove the hex."),
)
_ANY_REMEDY = "Change this field."
#: Far more than any real scenario has. Beyond these limits no other check runs, because some are quadratic.
MOST = {"sides": 8, "ships": 500, "origins": 200}
#: Maximum number of results returned, errors first.
MOST_TOLD = 500


def findings(spec: ScenarioSpec) -> tuple[Finding, ...]:
    """Return errors, then warnings, up to a maximum. Never raises."""
    if too_much := tuple(_too_much(spec)):
        return too_much
    system = _system(spec.system)
    frame = (
        *frame_findings(spec),
        *about_findings(spec),
        *ship_findings(spec, system),
        *guide_findings(spec, system),
    )
    refused_places = {finding.where for finding in frame if not finding.is_advice}
    of_rules = _unknown_system(spec) if system is None else _of_system(spec, system)
    more = [finding for finding in of_rules if finding.is_advice or finding.where not in refused_places]
    in_order = sorted((*frame, *more), key=lambda finding: finding.is_advice)
    return tuple(map(with_remedy, in_order[:MOST_TOLD]))


def _too_much(spec: ScenarioSpec) -> Iterator[Finding]:
    counts = {
        "sides": len(spec.sides),
        "ships": sum(len(side.ships) for side in spec.sides),
        "origins": len(spec.origins),
    }
    for what, count in counts.items():
        if count > MOST[what]:
            where = "sides" if what == "ships" else what
            text = f"A scenario has at most {MOST[what]} {what}; this one has {count}."
            yield Finding(where, text, remedy="Remove some; then the rest is checked.")


def hindering(all_findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the errors that prevent publishing."""
    return tuple(finding for finding in all_findings if not finding.is_advice)


def with_remedy(finding: Finding) -> Finding:
    """Add a remedy: its own, the second half of its sentence, or a default for its kind."""
    if finding.remedy:
        return finding
    fault, colon, todo = finding.text.partition(": ")
    if colon and todo.endswith(".") and todo[:1].islower():
        return replace(finding, text=f"{fault}.", remedy=todo[:1].upper() + todo[1:])
    for pattern, remedy in _REMEDIES:
        match = pattern.search(finding.text)
        if match:
            return replace(finding, remedy=remedy.format(**match.groupdict()))
    return replace(finding, remedy=_ANY_REMEDY)


# --- the rules system --------------------------------------------------------------------------------


def _system(key: str) -> RulesSystem | None:
    try:
        return system_of(key)
    except LookupError:
        return None


def _unknown_system(spec: ScenarioSpec) -> tuple[Finding, ...]:
    known = ", ".join(system.key for system in SYSTEMS)
    text = f"There is no rules system “{spec.system[:40]}”."
    return (Finding("system", text, remedy=f"Choose one of {known}."),)


def _of_system(spec: ScenarioSpec, system: RulesSystem) -> Iterator[Finding]:
    """Yield the rules system's errors, then its warnings; a crash in the system becomes one more error."""
    try:
        system.initial_state(spec)
    except BadScenario as refusal:
        yield from refusal.findings
    except Exception:
        log.exception("%s could not check a scenario", system.key)
        text = f"{system.title} could not read this scenario."
        yield Finding("scenario", text, remedy="Undo the last change and report it to the operator.")
        return
    try:
        yield from system.advice(spec)
    except Exception:
        log.exception("%s could not advise on a scenario", system.key)
