"""Keys for URLs, made from a title and a random suffix.

Without the random part, a taken key would reveal that a private item with this title exists, and the title of
an unlisted item would give away its address.
"""

import secrets
from collections.abc import Iterator
from typing import Any, TypeVar

from django.db import IntegrityError, transaction

from darkseas.web.texts.slugs import slug_of
from scenarios_app.models import HexMap, Scenario

Keyed = TypeVar("Keyed", Scenario, HexMap)

#: Maximum length of the title's part of a key; a whole key has at most 80.
LONGEST_STEM = 70
#: Random bytes in a key, and the number of attempts.
CHANCE, TRIES = 4, 20


class NoneFree(LookupError):
    """No free key was found at random."""


def create(kind: type[Keyed], made_of: str, usual: str, **fields: Any) -> Keyed:
    """Create a row under a free key, retrying if a concurrent request takes it first.

    The key starts with the title, or with ``usual`` if the title has no usable letters. Raises NoneFree.
    """
    stem = slug_of(made_of, LONGEST_STEM, usual)
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
    """Yield random suffixes to try."""
    yield from (f"-{secrets.token_hex(CHANCE)}" for _ in range(TRIES))
