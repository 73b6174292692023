"""Table files as people read them."""

import pytest

from darkseas.engine.presentation.companion import cell_text, drawn_table
from darkseas.rules.dark_seas import tables

PACKAGE = tables.__name__


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("2/3", "⅔"),
        (-1, "−1"),
        (True, "yes"),
        (False, "no"),
        (["D", "ABC"], "D, ABC"),
        ([], "–"),
        ("", "–"),
        ("target_evading_guns", "target evading guns"),
    ],
)
def test_cells_are_words(cell: object, text: str) -> None:
    assert cell_text(cell) == text


def test_table_has_the_columns_that_have_a_head_in_their_order() -> None:
    table = drawn_table(PACKAGE, "other_modifiers", {"rule": "Rule", "factor": "Factor"})
    assert table.heads == ("Rule", "Factor")
    assert table.rows[0] == ("§11b", "½")
    assert table.rule_place == 0
    assert table.origin == "rulebook"
    assert drawn_table(PACKAGE, "other_modifiers", {"factor": "Factor"}).rule_place == -1


def test_head_of_no_column_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing"):
        drawn_table(PACKAGE, "other_modifiers", {"nothing": "Nothing"})
