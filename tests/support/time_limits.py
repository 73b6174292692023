"""Limits of time that hold wherever the tests run: seconds of the machine on which they were set.

How fast this machine is just now, beside all else that it does, is found by a piece of work that is always
the same. A limit is stretched by as much as that takes longer than it took there, and never shortened.
"""

import contextlib
import gc
import json
import statistics
import time
from collections.abc import Callable, Iterator
from hashlib import sha256

#: The piece of work on two idle cores in November 2026.
REFERENCE_S = 0.0100
PIECES = 3

Clock = Callable[[], float]


def limits(clock: Clock = time.perf_counter) -> Callable[[float], float]:
    """Begin to measure; what is returned tells at the end what a number of seconds has come to."""
    before = _slowness(clock)
    return lambda seconds: seconds * max(1.0, before, _slowness(clock))


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fail when the block, which must wait for nobody, takes more of a processor than it may.

    How slow the machine is counts only for what took longer than the limit, so it is measured only then. The
    collector waits meanwhile: it would look through all that the tests before have left.
    """
    was_on = gc.isenabled()
    gc.disable()
    began = time.process_time()
    try:
        yield
        took = time.process_time() - began
    finally:
        if was_on:
            gc.enable()
    assert took < seconds or took < limits(time.process_time)(seconds)


def _slowness(clock: Clock) -> float:
    """How many times slower than that machine this one is now."""
    return statistics.mean(_piece(clock) for _ in range(PIECES)) / REFERENCE_S


def _piece(clock: Clock) -> float:
    """The seconds that some work on texts, numbers and lists takes."""
    began = clock()
    text = "".join(sha256(b"%d" % number).hexdigest() for number in range(600))
    words = sorted({text[at : at + 4]: at for at in range(0, len(text), 3)}.items(), key=lambda pair: pair[1])
    assert len(json.loads(json.dumps(words))) == len(words)
    return clock() - began
