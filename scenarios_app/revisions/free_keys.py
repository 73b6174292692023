"""Keys that addresses are made of: from a title, and by chance.

A key that only a title gives, or a number behind it, would tell whoever makes one that somebody has a thing
of this title, private ones too; and who knows the title of an unlisted thing would have its address.
"""

import secrets
from collections.abc import Iterator
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from scenarios_app.models import HexMap, Scenario

Keyed = TypeVar("Keyed", Scenario, HexMap)

#: Letters of a title in a key; the whole of it has eighty at the most.
LONGEST_STEM = 70
#: Bytes of chance in a key, and how often others are tried.
CHANCE, TRIES = 4, 20


class NoneFree(LookupError):
    """Chance has given no key that is free."""


def create(kind: type[Keyed], made_of: str, usual: str, **fields: Any) -> Keyed:
    """Make a row of these fields under a key that is free; a neighbour may take one meanwhile.

    The key begins as a title does; ``usual`` stands in where that has no letter for one. Raises NoneFree.
    """
    stem = slugify(made_of)[:LONGEST_STEM].strip("-_") or usual
    for ending in endings():
        key = f"{stem}{ending}"
        if kind.objects.filter(key=key).exists():
            continue
        try:
            with transaction.atomic():
                return kind.objects.create(key=key, **fields)
        except IntegrityError:
            continue
    raise NoneFree(made_of)


def endings() -> Iterator[str]:
    """Yield what to try behind a title: chance alone, whatever there is already."""
    yield from (f"-{secrets.token_hex(CHANCE)}" for _ in range(TRIES))
