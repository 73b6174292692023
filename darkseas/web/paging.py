"""Cursor pagination for long lists: no row is skipped or repeated between pages."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest

from .request_bodies import invalid

PAGE, MOST = 50, 100
LONGEST_CURSOR = 1000
CURSOR, COUNT = "cursor", "count"

Row = TypeVar("Row", bound=Model)


class Page(NamedTuple, Generic[Row]):
    """Rows of a page, and the URL of the next page, if any."""

    rows: list[Row]
    next: str | None


def page_of(
    request: HttpRequest, rows: QuerySet[Row] | Sequence[QuerySet[Row]], order: Sequence[str]
) -> Page[Row]:
    """Return the page for the query's ``cursor`` and ``count``.

    ``order`` lists the fields to sort by, with - for descending ones and __ for those of a related row; the
    last must be unique. ``rows`` may be several queries, each with its own index; rows found by several of
    them appear once. Raises Problem 422.
    """
    count = _count(request)
    cursor = request.GET.get(CURSOR, "")
    queries = [rows] if isinstance(rows, QuerySet) else rows
    found = [_first_of(query, order, cursor, count + 1) for query in queries]
    matches = found[0] if len(found) == 1 else _merged(found, order)[: count + 1]
    if len(matches) <= count:
        return Page(matches, None)
    return Page(matches[:count], _next_address(request, matches[count - 1], order))


def _count(request: HttpRequest) -> int:
    text = request.GET.get(COUNT, str(PAGE))
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST)) and 1 <= int(text) <= MOST):
        raise invalid(COUNT, f"must be a whole number from 1 to {MOST}")
    return int(text)


def _next_address(request: HttpRequest, last: Model, order: Sequence[str]) -> str:
    values = [_text(_reader(field.removeprefix("-"))(last)) for field in order]
    query = request.GET.copy()
    query[CURSOR] = urlsafe_b64encode(json.dumps(values).encode()).decode().rstrip("=")
    return f"{request.path}?{query.urlencode()}"


def _reader(path: str) -> Callable[[Model], Any]:
    """Return a getter for a field of a row; __ leads to a related row."""
    return attrgetter(path.replace("__", "."))


def _field(model: type[Model], path: str) -> Any:
    """Return the field of such a name."""
    name, _, rest = path.partition("__")
    field: Any = model._meta.get_field(name)
    return _field(field.related_model, rest) if rest else field


def _text(value: Any) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _first_of(rows: QuerySet[Row], order: Sequence[str], cursor: str, most: int) -> list[Row]:
    """Return the first rows after the cursor."""
    ordered, found = rows.order_by(*order), list[Row]()
    for part in _after(rows.model, order, cursor) if cursor else [Q()]:
        if len(found) < most:
            found += ordered.filter(part)[: most - len(found)]
    return found


def _merged(found: Sequence[list[Row]], order: Sequence[str]) -> list[Row]:
    """Return the rows of several queries in one order, without duplicates."""
    rows = list({row.pk: row for part in found for row in part}.values())
    for field in reversed(order):
        rows.sort(key=_reader(field.removeprefix("-")), reverse=field.startswith("-"))
    return rows


def _after(model: type[Model], order: Sequence[str], cursor: str) -> list[Q]:
    """Return the conditions for the rows after the cursor, as consecutive parts of the list.

    First come rows that equal the cursor in all fields but the last. An index finds the start of each part at
    once, however far down the list it is.
    """
    parts, same = list[Q](), Q()
    for field, value in zip(order, _values(model, order, cursor), strict=True):
        name = field.removeprefix("-")
        parts.append(same & Q(**{f"{name}__{'lt' if field.startswith('-') else 'gt'}": value}))
        same &= Q(**{name: value})
    return parts[::-1]


def _values(model: type[Model], order: Sequence[str], cursor: str) -> list[Any]:
    try:
        if len(cursor) > LONGEST_CURSOR:
            raise ValueError
        texts = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        if len(texts) != len(order) or any(type(text) is not str or "\0" in text for text in texts):
            raise ValueError
        names = [name.removeprefix("-") for name in order]
        values = [_field(model, name).to_python(text) for name, text in zip(names, texts, strict=True)]
        if None in values:
            raise ValueError
    except (ValueError, TypeError, RecursionError, OverflowError, ValidationError):
        raise invalid(CURSOR, "is invalid: use the URL in next unchanged") from None
    return values
