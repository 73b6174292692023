"""Imports old results: a preview stores nothing; an import is stored, and undone, as a whole."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from darkseas.club import access, audit
from darkseas.club.access import Deed
from darkseas.club.membership.refusals import locked
from darkseas.club.models import Club, ImportBatch, Player, Result, ResultStep
from darkseas.club.results import rows, store
from darkseas.club.results.checks import LONGEST, ResultRefused
from darkseas.club.results.facts import ResultFacts, from_json
from darkseas.club.results.result_states import AFTER, NOTHING, Kind, ResultConflict, State, after

from . import bounds
from .checking import Checked, Checker
from .csv_files import read_csv
from .decoding import decoded
from .file_records import MOST_BYTES, BadFile, Fault
from .json_files import read_json

HERE_ALREADY = "This file was already imported. Undo that import before you upload it again."

ALL_RECORDED = "All results in this file are already recorded. Nothing was imported."


@dataclass(frozen=True, slots=True)
class OldFile:
    """An uploaded file: name, source of its results, text, and a note if its encoding is a guess."""

    name: str
    source: str
    text: str
    doubt: str = ""

    @property
    def digest(self) -> str:
        """Return the SHA-256 of its text, in hex."""
        return sha256(self.text.encode()).hexdigest()


def old_file(name: str, source: str, data: bytes) -> OldFile:
    """Return an uploaded file. Raise BadFile if it is too large or not text."""
    if len(data) > MOST_BYTES:
        raise BadFile(Fault("", "", "The file is larger than 1 MB. Split it into two files."))
    text, doubt = decoded(data)
    if "\0" in text:
        raise BadFile(Fault("", "", "This is not a text file."))
    name = name[: LONGEST["source"]] or "results"
    return OldFile(name, source.strip()[: LONGEST["source"]] or name, text, doubt)


def preview(club: Club, by: Player, file: OldFile, answers: Mapping[str, str] | None = None) -> Checked:
    """Check an import with these answers, without storing anything. Raise BadFile."""
    records = read_json(file.text) if file.text.lstrip().startswith("{") else read_csv(file.text)
    if not records:
        raise BadFile(Fault("", "", "This file contains no results."))
    checked = Checker(club, by, file.source, records, answers).check(records)
    if file.doubt:
        checked.notes.insert(0, Fault("", "", file.doubt))
    checked.faults[:0] = bounds.faults_for(club, len(checked.guests), len(checked.results))
    if ImportBatch.objects.filter(club=club, digest=file.digest, undone_at=None).exists():
        checked.faults.insert(0, Fault("", "", HERE_ALREADY))
    return checked


def keep(club: Club, by: Player, file: OldFile, answers: Mapping[str, str] | None = None) -> ImportBatch:
    """Store all results of a file, or none; every question must be answered.

    Raises ResultRefused, ResultConflict, BadFile.
    """
    return keep_checked(club, by, file, preview(club, by, file, answers))


def keep_checked(club: Club, by: Player, file: OldFile, checked: Checked) -> ImportBatch:
    """Store all results of a checked file. Raises ResultRefused, ResultConflict."""
    if not access.may(by, Deed.DECIDE):
        raise PermissionDenied
    if checked.faults:
        raise ResultRefused("file", str(checked.faults[0]))
    if checked.open:
        raise ResultRefused("file", f"{checked.open[0].where}: {checked.open[0].sentence}")
    if not checked.results:
        raise ResultRefused("file", ALL_RECORDED)
    try:
        with transaction.atomic():
            bounds.check_room(locked(club.pk), len(checked.guests), len(checked.results))
            return _store(club, by, file, checked)
    except IntegrityError as fault:
        raise ResultConflict(HERE_ALREADY) from fault


def take_back(batch: ImportBatch, by: Player, reason: str) -> int:
    """Void every result of an import, once; return how many. Raises ResultConflict, ResultRefused."""
    if not access.may(by, Deed.DECIDE):
        raise PermissionDenied
    if not reason.strip():
        raise ResultRefused("reason", "Give a reason. It will be recorded.")
    with transaction.atomic():
        if not ImportBatch.objects.filter(pk=batch.pk, undone_at=None).update(undone_at=timezone.now()):
            raise ResultConflict("This import was already undone.")
        standing = Result.objects.select_for_update(of=("self",)).filter(batch=batch)
        number = _void(list(standing.exclude(state=State.VOID)), by, reason)
        audit.note(batch.club, by, "results.taken-back", batch, reason=reason, after={"results": number})
        return number


def _store(club: Club, by: Player, file: OldFile, checked: Checked) -> ImportBatch:
    batch = ImportBatch.objects.create(
        club=club, by=by, file_name=file.name, source=file.source, digest=file.digest
    )
    guests = Player.objects.bulk_create(Player(club=club, name=name) for name in checked.guests)
    numbers = {-1 - place: guest.pk for place, guest in enumerate(guests)}
    all_facts = [_with_guests(facts, numbers) for facts in checked.results]
    standing = after(Kind.IMPORTED, NOTHING)
    scenarios = rows.scenario_ids(facts.scenario for facts in all_facts)
    results = [Result(club=club, batch=batch, reported_by=by) for _ in all_facts]
    for result, facts in zip(results, all_facts, strict=True):
        rows.fill(result, facts, standing, 1, scenarios.get(facts.scenario))
    Result.objects.bulk_create(results)
    pairs = list(zip(results, all_facts, strict=True))
    rows.put_sides({result.pk: facts.sides for result, facts in pairs})
    ResultStep.objects.bulk_create(
        ResultStep(result=result, number=1, kind=Kind.IMPORTED, by=by, facts=store.step_json(facts, standing))
        for result, facts in pairs
    )
    kept = {"results": len(results), "guests": [guest.pk for guest in guests], "source": file.source}
    audit.note(club, by, "results.imported", batch, after=kept)
    return batch


def _with_guests(facts: ResultFacts, numbers: Mapping[int, int]) -> ResultFacts:
    """Replace the placeholders of new guests by their ids."""
    sides = (
        replace(side, players=tuple(numbers.get(player, player) for player in side.players))
        for side in facts.sides
    )
    return replace(facts, sides=tuple(sides))


def _void(results: list[Result], by: Player, reason: str) -> int:
    """Void many results at once, as `store.void` does for one."""
    standing = AFTER[Kind.VOIDED] or NOTHING
    numbers = {result.pk: result.steps_taken for result in results}
    last = ResultStep.objects.filter(result__in=list(numbers)).values_list("result", "number", "facts")
    kept = {result: facts for result, number, facts in last if number == numbers[result]}
    ResultStep.objects.bulk_create(
        ResultStep(
            result=result,
            number=result.steps_taken + 1,
            kind=Kind.VOIDED,
            by=by,
            reason=reason,
            facts=store.step_json(from_json(kept[result.pk]), standing),
        )
        for result in results
    )
    for result in results:
        result.state, result.is_ratified = standing.state, standing.is_ratified
        result.steps_taken += 1
    Result.objects.bulk_update(results, ["state", "is_ratified", "steps_taken"], batch_size=500)
    return len(results)
