"""Sources that members submit for unconfirmed facts; moderators accept them with credit or decline them.

Pages show accepted sources beside the fact; the data files do not change.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from darkseas.members.models import Member
from darkseas.web.extensions import extensions
from scenarios_app import access
from scenarios_app.models import SourceNote

from .decided_once import Decided

#: Maximum number of pending notes per member.
MOST_WAITING = 20
LONGEST_FACT, LONGEST_REMARK = 300, 2000
#: Kinds of subjects of a note, with the URL names of their pages.
_PAGES: Mapping[str, str] = {"class": "ship-class", "scenario": "scenario"}
#: Names of subjects that do not exist or are not visible to the caller.
_SOME: Mapping[str, str] = {"class": "a class", "scenario": "a scenario"}


class TooManyWait(Exception):
    """The member has the maximum number of open notes."""


def write(teller: Member, about: str, fields: Mapping[str, str]) -> SourceNote:
    """Store a source for moderation. Raises TooManyWait if the member has too many open notes."""
    with transaction.atomic():
        Member.objects.select_for_update().get(pk=teller.pk)
        if teller.source_notes.filter(decision="").count() >= MOST_WAITING:
            raise TooManyWait
        return SourceNote.objects.create(teller=teller, about=about, **fields)


def waiting() -> QuerySet[SourceNote]:
    """Return undecided notes, oldest first."""
    return SourceNote.objects.filter(decision="").select_related("teller")


def decided() -> QuerySet[SourceNote]:
    """Return decided notes, newest first."""
    settled = SourceNote.objects.exclude(decision="").select_related("teller", "decided_by")
    return settled.order_by("-decided_at", "-pk")


def accepted(about: str = "") -> list[SourceNote]:
    """Return the accepted notes about a subject, or all of them, oldest first."""
    notes = SourceNote.objects.filter(decision="accepted").select_related("teller")
    return list(notes.filter(about=about) if about else notes)


def decide(note_id: int, moderator: Member, decision: str, note: str) -> SourceNote:
    """Accept or decline a note, with the reason. Raises Decided, SourceNote.DoesNotExist."""
    with transaction.atomic():
        held = SourceNote.objects.select_for_update(of=("self",)).get(pk=note_id)
        if held.decision:
            raise Decided
        held.decision, held.decision_note = decision, note[:LONGEST_REMARK]
        held.decided_by, held.decided_at = moderator, timezone.now()
        held.save()
        return held


def address_of(about: str) -> str:
    """Return the address of a subject's page; empty for an unknown kind."""
    kind, _, key = about.partition("/")
    return reverse(_PAGES[kind], args=[key]) if kind in _PAGES and key else ""


@dataclass(frozen=True, slots=True)
class SourceSubject:
    """Extension point: a kind of subject beside scenarios; ``title`` names one by its key."""

    kind: str
    title: Callable[[str], str]


def titles_of(notes: Iterable[SourceNote], person: access.Person) -> dict[str, str]:
    """Return the titles of notes' subjects by ``about``, limited to subjects that a person may see."""
    parts = {note.about: note.about.partition("/")[::2] for note in notes}
    keys = [key for kind, key in parts.values() if kind == "scenario"]
    shown = access.visible(person).filter(key__in=keys, current__isnull=False) if keys else ()
    scenarios = {scenario.key: scenario.title for scenario in shown}
    subjects = {subject.kind: subject.title for subject in extensions(SourceSubject)}
    titles = {}
    for about, (kind, key) in parts.items():
        title = subjects[kind](key) if kind in subjects else scenarios.get(key, "")
        titles[about] = title or _SOME.get(kind, about)
    return titles
