"""Calendar entries as an iCalendar file (RFC 5545), written with the icalendar library."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from icalendar import Calendar, Event, vText

from .plain_text import plain_text

PRODUCT = "-//darkseas//club calendar//EN"
#: How often a program should fetch the file again (RFC 7986, 5.7).
REFRESH = "PT6H"


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """An event at a moment, from one moment to another, or on a day.

    ``uid`` never changes. ``changes`` is the number of changes, ``changed_at`` the time of the last one.
    """

    uid: str
    changes: int
    changed_at: datetime
    title: str
    begins: datetime | date
    page: str
    ends: datetime | None = None
    place: str = ""
    text: str = ""
    is_cancelled: bool = False


def calendar_text(name: str, page: str, entries: Iterable[CalendarEntry]) -> str:
    """Return an iCalendar file with this name."""
    calendar = Calendar()
    head = {"VERSION": "2.0", "PRODID": PRODUCT, "CALSCALE": "GREGORIAN"}
    head |= {"NAME": plain_text(name), "X-WR-CALNAME": plain_text(name)}
    for key, value in head.items():
        calendar.add(key, vText(value))
    calendar.add("URL", page)
    calendar.add("REFRESH-INTERVAL", vText(REFRESH, params={"VALUE": "DURATION"}))
    calendar.add("X-PUBLISHED-TTL", vText(REFRESH))
    for entry in entries:
        calendar.add_component(_event(entry))
    return str(calendar.to_ical(sorted=False), "utf-8")


def _event(entry: CalendarEntry) -> Event:
    event = Event()
    event.add("UID", entry.uid)
    event.add("DTSTAMP", entry.changed_at.astimezone(UTC))
    event.add("LAST-MODIFIED", entry.changed_at.astimezone(UTC))
    event.add("SEQUENCE", entry.changes)
    begins = entry.begins
    event.add("DTSTART", begins.astimezone(UTC) if isinstance(begins, datetime) else begins)
    if entry.ends is not None:
        event.add("DTEND", entry.ends.astimezone(UTC))
    event.add("SUMMARY", plain_text(entry.title))
    if entry.place:
        event.add("LOCATION", plain_text(entry.place))
    if entry.text:
        event.add("DESCRIPTION", plain_text(entry.text))
    event.add("URL", entry.page)
    event.add("STATUS", "CANCELLED" if entry.is_cancelled else "CONFIRMED")
    return event
