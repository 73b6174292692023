"""What the page to fight on says of its scenario: what is to be reached, and what to fight after it."""

from typing import Any

from django.urls import reverse

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.rules.registry import system
from replays_app.models import Battle
from scenarios_app.access import Person
from scenarios_app.library.tutorial_scenarios import battle_after
from scenarios_app.revisions.store import spec_of


def of_scenario(battle: Battle, person: Person) -> dict[str, Any]:
    """Return the aims in sentences, and title and address of the battle to go on to from a guided one."""
    following = battle_after(battle.revision.scenario.key, person)
    return {
        "aims": _aims(spec_of(battle.revision)),
        "next_title": following.title if following else "",
        "next_url": reverse("scenario", args=[following.key]) if following else "",
    }


def _aims(spec: ScenarioSpec) -> tuple[str, ...]:
    try:
        return system(spec.system).aims_in_words(spec)
    except LookupError:  # a revision of former days
        return ()
