"""The only door to what people in seats write: who may read a line, and how many may be written."""

import unicodedata
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from darkseas.members.models import Member
from darkseas.web.invisible_characters import has_unseen, with_usual_lines
from replays_app.models import ChatLine, Holding, Seat
from replays_app.seats.taking_seats import keep_seated
from replays_app.seats.viewer_seat import Holder, held_by, name_of

LONGEST = 1000
#: Lines that one seat may write in a stretch of time.
MOST, STRETCH = 30, timedelta(minutes=5)
#: Lines that one seat may write in all: a battle is no archive.
MOST_OF_A_SEAT = 5000
KEYHOLDER = "whoever has the seat's token"

OWN, SEATS = ChatLine.Audience.OWN, ChatLine.Audience.SEATS


class BadLine(ValueError):
    """A line cannot be kept; the message says why, for who wrote it."""


class TooManyLines(Exception):
    """The seat has written as much as may be written for now."""


def write(seat: Seat, person: Holder, text: str, audience: str) -> ChatLine:
    """Keep a line that the holder of a seat has written. Raises BadLine, TooManyLines, SeatGone."""
    if audience not in ChatLine.Audience.values:
        raise BadLine("A line is for all seats or for its writer.")
    line = clean(text)
    written = ChatLine.objects.filter(seat=seat)
    if written.filter(written_at__gt=timezone.now() - STRETCH).count() >= MOST:
        raise TooManyLines
    if written.count() >= MOST_OF_A_SEAT:
        raise TooManyLines
    with transaction.atomic():
        keep_seated(seat)
        own = holding_of(seat, person)
        return ChatLine.objects.create(seat=seat, holding=own, text=line, audience=audience)


def readable(seat: Seat, person: Holder) -> QuerySet[ChatLine]:
    """Return the lines that the holder of a seat may read, the oldest first.

    What was written to all seats is for whoever sits in one now; a note is for who wrote it, not for who
    takes the seat over. Lines are numbered by their place here: holes would tell of notes of others (H-6).
    """
    notes = Q(audience=OWN, seat=seat) & _written_by(person, holding_of(seat, person))
    return (
        ChatLine.objects.filter(seat__battle=seat.battle_id)
        .filter(Q(audience=SEATS) | notes)
        .select_related("seat", "holding__member")
    )


def writer_of(line: ChatLine) -> str:
    """Return what the writer of a line is called now."""
    return KEYHOLDER if line.holding is None else name_of(line.holding)


def holding_of(seat: Seat, person: Holder) -> Holding | None:
    """Return by what a person sits in a seat, None for who has only its token."""
    if not person.is_somebody:
        return None
    return Holding.objects.filter(held_by(person), seat=seat, to_entry=None).first()


def clean(text: str) -> str:
    """Return a text as it is kept: line ends as one sign, nothing that cannot be seen. Raises BadLine."""
    line = with_usual_lines(unicodedata.normalize("NFC", text).replace("\r\n", "\n")).strip()
    if not line:
        raise BadLine("Write something first.")
    if len(line) > LONGEST:
        raise BadLine(f"A line has at most {LONGEST} signs.")
    if has_unseen(line, lawful="\n"):
        raise BadLine("A line holds signs that cannot be seen.")
    return line


def lines_of(member: Member) -> QuerySet[ChatLine]:
    """Return what a member has written in all battles."""
    return ChatLine.objects.filter(holding__member=member).select_related("seat")


def forget(member: Member) -> None:
    """Delete a member's notes; what they wrote to others stays, without their name."""
    ChatLine.objects.filter(holding__member=member, audience=OWN).delete()


def _written_by(person: Holder, holding: Holding | None) -> Q:
    if holding is None:
        return Q(holding=None)
    return Q(holding__in=Holding.objects.filter(held_by(person)))
