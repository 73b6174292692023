"""A league, as its page shows it: standings of each division with promotion and relegation."""

from dataclasses import dataclass

from darkseas.club.standings.leagues import Passage
from darkseas.club.tournaments.formats.points_standings import league_tables
from darkseas.club.tournaments.tournament_so_far import Fought

from .tournament_page import ShownRow, crosstable_of, shown_standings

#: Texts for promotion and relegation.
PASSAGES = {Passage.UP: "▲ promoted", Passage.DOWN: "▼ relegated", Passage.OPEN: "◆ undecided"}


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """A row of a division's standings; ``passage`` is "" without promotion or relegation."""

    shown: ShownRow
    passage: str
    kind: str


@dataclass(frozen=True, slots=True)
class ShownDivision:
    name: str
    lines: tuple[LeagueLine, ...]
    heads: tuple[str, ...]
    cells: tuple[tuple[str, list[str]], ...]


def league_of(fought: Fought) -> list[ShownDivision]:
    """Return the divisions of a league, highest first."""
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
