"""League tables: standings with promotion and relegation."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from .outcomes import Competition
from .ranking import Row, standings


class Passage(StrEnum):
    """An entrant's promotion or relegation according to the current table."""

    UP = "up"
    STAYS = "stays"
    DOWN = "down"
    OPEN = "open"


@dataclass(frozen=True)
class LeagueRow:
    """A row of a league table; `OPEN` if a shared place straddles a promotion or relegation line."""

    row: Row
    passage: Passage


def league_table(competition: Competition, going_up: int = 0, going_down: int = 0) -> tuple[LeagueRow, ...]:
    """Return a league's standings with this many promoted and relegated. Raise ValueError if there are too
    many.
    """
    size = len(competition.entrants)
    if going_up < 0 or going_down < 0 or going_up + going_down > size:
        raise ValueError(f"{going_up} promoted and {going_down} relegated are too many for {size}")
    return tuple(
        LeagueRow(row, _passage(_passages(size, going_up, going_down)[row.first_place - 1 : row.last_place]))
        for row in standings(competition)
    )


def _passages(size: int, going_up: int, going_down: int) -> list[Passage]:
    staying = size - going_up - going_down
    return [Passage.UP] * going_up + [Passage.STAYS] * staying + [Passage.DOWN] * going_down


def _passage(places: Sequence[Passage]) -> Passage:
    return places[0] if len(set(places)) == 1 else Passage.OPEN
