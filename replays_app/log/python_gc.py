"""Run Python's garbage collector less often while battles are adjudicated.

It took a tenth of the time of a check. The records of a log are many, small and free of cycles, so the
collector scans them in vain.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

#: How many new objects, minus freed ones, trigger a collection; Python's default is 700.
SELDOM = 20_000


def collect_seldom(**_: Any) -> None:
    """Collect rarely in a process that only adjudicates, and never scan the objects created at its start."""
    gc.collect()
    gc.freeze()
    _look_after(SELDOM)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Collect rarely within this context."""
    before = gc.get_threshold()[0]
    _look_after(SELDOM)
    try:
        yield
    finally:
        _look_after(before)


def _look_after(objects: int) -> None:
    gc.set_threshold(objects, *gc.get_threshold()[1:])
