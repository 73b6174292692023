"""Database conditions for the words of a search."""

from collections.abc import Iterable
from functools import reduce
from operator import and_, or_

from django.db.models import Q

from .search_words import Term, patterns_of

#: Matches no row.
NOTHING = Q(pk__in=[])


def holds_words(column: str, terms: Iterable[Term]) -> Q:
    """Match rows whose column, made of `index_words`, has all words of a search."""
    found = Q()
    for term in terms:
        found &= reduce(or_, (_all(f"{column}__contains", way) for way in term))
    return found


def in_any_spelling(column: str, terms: Iterable[Term]) -> Q:
    """Match rows whose column has all words of a search, with or without accents and punctuation."""
    found = Q()
    for term in terms:
        found &= reduce(or_, (_all(f"{column}__iregex", way) for way in patterns_of(term)))
    return found


def _all(lookup: str, words: Iterable[str]) -> Q:
    return reduce(and_, (Q(**{lookup: word}) for word in words))
