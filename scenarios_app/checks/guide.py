"""Checks a tutorial for entries that would never appear."""

from collections.abc import Iterator

from darkseas.engine.scenario.spec import Finding, GuideEntry, ScenarioSpec
from darkseas.engine.system import RulesSystem
from scenarios_app.maps.store import is_on

from .structure import too_long

MOST_ENTRIES = 100
LONGEST_TEXT = 600


def guide_findings(spec: ScenarioSpec, system: RulesSystem | None) -> Iterator[Finding]:
    """Yield the errors of each entry of the guide, at its path."""
    if len(spec.guide) > MOST_ENTRIES:
        text = f"The guide has {len(spec.guide)} entries, {MOST_ENTRIES} have room."
        yield Finding("guide", text, remedy="Write less: one idea per decision.")
    for number, entry in enumerate(spec.guide[:MOST_ENTRIES]):
        yield from _entry(spec, system, entry, f"guide.{number}")


def _entry(
    spec: ScenarioSpec, system: RulesSystem | None, entry: GuideEntry, where: str
) -> Iterator[Finding]:
    if not entry.text.strip():
        yield Finding(f"{where}.text", "This hint has no text.", remedy="Say what to do.")
    for field in ("text", "why"):
        yield from too_long(f"{where}.{field}", getattr(entry, field), LONGEST_TEXT)
    if system is not None and entry.order not in system.orders:
        names = ", ".join(system.orders)
        text = f"These rules have no order “{entry.order[:60]}”, so this hint would never appear."
        yield Finding(f"{where}.order", text, remedy=f"Choose one of {names}.")
    if entry.side and entry.side not in {side.key for side in spec.sides}:
        text = f"There is no side “{entry.side[:60]}”, so this hint would never appear."
        yield Finding(f"{where}.side", text, remedy="Name a side by its key, or none for both.")
    if entry.turn is not None and entry.turn < 0:
        yield Finding(f"{where}.turn", "There is no turn under 0.", remedy="Say 0 for set-up.")
    if system is not None:
        yield from _circumstances(spec, system, entry, where)
    yield from _focus(spec, entry, where)


def _circumstances(
    spec: ScenarioSpec, system: RulesSystem, entry: GuideEntry, where: str
) -> Iterator[Finding]:
    """Yield unknown circumstances, and circumstances of unknown ships."""
    ships = {ship.key for side in spec.sides for ship in side.ships}
    for field in ("when", "unless"):
        for number, circumstance in enumerate(getattr(entry, field)):
            name, *keys = circumstance.split() or [""]
            if name not in system.circumstances:
                text = f"These rules have no circumstance “{name[:60]}”."
                names = ", ".join(system.circumstances) or "none: they define no circumstances"
                yield Finding(f"{where}.{field}.{number}", text, remedy=f"Choose one of {names}.")
            if strange := [key for key in keys if key not in ships]:
                text = f"There is no ship “{strange[0][:60]}”, so this hint would never appear."
                yield Finding(f"{where}.{field}.{number}", text, remedy="Name ships by their keys.")


def _focus(spec: ScenarioSpec, entry: GuideEntry, where: str) -> Iterator[Finding]:
    """Yield hints' places that are not on the map. Scenarios without a map are not checked."""
    for number, place in enumerate(entry.focus):
        if spec.map is not None and not is_on(spec.map, place):
            text = f"“{place[:40]}” is not a hex of the map."
            yield Finding(f"{where}.focus.{number}", text, remedy="Name a hex such as 0806.")
