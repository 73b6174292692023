"""Places in closed tournaments, and season tables: computed together, stored as JSON, and read back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from darkseas.club.membership.season_rules import rule_of
from darkseas.club.models import Club, Pairing, Season, Tournament
from darkseas.club.results.confirmed_results import Ratified
from darkseas.club.results.facts import DREW, WON
from darkseas.club.standings.numbers_in_words import number_text
from darkseas.club.standings.outcomes import Ending, Showing
from darkseas.club.standings.podiums import HonoursRow, honours_list
from darkseas.club.standings.seasons import (
    Finish,
    FinishedTournament,
    SeasonRow,
    SeasonRule,
    season_table,
)
from darkseas.club.tournaments.formats.points_standings import finishes
from darkseas.club.tournaments.tournament_so_far import Fought, key_of, read

_ENDINGS = {WON: Ending.WON, DREW: Ending.DRAWN}


@dataclass(frozen=True, slots=True)
class KeptPlace:
    """A player's number and place, shared if first and last differ; ``points`` are season points."""

    player: int
    first_place: int
    last_place: int
    points: str = ""


@dataclass(frozen=True, slots=True)
class KeptHonours:
    """Places by tournament number, in the order of closing, and by season number."""

    tournaments: Mapping[int, tuple[KeptPlace, ...]]
    seasons: Mapping[int, tuple[KeptPlace, ...]]


def honours_json(club: Club, records: Sequence[Ratified]) -> dict[str, Any]:
    """Return all places in the club's closed tournaments and seasons, as JSON."""
    closed = Tournament.objects.filter(club=club, state=Tournament.State.CLOSED).order_by("closed_at", "pk")
    finishes = {tournament.pk: tuple(_finishes(read(tournament))) for tournament in closed}
    of_season = {tournament.pk: tournament.season_id for tournament in closed}
    paired = set(Pairing.objects.filter(result__club=club).values_list("result", flat=True))
    free = [record for record in records if record.result not in paired]
    rule = rule_of(Club.objects.get(pk=club.pk))
    tables = [
        (season, _table(season, [finishes[pk] for pk in finishes if of_season[pk] == season.pk], free, rule))
        for season in Season.objects.filter(club=club)
    ]
    return {
        "tournaments": [
            [pk, [[int(one.who), one.first_place, one.last_place] for one in places]]
            for pk, places in finishes.items()
        ],
        "seasons": [
            [
                season.pk,
                [[int(row.who), row.first_place, row.last_place, number_text(row.points)] for row in table],
            ]
            for season, table in tables
        ],
    }


def kept_honours(body: Mapping[str, Any]) -> KeptHonours:
    """Read stored honours for pages; empty if none are stored yet."""
    return KeptHonours(
        {pk: tuple(KeptPlace(*place) for place in places) for pk, places in body.get("tournaments", ())},
        {pk: tuple(KeptPlace(*place) for place in places) for pk, places in body.get("seasons", ())},
    )


def honours_rows(
    tournaments: Iterable[tuple[str, Iterable[KeptPlace]]], seasons: Iterable[tuple[str, Iterable[KeptPlace]]]
) -> tuple[HonoursRow, ...]:
    """Return the honours board from finished tournaments and seasons, given by number with their titles."""
    return honours_list(
        [FinishedTournament(title, tuple(_finish(one) for one in places)) for title, places in tournaments],
        [(title, [_season_row(one) for one in places]) for title, places in seasons],
    )


def _finish(place: KeptPlace) -> Finish:
    return Finish(str(place.player), place.first_place, place.last_place)


def _season_row(place: KeptPlace) -> SeasonRow:
    return SeasonRow(str(place.player), place.first_place, place.last_place, Fraction(0), ())


def _finishes(fought: Fought) -> Iterator[Finish]:
    """Yield everybody's final place; team members share their team's."""
    players = {key_of(one): [str(player.pk) for player in one.players.all()] for one in fought.entrants}
    for row in finishes(fought):
        for player in players[row.who]:
            yield Finish(player, row.first_place, row.last_place)


def _table(
    season: Season, finishes: Sequence[tuple[Finish, ...]], free: Iterable[Ratified], rule: SeasonRule
) -> tuple[SeasonRow, ...]:
    fought = [record for record in free if season.first_day <= record.day <= season.last_day]
    tournaments = [FinishedTournament("", places) for places in finishes]
    return season_table(tournaments, _showings(fought), rule)


def _showings(records: Iterable[Ratified]) -> Iterator[Showing]:
    for record in records:
        for side in record.sides:
            for player in side.players:
                yield Showing(str(player), _ENDINGS.get(side.score, Ending.LOST))
