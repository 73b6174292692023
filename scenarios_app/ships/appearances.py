"""Which scenarios have a ship in their order of battle."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from scenarios_app.models import Scenario, ScenarioShip

from .data import Ship


def scenarios_with(ship: Ship, scenarios: QuerySet[Scenario]) -> QuerySet[Scenario]:
    """Return the scenarios whose current revision lists the ship.

    Ships match by name and class, or by name and navy if the scenario names no class.
    """
    hers = Q(class_key=ship.class_key) | Q(class_key="", navy=ship.navy)
    rows = ScenarioShip.objects.filter(hers, scenario=OuterRef("pk"), name=ship.name.casefold())
    return scenarios.filter(Exists(rows))
