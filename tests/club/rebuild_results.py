"""The rows of results made anew from their steps alone: nothing changes by it, or something was wrong."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from django.db import transaction

from darkseas.club.membership.merging import owners_of_records
from darkseas.club.models import Club, Result, ResultStep
from darkseas.club.results import rows
from darkseas.club.results.confirmed_results import Ratified
from darkseas.club.results.facts import ResultFacts, from_json
from darkseas.club.results.result_states import AFTER, BY_SILENCE, NOTHING, Kind, Standing, may_follow

#: Results that are made anew at a time.
CHUNK = 500


class Folded(NamedTuple):
    """A result by its steps alone: what it says, how it stands, and how many steps that took."""

    result: int
    facts: ResultFacts
    standing: Standing
    steps: int


class BrokenSteps(Exception):
    """The steps of a result do not follow each other; the message names it."""


def folded(club: Club) -> Iterator[Folded]:
    """Yield every result of a club by its steps. Raises BrokenSteps."""
    steps = ResultStep.objects.filter(result__club=club).order_by("result", "number")
    for result, of_result in groupby(steps.iterator(), key=lambda step: step.result_id):
        yield fold(result, of_result)


def fold(result: int, steps: Iterable[ResultStep]) -> Folded:
    """Return a result by its steps in order, each held to the machine. Raises BrokenSteps."""
    standing, last, number = NOTHING, None, 0
    for number, last in enumerate(steps, 1):
        kept = Standing(last.facts["state"], last.facts["is_ratified"])
        # What silence made of it hangs on the club's rule of that day, which the step alone remembers.
        outcomes = BY_SILENCE.values() if last.kind == Kind.LAPSED else [AFTER[last.kind] or standing]
        if not may_follow(last.kind, standing.state) or kept not in outcomes or last.number != number:
            raise BrokenSteps(f"Step {last.number} of result {result} does not follow the one before it.")
        standing = kept
    if last is None:
        raise BrokenSteps(f"Result {result} has no step.")
    return Folded(result, from_json(last.facts), standing, number)


def ratified_by_steps(club: Club) -> list[Ratified]:
    """Return the results that count, as `ratified` does, from steps alone."""
    now = owners_of_records(club)
    records = [
        Ratified(
            one.result,
            one.facts.day,
            one.facts.system,
            one.facts.scenario,
            one.facts.scenario_text,
            one.facts.battle,
            rows.with_players(one.facts, now),
        )
        for one in folded(club)
        if one.standing.is_ratified
    ]
    return sorted(records, key=lambda record: (record.day, record.result))


@transaction.atomic
def rebuild(club: Club) -> int:
    """Make the rows of a club's results anew from their steps; return how many were not as they should be."""
    now, changed, chunk = owners_of_records(club), 0, []
    for one in folded(club):
        chunk.append(one)
        if len(chunk) == CHUNK:
            changed += _put(chunk, now)
            chunk = []
    return changed + _put(chunk, now)


def _put(chunk: list[Folded], now: dict[int, int]) -> int:
    results = Result.objects.in_bulk([one.result for one in chunk])
    keys = rows.scenario_ids(one.facts.scenario for one in chunk)
    sides = {one.result: rows.with_players(one.facts, now) for one in chunk}
    known = rows.sides_of(list(sides))
    odd_sides = {key: found for key, found in sides.items() if known.get(key) != found}
    odd_rows = [
        results[one.result]
        for one in chunk
        if _is_filled_anew(results[one.result], one, keys.get(one.facts.scenario))
    ]
    if odd_sides:
        rows.put_sides(odd_sides)
    Result.objects.bulk_update(odd_rows, rows.COLUMNS)
    return len({row.pk for row in odd_rows} | odd_sides.keys())


def _is_filled_anew(result: Result, one: Folded, scenario: int | None) -> bool:
    before = [getattr(result, column) for column in rows.COLUMNS]
    rows.fill(result, one.facts, one.standing, one.steps, scenario)
    return before != [getattr(result, column) for column in rows.COLUMNS]
