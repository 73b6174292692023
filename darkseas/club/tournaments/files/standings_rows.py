"""Standings of a tournament as rows of texts, for CSV and print."""

from collections.abc import Callable, Iterator

from darkseas.club.standings.ranking import Row, standings
from darkseas.club.standings.tie_breaks.catalogue import tie_breaks_of
from darkseas.club.tournaments.formats.points_standings import competition_of, league_tables, places
from darkseas.club.tournaments.regulations import KNOCK_OUTS, Kind
from darkseas.club.tournaments.tournament_so_far import Fought


def standings_rows(fought: Fought, name_of: Callable[[str], str]) -> Iterator[list[str]]:
    """Yield the heading and a row for each entrant, in order; ``name_of`` gives the name for a key."""
    if fought.tournament.kind in KNOCK_OUTS | {Kind.LADDER}:
        yield ["place", "name"]
        for place, key in places(fought):
            yield [place, name_of(key)]
        return
    heads = ["place", "name", *(one.name.lower() for one in tie_breaks_of(fought.terms.tie_breaks))]
    if fought.tournament.kind == Kind.LEAGUE:
        yield ["division", *heads, "passage"]
        for division, table in league_tables(fought):
            for one in table:
                yield [division.name, *_cells(name_of, one.row), one.passage.value]
        return
    yield heads
    for row in standings(competition_of(fought)):
        yield _cells(name_of, row)


def _cells(name_of: Callable[[str], str], row: Row) -> list[str]:
    return [row.place_text, name_of(row.entrant), *(one.text for one in row.numbers)]
