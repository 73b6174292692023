"""Link back from a finished battle, for example to its table in a tournament."""

from collections.abc import Callable
from dataclasses import dataclass

from darkseas.web.extensions import extensions
from replays_app.models import Battle
from scenarios_app.access import Person


@dataclass(frozen=True, slots=True)
class Occasion:
    """Target and label of the button shown when the battle is over."""

    address: str
    words: str


@dataclass(frozen=True, slots=True)
class OccasionFinder:
    """Extension point: finds the return link of a battle."""

    find: Callable[[Battle, Person], Occasion | None]


def occasion_of(battle: Battle, person: Person) -> Occasion | None:
    """Return the return link of a person's battle; None if there is none or the person may not see it."""
    occasions = (finder.find(battle, person) for finder in extensions(OccasionFinder))
    return next((occasion for occasion in occasions if occasion is not None), None)
