"""Room for all calls of a test in one piece of memory: none of them waits until the system has given more.

CPython keeps the frames of a thread in pieces of 16 kB. A call that does not fit into the last one has
another mapped, and unmapped again when it returns: where the frames of pytest, the test client and Django
happen to end near the end of a piece, nearly each call of a query does. That took a tenth to a fifth of the
tests that ask pages (measured).
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

#: Words that a frame asks for, 136 kB. CPython doubles a piece until it holds that and a thousand more, so
#: 120 kB of 256 kB are left for what is called: some hundreds of frames.
WORDS = 17_000


def in_one_piece(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function that begins a piece of memory with room for all that it calls."""

    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(*args, **kwargs)

    called.__code__ = called.__code__.replace(co_stacksize=WORDS)
    return called
