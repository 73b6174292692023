"""Tutorial battles for newcomers, and the scenario each leads to."""

from collections.abc import Mapping

from django.db.models import QuerySet

from scenarios_app import access
from scenarios_app.access import Person
from scenarios_app.models import Scenario

#: On hexes, and with cards: the first page leads to them.
FIRST_BATTLES = ("first-night", "first-salvoes")
#: A battle of history of the same kind, without a guide, by the guided one.
_AFTER: Mapping[str, str] = {"first-night": "savo-island", "first-salvoes": "denmark-strait"}


def first_battles(scenarios: QuerySet[Scenario]) -> list[Scenario]:
    """Return the tutorial battles among these scenarios."""
    known = {scenario.key: scenario for scenario in scenarios.filter(key__in=FIRST_BATTLES)}
    return [known[key] for key in FIRST_BATTLES if key in known]


def battle_after(key: str, person: Person) -> Scenario | None:
    """Return the scenario to play after a tutorial battle, None for any other scenario or if it is
    missing.
    """
    listed = access.listed(person).filter(key=_AFTER.get(key, ""), current__isnull=False)
    return listed.first()
