"""Who asks, and which seat of a battle is theirs: by token, by account, or by a visitor's cookie."""

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
#: What of a battle every request asks for that acts in a seat of it.
_WHOLE = "battle__revision__scenario"


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
    if person.member is None:
        return Q(pk=None) if person.visitor is None else Q(visitor=person.visitor)
    by_member = Q(member=person.member)
    return by_member if person.visitor is None else by_member | Q(visitor=person.visitor)


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
    of_side = Q(seat__side=side) if side else Q()
    for same in (Holder(member=person.member), Holder(visitor=person.visitor)):
        if same.is_somebody:
            # One look at holding and seat: between two of them it might change hands.
            current = same.holdings().filter(of_side, to_entry=None, seat__battle=battle_id)
            holding = current.select_related(f"seat__{_WHOLE}").order_by("seat_id", "pk").first()
            if holding is not None:
                holding.seat.held_as = holding.pk
                return holding.seat
    return None


def _seats() -> QuerySet[Seat]:
    return Seat.objects.select_related(_WHOLE)


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
