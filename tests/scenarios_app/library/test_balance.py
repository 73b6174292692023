"""Shares of battles and how sure they are."""

import pytest

from scenarios_app.library import balance


@pytest.mark.parametrize(
    ("wins", "battles", "low", "high"),
    [
        (0, 0, 0, 100),
        (5, 10, 23, 77),
        (50, 100, 40, 60),
        (0, 10, 0, 28),
        (10, 10, 72, 100),
        (81, 263, 25, 37),
    ],
)
def test_interval_is_wilsons(wins: int, battles: int, low: int, high: int) -> None:
    """The last line is the example 81 of 263 of Newcombe (1998), 0.2553 to 0.3662."""
    assert balance.interval(wins, battles) == (low, high)


def test_interval_shrinks_with_battles() -> None:
    widths = [high - low for low, high in (balance.interval(n // 2, n) for n in (4, 20, 100, 1000))]
    assert widths == sorted(widths, reverse=True)
