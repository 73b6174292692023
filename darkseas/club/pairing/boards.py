"""Entrants that are teams: who of the one fights whom of the other."""

from collections.abc import Sequence
from typing import NamedTuple


class Board(NamedTuple):
    """Two members of teams that meet; `number` counts from 1, for the strongest of both."""

    number: int
    first: str
    second: str


class Boards(NamedTuple):
    """All boards of two teams that meet, and who of them has nobody to fight."""

    boards: tuple[Board, ...]
    left_over: tuple[str, ...]


def boards(
    first_team: Sequence[str], second_team: Sequence[str], *, most: int | None = None, alternates: bool = True
) -> Boards:
    """Set the members of two teams against each other in their order, the strongest first.

    The team that has the first side has it on the first board; where sides alternate it has the second one
    on the second board, and so on, so that over an even number of boards both have each equally often.
    `most` limits the boards.
    """
    count = min(len(first_team), len(second_team), *([] if most is None else [most]))
    sets = tuple(
        Board(number, two, one) if alternates and number % 2 == 0 else Board(number, one, two)
        for number, (one, two) in enumerate(
            zip(first_team[:count], second_team[:count], strict=True), start=1
        )
    )
    return Boards(sets, (*first_team[count:], *second_team[count:]))
