"""Tutorial battles for newcomers, and the scenario to play after each."""

from collections.abc import Mapping

from django.db.models import QuerySet

from scenarios_app import access
from scenarios_app.access import Person
from scenarios_app.models import Scenario

#: The tutorials on hexes and with cards that the home page links to.
FIRST_BATTLES = ("first-night", "first-salvoes")
#: For each tutorial, a historical battle of the same kind without a guide.
_AFTER: Mapping[str, str] = {"first-night": "savo-island", "first-salvoes": "denmark-strait"}


def first_battles(scenarios: QuerySet[Scenario]) -> list[Scenario]:
    """Return the tutorial battles among these scenarios."""
    known = {scenario.key: scenario for scenario in scenarios.filter(key__in=FIRST_BATTLES)}
    return [known[key] for key in FIRST_BATTLES if key in known]


def battle_after(key: str, person: Person) -> Scenario | None:
    """Return the scenario to play after a tutorial battle; None if there is none."""
    listed = access.listed(person).filter(key=_AFTER.get(key, ""), current__isnull=False)
    return listed.first()
