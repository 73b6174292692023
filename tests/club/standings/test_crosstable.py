"""Crosstables: everybody against everybody, and round by round."""

from darkseas.club.standings.crosstable import Cell, Crosstable, crosstable_by_opponent, crosstable_by_round
from darkseas.club.standings.numbers_in_words import number_text
from darkseas.club.standings.outcomes import Competition, Entrant, Unfought
from tests.club.standings.competitions import ROUND_ROBIN, competition, outcome


def written(table: Crosstable) -> list[str]:
    """Write a table as text, a row a line."""
    head = "  " + " ".join(table.headings)
    return [head, *(f"{row.row.entrant} {' '.join(map(cell_text, row.cells))}" for row in table.rows)]


def cell_text(cells: tuple[Cell, ...]) -> str:
    return "+".join(number_text(cell.points) if cell.is_ratified else "?" for cell in cells) or "."


def test_round_robin_against_each_other() -> None:
    table = crosstable_by_opponent(competition("ABCD", *ROUND_ROBIN, unfought=Unfought.ROUND_ROBIN))
    assert written(table) == ["  B A C D", "B . ½ ½ 1", "A ½ . 0 1", "C ½ 1 . 0", "D 0 0 1 ."]


def test_two_battles_of_the_same_stand_in_one_cell() -> None:
    table = crosstable_by_opponent(competition("AB", "A 1-0 B,B = A"))
    assert written(table) == ["  A B", "A . ½+1", "B ½+0 ."]


def test_swiss_round_by_round() -> None:
    table = crosstable_by_round(competition("ABC", "A 1-0 B 12:7,C bye", "C = A"))
    assert written(table) == ["  1 2", "A 1 ½", "C 1 ½", "B 0 ."]
    cell = table.rows[2].cells[0][0]
    assert (cell.opponent, cell.side) == ("A", "allies")
    assert [cell.victory_points, cell.victory_points_against] == [7, 12]


def test_what_is_not_ratified_is_shown_and_counts_nothing() -> None:
    open_one = Competition((Entrant("A"), Entrant("B")), (outcome("A 1-0 B", 1, is_ratified=False),))
    table = crosstable_by_opponent(open_one)
    assert written(table) == ["  A B", "A . ?", "B ? ."]
    assert [row.row.points for row in table.rows] == [0, 0]
