"""Compares scenarios of the same historical battle under several rules systems."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import F

from darkseas.engine.scenario.spec import ScenarioSpec, SideSpec
from scenarios_app import access
from scenarios_app.access import Person
from scenarios_app.models import Revision, Scenario
from scenarios_app.revisions.dates_and_system_titles import system_title
from scenarios_app.revisions.light_and_sight import minutes_a_turn
from scenarios_app.revisions.store import spec_of

#: Maximum number of other scenarios in the comparison.
MOST = 6


@dataclass(frozen=True, slots=True)
class Force:
    """A side's ships in one scenario: their number, and their types such as “1 CA, 2 CL”."""

    name: str
    navy: str
    notch: int
    ships: int
    types: str


@dataclass(frozen=True, slots=True)
class SameBattle:
    """A scenario of the battle, with the title of its rules system.

    `is_this` marks the scenario whose page is shown. `minutes` is the length of a turn and `hex_yards` the
    width of a hex; 0 means undefined or no map.
    """

    scenario: Scenario
    revision: Revision
    spec: ScenarioSpec
    system: str
    forces: tuple[Force, ...]
    minutes: int
    hex_yards: int
    length: str
    is_this: bool


def by_other_rules(
    shown: Scenario, revision: Revision, spec: ScenarioSpec, person: Person
) -> list[SameBattle]:
    """Return the scenario and the visible ones of its battle under other rules. Empty if there are none.

    Scenarios of the library come first, then at most `MOST` others.
    """
    if not shown.historical_battle:
        return []
    others = (
        access.listed(person)
        .filter(historical_battle=shown.historical_battle, current__isnull=False)
        .exclude(system=shown.system)
        .select_related("current")
        .defer("words")
        .order_by(F("owner").asc(nulls_first=True), "system", "title", "key")[:MOST]
    )
    found = [
        _of(other, other.current, spec_of(other.current), is_this=False) for other in others if other.current
    ]
    return [_of(shown, revision, spec, is_this=True), *found] if found else []


def _of(scenario: Scenario, revision: Revision, spec: ScenarioSpec, *, is_this: bool) -> SameBattle:
    return SameBattle(
        scenario=scenario,
        revision=revision,
        spec=spec,
        system=system_title(scenario.system),
        forces=tuple(_force(side, notch) for notch, side in enumerate(spec.sides)),
        minutes=minutes_a_turn(scenario.system),
        hex_yards=spec.map.hex_yards if spec.map else 0,
        length=spec.about.length or scenario.card.get("length", ""),
        is_this=is_this,
    )


def _force(side: SideSpec, notch: int) -> Force:
    types: Counter[str] = Counter()
    for ship in side.ships:
        types[ship.kind] += ship.count
    in_words = ", ".join(f"{number} {kind}" for kind, number in types.items() if kind)
    return Force(side.name, side.navy, notch, types.total(), in_words)
