"""How iCalendar writes things down (RFC 5545): lines of at most 75 bytes, texts escaped, moments in UTC."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

from .plain_text import plain_text

#: A line has at most so many bytes; what goes on in the next one begins with a space (RFC 5545, 3.1).
LONGEST_LINE = 75
PRODUCT = "-//darkseas//club calendar//EN"
#: How often a program should look again (RFC 7986, 5.7).
REFRESH = "PT6H"


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """Something that happens at a moment, from one to another, or on a day.

    ``uid`` stays the same for ever; ``changes`` counts how often it was changed, ``changed_at`` says
    when last.
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
    """Return a whole calendar of this name."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN"]
    lines += [f"NAME:{escaped(name)}", f"X-WR-CALNAME:{escaped(name)}", f"URL:{page}"]
    lines += [f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}", f"X-PUBLISHED-TTL:{REFRESH}"]
    for entry in entries:
        lines += _entry_lines(entry)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def escaped(text: str) -> str:
    """Return a text as the value of a property (RFC 5545, 3.3.11)."""
    plain = plain_text(text).replace("\\", "\\\\")
    return plain.replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def folded(line: str) -> Iterator[str]:
    """Yield a line in parts of at most 75 bytes, none of which ends within a sign."""
    part, room = "", LONGEST_LINE
    for sign in line:
        length = len(sign.encode())
        if length > room:
            yield part
            part, room = " ", LONGEST_LINE - 1
        part += sign
        room -= length
    yield part


def _entry_lines(entry: CalendarEntry) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{entry.uid}"
    yield f"DTSTAMP:{_moment(entry.changed_at)}"
    yield f"LAST-MODIFIED:{_moment(entry.changed_at)}"
    yield f"SEQUENCE:{entry.changes}"
    yield f"DTSTART{_when(entry.begins)}"
    if entry.ends is not None:
        yield f"DTEND{_when(entry.ends)}"
    yield f"SUMMARY:{escaped(entry.title)}"
    if entry.place:
        yield f"LOCATION:{escaped(entry.place)}"
    if entry.text:
        yield f"DESCRIPTION:{escaped(entry.text)}"
    yield f"URL:{entry.page}"
    yield f"STATUS:{'CANCELLED' if entry.is_cancelled else 'CONFIRMED'}"
    yield "END:VEVENT"


def _when(when: datetime | date) -> str:
    if isinstance(when, datetime):
        return f":{_moment(when)}"
    return f";VALUE=DATE:{when:%Y%m%d}"


def _moment(when: datetime) -> str:
    return f"{when.astimezone(UTC):%Y%m%dT%H%M%SZ}"
