"""Runs background work inside the web process when no broker is available."""

import threading

from celery.beat import EmbeddedService

from darkseas.celery import app


def start() -> threading.Thread:
    """Start a worker and its clock on in-memory queues.

    The queues end with the process. The periodic sweep enqueues lost jobs again from their rows.
    """
    worker = app.WorkController(pool="threads", concurrency=1, without_gossip=True, without_mingle=True)
    thread = threading.Thread(target=worker.start, name="worker", daemon=True)
    thread.start()
    EmbeddedService(app, thread=True).start()
    return thread
