"""Pages of a challenge: create, show, accept and withdraw it, and the umpire's link."""

from collections.abc import Mapping

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from replays_app.log import store as log_store
from replays_app.models import Challenge
from replays_app.recording.dice_schemes import FAIR
from replays_app.seats import battle_access, bids, clock_terms, umpires
from replays_app.seats.umpires import UmpireRefused
from replays_app.seats.viewer_seat import held_seat, holder_of

from . import challenges
from .challenge_rows import is_of, row_of
from .challenges import ChallengeRefused, Wanted
from .newcomer import limited, newcomer_of, not_shown, takes_seat_once, weigh
from .solo_views import ANY, revision_of

#: Form value of "side" for sides assigned by bid.
BY_BID = "bid"


@never_cache
@require_safe
def new(request: HttpRequest) -> HttpResponse:
    """Show the form for a challenge on the scenario in the query.

    With ``at=table``, redirect to the form for recording a tabletop battle.
    """
    revision = revision_of(request, request.GET.get("scenario", ""))
    if request.GET.get("at") == "table":
        return redirect("record-from-table", revision.scenario.key)
    context = {
        "scenario": revision.scenario,
        "sides": revision.scenario.card.get("sides", ()),
        "dice": challenges.DICE_TITLES.items(),
        "most_days": clock_terms.MOST_DAYS,
        "most_points": bids.MOST_POINTS,
        "may_bid": len(revision.scenario.card.get("sides", ())) == 2
        and bids.are_counted(revision.scenario.system),
    }
    return render(request, "replays_app/lobby/challenge_new.html", context)


@require_POST
@limited
@takes_seat_once
def make(request: HttpRequest) -> HttpResponse:
    """Store a challenge and redirect to its page."""
    form = request.POST
    revision = revision_of(request, form.get("scenario", ""))
    person = newcomer_of(request)
    try:
        challenge = challenges.make(revision, person.holder, _wanted(form.dict()))
    except (ChallengeRefused, clock_terms.BadTerms, bids.BadBid) as refusal:
        messages.error(request, str(refusal))
        return redirect(f"{reverse('challenge-new')}?scenario={revision.scenario.key}")
    return person.remembered(redirect("challenge", challenge.token))


def _wanted(form: Mapping[str, str]) -> Wanted:
    """Return the settings in the form. Raises BadTerms and BadBid for an invalid clock or bid."""
    side = form.get("side", ANY)
    return Wanted(
        side="" if side in (ANY, BY_BID) else side,
        bid=bids.bid_of(form) if side == BY_BID else None,
        dice=form.get("dice", FAIR),
        is_listed=form.get("open") == "lobby",
        has_umpire="umpire" in form,
        clock=clock_terms.terms_of(form),
    )


@never_cache
@require_safe
def challenge(request: HttpRequest, token: str) -> HttpResponse:
    """Show a challenge by its link: the challenger can withdraw it, others can accept it."""
    found = _challenge(token)
    person = holder_of(request)
    if not (
        is_of(found, person)
        or _may_watch(request, found)
        or battle_access.sees_scenario(person, found.revision)
    ):
        return not_shown(request)
    context = {
        "row": row_of(found, person),
        "challenge": found,
        "link": request.build_absolute_uri(request.path),
        "most_points": bids.MOST_POINTS,
        "umpire_link": _umpire_link(request, found) if is_of(found, person) else "",
        "seat": held_seat(person, found.battle_id) if found.battle_id else None,
        "may_watch": _may_watch(request, found),
    }
    return render(request, "replays_app/lobby/challenge.html", context)


@require_POST
@limited
@takes_seat_once
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Accept a challenge and redirect to the battle."""
    found = _challenge(token)
    person = newcomer_of(request)
    if is_of(found, holder_of(request)):
        messages.error(request, "This is your own challenge. Send its link to somebody.")
        return redirect("challenge", token)
    try:
        named = request.POST.get("umpire", "")
        bid = bids.bid_of(request.POST.dict()) if found.is_by_bid else None
        seen, side = "sees_dice" in request.POST, request.POST.get("side", "")
        battle = challenges.accept(found, person.holder, side, bid, named, sees_dice=seen)
    except (ChallengeRefused, bids.BadBid) as refusal:
        messages.error(request, str(refusal))
        return redirect("challenge", token)
    weigh(request, battle)
    return person.remembered(redirect("play", battle.pk))


@require_POST
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    """Withdraw the person's own challenge."""
    found = _challenge(token)
    if not is_of(found, holder_of(request)):
        raise Http404
    if challenges.withdraw(found):
        messages.success(request, "Challenge withdrawn.")
    else:
        messages.error(request, "Too late: the challenge is no longer open.")
    return redirect("lobby")


@never_cache
def umpire(request: HttpRequest, token: str) -> HttpResponse:
    """Offer the umpire's seat to the member with the link; a POST takes it."""
    found = get_object_or_404(_challenges(), umpire_token=token)
    person = holder_of(request)
    if not (_may_watch(request, found) or battle_access.sees_scenario(person, found.revision)):
        return not_shown(request)
    if request.method != "POST":
        context = {"row": row_of(found, person), "challenge": found}
        return render(request, "replays_app/lobby/links/umpire.html", context)
    try:
        if umpires.take(found, person, log_store.length) and found.battle_id:
            return redirect("play", found.battle_id)
    except UmpireRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("challenge-umpire", token)


def _may_watch(request: HttpRequest, found: Challenge) -> bool:
    """Whether the viewer may watch the battle of a challenge."""
    watched = battle_access.visible(request.user, holder_of(request))
    return found.battle_id is not None and watched.filter(pk=found.battle_id).exists()


def _challenge(token: str) -> Challenge:
    return get_object_or_404(_challenges(), token=token)


def _challenges() -> QuerySet[Challenge]:
    return Challenge.objects.select_related("revision__scenario", "member", "battle", "clock", "umpire")


def _umpire_link(request: HttpRequest, found: Challenge) -> str:
    if found.umpire_token is None:
        return ""
    return request.build_absolute_uri(reverse("challenge-umpire", args=[found.umpire_token]))
