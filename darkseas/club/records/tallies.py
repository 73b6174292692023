"""A player's win, draw and loss counts: by rules, side, scenario and opponent."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from darkseas.club.results.confirmed_results import Ratified, fought_by
from darkseas.club.results.facts import DREW, WON, SideFacts
from darkseas.club.results.naming.results_in_words import system_title
from darkseas.club.standings.head_to_head import HeadToHead, Tally, head_to_head
from darkseas.club.standings.outcomes import Ending, Outcome, Showing

from .rated_results import scenario_key
from .scenario_names import Called

_ENDINGS = {WON: Ending.WON, DREW: Ending.DRAWN}


@dataclass(frozen=True, slots=True)
class TallyRow:
    """A player's counts in one row; ``opponent`` is the player number in rows about opponents."""

    name: str
    tally: Tally
    opponent: int | None = None


@dataclass(frozen=True, slots=True)
class Tallies:
    """All win, draw and loss counts of a player, most battles first."""

    total: Tally
    systems: tuple[TallyRow, ...]
    sides: tuple[TallyRow, ...]
    scenarios: tuple[TallyRow, ...]
    opponents: tuple[TallyRow, ...]


def tallies_of(
    records: Iterable[Ratified], player: int, called: Called, name_of: Callable[[int], str]
) -> Tallies:
    """Return a player's counts over their results."""
    fought = [(record, _own(record, player)) for record in fought_by(records, player)]
    total = Tally()
    for _, own in fought:
        total = total.with_one(_ending(own))
    return Tallies(
        total,
        _rows((system_title(record.system), own) for record, own in fought),
        _rows((called.side_of(record, own), own) for record, own in fought),
        _rows((called.scenario(scenario_key(record)), own) for record, own in fought),
        _opponent_rows(fought, name_of),
    )


def between(records: Iterable[Ratified], first: int, second: int) -> list[Ratified]:
    """Return the results in which two players fought on different sides."""
    return [
        record
        for record in fought_by(fought_by(records, first), second)
        if _own(record, first) is not _own(record, second)
    ]


def met(records: Iterable[Ratified], first: int, second: int, called: Called) -> HeadToHead:
    """Return the head-to-head record of two players over all battles on different sides."""
    outcomes = [
        Outcome(0, _showing(record, first, called), _showing(record, second, called))
        for record in between(records, first, second)
    ]
    return head_to_head(str(first), str(second), outcomes)


def _own(record: Ratified, player: int) -> SideFacts:
    return next(side for side in record.sides if player in side.players)


def _ending(side: SideFacts) -> Ending:
    return _ENDINGS.get(side.score, Ending.LOST)


def _showing(record: Ratified, player: int, called: Called) -> Showing:
    side = _own(record, player)
    return Showing(
        str(player), _ending(side), called.side_of(record, side), Fraction(side.points or 0), side.losses or 0
    )


def _rows(fought: Iterable[tuple[str, SideFacts]]) -> tuple[TallyRow, ...]:
    tallies: dict[str, Tally] = {}
    for name, own in fought:
        tallies[name] = tallies.get(name, Tally()).with_one(_ending(own))
    return _sorted(TallyRow(name, tally) for name, tally in tallies.items())


def _opponent_rows(
    fought: Iterable[tuple[Ratified, SideFacts]], name_of: Callable[[int], str]
) -> tuple[TallyRow, ...]:
    tallies: dict[int, Tally] = {}
    for record, own in fought:
        for opponent in _opponents(record, own):
            tallies[opponent] = tallies.get(opponent, Tally()).with_one(_ending(own))
    return _sorted(TallyRow(name_of(opponent), tally, opponent) for opponent, tally in tallies.items())


def _opponents(record: Ratified, own: SideFacts) -> Iterator[int]:
    for side in record.sides:
        if side is not own:
            yield from side.players


def _sorted(rows: Iterable[TallyRow]) -> tuple[TallyRow, ...]:
    return tuple(sorted(rows, key=lambda row: (-row.tally.battles, row.name.casefold(), row.opponent or 0)))
