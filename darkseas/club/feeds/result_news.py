"""News of a club's results: newly confirmed, corrected, or no longer counted.

We read the news from the audit log, which has a line for each step. An imported file has a single line, so
its results are not listed one by one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import dateformat

from darkseas.club.models import AuditLine, Club, Result, ResultStep
from darkseas.club.results.facts import from_json
from darkseas.club.results.naming.people import Names
from darkseas.club.results.naming.results_in_words import changed, outcome, points_in_words
from darkseas.club.results.naming.shown_names import names_of
from darkseas.club.results.naming.side_names import side_names_of

from .plain_text import plain_text

Kind, State = ResultStep.Kind, Result.State
#: Audit actions after which a result counts.
_COUNTS = ("result.confirmed", "result.decided", "result.corrected")
_BEGINS = {Kind.CORRECTED: "Corrected: ", Kind.VOIDED: "No longer counts: "}


@dataclass(frozen=True, slots=True)
class NewsItem:
    """One step of a result: the players and score, the scenario, and the change."""

    result: int
    step: int
    at: datetime
    title: str
    sentences: tuple[str, ...]


def news_of(
    club: Club, most: int, since: datetime | None = None, until: datetime | None = None
) -> list[NewsItem]:
    """Return the news, newest first, in at most twelve queries."""
    lines = _lines(club)
    if since is not None:
        lines = lines.filter(at__gte=since)
    if until is not None:
        lines = lines.filter(at__lt=until)
    places = [_place(subject, after or {}) for subject, after in lines.values_list("subject", "after")[:most]]
    results = {result for result, _ in places}
    steps, side_names = _steps(results), side_names_of(results)
    names = names_of(club, {player for step in steps.values() for player in from_json(step.facts).players})
    return [
        _item(steps[place], steps.get((place[0], place[1] - 1)), names, side_names.get(place[0], {}))
        for place in places
    ]


def _lines(club: Club) -> QuerySet[AuditLine]:
    """Return the audit lines of steps that change whether a result counts."""
    counts = Q(deed__in=_COUNTS) | Q(deed="result.lapsed", after__state=State.CONFIRMED)
    withdrawn = Q(deed="result.voided", before__state__in=(State.CONFIRMED, State.DECIDED))
    lines = AuditLine.objects.filter(counts | withdrawn, club=club, after__has_key="step")
    return lines.order_by("-pk")


def _place(subject: str, after: dict[str, Any]) -> tuple[int, int]:
    """Return the number of the result that an audit line is about, and the number of the step."""
    return int(subject.partition(":")[2]), after["step"]


def _steps(results: set[int]) -> dict[tuple[int, int], ResultStep]:
    """Return all steps of results, by result and step number."""
    steps = ResultStep.objects.filter(result__in=results).select_related("result__scenario")
    return {(step.result_id, step.number): step for step in steps.defer("result__scenario__words")}


def _item(step: ResultStep, last: ResultStep | None, names: Names, side_names: Mapping[str, str]) -> NewsItem:
    now, scenario = from_json(step.facts), step.result.scenario
    what = now.scenario_text or (scenario.title if scenario else now.scenario)
    ended = ", ".join(f"{names.listed(side.players)} {outcome(side)}" for side in now.sides)
    fought = [f"{what}, {dateformat.format(now.day, 'j F Y')}."]
    fought += [
        f"{side_names.get(side.side, side.side)}: {points_in_words(side.points)}."
        for side in now.sides
        if side.points is not None
    ]
    changes: Iterable[str] = ()
    if step.kind == Kind.CORRECTED and last is not None:
        changes = changed(from_json(last.facts), now, names, side_names)
    return NewsItem(
        result=step.result_id,
        step=step.number,
        at=step.at,
        title=plain_text(f"{_BEGINS.get(Kind(step.kind), '')}{ended}"),
        sentences=tuple(plain_text(sentence) for sentence in (*fought, *changes)),
    )
