"""What is in a blank of an order form, for tests that know of which kind the blank is."""

from collections.abc import Iterator

from darkseas.engine.orders import (
    Blank,
    Cell,
    Choice,
    Course,
    Fixed,
    Formation,
    OrderForm,
    Row,
    Rows,
    Several,
)
from darkseas.engine.serialization.canonical_json import Json


def rows_of(blank: Blank) -> tuple[Row, ...]:
    """The lines of a blank that holds lines; AssertionError for any other."""
    assert isinstance(blank, Rows)
    return blank.rows


def values_of(blank: Blank) -> tuple[Json, ...]:
    """The values that a blank offers, of a course its ways; AssertionError when it offers none by name."""
    if isinstance(blank, Course):
        return tuple(list(blank.path_to(end)) for end in blank.reach)
    assert isinstance(blank, Choice | Several)
    return blank.values


def value_of(blank: Blank) -> Json:
    """The value that a blank has already; AssertionError when it is left to the giver."""
    assert isinstance(blank, Fixed)
    return blank.value


def cells_of(form: OrderForm) -> Iterator[Cell]:
    """The blanks of a form that hold values, those of its lines among them."""
    for blank in form.blanks:
        if isinstance(blank, Rows):
            yield from (cell for row in blank.rows for cell in row)
        elif isinstance(blank, Formation):
            for contingent in blank.contingents:
                yield blank.members_of(contingent)
                yield blank.places_of(contingent)
        else:
            yield blank


def offered_in(cell: Cell) -> list[Json]:
    """What may stand in a blank, or be on the way there."""
    if isinstance(cell, Course):
        return [end.place for end in cell.reach]
    if isinstance(cell, Choice | Several):
        return list(cell.values)
    return [cell.value] if isinstance(cell, Fixed) else [cell.least, cell.most]
