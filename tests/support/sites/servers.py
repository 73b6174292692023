"""Fixtures that lend a test a real PostgreSQL database or a real Redis."""

import os
import uuid
from collections.abc import Iterator
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
import redis
from psycopg import sql

from tests.support.runs import requirements

# Each parallel test process takes a Redis database of its own.
REDIS_DATABASES = 7


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """Lend the URL of a new, empty PostgreSQL database; it is dropped afterwards."""
    name = f"darkseas_test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(requirements.POSTGRES_URL, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield urlunsplit(urlsplit(requirements.POSTGRES_URL)._replace(path=f"/{name}"))
        server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture
def redis_url() -> Iterator[str]:
    """Lend the URL of a Redis database without any of the site's own keys."""
    parts = urlsplit(requirements.REDIS_URL)
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    number = int(parts.path.lstrip("/") or 0) + worker % REDIS_DATABASES
    url = urlunsplit(parts._replace(path=f"/{number}"))
    with redis.Redis.from_url(url) as client:
        _forget_our_keys(client)
        yield url
        _forget_our_keys(client)


def _forget_our_keys(client: redis.Redis) -> None:
    """Delete what the site writes, and nothing that may be somebody else's."""
    for key in client.scan_iter("ds1:*"):
        client.delete(key)
