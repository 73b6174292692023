"""What the page of a league shows: a table for each division, with who goes up and down as it stands."""

from dataclasses import dataclass

from darkseas.club.standings.leagues import Passage
from darkseas.club.tournaments.formats.points_standings import league_tables
from darkseas.club.tournaments.tournament_so_far import Fought

from .tournament_page import ShownRow, crosstable_of, shown_standings

#: What the marks of a table say.
PASSAGES = {Passage.UP: "▲ goes up", Passage.DOWN: "▼ goes down", Passage.OPEN: "◆ undecided"}


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """A row of a division's table; ``passage`` is "" for who stays."""

    shown: ShownRow
    passage: str
    kind: str


@dataclass(frozen=True, slots=True)
class ShownDivision:
    """A division with its table and its crosstable."""

    name: str
    lines: tuple[LeagueLine, ...]
    heads: tuple[str, ...]
    cells: tuple[tuple[str, list[str]], ...]


def league_of(fought: Fought) -> list[ShownDivision]:
    """Return the divisions of a league, the highest first."""
    found = []
    for division, table in league_tables(fought):
        shown = shown_standings(fought, division)
        heads, cells = crosstable_of(fought, shown, division)
        lines = tuple(
            LeagueLine(row, PASSAGES.get(one.passage, ""), one.passage.value)
            for row, one in zip(shown, table, strict=True)
        )
        found.append(ShownDivision(division.name, lines, tuple(heads), tuple(cells)))
    return found
