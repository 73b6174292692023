"""Enqueues tasks for stored rows. The message carries only the row's id."""

import logging
from uuid import UUID

from celery import current_app
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def enqueue(task: str, row: UUID, lasts_s: float | None = None, queue: str = "sim") -> None:
    """Enqueue a task for a row. The message expires after ``lasts_s`` seconds.

    If the broker is down, nothing is enqueued: the row remains, and the periodic sweep enqueues it later.
    """
    try:
        current_app.send_task(task, args=[row.hex], queue=queue, expires=lasts_s)
    except OperationalError as fault:
        log.error("the broker is unreachable, so %s of %s waits for the next sweep: %s", task, row, fault)
