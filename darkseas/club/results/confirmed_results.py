"""Results that count, as plain records for standings, ratings, honours and ship careers."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import F, QuerySet

from darkseas.club.models import Club, Result, Season, Tournament

from .facts import SideFacts
from .rows import sides_of


@dataclass(frozen=True, slots=True)
class Ratified:
    """A result that counts. ``scenario`` is a key, or empty if only ``scenario_text`` is known.

    Scores are half points (2 won, 1 drew, 0 lost); players are `Player` ids.
    """

    result: int
    day: date
    system: str
    scenario: str
    scenario_text: str
    battle: UUID | None
    sides: tuple[SideFacts, ...]


def ratified(
    club: Club, *, season: Season | None = None, tournament: Tournament | None = None, system: str = ""
) -> list[Ratified]:
    """Return a club's results that count, oldest first, with three queries."""
    wanted = Result.objects.filter(club=club, is_ratified=True)
    if season is not None:
        wanted = wanted.filter(day__range=(season.first_day, season.last_day))
    if tournament is not None:
        wanted = wanted.filter(pairing__round__tournament=tournament)
    if system:
        wanted = wanted.filter(system=system)
    return records_of(wanted)


def records_of(results: QuerySet[Result]) -> list[Ratified]:
    """Convert results to records, oldest first."""
    sides = sides_of(results.order_by())
    rows = results.annotate(scenario_key=F("scenario__key")).order_by("day", "id")
    columns = ("pk", "day", "system", "scenario_key", "scenario_text", "battle_id")
    return [
        Ratified(pk, day, system, key or "", text, battle, sides.get(pk, ()))
        for pk, day, system, key, text, battle in rows.values_list(*columns)
    ]


def fought_by(records: Iterable[Ratified], player: int) -> list[Ratified]:
    """Return the records in which a player fought."""
    return [one for one in records if any(player in side.players for side in one.sides)]
