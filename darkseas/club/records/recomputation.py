"""Updates a club's records in the background when its confirmed results change."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q
from django.utils import timezone

from darkseas.club.models import AuditLine, Club, RatingDocument, Recomputation, Result
from darkseas.club.ratings.battles import NoEnd, RatedBattle, RatingTerms
from darkseas.club.ratings.curves import MOST_WORK, lists_at, months_within, rating_curves, work_of
from darkseas.club.ratings.fit import How
from darkseas.club.ratings.rating_lists import RatingList
from darkseas.club.results.confirmed_results import Ratified, ratified
from replays_app.models import Job
from replays_app.simulation import jobs

from .honours import honours_json
from .rated_results import rated_battles, titles_of, written_sides
from .rating_bounds import portions, rated_systems, rooms
from .stored_ratings import digest_of, fitted_json, noted_json
from .victories import largest_victories

KIND = "club-ratings"
#: The value of a job's `done` when it is complete.
PARTS = 100
_AT_WORK = (Job.State.QUEUED, Job.State.RUNNING)
#: Seconds between lease renewals of a long fit: well within the lease, at negligible cost.
TOLD_EVERY_S = 10.0
Advance = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Document:
    """The stored document of one rules system."""

    digest: str
    results: int
    battles: int
    body: Mapping[str, Any]


# --- queueing -----------------------------------------------------------------------------


def ask_where_changed() -> int:
    """Queue a job for each club with new audit lines; return how many were queued.

    A running job is left to finish first; changes made meanwhile are picked up next time.
    """
    counted = Result.objects.filter(club=OuterRef("pk"), is_ratified=True)
    changed = Club.objects.annotate(lines=Count("audit_lines")).filter(
        Q(recomputation=None, pk__in=Club.objects.filter(Exists(counted)))
        | Q(recomputation__asked_lines__lt=F("lines"))
    )
    return sum(ask(club, club.lines) for club in changed.exclude(recomputation__job__state__in=_AT_WORK))


def ask(club: Club, lines: int) -> bool:
    """Queue a job for a club's audit up to this line count; return False if one is already queued."""
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
    """Recompute a club's records and store them in one step.

    Raise `jobs.LeaseLost` if the job was cancelled or another worker has taken it over.
    """
    try:
        _work(job)
    except SoftTimeLimitExceeded:
        jobs.fail(job, "The update stopped after ten minutes because the club has too many results.")
    except NoEnd as fault:
        jobs.fail(job, str(fault))


def _work(job: Job) -> None:
    state = Recomputation.objects.select_related("club").get(pk=job.args["recomputation"])
    # Counted before the results are read, so that later changes lead to another job.
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
    """Count the lines of a club's audit."""
    return AuditLine.objects.filter(club=club).count()


def terms_of(club: Club) -> RatingTerms:
    """Return the rating parameters of a club: the house's, with the club's own minimum number of battles."""
    return replace(RatingTerms(), fewest_battles=club.rated_from)


def documents_of(
    records: Iterable[Ratified],
    terms: RatingTerms,
    kept: Mapping[str, Document] | None = None,
    advance: Advance = lambda done: None,
) -> Mapping[str, Document]:
    """Return the ratings document of each rated rules system, reusing unchanged fits from ``kept``.

    Call ``advance`` with the percentage done, during long fits also as a heartbeat. Raise NoEnd if a fit does
    not converge.
    """
    by_system: dict[str, list[Ratified]] = {}
    for record in records:
        by_system.setdefault(record.system, []).append(record)
    battles = {system: rated_battles(by_system[system]) for system in sorted(rated_systems(by_system))}
    room = rooms(battles)
    digests = {system: digest_of(found, terms, room[system]) for system, found in battles.items()}
    known = {key: one for key, one in (kept or {}).items() if one.digest == digests.get(key)}
    progress = _Progress({key: found for key, found in battles.items() if key not in known}, advance)
    documents = {}
    for system, found in battles.items():
        how = How(room[system], progress.goes_on)
        fitted = (
            _fitted_part(known[system]) if system in known else _fitted(system, found, terms, progress, how)
        )
        body = fitted | _noted(by_system[system], fitted)
        documents[system] = Document(digests[system], len(by_system[system]), len(found), body)
    return documents


class _Progress:
    """The progress in percent, reported after each list and during long fits."""

    def __init__(self, battles: Mapping[str, Sequence[RatedBattle]], advance: Advance) -> None:
        self._work = {system: work_of(found) for system, found in battles.items()}
        wanted = {system: sum(work.values()) for system, work in self._work.items()}
        share = portions(wanted, MOST_WORK)
        self._months = {system: months_within(found, share[system]) for system, found in battles.items()}
        self._total = sum(self._work[key][month] for key, months in self._months.items() for month in months)
        self._done = 0
        self._advance = advance
        self._told = monotonic()

    def months(self, system: str) -> tuple[str, ...]:
        """Return the months of a system's curves."""
        return self._months[system]

    def watch(self, system: str, lists: Iterable[tuple[str, RatingList]]) -> Iterator[tuple[str, RatingList]]:
        """Yield lists as they are computed, and report progress."""
        for moment, rated in lists:
            self._done += self._work[system][moment]
            self._tell()
            yield moment, rated

    def goes_on(self) -> None:
        """Renew the lease, if the last renewal was some seconds ago."""
        if monotonic() - self._told >= TOLD_EVERY_S:
            self._tell()

    def _tell(self) -> None:
        self._advance(PARTS * self._done // (self._total + 1))
        self._told = monotonic()


def _fitted(
    system: str, battles: Sequence[RatedBattle], terms: RatingTerms, progress: _Progress, how: How
) -> dict[str, Any]:
    """Fit a list after each month of the curves; the last one is the current list."""
    lists = list(progress.watch(system, lists_at(system, battles, progress.months(system), terms, how)))
    if not lists:
        lists = list(lists_at(system, battles, ("",), terms, how))
    return fitted_json(lists[-1][1], rating_curves(lists))


def _noted(records: Sequence[Ratified], fitted: Mapping[str, Any]) -> dict[str, Any]:
    """Return names and victories from current results, only for scenarios that the fit includes."""
    known = {row[0] for row in fitted["sides"]}
    titles = {key: title for key, title in titles_of(records).items() if key in known}
    sides = {key: names for key, names in written_sides(records).items() if key in known}
    return noted_json(titles, sides, largest_victories(records))


def _fitted_part(document: Document) -> dict[str, Any]:
    return {key: document.body[key] for key in ("ratings", "sides", "bid_worth", "left_out", "curves")}


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
