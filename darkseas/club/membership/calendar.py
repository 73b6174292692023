"""A club's seasons and meetings."""

from dataclasses import asdict, dataclass
from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from darkseas.club import audit
from darkseas.club.models import Club, Meeting, Player, Season

from .refusals import ClubRefused, locked


@dataclass(frozen=True, slots=True)
class MeetingTerms:
    """A meeting's title, place and times (aware)."""

    title: str
    begins_at: datetime
    ends_at: datetime
    place: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class SeasonTerms:
    """A season's name, first day and last day."""

    name: str
    first_day: date
    last_day: date


def plan_meeting(by: Player, terms: MeetingTerms) -> Meeting:
    with transaction.atomic():
        club = locked(by.club_id)
        meeting = Meeting.objects.create(club=club, **asdict(terms))
        audit.note(club, by, "meeting.planned", meeting, after=_meeting_json(meeting))
    return meeting


def change_meeting(by: Player, meeting: Meeting, terms: MeetingTerms) -> None:
    """Change a meeting and count the change, so that subscribed calendars notice it.

    A form that is saved unchanged is no change.
    """
    with transaction.atomic():
        club = locked(by.club_id)
        held = Meeting.objects.get(pk=meeting.pk)
        before, wanted = _meeting_json(held), asdict(terms)
        if all(getattr(held, name) == value for name, value in wanted.items()):
            return
        for name, value in wanted.items():
            setattr(held, name, value)
        held.changed += 1
        held.save()
        audit.note(club, by, "meeting.changed", held, before=before, after=_meeting_json(held))


def set_cancelled(by: Player, meeting: Meeting, is_cancelled: bool) -> None:
    """Cancel or reinstate a meeting; a cancelled one stays in the calendar."""
    with transaction.atomic():
        club = locked(by.club_id)
        held = Meeting.objects.get(pk=meeting.pk)
        if held.is_cancelled == is_cancelled:
            return
        held.is_cancelled = is_cancelled
        held.changed += 1
        held.save(update_fields=["is_cancelled", "changed"])
        audit.note(club, by, "meeting.cancelled" if is_cancelled else "meeting.reinstated", held)


def coming_meetings(club: Club) -> QuerySet[Meeting]:
    """Return meetings that are not over, next one first."""
    return club.meetings.filter(ends_at__gte=timezone.now()).order_by("begins_at", "id")


def past_meetings(club: Club) -> QuerySet[Meeting]:
    """Return past meetings, latest first."""
    return club.meetings.filter(ends_at__lt=timezone.now()).order_by("-begins_at", "-id")


def begin_season(by: Player, terms: SeasonTerms) -> Season:
    """Create a season. Raises ClubRefused if its name is taken."""
    return _kept(by, Season(club_id=by.club_id), terms)


def change_season(by: Player, season: Season, terms: SeasonTerms) -> Season:
    """Change a season's name and days. Raises ClubRefused if the name is taken."""
    return _kept(by, season, terms)


def _kept(by: Player, season: Season, terms: SeasonTerms) -> Season:
    is_new = season.pk is None
    try:
        with transaction.atomic():
            club = locked(by.club_id)
            before = None if is_new else _season_json(Season.objects.get(pk=season.pk))
            season.name, season.first_day, season.last_day = terms.name, terms.first_day, terms.last_day
            season.save()
            deed = "season.begun" if is_new else "season.changed"
            audit.note(club, by, deed, season, before=before, after=_season_json(season))
    except IntegrityError:
        raise ClubRefused("Another season of this club already has this name.") from None
    return season


def _meeting_json(meeting: Meeting) -> dict[str, str]:
    return {
        "title": meeting.title,
        "place": meeting.place,
        "text": meeting.text,
        "begins_at": meeting.begins_at.isoformat(),
        "ends_at": meeting.ends_at.isoformat(),
    }


def _season_json(season: Season) -> dict[str, str]:
    return {
        "name": season.name,
        "first_day": season.first_day.isoformat(),
        "last_day": season.last_day.isoformat(),
    }
