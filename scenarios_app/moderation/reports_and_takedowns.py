"""Reports about scenarios and maps, and moderators' decisions: dismiss, take down, restore.

Decisions stay on record: restoring adds a new entry beside the takedown.
"""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from darkseas.members.models import Member
from scenarios_app.access import Person
from scenarios_app.models import HexMap, Report, Scenario, Visibility
from scenarios_app.visibility import tell_followers

from .decided_once import Decided

Thing = Scenario | HexMap

LONGEST_TEXT = 4000


def report(thing: Thing, person: Person, reason: str, text: str) -> Report:
    """Store a report about a scenario or map; `reason` is a key of Report.REASONS."""
    return Report.objects.create(
        **_about(thing),
        reporter=person if person.is_authenticated else None,
        reason=reason,
        text=text[:LONGEST_TEXT],
    )


def waiting() -> QuerySet[Report]:
    """Return undecided reports, oldest first."""
    return _with_related(Report.objects.filter(decided_at=None)).order_by("reported_at", "pk")


def decided() -> QuerySet[Report]:
    """Return decided reports, newest first."""
    return _with_related(Report.objects.filter(decided_at__isnull=False)).order_by("-decided_at", "-pk")


def decide(report_id: int, moderator: Member, decision: str, note: str) -> Report:
    """Decide a report and all other open reports about the same item.

    "taken-down" hides it from everyone but its authors and moderators; "dismissed" changes nothing. Raises
    Decided if already decided.
    """
    with transaction.atomic():
        held = Report.objects.select_for_update().get(pk=report_id)
        if held.decided_at is not None:
            raise Decided
        if decision == "taken-down":
            _hide(thing_of(held), True)
        decision_fields = _decision_fields(moderator, decision, note)
        Report.objects.filter(decided_at=None, **_about(thing_of(held))).update(**decision_fields)
    held.refresh_from_db()
    return held


def put_back(thing: Thing, moderator: Member, note: str) -> Report:
    """Restore an item that was taken down. Raises Decided if it is already visible."""
    with transaction.atomic():
        held = type(thing).objects.select_for_update().get(pk=thing.pk)
        if held.taken_down_at is None:
            raise Decided
        _hide(held, False)
        decision_fields = _decision_fields(moderator, "restored", note)
        return Report.objects.create(**_about(held), reporter=moderator, reason="other", **decision_fields)


def thing_of(report: Report) -> Thing:
    """Return the subject of a report. Raises ValueError for a report without one, which is never stored."""
    thing = report.scenario or report.hex_map
    if thing is None:
        raise ValueError(f"report {report.pk} is about nothing")
    return thing


def was_taken_down(thing: Thing) -> bool:
    """Return whether its page says that it was taken down: only if anyone with the link could see it."""
    return (
        thing.taken_down_at is not None
        and thing.current_id is not None
        and thing.visibility in (Visibility.PUBLIC, Visibility.UNLISTED)
    )


def _hide(thing: Thing, is_hidden: bool) -> None:
    thing.taken_down_at = timezone.now() if is_hidden else None
    thing.save(update_fields=["taken_down_at"])
    tell_followers(thing)


def _about(thing: Thing) -> dict[str, Thing]:
    return {"scenario" if isinstance(thing, Scenario) else "hex_map": thing}


def _decision_fields(moderator: Member, decision: str, note: str) -> dict[str, object]:
    return {
        "decision": decision,
        "decision_note": note[:LONGEST_TEXT],
        "decided_by": moderator,
        "decided_at": timezone.now(),
    }


def _with_related(reports: QuerySet[Report]) -> QuerySet[Report]:
    return reports.select_related("scenario__owner", "hex_map__owner", "reporter", "decided_by")
