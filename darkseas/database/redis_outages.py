"""The cache on a server of its own, which may fall: all of it can be worked out anew, so the site goes on.

While the server is away nothing is found and nothing kept. Counted limits begin again at none for as long:
who runs the site decides whether people may play meanwhile, and here they may.
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
#: One line of the log tells of so many seconds in which the server did not answer.
TOLD_EVERY_S = 60

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class KeptClients(RedisCacheClient):
    """Django's access to the cache's servers, with clients that are kept: Django makes one for each call."""

    def __init__(self, servers: Any, **options: Any) -> None:
        super().__init__(servers, **options)
        self._clients: dict[bool, Redis] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Redis:
        """Return the client to read or to write by; it takes its connections from a pool, as Django's do."""
        client = self._clients.get(write)
        if client is None:
            client = self._clients[write] = super().get_client(key, write=write)
        return client


class RedisThatMayFall(RedisCache):
    """Django's cache in Redis or Valkey, which answers as an empty one does while its server is away."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = KeptClients
        self._told_at = 0.0

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Store what is not there; true as well where nothing can be stored."""
        return self._answer_of(True, super().add, key, value, timeout, version)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return what is stored, else the default."""
        return self._answer_of(default, super().get, key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Store, where that can be done."""
        self._answer_of(None, super().set, key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keep for longer; false where nothing is kept."""
        return self._answer_of(False, super().touch, key, timeout, version)

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Forget; false where nothing was there."""
        return self._answer_of(False, super().delete, key, version)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        """Return what is stored of several."""
        return self._answer_of({}, super().get_many, keys, version)

    def has_key(self, key: Any, version: int | None = None) -> bool:
        """Return whether something is stored."""
        return self._answer_of(False, super().has_key, key, version)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Count on, from nothing while the server is away. Raises ValueError where nothing is counted yet."""
        return self._answer_of(delta, super().incr, key, delta, version)

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[Any]:
        """Store several; return the keys of what could not be."""
        return self._answer_of(list(data), super().set_many, data, timeout, version)

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        """Forget several."""
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
                log.error("the cache does not answer, and the site goes on without: %s", fault)
            return without
