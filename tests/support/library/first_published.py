"""Scenarios that have to be here before a battle's file can hang on them."""

from darkseas.engine.scenario.spec import ScenarioSpec
from scenarios_app.models import Scenario
from scenarios_app.revisions.store import publish


def publish_first(spec: ScenarioSpec) -> None:
    """Publish a scenario where nothing has its key yet, as a site has its library before its battles."""
    if not Scenario.objects.filter(key=spec.key).exists():
        publish(spec, origin="library")
