"""The umpire of a challenge: a member to whom the holders of all sides have agreed.

The member who opens the umpire's link is named as umpire. The challenge shows this name, so a person who
accepts the challenge also consents to the umpire. If the umpire is named after that, they see only public
entries until the holders of all sides have agreed. In this module, ``length_of`` returns the length of a log.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet

from darkseas.engine.events import UMPIRE
from darkseas.members.models import Member
from replays_app.models import Battle, Challenge, Holding, Seat

from . import taking_seats
from .battle_access import sees_scenario
from .seat_integrity_tags import changing
from .viewer_seat import Holder, held_by

LengthOf = Callable[[UUID], int]


class UmpireRefused(Exception):
    """The reason, as a sentence, why a person cannot be umpire."""


def take(challenge: Challenge, person: Holder, length_of: LengthOf) -> bool:
    """Name a member as umpire; return whether they are already seated. Raises UmpireRefused."""
    member = _eligible(challenge, person)
    with _changing(challenge):
        held = _locked(challenge)
        if held.battle_id == challenge.battle_id:
            return _name(held, member, length_of)
    # An opponent has accepted meanwhile, so the battle must be locked as well.
    return take(held, person, length_of)


def _eligible(challenge: Challenge, person: Holder) -> Member:
    """Return the member to be named. Raises UmpireRefused."""
    if person.member is None:
        raise UmpireRefused("An umpire must be a member. Log in first.")
    if challenge.state == Challenge.State.WITHDRAWN:
        raise UmpireRefused("This challenge was withdrawn.")
    if not sees_scenario(person, challenge.revision):
        raise UmpireRefused("You may not see this scenario, and an umpire sees all of it.")
    made = Challenge.objects.filter(held_by(person), pk=challenge.pk).exists()
    if made or _has_sat(person, challenge.battle):
        raise UmpireRefused("You hold or have held a seat in this battle: an umpire sees both sides.")
    if challenge.battle is not None and sits(challenge.battle):
        raise UmpireRefused("This battle already has an umpire.")
    return person.member


def _name(held: Challenge, member: Member, length_of: LengthOf) -> bool:
    """Name a member as umpire of a locked challenge. Raises UmpireRefused."""
    if held.umpire_id not in (None, member.pk):
        raise UmpireRefused("Somebody else is already named as umpire.")
    if held.umpire_id is None:
        held.umpire_agreed.clear()  # earlier consents were for another member
        Challenge.objects.filter(pk=held.pk).update(umpire=member)
    return _sit_if_agreed(Challenge.objects.get(pk=held.pk), length_of)


def seat_accepted(challenge: Challenge, battle: Battle, name: str) -> None:
    """Seat the umpire of a challenge that was just accepted, if the page of the challenge showed this
    ``name``.

    A member without access to the scenario stays named but is not seated.
    """
    named = Challenge.objects.select_related("umpire").get(pk=challenge.pk).umpire
    if named is None or named.username != name:
        return
    umpire = Holder(member=named)
    if not _has_sat(umpire, battle) and sees_scenario(umpire, battle.revision):
        with suppress(taking_seats.HolderGone):
            taking_seats.sit(battle.seats.get(side=UMPIRE), umpire, 0)


def waiting_in(battle: Battle) -> QuerySet[Challenge]:
    """Return the challenge of a running battle whose umpire still needs consent, None if there is none."""
    return _waiting().filter(battle=battle, battle__status=Battle.Status.RUNNING)


def awaiting(person: Holder) -> QuerySet[Challenge]:
    """Return the challenges whose umpire needs a person's consent."""
    held = person.holdings().filter(to_entry=None).exclude(seat__side=UMPIRE)
    theirs = _waiting().filter(battle__status=Battle.Status.RUNNING, battle__in=held.values("seat__battle"))
    return theirs.exclude(umpire_agreed__in=held.values("seat")).order_by("pk")


def awaited(challenge: Challenge) -> list[Seat]:
    """Return the seats whose holders must still agree. Bots always agree."""
    people = Holding.objects.filter(seat__battle=challenge.battle, to_entry=None)
    by_people = people.exclude(member=None, visitor=None).exclude(seat__side=UMPIRE)
    agreed = challenge.umpire_agreed.values("pk")
    return list(Seat.objects.filter(pk__in=by_people.values("seat")).exclude(pk__in=agreed))


def agree(challenge: Challenge, name: str, seats: list[Seat], length_of: LengthOf) -> None:
    """Record that the holder of these seats agrees to the member of this name. The last consent seats the
    umpire.

    Raises UmpireRefused if another member is named by now.
    """
    with _changing(challenge):
        held = _locked(challenge)
        _check_named(held, name)
        for seat in seats:
            taking_seats.keep_seated(seat)
        held.umpire_agreed.add(*seats)
        _sit_if_agreed(held, length_of)


def decline(challenge: Challenge, name: str, seats: list[Seat]) -> None:
    """Reject the named member, as the holder of these seats. Another member may then use the link.

    Raises UmpireRefused, SeatGone.
    """
    with _changing(challenge):
        held = _locked(challenge)
        _check_named(held, name)
        for seat in seats:
            taking_seats.keep_seated(seat)
        _unname(held)


def consented_to_by(member: Member) -> QuerySet[Challenge]:
    """Return the challenges whose umpire a member has agreed to, but others have not yet."""
    return _waiting().filter(umpire_agreed__in=_seats_of(member)).distinct()


def take_consents_back(member: Member) -> None:
    """Withdraw a member's consents to umpires who are not seated yet."""
    for challenge in consented_to_by(member).order_by("battle_id"):
        with _changing(challenge):
            _locked(challenge).umpire_agreed.remove(*_seats_of(member))


def _seats_of(member: Member) -> QuerySet[Seat]:
    held = Holding.objects.filter(member=member, to_entry=None)
    return Seat.objects.filter(pk__in=held.values("seat"))


def leave(holding: Holding, length_of: LengthOf) -> None:
    """Vacate the umpire's seat. Another member may then use the link. Raises SeatGone."""
    battle = holding.seat.battle
    with changing(battle.pk):
        taking_seats.keep_held(holding.pk, battle.pk)
        taking_seats.rise(holding, length_of(battle.pk))
        for challenge in Challenge.objects.filter(battle=battle):
            _unname(challenge)


def _changing(challenge: Challenge) -> AbstractContextManager[None]:
    """Lock a challenge's battle, if it has one, and update its integrity tag after the change."""
    return changing() if challenge.battle_id is None else changing(challenge.battle_id)


def _locked(challenge: Challenge) -> Challenge:
    """Lock a challenge until the transaction ends, its battle first, and return its current row.

    Naming, agreeing and declining cannot overlap, so consent to one member never counts for another.
    """
    if challenge.battle_id is not None:
        taking_seats.keep_from_acting(challenge.battle_id)
    return Challenge.objects.select_for_update(no_key=True, of=("self",)).get(pk=challenge.pk)


def _sit_if_agreed(challenge: Challenge, length_of: LengthOf) -> bool:
    """Seat the named umpire if all holders have agreed; return whether the umpire is seated. Needs a
    transaction.
    """
    battle, member = challenge.battle, challenge.umpire
    if battle is None or member is None or awaited(challenge):
        return False
    # As for handovers: the member cannot take a side's seat meanwhile.
    taking_seats.keep_from_acting(battle.pk)
    person = Holder(member=member)
    if _has_sat(person, battle) or not sees_scenario(person, battle.revision):
        _unname(challenge)
        return False
    try:
        with transaction.atomic():
            seat = battle.seats.get(side=UMPIRE)
            taking_seats.sit(seat, Holder(member=member), length_of(battle.pk))
    except IntegrityError:
        raise UmpireRefused("This battle already has an umpire.") from None
    except taking_seats.HolderGone:
        _unname(challenge)
        return False
    return True


def _check_named(challenge: Challenge, name: str) -> None:
    if challenge.umpire is None or challenge.umpire.username != name:
        raise UmpireRefused("Somebody else has been named as umpire meanwhile. Check who it is.")


def _unname(challenge: Challenge) -> None:
    with transaction.atomic():
        Challenge.objects.filter(pk=challenge.pk).update(umpire=None)
        challenge.umpire_agreed.clear()


def _waiting() -> QuerySet[Challenge]:
    """Return the challenges with a battle whose umpire is named but not seated."""
    sitting = Holding.objects.filter(seat__battle=OuterRef("battle"), seat__side=UMPIRE, to_entry=None)
    named = Challenge.objects.exclude(umpire=None).exclude(battle=None).filter(~Exists(sitting))
    return named.select_related("umpire", "battle__revision__scenario")


def sits(battle: Battle) -> bool:
    """Return whether a battle's umpire seat is held."""
    return Holding.objects.filter(seat__battle=battle, seat__side=UMPIRE, to_entry=None).exists()


def _has_sat(person: Holder, battle: Battle | None) -> bool:
    """Return whether a person holds or has held a seat of a battle."""
    sides = person.holdings().exclude(seat__side=UMPIRE)
    return battle is not None and sides.filter(seat__battle=battle).exists()
