"""Seats page of a battle: its holders, handing over a seat, and rematches."""

from collections.abc import Mapping
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from darkseas.engine.events import UMPIRE, BidsOpened
from darkseas.engine.presentation.shared_events import describe_shared
from darkseas.engine.scenario.spec import BadScenario
from darkseas.web.sending.compression import uncompressed
from replays_app.log import store as log_store
from replays_app.models import Battle, Handover, Holding, Seat
from replays_app.recording.dice_schemes import TABLE
from replays_app.seats import battle_access, handovers, umpires
from replays_app.seats.bids import are_counted
from replays_app.seats.clock_terms import terms_in
from replays_app.seats.handovers import HandoverRefused
from replays_app.seats.umpires import UmpireRefused
from replays_app.seats.viewer_seat import Holder, held_seat, holder_of, name_of
from scenarios_app.revisions.scenario_and_side_titles import own_card

from . import challenges
from .challenges import ChallengeRefused, Wanted
from .clock_section import clock_section
from .newcomer import limited, newcomer_of, not_shown, takes_seat_once, weigh
from .seat_taking import begin, change_holder

#: Maximum number of log entries before the first order: start, table, bids.
MOST_OPENING_ENTRIES = 3


@uncompressed
@never_cache
@require_safe
def seats(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Show present and past seat holders, and the actions of the viewer's own seat."""
    battle = _battle(request, battle_id)
    person = holder_of(request)
    own = held_seat(person, battle.pk)
    offers = [] if battle.is_over else list(handovers.open_in(battle.pk))
    names = {side["key"]: side for side in own_card(battle.revision).sides}
    held = Holding.objects.filter(seat__battle=battle).select_related("seat", "member").order_by("seat", "id")
    current = person.holdings().filter(seat__battle=battle, to_entry=None)
    own_seats = set(current.values_list("seat_id", flat=True))
    umpire = umpires.waiting_in(battle).first() if own and own.side != UMPIRE else None
    context = {
        "battle": battle,
        "umpire": umpire,
        "umpire_asks": umpire is not None and own in umpires.awaited(umpire),
        "own": own,
        "own_seats": own_seats,
        "bids": _bids(battle),
        "rows": [(names.get(one.seat.side, {"name": "Umpire"}), name_of(one), one) for one in held],
        "mine": next((_shown(request, one) for one in offers if own and one.holding.seat_id == own.pk), None),
        "theirs": [
            (one, name_of(one.holding), own in handovers.awaited(one))
            for one in offers
            if own and one.holding.seat_id != own.pk
        ],
        "clock": clock_section(battle, own) if own else None,
        "head": log_store.head_of(battle.pk) if battle.is_over else "",
        "may_rematch": battle.is_over and own is not None and own.side in names,
    }
    return render(request, "replays_app/lobby/seats.html", context)


def _bids(battle: Battle) -> str:
    """Return the bids for the sides in a sentence, as logged; empty if there are no bids."""
    if not are_counted(battle.system):
        return ""
    reader = log_store.reader_of(battle.system, frozenset({BidsOpened}))
    opened = log_store.events(battle.pk, reader, 0, MOST_OPENING_ENTRIES)
    names = {side["key"]: side["name"] for side in own_card(battle.revision).sides}
    narrations = [describe_shared(event, names) for event in opened]
    return " ".join(narration.sentence for narration in narrations if narration)


def _shown(request: HttpRequest, offer: Handover) -> dict[str, object]:
    """Return the person's own offer: its link, if any, and whether others must still agree."""
    link = request.build_absolute_uri(reverse("handover", args=[offer.token])) if offer.token else ""
    return {"link": link, "awaited": bool(handovers.awaited(offer))}


@require_POST
def offer_seat(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Offer the person's seat by link, or with ``to=captain`` to the captain; an umpire simply leaves."""
    battle = _battle(request, battle_id)
    bot = Holding.Bot.CAPTAIN if request.POST.get("to") == "captain" else ""
    try:
        if battle.is_over:
            raise HandoverRefused("This battle is over.")
        own = _own_holding(request, battle)
        if own.seat.side == UMPIRE:
            umpires.leave(own, log_store.length)
            return redirect("seats", battle.pk)
        if bot and battle.dice_scheme == TABLE:
            raise HandoverRefused("The captain cannot roll dice at a table. Hand over the seat by link.")
        offer = handovers.offer(own, bot)
        if bot and not handovers.awaited(offer):
            change_holder(battle, offer, Holder(bot=bot))
    except HandoverRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("seats", battle.pk)


@require_POST
def withdraw_offer(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Withdraw the person's own offer."""
    battle = _battle(request, battle_id)
    own = _own_holding(request, battle)
    for offer in handovers.open_in(battle.pk).filter(holding=own):
        handovers.withdraw(offer)
    return redirect("seats", battle.pk)


@require_POST
def agree(request: HttpRequest, battle_id: UUID, offer_id: int) -> HttpResponse:
    """Agree to another side's handover; a bot then takes the seat at once."""
    battle = _battle(request, battle_id)
    seat = _own_holding(request, battle).seat
    offer = get_object_or_404(handovers.open_in(battle.pk).exclude(holding__seat=seat), pk=offer_id)
    handovers.agree(offer, seat)
    still = handovers.open_in(battle.pk).filter(pk=offer.pk).first()
    try:
        if still is None:
            raise HandoverRefused("This seat has already changed hands, or is no longer on offer.")
        if offer.bot and not handovers.awaited(still):
            change_holder(battle, offer, Holder(bot=offer.bot))
    except HandoverRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("seats", battle.pk)


@require_POST
def answer_umpire(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Agree to the proposed umpire, or with ``answer=decline`` decline."""
    battle = _battle(request, battle_id)
    own = holder_of(request).holdings().filter(seat__battle=battle, to_entry=None).exclude(seat__side=UMPIRE)
    seats = [_acted_for(holding) for holding in own.select_related("seat")]
    if not seats:
        raise PermissionDenied
    challenge, name = get_object_or_404(umpires.waiting_in(battle)), request.POST.get("umpire", "")
    try:
        if request.POST.get("answer") == "decline":
            umpires.decline(challenge, name, seats)
        else:
            umpires.agree(challenge, name, seats, log_store.length)
    except UmpireRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("seats", battle.pk)


@never_cache
@takes_seat_once
def handover(request: HttpRequest, token: str) -> HttpResponse:
    """Offer the seat to the person with the link; a POST takes it."""
    still = Handover.objects.select_related("holding__seat__battle__revision__scenario", "holding__member")
    offer = get_object_or_404(still, token=token)
    seat = offer.holding.seat
    if not battle_access.sees_scenario(holder_of(request), seat.battle.revision):
        return not_shown(request)
    if request.method == "POST":
        person = newcomer_of(request)
        try:
            change_holder(seat.battle, offer, person.holder, holder_of(request))
        except HandoverRefused as refusal:
            messages.error(request, str(refusal))
            return redirect("handover", token)
        return person.remembered(redirect("play", seat.battle_id))
    sides = {side["key"]: side for side in own_card(seat.battle.revision).sides}
    left = handovers.left_with(offer) or [offer.holding]
    context = {
        "offer": offer,
        "battle": seat.battle,
        "sides": [sides.get(one.seat.side, {"name": "the umpire"}) for one in left],
        "holder": name_of(offer.holding),
        "is_open": offer.state == Handover.State.OPEN and not seat.battle.is_over,
        "awaited": bool(handovers.awaited(offer)),
    }
    return render(request, "replays_app/lobby/links/handover.html", context)


@require_POST
@limited
@takes_seat_once
def rematch(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Start a rematch with sides swapped: at once against a bot, as a challenge against people."""
    battle = _battle(request, battle_id)
    side = _own_holding(request, battle).seat.side
    sides = [other["key"] for other in own_card(battle.revision).sides]
    if not battle.is_over or side not in sides:
        raise Http404
    others = sides[sides.index(side) + 1 :] + sides[: sides.index(side)]
    person = newcomer_of(request)
    offered = challenges.of(person.holder).filter(rematch_of=battle).first()
    if offered is not None:  # already offered by either player; the other player can accept
        return redirect("challenge", offered.token)
    bots = {one.seat.side: one.bot for one in _current(battle) if one.bot}
    try:
        if len(bots) == len(others):
            holders = {key: Holder(bot=bots.get(key) or Holding.Bot.CAPTAIN) for key in sides}
            again = _begun_again(battle, {**holders, others[0]: person.holder})
            weigh(request, again)
            return redirect("play", again.pk)
        clock = terms_in(battle)
        wanted = Wanted(others[0], battle.dice_scheme, is_listed=False, clock=clock)
        made = challenges.make(battle.revision, person.holder, wanted, rematch_of=battle)
    except ChallengeRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("seats", battle.pk)
    return redirect("challenge", made.token)


def _begun_again(battle: Battle, holders: Mapping[str, Holder]) -> Battle:
    """Start the rematch. Raises ChallengeRefused."""
    try:
        return begin(battle.revision, holders)
    except (BadScenario, LookupError) as fault:
        raise ChallengeRefused(f"This scenario can no longer be played: {fault}") from None


def _battle(request: HttpRequest, battle_id: UUID) -> Battle:
    known = battle_access.visible(request.user, holder_of(request)).select_related("revision__scenario")
    return get_object_or_404(known, pk=battle_id)


def _own_holding(request: HttpRequest, battle: Battle) -> Holding:
    """Return the person's holding in the battle. Raises PermissionDenied."""
    seat = held_seat(holder_of(request), battle.pk)
    if seat is None:
        raise PermissionDenied
    own = next((one for one in _current(battle) if one.pk == seat.held_as), None)
    if own is None:  # the seat has changed hands meanwhile
        raise PermissionDenied
    _acted_for(own)
    return own


def _acted_for(holding: Holding) -> Seat:
    """Return the seat of a holding, with the holder as the acting person."""
    holding.seat.held_as = holding.pk
    return holding.seat


def _current(battle: Battle) -> list[Holding]:
    return list(Holding.objects.filter(seat__battle=battle, to_entry=None).select_related("seat__battle"))
