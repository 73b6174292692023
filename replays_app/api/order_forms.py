"""Order forms as JSON: each blank says of what kind it is."""

from collections.abc import Callable, Mapping
from typing import Any

from darkseas.engine.orders import Choice, Fixed, Number, OrderForm, Rows, Several
from darkseas.engine.serialization.canonical_json import Json


def form_json(form: OrderForm) -> Json:
    """Return an order form as JSON; ``blank`` names the kind of each blank."""
    return {
        "order": form.order,
        "title": form.title,
        "rule": form.rule,
        "pressing": form.pressing,
        "blanks": [blank_json(blank) for blank in form.blanks],
    }


def blank_json(blank: Any) -> Json:
    """Return a blank with all its bounds."""
    kind, rest = _KINDS[type(blank)]
    return {"blank": kind, "name": blank.name, **rest(blank)}


def _rows(blank: Rows) -> dict[str, Json]:
    rows = [[blank_json(inner) for inner in row] for row in blank.rows]
    return {"title": blank.title, "least": blank.least, "rows": rows}


_KINDS: Mapping[type, tuple[str, Callable[[Any], dict[str, Json]]]] = {
    Choice: ("choice", lambda b: {"title": b.title, "values": list(b.values), "optional": b.optional}),
    Several: (
        "several",
        lambda b: {"title": b.title, "values": list(b.values), "least": b.least, "most": b.most},
    ),
    Number: ("number", lambda b: {"title": b.title, "least": b.least, "most": b.most}),
    Fixed: ("fixed", lambda b: {"value": b.value}),
    Rows: ("rows", _rows),
}
