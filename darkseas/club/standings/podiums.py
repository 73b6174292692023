"""The honours board: top three places in tournaments and seasons."""

from collections.abc import Sequence
from dataclasses import dataclass

from .seasons import FinishedTournament, SeasonRow

#: The lowest place on the board.
_HONOURED = 3


@dataclass(frozen=True)
class Honour:
    """One entry on the board: a place from 1 to 3 in a tournament or season, possibly shared."""

    title: str
    place: int
    is_shared: bool
    is_season: bool = False


@dataclass(frozen=True)
class HonoursRow:
    """One person's honours in the order they were won; `counts` is the number of first, second and third
    places.
    """

    who: str
    honours: tuple[Honour, ...]

    @property
    def counts(self) -> tuple[int, int, int]:
        """The number of first, second and third places."""
        first, second, third = (sum(each.place == place for each in self.honours) for place in (1, 2, 3))
        return first, second, third


def honours_list(
    tournaments: Sequence[FinishedTournament], seasons: Sequence[tuple[str, Sequence[SeasonRow]]] = ()
) -> tuple[HonoursRow, ...]:
    """Return everybody with honours, sorted by firsts, then seconds, then thirds, then key.

    The tournaments and seasons must be finished ones, in the order in which they ended.
    """
    honours: dict[str, list[Honour]] = {}
    for tournament in tournaments:
        for finish in sorted(tournament.finishes, key=lambda each: each.who):
            is_shared = finish.first_place < finish.last_place
            _add(honours, finish.who, Honour(tournament.title, finish.first_place, is_shared))
    for title, rows in seasons:
        for row in rows:
            is_shared = row.first_place < row.last_place
            _add(honours, row.who, Honour(title, row.first_place, is_shared, is_season=True))
    board = [HonoursRow(who, tuple(found)) for who, found in honours.items()]
    return tuple(sorted(board, key=lambda row: ([-count for count in row.counts], row.who)))


def _add(honours: dict[str, list[Honour]], who: str, honour: Honour) -> None:
    if honour.place <= _HONOURED:
        honours.setdefault(who, []).append(honour)
