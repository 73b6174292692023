"""Results for lists and pages, with a fixed number of queries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from darkseas.club.models import Club, Result
from darkseas.club.results.facts import SideFacts
from darkseas.club.results.naming.people import Names
from darkseas.club.results.naming.results_in_words import number, outcome, system_title
from darkseas.club.results.naming.shown_names import names_of
from darkseas.club.results.naming.side_names import side_names_of
from darkseas.club.results.rows import sides_of as sides_of_results


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side in words: name, players, outcome, points, losses and bid, empty if unknown."""

    name: str
    players: str
    outcome: str
    points: str
    losses: str
    bid: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A result in words; ``side_names`` are the names of its sides at that time."""

    result: Result
    what: str
    system: str
    sides: tuple[SideRow, ...]
    side_names: Mapping[str, str]


def rows_of(club: Club, results: Iterable[Result], names: Names | None = None) -> list[ResultRow]:
    """Return results in words with at most eleven queries; their scenarios must be loaded with them.

    ``names`` may pass the players' names if they are known already.
    """
    shown = list(results)
    keys = [result.pk for result in shown]
    sides, side_names = sides_of_results(keys), side_names_of(keys)
    if names is None:
        fought = (player for found in sides.values() for side in found for player in side.players)
        names = names_of(club, fought)
    rows = []
    for result in shown:
        called = side_names.get(result.pk, {})
        rows.append(
            ResultRow(
                result,
                result.scenario_text or (result.scenario.title if result.scenario else ""),
                system_title(result.system),
                tuple(_side(side, names, called) for side in sides.get(result.pk, ())),
                called,
            )
        )
    return rows


def _side(side: SideFacts, names: Names, side_names: Mapping[str, str]) -> SideRow:
    return SideRow(
        name=side_names.get(side.side, side.side),
        players=names.listed(side.players),
        outcome=outcome(side),
        points="" if side.points is None else number(side.points),
        losses="" if side.losses is None else str(side.losses),
        bid=number(side.bid) if side.bid else "",
    )
