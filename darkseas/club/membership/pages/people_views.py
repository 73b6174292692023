"""Views for the people of a club: members, permissions, guests and claims."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Case, IntegerField, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce, Lower
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_or_404, club_page
from darkseas.club.membership import guests, invitations, joining, merging, permissions, section_registry
from darkseas.club.membership.refusals import ClubRefused
from darkseas.club.models import Club, Player, Right
from darkseas.web.form_submissions.creates_once import creates_once
from darkseas.web.invisible_characters import without_turns

from .forms import InvitationForm

PLAYERS_A_PAGE, LONGEST_REASON = 100, 1000
SPLIT_HINT = "Results reported or corrected since the merge stay as they are. Correct those that are wrong."
#: Permissions in words for the people who grant them.
RIGHTS_IN_WORDS = {
    Right.Kind.OWNER: "can do everything, including granting and revoking permissions",
    Right.Kind.DIRECTOR: "runs tournaments and the calendar, decides results, admits members and guests",
    Right.Kind.SCENARIO_EDITOR: "manages the club’s list of scenarios and maps",
    Right.Kind.UMPIRE: "decides unfinished battles",
    Right.Kind.MEMBER: "reports results, enters tournaments, shares scenarios",
}


@never_cache
@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Show members with their permissions, and open applications to officers."""
    club = club_or_404(request, slug)
    player = access.player_of(request.user, club)
    page = Paginator(_by_name(club), PLAYERS_A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {"page": page}
    if access.may(player, Deed.ADMIT):
        context["applications"] = joining.waiting_in(club)
        context["claims"] = guests.waiting_in(club)
    if access.may(player, Deed.INVITE):
        context["links"] = invitations.good_in(club)
        context["invitation_form"] = InvitationForm()
    return club_page(request, "club/people/members.html", club, **context)


@never_cache
@require_safe
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a player; redirect from a merged guest to the player with their record."""
    club = club_or_404(request, slug)
    shown = get_object_or_404(_players(club), pk=number)
    if shown.merged_into_id is not None:
        return redirect("club-player", slug, shown.merged_into_id)
    held = access.rights_of(shown)
    context: dict[str, Any] = {
        "shown": shown,
        "rights": [(kind.value, kind.label, text, kind in held) for kind, text in RIGHTS_IN_WORDS.items()],
        "sections": section_registry.of_player(shown, request.user),
    }
    if access.may(access.player_of(request.user, club), Deed.ADMIT) and shown.left_at is None:
        merged = list(merging.merged_in(shown))
        context |= {"merged": merged, "lines": merging.lines_about([shown, *merged])}
        if shown.member_id is None:
            context["others"] = guests.guests_of(club).exclude(pk=shown.pk)
    return club_page(request, "club/people/player.html", club, **context)


@never_cache
@require_POST
def change_right(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Grant (``grant``) or revoke (``take``) a permission."""
    club, by = acting(request, slug, Deed.GRANT)
    shown = get_object_or_404(_players(club), pk=number)
    reason = request.POST.get("reason", "")[:1000]
    try:
        if "take" in request.POST:
            permissions.take(by, shown, request.POST["take"], reason)
        else:
            permissions.grant(by, shown, request.POST.get("grant", ""), reason)
    except ClubRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("club-player", slug, number)


@never_cache
@require_POST
def remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Remove a player, or bar a former one, with a reason."""
    club, by = acting(request, slug, Deed.GRANT)
    known = _players(club).filter(Q(left_at=None) | Q(member__isnull=False))
    shown = get_object_or_404(known, pk=number)
    has_left = shown.left_at is not None
    try:
        joining.remove(by, shown, request.POST.get("reason", "")[:1000])
    except ClubRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("club-player", slug, number)
    gone = f"{shown} is no longer a member. Their results stay."
    kept_off = f"{shown} can no longer use links that were made before now."
    messages.success(request, kept_off if has_left else gone)
    return redirect("club-members", slug)


@never_cache
@require_POST
@creates_once
def add_guest(request: HttpRequest, slug: str) -> HttpResponse:
    _, by = acting(request, slug, Deed.ADMIT)
    try:
        guest = guests.add(by, request.POST.get("name", ""))
    except ClubRefused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, f"{guest.name} is now a guest of the club.")
    return redirect("club-members", slug)


@never_cache
@require_POST
@creates_once
def claim_guest(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Claim a guest's record; a director must agree."""
    club = club_or_404(request, slug)
    own = access.player_of(request.user, club)
    if own is None:
        raise PermissionDenied
    guest = get_object_or_404(guests.guests_of(club), pk=number)
    try:
        guests.claim(own, guest)
    except ClubRefused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, "Your claim is sent. The record is yours once a director accepts it.")
    return redirect("club-player", slug, number)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def merge_guest(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Preview merging a guest ``into`` another, and merge them after confirmation."""
    club, by = acting(request, slug, Deed.ADMIT)
    guest = get_object_or_404(guests.guests_of(club), pk=number)
    chosen = (request.POST if request.method == "POST" else request.GET).get("into", "")
    is_number = chosen.isascii() and chosen.isdigit() and len(chosen) < 10
    into = guests.guests_of(club).exclude(pk=number).filter(pk=int(chosen) if is_number else 0).first()
    if into is None:
        messages.error(request, "Choose the guest to merge with.")
        return redirect("club-player", slug, number)
    alarm, reason = "", request.POST.get("reason", "")[:LONGEST_REASON]
    if request.method == "POST":
        try:
            merging.merge_guests(by, guest, into, without_turns(reason))
        except ClubRefused as refusal:
            alarm = str(refusal)
        else:
            messages.success(request, f"{guest} is merged into {into}, who now has all results of both.")
            return redirect("club-player", slug, into.pk)
    context = {"guest": guest, "into": into, "alarm": alarm, "reason": reason, "sizes": merging.sizes(guest)}
    status = 422 if alarm else 200
    return club_page(request, "club/people/merge.html", club, status=status, **context)


@never_cache
@require_POST
def split_guest(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    club, by = acting(request, slug, Deed.ADMIT)
    guest = get_object_or_404(_players(club).filter(merged_into__isnull=False), pk=number)
    try:
        reason = without_turns(request.POST.get("reason", "")[:LONGEST_REASON])
        player = merging.split(by, guest, reason)
    except ClubRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("club-player", slug, guest.merged_into_id)
    messages.success(request, f"{guest} and {player} are separate again. {SPLIT_HINT}")
    return redirect("club-player", slug, guest.pk)


@never_cache
@require_POST
def decide_claim(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Accept (``agree``) or decline a claim."""
    club, by = acting(request, slug, Deed.ADMIT)
    claim = get_object_or_404(guests.waiting_in(club), pk=number)
    try:
        guests.decide(by, claim, "agree" in request.POST)
    except ClubRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("club-members", slug)


def _players(club: Club) -> QuerySet[Player]:
    return Player.objects.filter(club=club).select_related("member")


def _by_name(club: Club) -> QuerySet[Player]:
    """Return the members of a club, those with an account first, by name."""
    is_guest = Case(When(member=None, then=Value(1)), default=Value(0), output_field=IntegerField())
    shown = Lower(Coalesce("member__username", "name"))
    players = _players(club).filter(left_at=None).prefetch_related("rights")
    return players.order_by(is_guest, shown, "pk")
