"""Background work inside the web process, where no broker can be had."""

import threading

from celery.beat import EmbeddedService

from darkseas.celery import app


def start() -> threading.Thread:
    """Start a worker, and its clock, on the queues that this process keeps in memory.

    The queues end with the process; what was in them is found again by its job's row.
    """
    worker = app.WorkController(pool="threads", concurrency=1, without_gossip=True, without_mingle=True)
    thread = threading.Thread(target=worker.start, name="worker", daemon=True)
    thread.start()
    EmbeddedService(app, thread=True).start()
    return thread
