"""What is in a blank of an order form, for tests that know of which kind the blank is."""

from darkseas.engine.orders import Blank, Choice, Fixed, Row, Rows, Several
from darkseas.engine.serialization.canonical_json import Json


def rows_of(blank: Blank) -> tuple[Row, ...]:
    """The lines of a blank that holds lines; AssertionError for any other."""
    assert isinstance(blank, Rows)
    return blank.rows


def values_of(blank: Blank) -> tuple[Json, ...]:
    """The values that a blank offers; AssertionError when it offers none by name."""
    assert isinstance(blank, Choice | Several)
    return blank.values


def value_of(blank: Blank) -> Json:
    """The value that a blank has already; AssertionError when it is left to the giver."""
    assert isinstance(blank, Fixed)
    return blank.value
