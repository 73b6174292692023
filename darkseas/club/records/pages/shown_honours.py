"""Honours on the records page: the board, and the places in each season."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from darkseas.club.models import Club, Recomputation, Season, Tournament
from darkseas.club.records.honours import KeptPlace, honours_rows, kept_honours
from darkseas.club.results.naming.people import Names
from darkseas.club.results.naming.shown_names import names_of
from darkseas.club.standings.numbers_in_words import places_text

#: How many places are named for each tournament and season.
HONOURED = 3


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """A place and the players who share it; ``points`` in a season."""

    place: str
    player: int
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class ShownContest:
    """A closed tournament with its top places."""

    tournament: Tournament
    places: tuple[ShownPlace, ...]


@dataclass(frozen=True, slots=True)
class ShownSeason:
    """A season with its top places and tournaments; or, without a season, the other tournaments."""

    season: Season | None
    is_over: bool
    places: tuple[ShownPlace, ...]
    contests: tuple[ShownContest, ...]


@dataclass(frozen=True, slots=True)
class ShownHonours:
    """A row of the board: the number of first, second and third places, and their contests."""

    player: int
    name: str
    counts: tuple[int, int, int]
    texts: tuple[str, ...]


def shown_honours(
    club: Club, state: Recomputation, today: date
) -> tuple[list[ShownHonours], list[ShownSeason]]:
    """Return the board, and the seasons newest first; at most seven queries."""
    kept = kept_honours(state.honours)
    tournaments = Tournament.objects.filter(club=club).in_bulk(list(kept.tournaments))
    seasons = [one for one in Season.objects.filter(club=club) if one.pk in kept.seasons]
    over = [one for one in reversed(seasons) if one.last_day < today]
    rows = honours_rows(
        [(tournaments[pk].title, places) for pk, places in kept.tournaments.items() if pk in tournaments],
        [(season.name, kept.seasons[season.pk]) for season in over],
    )
    named = [one for places in (*kept.tournaments.values(), *kept.seasons.values()) for one in places]
    honoured = {one.player for one in named if one.first_place <= HONOURED} | {int(row.who) for row in rows}
    names = names_of(club, honoured)
    contests = [
        ShownContest(tournaments[pk], _places(places, names))
        for pk, places in kept.tournaments.items()
        if pk in tournaments
    ]
    shown = [
        ShownSeason(one, one in over, _places(kept.seasons[one.pk], names), _of_season(contests, one.pk))
        for one in seasons
    ]
    if without := _of_season(contests, None):
        shown.append(ShownSeason(None, is_over=True, places=(), contests=without))
    lines = [
        ShownHonours(
            int(row.who),
            names.listed([int(row.who)]),
            row.counts,
            tuple(f"{one.title}: {one.place}{' (shared)' if one.is_shared else ''}" for one in row.honours),
        )
        for row in rows
    ]
    return lines, [one for one in shown if one.places or one.contests]


def _of_season(contests: Iterable[ShownContest], season: int | None) -> tuple[ShownContest, ...]:
    return tuple(one for one in contests if one.tournament.season_id == season)


def _places(places: Sequence[KeptPlace], names: Names) -> tuple[ShownPlace, ...]:
    return tuple(
        ShownPlace(
            places_text(one.first_place, one.last_place), one.player, names.listed([one.player]), one.points
        )
        for one in places
        if one.first_place <= HONOURED
    )
