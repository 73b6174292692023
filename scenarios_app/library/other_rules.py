"""The same battle under other rules systems: scenarios of one day that have a ship in common."""

from dataclasses import dataclass

from scenarios_app import access
from scenarios_app.access import Person
from scenarios_app.models import Scenario
from scenarios_app.revisions.formats import system_title

#: So many are named beside a scenario.
MOST = 6


@dataclass(frozen=True, slots=True)
class SameBattle:
    """A scenario of the battle, with its rules system in words; `is_this` for the one that is shown."""

    scenario: Scenario
    system: str
    is_this: bool


def by_other_rules(shown: Scenario, person: Person) -> list[SameBattle]:
    """Return the scenario and those of its battle under other rules that a person may see; else nothing."""
    if shown.day is None:
        return []
    names = shown.ship_rows.values("name")
    others = (
        access.listed(person)
        .filter(day=shown.day, current__isnull=False, ship_rows__name__in=names)
        .exclude(system=shown.system)
        .distinct()
        .defer("words")
        .order_by("system", "title", "key")[:MOST]
    )
    found = [SameBattle(other, system_title(other.system), is_this=False) for other in others]
    return [SameBattle(shown, system_title(shown.system), is_this=True), *found] if found else []
