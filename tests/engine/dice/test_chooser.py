"""The chance of bots: even choices that a seed repeats."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from darkseas.engine.dice.chooser import Chooser


def chooser(number: int) -> Chooser:
    return Chooser(number.to_bytes(8, "big"))


@given(st.integers(0, 2**60), st.integers(1, 300))
def test_chooser_stays_below_the_bound(seed: int, bound: int) -> None:
    stream = chooser(seed)
    assert all(0 <= stream.below(bound) < bound for _ in range(50))


def test_chooser_is_even_and_repeats_itself() -> None:
    first, again = chooser(7), chooser(7)
    drawn = [first.below(6) for _ in range(6000)]
    assert drawn == [again.below(6) for _ in range(6000)]
    assert all(900 < count < 1100 for count in Counter(drawn).values())
