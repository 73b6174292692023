"""Tries are counted in the cache, which outlives a test."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from darkseas.members.models import Member
from tests.members.accounts import logged_in, person


@pytest.fixture(autouse=True)
def fresh_counts() -> Iterator[None]:
    """Begin and end with nothing counted."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ada(db: None) -> Member:
    """A member."""
    return person("ada")


@pytest.fixture
def grace(db: None) -> Member:
    """Another one."""
    return person("grace")


@pytest.fixture
def hers(ada: Member) -> Client:
    """A browser in which ada is logged in."""
    return logged_in(ada)
