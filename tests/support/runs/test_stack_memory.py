"""Calls in a test ask the system for no memory, however deep they are made."""

import resource
from collections.abc import Callable

CALLS = 400
#: Nested calls, each of a dozen words or more: beyond a piece of 16 kB, and within the room that there is.
DEPTHS = range(200)


def faults_of(depth: int, call: Callable[[], object]) -> int:
    """Return how many pages of memory many calls are given, made so deep."""
    if depth:
        return faults_of(depth - 1, call)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(CALLS):
        call()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def nothing() -> None:
    """Do nothing, in a frame of its own."""


def test_no_depth_is_dear() -> None:
    dear = {depth: faults for depth in DEPTHS if (faults := faults_of(depth, nothing)) >= CALLS}
    assert dear == {}
