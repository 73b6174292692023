"""A Redis cache that survives outages: cached data can be recomputed, so the site keeps working.

While the server is down the cache behaves as if it were empty. Rate limits do not apply during that time; we
prefer that to closing the site.
"""

import logging
import time
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import Redis
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
#: Minimum number of seconds between two log messages about an outage.
TOLD_EVERY_S = 60

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class KeptClients(RedisCacheClient):
    """Django's cache client, except that it reuses Redis clients; Django creates one for each call."""

    def __init__(self, servers: Any, **options: Any) -> None:
        super().__init__(servers, **options)
        self._clients: dict[bool, Redis] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Redis:
        """Return the client for reading or writing; like Django's it uses a connection pool."""
        client = self._clients.get(write)
        if client is None:
            client = self._clients[write] = super().get_client(key, write=write)
        return client


class RedisThatMayFall(RedisCache):
    """Django's Redis cache, which behaves like an empty one while its server is down."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = KeptClients
        self._told_at = 0.0

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Store a new key; also True during an outage."""
        return self._answer_of(True, super().add, key, value, timeout, version)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return the stored value or the default."""
        return self._answer_of(default, super().get, key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Store a value, except during an outage."""
        self._answer_of(None, super().set, key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Extend a key's lifetime; False if it does not exist."""
        return self._answer_of(False, super().touch, key, timeout, version)

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Delete a key; False if it does not exist."""
        return self._answer_of(False, super().delete, key, version)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        """Return the stored values of several keys."""
        return self._answer_of({}, super().get_many, keys, version)

    def has_key(self, key: Any, version: int | None = None) -> bool:
        """Return whether a key exists."""
        return self._answer_of(False, super().has_key, key, version)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Increment a counter, from zero during an outage. Raises ValueError if it does not exist."""
        return self._answer_of(delta, super().incr, key, delta, version)

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[Any]:
        """Store several values; return the keys that could not be stored."""
        return self._answer_of(list(data), super().set_many, data, timeout, version)

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        """Delete several keys."""
        self._answer_of(None, super().delete_many, keys, version)

    def _answer_of(
        self, without: Answer, ask: Callable[Asked, Answer], *args: Asked.args, **more: Asked.kwargs
    ) -> Answer:
        try:
            return ask(*args, **more)
        except RedisError as fault:
            now = time.monotonic()
            if not self._told_at or now - self._told_at >= TOLD_EVERY_S:
                self._told_at = now
                log.error("the cache does not answer; the site continues without it: %s", fault)
            return without
