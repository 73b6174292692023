"""Telling workers that a row waits for them: the row is the truth, the ring only carries its id."""

import logging
from uuid import UUID

from celery import current_app
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def enqueue(task: str, row: UUID, lasts_s: float | None = None, queue: str = "sim") -> None:
    """Tell the workers that a row waits for them; a ring that lasts so many seconds is not heard after them.

    Where the broker is away they are not told: the row stands, and whoever looks after such rows rings again.
    """
    try:
        current_app.send_task(task, args=[row.hex], queue=queue, expires=lasts_s)
    except OperationalError as fault:
        log.error("the broker does not answer, so %s of %s waits for the next ring: %s", task, row, fault)
