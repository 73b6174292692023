"""Check ships against the ship data: navies, classes and derived numbers."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from darkseas.engine.scenario.ship_facts import NoRatings
from darkseas.engine.scenario.spec import Finding, ScenarioSpec, ShipSpec, SideSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import RulesSystem
from scenarios_app.ships.data import class_of, navies
from scenarios_app.ships.order_of_battle import origin_of, title_of, words

from .about import is_date
from .structure import advice, places
from .years_of_service import service_findings

#: The origin of numbers that are computed from ship data.
DERIVED = "derived"


def ship_findings(spec: ScenarioSpec, system: RulesSystem | None) -> Iterator[Finding]:
    """Yield findings about each ship from the ship data. Without a rules system, ratings are not checked."""
    when = _month(spec.about.date)
    for side, where in zip(spec.sides, places(spec.sides), strict=True):
        yield from _navies(side, f"sides.{where}")
        for ship, at in zip(side.ships, places(side.ships), strict=True):
            here = f"sides.{where}.ships.{at}"
            yield from _class(ship, here)
            yield from service_findings(ship, spec.about.date, f"{here}.class_key")
            if system is not None and when and ship.class_key and not ship.note.strip():
                yield from _numbers(spec, side, ship, here, system, when)


def _month(written: str) -> str:
    """Return the month of a date, or an empty text for a year, within which equipment changes."""
    return written[: len("1942-08")] if is_date(written) and "-" in written else ""


def _navies(side: SideSpec, where: str) -> Iterator[Finding]:
    known = navies()
    for number, navy in enumerate(side.navies):
        if navy not in known:
            text = f"“{navy[:20]}” is not a known navy."
            yield advice(f"{where}.navies.{number}", text, f"Choose one of {', '.join(known)}.")


def _class(ship: ShipSpec, where: str) -> Iterator[Finding]:
    if ship.navy not in navies():
        text = f"{ship.name} has an unknown navy." if ship.navy else f"{ship.name} has no navy."
        yield advice(f"{where}.navy", text, f"Choose one of {', '.join(navies())}.")
    if ship.class_key and class_of(ship.class_key) is None:
        text = f"There is no class “{ship.class_key[:80]}” in the ship data."
        yield advice(f"{where}.class_key", text, "Choose her class from the ship data, or leave it empty.")


# --- numbers -----------------------------------------------------------------------------------------


def _numbers(
    spec: ScenarioSpec, side: SideSpec, ship: ShipSpec, where: str, system: RulesSystem, when: str
) -> Iterator[Finding]:
    """Yield ratings marked "derived" that differ from the values derived from the ship data."""
    derived = _derived(system, ship.class_key, when, _distinct_name(ship))
    own = {key: ship.ratings.get(key, 0 if key == "radar" else None) for key in derived}
    at = (("sides", False), (side.key, True), ("ships", False), (ship.key, True), ("ratings", False))
    different = [
        key
        for key, value in derived.items()
        if own[key] != value and (origin_of(spec.origins, (*at, (key, False))) or ship.origin) == DERIVED
    ]
    if different:
        deviations = "; ".join(
            f"{title_of(key).lower()} {words(own[key])} here, {words(derived[key])} there"
            for key in different
        )
        yield advice(
            f"{where}.ratings.{different[0]}",
            f"{ship.name} differs from the ship data ({deviations}).",
            "Use the derived value, explain the difference in a note, or choose another origin.",
        )


def _distinct_name(ship: ShipSpec) -> str:
    """Return the ship's name if radar or refits differ within her class, otherwise an empty text."""
    facts = class_of(ship.class_key)
    if facts is None:
        return ""
    named = [*(fit.ships for fit in facts.radar), *(refit.ships for refit in facts.refits)]
    return ship.name if any(ship.name in names for names in named) else ""


@lru_cache(maxsize=4096)
def _derived(system: RulesSystem, class_key: str, when: str, name: str) -> Mapping[str, Json]:
    facts = class_of(class_key)
    if facts is None or system.derive is None:
        return {}
    try:
        return system.derive(facts, when, name).ratings
    except NoRatings:
        return {}
