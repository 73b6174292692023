"""Store of chat lines and notes: permissions to read, and limits on writing."""

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
#: How many lines a seat may write in a period.
MOST, STRETCH = 30, timedelta(minutes=5)
#: How many lines a seat may write in a battle.
MOST_OF_A_SEAT = 5000
KEYHOLDER = "the holder of the seat's token"

OWN, SEATS = ChatLine.Audience.OWN, ChatLine.Audience.SEATS


class BadLine(ValueError):
    """The line is invalid; the message tells the writer why."""


class TooManyLines(Exception):
    """The seat has reached its limit of lines for now."""


def write(seat: Seat, person: Holder, text: str, audience: str) -> ChatLine:
    """Store a line by the holder of a seat. Raises BadLine, TooManyLines, SeatGone."""
    if audience not in ChatLine.Audience.values:
        raise BadLine("Unknown audience: write to all seats or to yourself.")
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
    """Return the lines that the holder of a seat may read, oldest first.

    Lines to all seats are for every current seat holder; a note is only for its writer, not for a successor
    in the seat. Lines are numbered by their position in this list: gaps would reveal other people's notes
    (H-6).
    """
    notes = Q(audience=OWN, seat=seat) & _written_by(person, holding_of(seat, person))
    return (
        ChatLine.objects.filter(seat__battle=seat.battle_id)
        .filter(Q(audience=SEATS) | notes)
        .select_related("seat", "holding__member")
    )


def writer_of(line: ChatLine) -> str:
    """Return the current name of a line's writer."""
    return KEYHOLDER if line.holding is None else name_of(line.holding)


def holding_of(seat: Seat, person: Holder) -> Holding | None:
    """Return the person's holding of the seat, or None if they only have its token."""
    if not person.is_somebody:
        return None
    return Holding.objects.filter(held_by(person), seat=seat, to_entry=None).first()


def clean(text: str) -> str:
    """Return a text as stored: normalized line ends, no invisible characters. Raises BadLine."""
    line = with_usual_lines(unicodedata.normalize("NFC", text).replace("\r\n", "\n")).strip()
    if not line:
        raise BadLine("Enter a message.")
    if len(line) > LONGEST:
        raise BadLine(f"A message has at most {LONGEST} characters.")
    if has_unseen(line, lawful="\n"):
        raise BadLine("The message contains invisible characters.")
    return line


def lines_of(member: Member) -> QuerySet[ChatLine]:
    """Return everything a member has written in all battles."""
    return ChatLine.objects.filter(holding__member=member).select_related("seat")


def forget(member: Member) -> None:
    """Delete a member's notes; lines to all seats stay, without the member's name."""
    ChatLine.objects.filter(holding__member=member, audience=OWN).delete()


def _written_by(person: Holder, holding: Holding | None) -> Q:
    if holding is None:
        return Q(holding=None)
    return Q(holding__in=Holding.objects.filter(held_by(person)))
