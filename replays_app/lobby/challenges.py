"""Create, accept and withdraw challenges; exactly one player can accept each."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from darkseas.engine.events import UMPIRE
from darkseas.engine.scenario.spec import BadScenario
from darkseas.members.models import Member
from darkseas.rules import registry
from replays_app.models import Battle, Challenge, Clock, Holding
from replays_app.recording.at_table import TableFacts
from replays_app.recording.dice_schemes import FAIR, HOUSE, SCHEMES, TABLE
from replays_app.seats import bids, taking_seats, umpires
from replays_app.seats.battle_access import sees_scenario
from replays_app.seats.bids import BadBid, Bid, Outcome
from replays_app.seats.clock_terms import BOT, Terms, keep
from replays_app.seats.seat_integrity_tags import changing
from replays_app.seats.viewer_seat import Holder, held_by
from scenarios_app.models import Revision, Scenario
from scenarios_app.revisions.store import spec_of

from .seat_taking import begin

#: Limit of open challenges per person.
MOST_OPEN = 20
#: Titles of the kinds of dice; the first is the default between people.
DICE_TITLES = {
    FAIR: "provably fair dice",
    HOUSE: "dice rolled by the site",
    TABLE: "real dice at the table, entered by hand",
}


class ChallengeRefused(Exception):
    """The challenge cannot be created or accepted; the message says why."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Settings of a challenge: the challenger's side (empty for random) or bid, dice, and who may accept."""

    side: str = ""
    dice: str = FAIR
    is_listed: bool = True
    has_umpire: bool = False
    clock: Terms | None = None
    bid: Bid | None = None
    table: TableFacts | None = None


def open_for(person: Holder, scenarios: QuerySet[Scenario]) -> QuerySet[Challenge]:
    """Return the challenges the lobby shows a person: by others, on listed scenarios."""
    listed = Challenge.objects.filter(state=Challenge.State.OPEN, is_listed=True)
    return with_scenario(
        listed.filter(revision__scenario__in=scenarios.values("pk")).exclude(held_by(person))
    )


def of(person: Holder) -> QuerySet[Challenge]:
    """Return a person's open challenges, and rematches offered to them."""
    fought = Holding.objects.filter(held_by(person), to_entry=None).exclude(seat__side=UMPIRE)
    mine = held_by(person) | Q(rematch_of__in=fought.values("seat__battle"))
    return with_scenario(Challenge.objects.filter(mine, state=Challenge.State.OPEN))


def with_scenario(challenges: QuerySet[Challenge]) -> QuerySet[Challenge]:
    """Return challenges with the related rows that lists need."""
    return challenges.select_related("revision__scenario", "member", "clock", "umpire").defer(
        "revision__spec"
    )


def make(revision: Revision, maker: Holder, wanted: Wanted, rematch_of: Battle | None = None) -> Challenge:
    """Store a challenge. Raises ChallengeRefused."""
    if wanted.dice not in SCHEMES:
        raise ChallengeRefused("Choose a kind of dice.")
    if wanted.clock and wanted.clock.at_zero == BOT and wanted.dice == TABLE:
        raise ChallengeRefused("The captain cannot roll dice at a table: choose a loss on time.")
    if not sees_scenario(maker, revision):
        raise ChallengeRefused("You can no longer see this scenario. Choose another one.")
    _check_can_be_fought(revision, wanted)
    try:
        with transaction.atomic():
            _check_number(maker)
            made = Challenge.objects.create(
                token=secrets.token_urlsafe(24),
                umpire_token=secrets.token_urlsafe(24) if wanted.has_umpire else None,
                revision=revision,
                member=maker.member,
                visitor=None if maker.member else maker.visitor,
                side=wanted.side,
                bid_side=wanted.bid.side if wanted.bid else "",
                bid_points=wanted.bid.points if wanted.bid else None,
                dice=wanted.dice,
                table=wanted.table.as_json() if wanted.table else {},
                is_listed=wanted.is_listed,
                rematch_of=rematch_of,
            )
            if wanted.clock is not None:
                keep(wanted.clock, made)
            return made
    except IntegrityError:
        raise ChallengeRefused("You or your opponent already offered a rematch.") from None


def _check_number(maker: Holder) -> None:
    """Enforce the limit of open challenges; a lock serializes those of one member."""
    if maker.member is not None and not Member.objects.keep_here(maker.member):
        raise ChallengeRefused("This account has been deleted.")
    if Challenge.objects.filter(held_by(maker), state=Challenge.State.OPEN).count() >= MOST_OPEN:
        raise ChallengeRefused("You have too many open challenges. Withdraw one first.")


def _check_can_be_fought(revision: Revision, wanted: Wanted) -> None:
    try:
        spec = spec_of(revision)
        registry.system(spec.system).initial_state(spec)
    except (BadScenario, LookupError) as fault:
        raise ChallengeRefused(f"This scenario cannot be played: {fault}") from None
    sides = [side.key for side in spec.sides]
    if wanted.side and wanted.side not in sides:
        raise ChallengeRefused("Choose one of the scenario’s sides.")
    if wanted.bid is None:
        return
    if len(sides) != 2 or not bids.are_counted(spec.system):
        raise ChallengeRefused("This scenario does not allow bids: choose a side, or a random one.")
    _check_bid(wanted.bid, sides)


def _check_bid(bid: Bid, sides: Sequence[str]) -> None:
    try:
        bids.check(bid, sides)
    except BadBid as refusal:
        raise ChallengeRefused(str(refusal)) from None


def withdraw(challenge: Challenge) -> bool:
    """Withdraw a challenge; return whether it was still open."""
    return _leaves_open(challenge, Challenge.State.WITHDRAWN)


def accept(
    challenge: Challenge,
    person: Holder,
    side: str = "",
    bid: Bid | None = None,
    umpire: str = "",
    *,
    sees_dice: bool = False,
) -> Battle:
    """Start the battle with both players in their seats; captains get the other seats.

    ``side`` is the person's choice if the challenger left several, ``bid`` their bid if sides are assigned by
    bid: both bids are revealed now. ``umpire`` is the name of the umpire that the page showed; that umpire is
    seated at once if still named. At a table, ``sees_dice`` says that the person sees every roll; the
    challenge has the challenger's own answer. Raises ChallengeRefused, also if somebody else was faster.
    """
    if person.member is not None and person.member.pk == challenge.umpire_id:
        raise ChallengeRefused("You are the umpire of this challenge and see both sides, so you cannot play.")
    sides = [one.key for one in spec_of(challenge.revision).sides]
    outcome = _open_bids(challenge, bid, sides)
    makers, persons = _divided(challenge, outcome, sides, side)
    with transaction.atomic():
        if not _leaves_open(challenge, Challenge.State.ACCEPTED):
            raise ChallengeRefused("This challenge was already accepted or withdrawn.")
        maker = _maker_now(challenge, person)
        captains = {one: Holder(bot=Holding.Bot.CAPTAIN) for one in sides}
        holders = captains | {makers: maker, persons: person}
        try:
            battle = begin(
                challenge.revision,
                holders,
                challenge.dice,
                has_umpire=bool(challenge.umpire_token),
                clock=Clock.objects.filter(challenge=challenge).first(),
                table=_of_table(challenge, sides, makers, persons if sees_dice else ""),
                bids=outcome.event if outcome else None,
            )
        except (BadScenario, LookupError) as fault:
            raise ChallengeRefused(f"This scenario can no longer be played: {fault}") from None
        except taking_seats.HolderGone:
            raise ChallengeRefused("The challenger’s account has been deleted.") from None
        with changing(battle.pk):
            Challenge.objects.filter(pk=challenge.pk).update(battle=battle)
            umpires.seat_accepted(challenge, battle, umpire)
    return battle


def _divided(
    challenge: Challenge, outcome: Outcome | None, sides: Sequence[str], side: str
) -> tuple[str, str]:
    """Return the side of the challenger and of the person who accepts, who may have chosen ``side``."""
    if outcome is not None:
        return outcome.makers, outcome.takers
    makers = challenge.side or secrets.choice([one for one in sides if one != side])
    free = [one for one in sides if one != makers]
    return makers, side if side in free else free[0]


def _maker_now(challenge: Challenge, person: Holder) -> Holder:
    """Return the current owner of a challenge: a guest may have become a member.

    Raises ChallengeRefused if the owner is the person who accepts.
    """
    now = Challenge.objects.select_related("member").get(pk=challenge.pk)
    if now.member is not None and now.member == person.member:
        raise ChallengeRefused("This is your own challenge. Send its link to somebody.")
    return Holder(member=now.member, visitor=now.visitor)


def _of_table(challenge: Challenge, sides: Sequence[str], makers: str, persons: str) -> TableFacts:
    """Return the table's facts; a side is a witness only if its own player said so.

    ``persons`` is the side of the person who accepts if they see every roll, else empty.
    """
    table = TableFacts.of_json(challenge.table)
    is_seen = table.witnesses is None or makers in table.witnesses
    words = {makers if is_seen else "", persons}
    return replace(table, witnesses=tuple(side for side in sides if side in words))


def _open_bids(challenge: Challenge, bid: Bid | None, sides: Sequence[str]) -> Outcome | None:
    """Return the outcome of both bids, or None if there are no bids. Raises ChallengeRefused."""
    if challenge.bid_points is None:
        return None
    if bid is None:
        raise ChallengeRefused("Sides are assigned by bid: choose a side and enter your points.")
    _check_bid(bid, sides)
    return bids.opened(Bid(challenge.bid_side, challenge.bid_points), bid, sides)


def _leaves_open(challenge: Challenge, state: str) -> bool:
    still = Challenge.objects.filter(pk=challenge.pk, state=Challenge.State.OPEN)
    return bool(still.update(state=state))
