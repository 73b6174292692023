"""Who asks, and which seat of a battle is theirs: by token, by account, or by a visitor's cookie."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest

from darkseas.members.models import Member
from replays_app.models import Battle, Holding, Seat

from .tokens import token_hash, token_of
from .visitors import visitor_of

CAPTAIN = Holding.Bot.CAPTAIN
DELETED = "a deleted member"
VISITOR = "a visitor"
LONGEST_SIDE = 80


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds or may hold seats: a member, a visitor (the hash of their key), or a bot.

    A person who asks may be a member and a visitor at once; who sits in a seat is one of the three.
    """

    member: Member | None = None
    visitor: str | None = None
    bot: str = ""

    @property
    def is_somebody(self) -> bool:
        """Whether anything is known of them."""
        return bool(self.member or self.visitor or self.bot)

    def holdings(self) -> QuerySet[Holding]:
        """Return all that this person holds or has held; none for nobody and for bots."""
        return Holding.objects.filter(held_by(self))


def holder_of(request: HttpRequest) -> Holder:
    """Return the person who asks, as far as they are known."""
    person = getattr(request, "user", None)  # none where a fault came before the session was read
    return Holder(person if isinstance(person, Member) else None, visitor_of(request))


def held_by(person: Holder) -> Q:
    """Return the condition that a person holds or has held."""
    condition = Q(pk=None)
    if person.member is not None:
        condition |= Q(member=person.member)
    if person.visitor is not None:
        condition |= Q(visitor=person.visitor)
    return condition


def seat_for(request: HttpRequest, battle: Battle) -> Seat | None:
    """Return the seat of a battle that a request may act for, None where there is none.

    By the token of ``Authorization: Seat`` where one is brought, else by the member who is logged in, else
    by the visitor's cookie.
    """
    token = token_of(request)
    if token is not None:
        return _seats().filter(battle=battle, token_hash=token_hash(token)).first()
    return held_seat(holder_of(request), battle.pk, seat_wanted(request))


def seat_wanted(request: HttpRequest) -> str:
    """Return the side in whose seat a request acts, for who holds several; empty where it does not say."""
    return request.GET.get("seat", "")[:LONGEST_SIDE]


def held_seat(person: Holder, battle_id: UUID, side: str = "") -> Seat | None:
    """Return the seat that a person holds now; the member's before the visitor's.

    ``side`` says which, for who holds several.
    """
    of_side = Q(side=side) if side else Q()
    for same in (Holder(member=person.member), Holder(visitor=person.visitor)):
        if same.is_somebody:
            current = same.holdings().filter(to_entry=None, seat=OuterRef("pk")).order_by("pk")
            # One look at seat and holding: between two of them it might change hands.
            seats = _seats().filter(of_side, Exists(current), battle=battle_id)
            seat = seats.annotate(holding_now=Subquery(current.values("pk")[:1])).order_by("id").first()
            if seat is not None:
                seat.held_as = seat.holding_now
                return seat
    return None


def _seats() -> QuerySet[Seat]:
    return Seat.objects.select_related("battle__revision__scenario")


def name_of(holding: Holding) -> str:
    """Return what the holder of a seat is called on pages."""
    if holding.member is not None:
        return holding.member.username
    if holding.visitor is not None:
        return VISITOR
    return holding.get_bot_display() if holding.bot else DELETED


def names_of(battle: Battle) -> dict[str, str]:
    """Return who sits in each seat now, by the key of its side; a seat that only tokens open is left out."""
    current = Holding.objects.filter(seat__battle=battle, to_entry=None).select_related("seat", "member")
    return {holding.seat.side: name_of(holding) for holding in current}
