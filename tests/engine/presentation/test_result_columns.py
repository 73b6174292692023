"""Result tables as columns: rows by result, what fell marked, chances that make 1."""

from fractions import Fraction

from darkseas.engine.presentation.narration import ResultRow
from darkseas.engine.presentation.result_columns import column_words, result_column


def test_neighbours_with_one_result_are_one_row() -> None:
    column = result_column("D6", "aabbbc", 4)
    assert column.title == "D6"
    assert column.rows == (
        ResultRow("1–2", "a", Fraction(1, 3)),
        ResultRow("3–5", "b", Fraction(1, 2), rolled=True),
        ResultRow("6", "c", Fraction(1, 6)),
    )


def test_same_result_farther_on_is_a_row_of_its_own() -> None:
    column = result_column("D4", "abaa", 1)
    assert [(row.roll, row.rolled) for row in column.rows] == [("1", True), ("2", False), ("3–4", False)]
    assert sum(row.chance for row in column.rows) == 1


def test_column_is_told_with_what_fell_first() -> None:
    words = column_words(result_column("D6", "aabbbc", 4))
    assert words == "D6: 3–5 b (50 %). Else 1–2 a (33 %); 6 c (17 %)."
    assert column_words(result_column("D6", "aaaaaa", 4)) == "D6: 1–6 a (100 %)."
