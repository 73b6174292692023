"""Long lists page by page: a cursor says where a page ends, so that nothing is missed or told twice."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
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
    """Rows of a list, and the address of the page after them, none after the last."""

    rows: list[Row]
    next: str | None


def page_of(request: HttpRequest, rows: QuerySet[Row], order: Sequence[str]) -> Page[Row]:
    """Return the page that ``cursor`` and ``count`` of the query ask for.

    ``order`` are the fields to sort by, with - for falling ones; the last is unique. Raises Problem 422.
    """
    count = _count(request)
    cursor = request.GET.get(CURSOR, "")
    ordered = rows.order_by(*order)
    if cursor:
        ordered = ordered.filter(_after(rows, order, cursor))
    matches = list(ordered[: count + 1])
    if len(matches) <= count:
        return Page(matches, None)
    return Page(matches[:count], _next_address(request, matches[count - 1], order))


def _count(request: HttpRequest) -> int:
    text = request.GET.get(COUNT, str(PAGE))
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST)) and 1 <= int(text) <= MOST):
        raise invalid(COUNT, f"must be a whole number from 1 to {MOST}")
    return int(text)


def _next_address(request: HttpRequest, last: Model, order: Sequence[str]) -> str:
    values = [_text(getattr(last, field.removeprefix("-"))) for field in order]
    query = request.GET.copy()
    query[CURSOR] = urlsafe_b64encode(json.dumps(values).encode()).decode().rstrip("=")
    return f"{request.path}?{query.urlencode()}"


def _text(value: Any) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _after(rows: QuerySet[Any], order: Sequence[str], cursor: str) -> Q:
    """Return the condition that a row comes after the one that the cursor names."""
    values = _values(rows.model, order, cursor)
    condition, same = Q(), Q()
    for field, value in zip(order, values, strict=True):
        name = field.removeprefix("-")
        condition |= same & Q(**{f"{name}__{'lt' if field.startswith('-') else 'gt'}": value})
        same &= Q(**{name: value})
    return condition


def _values(model: type[Model], order: Sequence[str], cursor: str) -> list[Any]:
    try:
        if len(cursor) > LONGEST_CURSOR:
            raise ValueError
        texts = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        if len(texts) != len(order) or any(type(text) is not str or "\0" in text for text in texts):
            raise ValueError
        fields = {field.name: field for field in model._meta.fields}
        names = [name.removeprefix("-") for name in order]
        values = [fields[name].to_python(text) for name, text in zip(names, texts, strict=True)]
        if None in values:
            raise ValueError
    except (ValueError, TypeError, RecursionError, OverflowError, ValidationError):
        raise invalid(CURSOR, "is none that a page named: take the address in next as it is") from None
    return values
