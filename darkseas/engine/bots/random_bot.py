"""A random bot that plays legally under any rules system.

It sees its own side's view and the order forms. Its choices come from a seed, so its battles can be repeated.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from ..dice.chooser import Chooser
from ..orders import Blank, Choice, Course, Fixed, Formation, Number, OrderForm, Row, Rows, Several
from ..serialization.canonical_json import Json
from .random_formation import fill_formation

T = TypeVar("T")


def random_order(forms: Sequence[OrderForm], chooser: Chooser) -> tuple[str, dict[str, Json]]:
    """Return a random legal order, from a required form if there is one; every value is equally likely."""
    pressing = [form for form in forms if form.pressing]
    form = chooser.one_of(pressing or forms)
    return form.order, _fill_all(form.blanks, chooser)


def _fill_all(blanks: Sequence[Blank], chooser: Chooser) -> dict[str, Json]:
    filled: dict[str, Json] = {}
    for blank in blanks:
        _FILLERS[type(blank)](blank, chooser, filled)
    return filled


def _fill_fixed(blank: Fixed, chooser: Chooser, filled: dict[str, Json]) -> None:
    filled[blank.name] = blank.value


def _fill_choice(blank: Choice, chooser: Chooser, filled: dict[str, Json]) -> None:
    count = len(blank.values)
    picked = chooser.below(count + blank.optional)
    if picked < count:
        filled[blank.name] = blank.values[picked]


def _fill_course(blank: Course, chooser: Chooser, filled: dict[str, Json]) -> None:
    filled[blank.name] = list(blank.path_to(chooser.one_of(blank.reach)))


def _fill_number(blank: Number, chooser: Chooser, filled: dict[str, Json]) -> None:
    filled[blank.name] = blank.least + chooser.below(blank.most - blank.least + 1)


def _fill_several(blank: Several, chooser: Chooser, filled: dict[str, Json]) -> None:
    filled[blank.name] = _subset(blank.values, blank.least, blank.most, chooser)


def _fill_rows(blank: Rows, chooser: Chooser, filled: dict[str, Json]) -> None:
    if blank.once:
        filled[blank.name] = _lines_that_share(blank, chooser)
        return
    rows = _subset(blank.rows, blank.least, len(blank.rows), chooser)
    filled[blank.name] = [_fill_all(row, chooser) for row in rows]


def _lines_that_share(blank: Rows, chooser: Chooser) -> list[Json]:
    """Fill lines one after another from the remaining values of the blank `once`."""
    lines: list[Json] = []
    used: list[Json] = []
    for row in blank.rows:
        while chooser.below(2) and (left := _without(row, blank.once, used)):
            line = _fill_all(left, chooser)
            used += cast(list[Json], line[blank.once])
            lines.append(line)
    return lines


def _without(row: Row, name: str, used: Sequence[Json]) -> Row:
    """Return a row without the used values of its blank `name`; empty if too few remain."""
    left = list(row)
    for place, blank in enumerate(row):
        if isinstance(blank, Several) and blank.name == name:
            values = tuple(value for value in blank.values if value not in used)
            if len(values) < max(blank.least, 1):
                return ()
            left[place] = replace(blank, values=values)
    return tuple(left)


def _subset(values: Sequence[T], least: int, most: int, chooser: Chooser) -> list[T]:
    size = least + chooser.below(min(most, len(values)) - least + 1)
    places = list(range(len(values)))
    kept = sorted(places.pop(chooser.below(len(places))) for _ in range(size))
    return [values[place] for place in kept]


_FILLERS: Mapping[type, Callable[[Any, Chooser, dict[str, Json]], None]] = {
    Fixed: _fill_fixed,
    Choice: _fill_choice,
    Course: _fill_course,
    Number: _fill_number,
    Several: _fill_several,
    Rows: _fill_rows,
    Formation: fill_formation,
}
