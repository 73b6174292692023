"""The person who sends a request and their seat in a battle, by token, account or visitor's cookie."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from darkseas.members.models import Member
from replays_app.models import Battle, Holding, Seat

from .tokens import token_hash, token_of
from .visitors import visitor_of

CAPTAIN = Holding.Bot.CAPTAIN
DELETED = "a deleted member"
VISITOR = "a visitor"
LONGEST_SIDE = 80
#: Related rows that every request for a seat needs.
_WHOLE = "battle__revision__scenario"


@dataclass(frozen=True, slots=True)
class Holder:
    """A holder or possible holder of seats: a member, a visitor (by the hash of their key), or a bot.

    The sender of a request may be a member and a visitor at once. The holder of a seat is exactly one of the
    three.
    """

    member: Member | None = None
    visitor: str | None = None
    bot: str = ""

    @property
    def is_somebody(self) -> bool:
        """Whether this is a member, a visitor or a bot."""
        return bool(self.member or self.visitor or self.bot)

    def holdings(self) -> QuerySet[Holding]:
        """Return all current and former holdings of this person; none for bots."""
        return Holding.objects.filter(held_by(self))


def holder_of(request: HttpRequest) -> Holder:
    """Return the sender of a request, as far as the request identifies them."""
    person = getattr(request, "user", None)  # missing if an error occurred before the session was read
    return Holder(person if isinstance(person, Member) else None, visitor_of(request))


def held_by(person: Holder) -> Q:
    """Return the condition that a holding is or was this person's."""
    if person.member is None:
        return Q(pk=None) if person.visitor is None else Q(visitor=person.visitor)
    by_member = Q(member=person.member)
    return by_member if person.visitor is None else by_member | Q(visitor=person.visitor)


def seat_for(request: HttpRequest, battle: Battle) -> Seat | None:
    """Return the seat of a battle that a request may act for, None if there is none.

    A token in ``Authorization: Seat`` takes precedence, then the logged-in member, then the visitor's cookie.
    """
    token = token_of(request)
    if token is not None:
        return _seats().filter(battle=battle, token_hash=token_hash(token)).first()
    return held_seat(holder_of(request), battle.pk, seat_wanted(request))


def seat_wanted(request: HttpRequest) -> str:
    """Return the side that a request wants to act for, "" if it names none."""
    return request.GET.get("seat", "")[:LONGEST_SIDE]


def held_seat(person: Holder, battle_id: UUID, side: str = "") -> Seat | None:
    """Return the seat that a person holds now, the member's before the visitor's.

    ``side`` chooses one if the person holds several.
    """
    of_side = Q(seat__side=side) if side else Q()
    for same in (Holder(member=person.member), Holder(visitor=person.visitor)):
        if same.is_somebody:
            # One query for holding and seat: the seat might change hands between two queries.
            current = same.holdings().filter(of_side, to_entry=None, seat__battle=battle_id)
            holding = current.select_related(f"seat__{_WHOLE}").order_by("seat_id", "pk").first()
            if holding is not None:
                holding.seat.held_as = holding.pk
                return holding.seat
    return None


def _seats() -> QuerySet[Seat]:
    return Seat.objects.select_related(_WHOLE)


def name_of(holding: Holding) -> str:
    """Return the holder's name as shown on pages."""
    if holding.member is not None:
        return holding.member.username
    if holding.visitor is not None:
        return VISITOR
    return holding.get_bot_display() if holding.bot else DELETED


def names_of(battle: Battle) -> dict[str, str]:
    """Return the names of the current holders by side, without seats that only have a token."""
    current = Holding.objects.filter(seat__battle=battle, to_entry=None).select_related("seat", "member")
    return {holding.seat.side: name_of(holding) for holding in current}
