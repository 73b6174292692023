"""A club's records made whole from its ratified results, in the background, and only what a change touches.

What is made is the same on every machine and in any order of results: so a correction needs no other path
than a fresh computation, and of the same battles the same document is kept.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q
from django.utils import timezone

from darkseas.club.models import AuditLine, Club, RatingDocument, Recomputation, Result
from darkseas.club.ratings.battles import RatedBattle, RatingTerms
from darkseas.club.ratings.curves import MOST_WORK, lists_at, months_within, rating_curves, work_of
from darkseas.club.ratings.observations import MOST_UNKNOWNS, TooManyPlayers
from darkseas.club.ratings.rating_lists import RatingList
from darkseas.club.results.ratified import Ratified, ratified
from replays_app.models import Job
from replays_app.simulation import jobs

from .documents import digest_of, fitted_json, noted_json
from .honours import honours_json
from .rated import rated_battles, titles_of, written_sides
from .victories import largest_victories

KIND = "club-ratings"
#: What `done` of a job counts up to.
PARTS = 100
_AT_WORK = (Job.State.QUEUED, Job.State.RUNNING)
#: What the last fits of all systems may take together, in the units of `work_of`.
MOST_LAST_WORK = 2 * MOST_UNKNOWNS**3
Advance = Callable[[int], None]


class TooMuchWork(ValueError):
    """The results of a club are more than one job may work out; the text says so."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document as it is kept of one rules system."""

    digest: str
    results: int
    battles: int
    body: Mapping[str, Any]


# --- asking -------------------------------------------------------------------------------


def ask_where_changed() -> int:
    """Ask for a job wherever something happened since the last one; return how many were asked for.

    A job that is still at work is let end first: what happens meanwhile is asked for next time.
    """
    counted = Result.objects.filter(club=OuterRef("pk"), is_ratified=True)
    changed = Club.objects.annotate(lines=Count("audit_lines")).filter(
        Q(recomputation=None, pk__in=Club.objects.filter(Exists(counted)))
        | Q(recomputation__asked_lines__lt=F("lines"))
    )
    return sum(ask(club, club.lines) for club in changed.exclude(recomputation__job__state__in=_AT_WORK))


def ask(club: Club, lines: int) -> bool:
    """Ask for a job that follows the audit up to so many lines; return whether it was not asked for yet."""
    with transaction.atomic():
        state, _ = Recomputation.objects.select_for_update().get_or_create(club=club)
        if state.asked_lines >= lines:
            return False
        before = state.job
        state.job = jobs.request(KIND, {"recomputation": state.pk, "lines": lines}, total=PARTS)
        state.asked_lines = lines
        state.save(update_fields=["job", "asked_lines"])
        if before is not None and before.state not in _AT_WORK:
            before.delete()
    return True


# --- working ------------------------------------------------------------------------------


def work(job: Job) -> None:
    """Make a club's records anew, and set them all at once. Raises `jobs.LeaseLost`."""
    try:
        _work(job)
    except SoftTimeLimitExceeded:
        jobs.fail(job, "It took too long: there are more results than can be worked out in ten minutes.")
    except (TooManyPlayers, TooMuchWork) as fault:
        jobs.fail(job, str(fault))


def _work(job: Job) -> None:
    state = Recomputation.objects.select_related("club").get(pk=job.args["recomputation"])
    # Counted before results are read: what comes in between is asked for once more, and never missed.
    lines = lines_of(state.club)
    records = ratified(state.club)
    kept = {one.system: document for one, document in _kept(state.club)}
    documents = documents_of(records, terms_of(state.club), kept, lambda done: jobs.advance(job, done))
    honours = honours_json(state.club, records)
    with transaction.atomic():
        jobs.finish(job, {"results": len(records), "systems": sorted(documents)})
        _store(state.club, documents)
        Recomputation.objects.filter(pk=state.pk).update(
            asked_lines=lines, made_lines=lines, honours=honours, made_at=timezone.now()
        )


def lines_of(club: Club) -> int:
    """Return how many lines a club's audit has."""
    return AuditLine.objects.filter(club=club).count()


def terms_of(club: Club) -> RatingTerms:
    """Return the terms of a club's ratings: the house's, shown from as many battles on as the club says."""
    return replace(RatingTerms(), fewest_battles=club.rated_from)


def documents_of(
    records: Iterable[Ratified],
    terms: RatingTerms,
    kept: Mapping[str, Document] | None = None,
    advance: Advance = lambda done: None,
) -> Mapping[str, Document]:
    """Return a document for each rules system; fits that are ``kept`` of the same battles are not made again.

    ``advance`` is told how many parts of a hundred are done.
    """
    by_system: dict[str, list[Ratified]] = {}
    for record in records:
        by_system.setdefault(record.system, []).append(record)
    battles = {system: rated_battles(of_system) for system, of_system in by_system.items()}
    digests = {system: digest_of(found, terms) for system, found in battles.items()}
    known = {key: one for key, one in (kept or {}).items() if one.digest == digests.get(key)}
    progress = _Progress({key: found for key, found in battles.items() if key not in known}, advance)
    return {
        system: Document(
            digests[system],
            len(of_system),
            len(battles[system]),
            (
                _fitted_part(known[system])
                if system in known
                else _fitted(system, battles[system], terms, progress)
            )
            | noted_json(titles_of(of_system), written_sides(of_system), largest_victories(of_system)),
        )
        for system, of_system in sorted(by_system.items())
    }


class _Progress:
    """How much of the work is done, told in parts of a hundred as each list is fitted."""

    def __init__(self, battles: Mapping[str, Sequence[RatedBattle]], advance: Advance) -> None:
        self._work = {system: work_of(found) for system, found in battles.items()}
        last = sum(max(work.values(), default=0) for work in self._work.values())
        if last > MOST_LAST_WORK:
            raise TooMuchWork(
                "There are more rules systems, scenarios and players than can be rated at once."
            )
        share = MOST_WORK // max(len(battles), 1)
        self._months = {system: months_within(found, share) for system, found in battles.items()}
        self._total = sum(self._work[key][month] for key, months in self._months.items() for month in months)
        self._done = 0
        self._advance = advance

    def months(self, system: str) -> tuple[str, ...]:
        """The months of a system's curves."""
        return self._months[system]

    def watch(self, system: str, lists: Iterable[tuple[str, RatingList]]) -> Iterator[tuple[str, RatingList]]:
        """Yield lists as they are made, telling how far that is."""
        for moment, rated in lists:
            self._done += self._work[system][moment]
            self._advance(PARTS * self._done // (self._total + 1))
            yield moment, rated


def _fitted(
    system: str, battles: Sequence[RatedBattle], terms: RatingTerms, progress: _Progress
) -> dict[str, Any]:
    """Fit a list after each month of the curves; the last of them is the list of today."""
    lists = list(progress.watch(system, lists_at(system, battles, progress.months(system), terms)))
    if not lists:
        lists = list(lists_at(system, battles, ("",), terms))
    return fitted_json(lists[-1][1], rating_curves(lists))


def _fitted_part(document: Document) -> dict[str, Any]:
    return {key: document.body[key] for key in ("ratings", "sides", "bid_worth", "curves")}


def _kept(club: Club) -> Iterator[tuple[RatingDocument, Document]]:
    for row in RatingDocument.objects.filter(club=club):
        yield row, Document(row.digest, row.results, row.battles, row.body)


def _store(club: Club, documents: Mapping[str, Document]) -> None:
    rows = [
        RatingDocument(club=club, system=system, digest=one.digest, results=one.results,
                       battles=one.battles, body=one.body)
        for system, one in documents.items()
    ]  # fmt: skip
    RatingDocument.objects.filter(club=club).delete()
    RatingDocument.objects.bulk_create(rows)
