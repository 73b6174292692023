"""What the rooms of clubs show on a club's page and on a player's: the pages know none of them.

Each is a function named in ``settings.CLUB_SECTIONS`` or ``settings.CLUB_PLAYER_SECTIONS``, in the order of
the page. One that has nothing to show returns none.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from darkseas.club.models import Club, Player
from scenarios_app.access import Person


@dataclass(frozen=True, slots=True)
class ClubSection:
    """A section of a page: its template, which finds its ``context`` as ``section``."""

    template: str
    context: Mapping[str, Any]


def of_club(club: Club, person: Person) -> list[ClubSection]:
    """Return the sections of a club's page, as somebody may see them who may see the club."""
    makers: list[Callable[[Club, Person], ClubSection | None]] = _named(settings.CLUB_SECTIONS)
    return [section for make in makers if (section := make(club, person)) is not None]


def of_player(player: Player, person: Person) -> list[ClubSection]:
    """Return the sections of a player's page, as somebody may see them who may see the club."""
    makers: list[Callable[[Player, Person], ClubSection | None]] = _named(settings.CLUB_PLAYER_SECTIONS)
    return [section for make in makers if (section := make(player, person)) is not None]


def _named(names: list[str]) -> list[Any]:
    return [import_string(name) for name in names]
