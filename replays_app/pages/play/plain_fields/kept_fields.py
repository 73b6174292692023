"""Show an order draft from the map view as the fields of its form."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import QueryDict

from darkseas.engine.orders import Cell, Course, Fixed, Formation, Number, OrderForm, Rows, Several
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json

from .formation_fields import put_formation


def kept_data(form: OrderForm, blanks: Mapping[str, Any]) -> tuple[QueryDict, int]:
    """Return the fields that a draft fills, and how many of its lines no longer fit.

    The draft came from a browser, so invalid parts are ignored.
    """
    data = QueryDict(mutable=True)
    lost = 0
    for blank in form.blanks:
        value = blanks.get(blank.name)
        if isinstance(blank, Formation):
            lost += put_formation(blank, _lines(value), _lines(blanks.get(blank.alone)), data)
        elif isinstance(blank, Rows):
            lost += _put_rows(blank, _lines(value), data)
        else:
            _put(blank, blank.name, value, data)
    return data, lost


def _lines(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _put_rows(blank: Rows, lines: Iterable[Any], data: QueryDict) -> int:
    """Put lines of an order into their rows; return how many have no row."""
    used: dict[int, int] = {}
    lost = 0
    for line in lines:
        number = _row_of(blank, line, used)
        if number is None:
            lost += 1
            continue
        copy = used.get(number, 0)
        used[number] = copy + 1
        base = f"{blank.name}.{number}"
        name = f"{base}+{copy}" if copy else base
        data[f"{name}.use"] = "1"
        if blank.once:
            data[f"{base}.copies"] = str(copy + 1)
        for cell in blank.rows[number]:
            _put(cell, f"{name}.{cell.name}", line.get(cell.name), data)
    return lost


def _row_of(blank: Rows, line: Any, used: Mapping[int, int]) -> int | None:
    """Return the number of the row that a line fills."""
    if not isinstance(line, Mapping):
        return None
    for number, row in enumerate(blank.rows):
        is_free = bool(blank.once) or number not in used
        fixed = [cell for cell in row if isinstance(cell, Fixed)]
        if is_free and all(line.get(cell.name) == cell.value for cell in fixed):
            return number
    return None


def _put(cell: Cell, name: str, value: Json, data: QueryDict) -> None:
    if isinstance(cell, Several):
        values = value if isinstance(value, list) else []
        data.setlist(name, ["", *(_text(one) for one in values)])
    elif isinstance(cell, Fixed) or value is None:
        return
    elif isinstance(cell, Number):
        data[name] = str(value)
    elif isinstance(cell, Course):
        data[name] = _way_text(cell, value)
    else:
        data[name] = _text(value)


def _way_text(cell: Course, value: Json) -> str:
    """Return the text of a route. A cheapest route is named by its end, any other place by place."""
    for end in cell.reach if cell.turning is None else ():
        if list(cell.path_to(end)) == value:
            return f"{end.before}>{end.place}"
    return _text(value)


def _text(value: Json) -> str:
    try:
        return canonical_json.encode(value).decode()
    except canonical_json.BadJson:
        return ""
