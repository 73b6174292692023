"""What a battle is fought for elsewhere on the site, such as a table of a tournament."""

from collections.abc import Callable
from dataclasses import dataclass

from darkseas.web.extensions import extensions
from replays_app.models import Battle
from scenarios_app.access import Person


@dataclass(frozen=True, slots=True)
class Occasion:
    """Where somebody goes once the battle is over, and the words of the button that leads there."""

    address: str
    words: str


@dataclass(frozen=True, slots=True)
class OccasionFinder:
    """Extension point: finds what a battle is fought for."""

    find: Callable[[Battle, Person], Occasion | None]


def occasion_of(battle: Battle, person: Person) -> Occasion | None:
    """Return what a person fights a battle for; None where that is none, or not theirs to know."""
    occasions = (finder.find(battle, person) for finder in extensions(OccasionFinder))
    return next((occasion for occasion in occasions if occasion is not None), None)
