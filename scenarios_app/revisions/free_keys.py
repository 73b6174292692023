"""Keys that addresses are made of: from a title, the first that is free."""

from collections.abc import Collection, Iterator
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from scenarios_app.models import HexMap, Scenario

Keyed = TypeVar("Keyed", Scenario, HexMap)

LONGEST_KEY = 80
#: How many things of one title there may be.
MOST_ALIKE = 999


class NoneFree(LookupError):
    """Every key that a title gives is taken."""


def create(
    kind: type[Keyed], made_of: str, usual: str, reserved: Collection[str] = (), **fields: Any
) -> Keyed:
    """Make a row of these fields under the first key that is free; a neighbour may take one meanwhile.

    The key is made of a title; ``usual`` stands in where that has no letter for one, ``reserved`` are
    keys that nothing may have. Raises NoneFree.
    """
    for key in _keys(made_of, usual):
        if key in reserved or kind.objects.filter(key=key).exists():
            continue
        try:
            with transaction.atomic():
                return kind.objects.create(key=key, **fields)
        except IntegrityError:
            continue
    raise NoneFree(made_of)


def _keys(title: str, usual: str) -> Iterator[str]:
    stem = slugify(title)[:LONGEST_KEY].strip("-_") or usual
    yield stem
    yield from (f"{stem}-{number}" for number in range(2, 1 + MOST_ALIKE))
