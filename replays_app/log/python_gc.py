"""Python's garbage collector, asked seldom where battles are decided: a tenth of a check was its looking.

Records of a log are many, small and free of cycles; the collector counts them and looks through them in vain.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

#: Objects made, less objects freed, after which the collector looks at the young ones; Python's own is 700.
SELDOM = 20_000


def collect_seldom(**_: Any) -> None:
    """Let a process that decides battles all its life look seldom, and never at what it began with."""
    gc.collect()
    gc.freeze()
    _look_after(SELDOM)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Look seldom for a while; then as before."""
    before = gc.get_threshold()[0]
    _look_after(SELDOM)
    try:
        yield
    finally:
        _look_after(before)


def _look_after(objects: int) -> None:
    gc.set_threshold(objects, *gc.get_threshold()[1:])
