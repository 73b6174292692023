"""Database reads of the streams: plain functions, run in a few threads."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from uuid import UUID

from django.db import DatabaseError, close_old_connections

from replays_app.models import Battle
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.moment import Moment, moment_of

#: Threads for all streams together; they wait only for the database.
THREADS = 4

Result = TypeVar("Result")

log = logging.getLogger(__name__)


class Readings:
    """Runs database reads outside the event loop, a few at a time."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="reading")

    async def ask(self, question: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, _fresh, question)


def read_moments(battle_id: UUID, perspectives: list[str]) -> dict[str, Moment]:
    """Return the moment of each view; failures are logged and left out.

    Raises DatabaseError, which may be temporary.
    """
    battle = Battle.objects.select_related("revision__scenario").get(pk=battle_id)
    context = BattleContext.of(battle)
    moments = {}
    for perspective in perspectives:
        try:
            moments[perspective] = moment_of(context, perspective)
        except DatabaseError:
            raise
        except Exception:
            log.exception("cannot read battle %s as %s", battle_id, perspective)
    return moments


def _fresh(question: Callable[[], Result]) -> Result:
    """Run a read on a live database connection, and close the connection if it is too old."""
    close_old_connections()
    try:
        return question()
    finally:
        close_old_connections()
