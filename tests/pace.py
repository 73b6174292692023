"""Limits of time that hold wherever the tests run: seconds of the machine on which they were set.

How fast this machine is just now, beside all else that it does, is found by a piece of work that is always
the same. A limit is stretched by as much as that takes longer than it took there, and never shortened.
"""

import contextlib
import json
import statistics
import time
from collections.abc import Callable, Iterator
from hashlib import sha256

#: The piece of work on two idle cores in November 2026.
REFERENCE_S = 0.0100
PIECES = 3


def limits() -> Callable[[float], float]:
    """Begin to measure; what is returned tells at the end what a number of seconds has come to."""
    before = _slowness()
    return lambda seconds: seconds * max(1.0, before, _slowness())


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fail when the block takes longer than it may."""
    limit = limits()
    began = time.perf_counter()
    yield
    took = time.perf_counter() - began
    assert took < limit(seconds)


def _slowness() -> float:
    """How many times slower than that machine this one is now."""
    return statistics.mean(_piece() for _ in range(PIECES)) / REFERENCE_S


def _piece() -> float:
    """The seconds that some work on texts, numbers and lists takes."""
    began = time.perf_counter()
    text = "".join(sha256(b"%d" % number).hexdigest() for number in range(600))
    words = sorted({text[at : at + 4]: at for at in range(0, len(text), 3)}.items(), key=lambda pair: pair[1])
    assert len(json.loads(json.dumps(words))) == len(words)
    return time.perf_counter() - began
