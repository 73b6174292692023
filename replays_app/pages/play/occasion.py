"""What a battle is fought for elsewhere on the site: a table of a tournament, to which its players go back.

Here nobody knows of clubs: ``settings.BATTLE_OCCASIONS`` names the functions that do.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string

from replays_app.models import Battle
from scenarios_app.access import Person


@dataclass(frozen=True, slots=True)
class Occasion:
    """Where somebody goes once the battle is over, and the words of the button that leads there."""

    address: str
    words: str


OccasionOf = Callable[[Battle, Person], Occasion | None]


def occasion_of(battle: Battle, person: Person) -> Occasion | None:
    """Return what a person fights a battle for; None where that is none, or not theirs to know."""
    functions: list[OccasionOf] = [import_string(name) for name in settings.BATTLE_OCCASIONS]
    return next((found for find in functions if (found := find(battle, person)) is not None), None)
