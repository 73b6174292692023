"""Link back from a finished battle, such as to its table in a tournament."""

from collections.abc import Callable
from dataclasses import dataclass

from darkseas.web.extensions import extensions
from replays_app.models import Battle
from scenarios_app.access import Person


@dataclass(frozen=True, slots=True)
class Occasion:
    """Target and text of the button shown when the battle is over."""

    address: str
    words: str


@dataclass(frozen=True, slots=True)
class OccasionFinder:
    """Extension point: finds the occasion of a battle."""

    find: Callable[[Battle, Person], Occasion | None]


def occasion_of(battle: Battle, person: Person) -> Occasion | None:
    """Return the occasion of a person's battle; None without one, or if the person may not know it."""
    occasions = (finder.find(battle, person) for finder in extensions(OccasionFinder))
    return next((occasion for occasion in occasions if occasion is not None), None)
