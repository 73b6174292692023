"""Scenario facts on the battle page: victory conditions, and the next tutorial."""

from typing import Any

from django.urls import reverse

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.rules.registry import system
from replays_app.models import Battle
from scenarios_app.access import Person
from scenarios_app.library.tutorial_scenarios import battle_after
from scenarios_app.revisions.store import spec_of


def of_scenario(battle: Battle, person: Person) -> dict[str, Any]:
    """Return the victory conditions in sentences, and title and URL of the battle after a tutorial."""
    following = battle_after(battle.revision.scenario.key, person)
    return {
        "aims": _aims(spec_of(battle.revision)),
        "next_title": following.title if following else "",
        "next_url": reverse("scenario", args=[following.key]) if following else "",
    }


def _aims(spec: ScenarioSpec) -> tuple[str, ...]:
    try:
        return system(spec.system).aims_in_words(spec)
    except LookupError:  # the revision is of a former version of the rules system
        return ()
