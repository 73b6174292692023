"""What some tests need from the machine, and whether it is there."""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlsplit

import psycopg
import pytest
import redis

from tests.javascript import node

POSTGRES_URL = os.environ.get("DATABASE_URL_TEST", "postgresql://root@127.0.0.1:5432/postgres")
REDIS_URL = os.environ.get("REDIS_URL_TEST", "redis://127.0.0.1:6379/9")
#: Debian's two: the one that has no window at all does the same with three quarters of the processor.
CHROMIUMS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
CHROMIUM = os.environ.get("CHROMIUM", next(filter(os.path.exists, CHROMIUMS), CHROMIUMS[-1]))

LEFT_OUT = "left out: "
ANSWER_WITHIN_S = 3


@cache
def postgres_absence() -> str:
    """Say why PostgreSQL cannot be asked, or nothing when it answers."""
    try:
        psycopg.connect(POSTGRES_URL, connect_timeout=ANSWER_WITHIN_S).close()
    except psycopg.OperationalError:
        return f"PostgreSQL does not answer at {_place(POSTGRES_URL)}."
    return ""


@cache
def redis_absence() -> str:
    """Say why Redis cannot be asked, or nothing when it answers."""
    try:
        with redis.Redis.from_url(REDIS_URL, socket_connect_timeout=ANSWER_WITHIN_S) as client:
            client.ping()
    except (TimeoutError, redis.RedisError):
        return f"Redis does not answer at {_place(REDIS_URL)}."
    return ""


@cache
def chromium_absence() -> str:
    """Say why no browser can be driven, or nothing when there is one."""
    if not os.access(CHROMIUM, os.X_OK):
        return f"Chromium is not at {CHROMIUM}."
    return ""


def _place(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port}"


@dataclass(frozen=True)
class Need:
    """A marker, and the question whether what it stands for is absent."""

    marker: str
    absence: Callable[[], str]


NEEDS = (
    Need("needs_postgres", postgres_absence),
    Need("needs_redis", redis_absence),
    Need("needs_chromium", chromium_absence),
    Need("needs_node", node.absence),
    Need("needs_node_packages", node.packages_absence),
)

MARKER_OF_FIXTURE = {
    "postgres_url": "needs_postgres",
    "redis_url": "needs_redis",
    "browser": "needs_chromium",
}


def _reason(report: pytest.TestReport) -> str:
    """Return why a test was skipped: the last part of what pytest keeps of it."""
    return str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else ""


def left_out(skipped: Iterable[pytest.TestReport]) -> list[str]:
    """Return one line for each absent server: how many tests it cost, and why."""
    reasons = Counter(
        found.group(1) for report in skipped if (found := re.search(f"{LEFT_OUT}(.*)$", _reason(report)))
    )
    return [f"{count} test(s) LEFT OUT: {reason}" for reason, count in sorted(reasons.items())]
