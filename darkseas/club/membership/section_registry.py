"""Extension points of a club's page and a player's page, for packages in the layers above this one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from darkseas.club.models import Club, Player
from darkseas.web.extensions import extensions
from scenarios_app.access import Person


@dataclass(frozen=True, slots=True)
class ClubSection:
    """A section of a page: its template, and the ``context`` that the template gets as ``section``."""

    template: str
    context: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ClubPart:
    """Extension point: a section of every club's page; None if it has nothing to show."""

    section: Callable[[Club, Person], ClubSection | None]


@dataclass(frozen=True, slots=True)
class PlayerPart:
    """Extension point: a section of every player's page; None if it has nothing to show."""

    section: Callable[[Player, Person], ClubSection | None]


def of_club(club: Club, person: Person) -> list[ClubSection]:
    """Return the sections of a club's page for a viewer who may see the club."""
    sections = [part.section(club, person) for part in extensions(ClubPart)]
    return [section for section in sections if section is not None]


def of_player(player: Player, person: Person) -> list[ClubSection]:
    """Return the sections of a player's page for a viewer who may see the club."""
    sections = [part.section(player, person) for part in extensions(PlayerPart)]
    return [section for section in sections if section is not None]
