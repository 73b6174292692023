"""Pair, start, close and reopen rounds; challenges on a ladder."""

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_page
from darkseas.club.models import Club, Player, Round, ScenarioChoice, Tournament
from darkseas.club.pairing.round_by_hand import DraftPairing, Finding, finding_text
from darkseas.club.results.naming.scenarios import named, titles_for
from darkseas.club.tournaments import reports, rounds
from darkseas.club.tournaments.entries import check_in
from darkseas.club.tournaments.entries.entries import next_round, open_round
from darkseas.club.tournaments.formats import ladders
from darkseas.club.tournaments.regulations import Kind, terms_of
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import Fought, read
from darkseas.club.tournaments.votes_and_bids import scenario_votes
from darkseas.web.form_submissions.creates_once import creates_once_per_page

from .action_views import reason_in
from .page_data.choice_page import shown_choice
from .round_and_table_forms import SettingForm
from .view_helpers import done, event_or_404

#: Message after each action.
THANKS = {
    "begin": "The round has started.",
    "close": "The round is closed.",
    "reopen": "The round is open again.",
    "take-back": "The pairings are discarded.",
    "accept": "The reported results are accepted.",
    "withdraw": "The challenge is withdrawn.",
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@creates_once_per_page
def draw(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Ask for the scenario of the next round, and pair it."""
    club, by = acting(request, slug, Deed.DIRECT)
    held = event_or_404(club, event)
    form = _setting_form(request, club, by, held)
    if form.is_valid():
        try:
            came = rounds.draw_or_ask(by, held, form.setting(by), without_absent="present" in request.POST)
        except TournamentRefused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal))
        else:
            if isinstance(came, Round):
                messages.success(request, "The round is paired.")
            return redirect("club-tournament", slug, held.slug)
    status = 422 if form.is_bound else 200
    missing = [] if check_in.is_fixed(held) else check_in.absent(held, held.entrants.all())
    context = {"form": form, "event": held, "absent": missing, "choice": shown_choice(held, _choice_of(held))}
    return club_page(request, "club/tournaments/round/draw.html", club, status=status, **context)


@require_POST
@creates_once_per_page
def challenge(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Make a challenge on a ladder."""
    club, by = acting(request, slug, Deed.ENTER)
    held = event_or_404(club, event)

    def act() -> None:
        form = _setting_form(request, club, by, held)
        if not form.is_valid():
            raise TournamentRefused("Enter a scenario: one of the library, or any name.")
        pair = [held.entrants.filter(number=_number(request, name)).first() for name in ("by", "whom")]
        if pair[0] is None or pair[1] is None:
            raise TournamentRefused("Choose an opponent.")
        ladders.challenge(by, held, pair[0], pair[1], form.setting(by))

    return done(request, held, act, "Your challenge is sent. Play, then report the result here.")


def _setting_form(request: HttpRequest, club: Club, by: Player, held: Tournament) -> SettingForm:
    """Return the form of a round, in the time zone of the club."""
    with timezone.override(ZoneInfo(club.time_zone)):
        form = SettingForm(
            request.POST if request.method == "POST" else None,
            initial=_last_setting(held) | _bids_of(held),
            system=held.system,
            is_chosen=_choice_of(held) is not None,
            is_challenge=held.kind == Kind.LADDER,
            titles=_offered(request, by, held),
        )
        form.is_valid()
    return form


def _offered(request: HttpRequest, by: Player, held: Tournament) -> tuple[str, ...]:
    """Return titles to suggest and to find typos with; none if the title matches a scenario."""
    is_known = named(by, request.POST.get("scenario", ""), held.system) is not None
    return () if is_known or held.kind == Kind.LADDER else titles_for(by, held.system)


def _choice_of(held: Tournament) -> ScenarioChoice | None:
    """Return the choice of the next scenario by dice or vote; None if the director sets it."""
    if held.kind == Kind.LADDER:
        return None
    last = open_round(held)
    is_drawn = last is not None and last.state == Round.State.DRAWN
    return scenario_votes.current(held, last.number if last is not None and is_drawn else next_round(held))


def _bids_of(held: Tournament) -> dict[str, Any]:
    """Return the initial values for bids: those of the paired round, else of the regulations."""
    terms, last = terms_of(held), open_round(held)
    if last is not None and last.state == Round.State.DRAWN:
        return {
            "sides_are_bid": last.bid_minutes is not None,
            "bid_minutes": last.bid_minutes or terms.answer_minutes,
        }
    return {"sides_are_bid": terms.sides_are_bid, "bid_minutes": terms.answer_minutes}


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@creates_once_per_page
def by_hand(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Pair a round by hand; rules that it breaks have to be confirmed."""
    club, by = acting(request, slug, Deed.DIRECT)
    held = event_or_404(club, event)
    form = _setting_form(request, club, by, held)
    draft, fault = _draft(request), ""
    found: tuple[Finding, ...] = ()
    if form.is_valid():
        try:
            found = rounds.findings(held, draft)
            if not found or "anyway" in request.POST:
                rounds.draw_by_hand(by, held, form.setting(by), draft, reason_in(request))
                messages.success(request, "The pairings are saved.")
                return redirect("club-tournament", slug, held.slug)
        except TournamentRefused as refusal:
            fault = str(refusal)
    fought = read(held)
    context = {
        "form": form,
        "event": held,
        "choice": shown_choice(held, _choice_of(held)),
        "fault": fault,
        "findings": [finding_text(one, fought.name) for one in found],
        "entrants": fought.entrants,
        "tables": _tables(fought, draft or _drawn(held, fought)),
        "reason": reason_in(request),
    }
    status = 422 if form.is_bound else 200
    return club_page(request, "club/tournaments/round/by_hand.html", club, status=status, **context)


def _drawn(held: Tournament, fought: Fought) -> list[DraftPairing]:
    """Return the current pairings of a round that has not started."""
    drawn = open_round(held)
    pairings = fought.of_round(drawn.number) if drawn else ()
    return [
        DraftPairing(str(one.first_id), None if one.second_id is None else str(one.second_id))
        for one in pairings
        if one.leg == 1 and one.end != one.End.HALF_BYE
    ]


def _tables(fought: Fought, draft: list[DraftPairing]) -> list[DraftPairing]:
    """Return a row for each table, including empty ones."""
    return [*draft, *[DraftPairing("")] * ((len(fought.entrants) + 1) // 2 - len(draft))]


@require_POST
def deed(request: HttpRequest, slug: str, event: str, number: int) -> HttpResponse:
    """Start, close, reopen or discard a round, or accept its reported results.

    Only directors may, but challengers can withdraw their challenges.
    """
    is_own = request.POST.get("deed") == "withdraw"
    club, by = acting(request, slug, Deed.ENTER if is_own else Deed.DIRECT)
    held = event_or_404(club, event)
    found = get_object_or_404(Round.objects.select_related("tournament"), tournament=held, number=number)
    thanks = THANKS.get(request.POST.get("deed", ""), "")
    return done(request, held, lambda: _act(request, by, found), thanks)


def _act(request: HttpRequest, by: Player, found: Round) -> None:
    deed = request.POST.get("deed", "")
    if deed == "begin":
        rounds.begin(by, found)
    elif deed == "close":
        rounds.close(by, found)
    elif deed == "reopen":
        rounds.reopen(by, found, reason_in(request))
    elif deed == "take-back":
        rounds.take_back(by, found, reason_in(request))
    elif deed == "withdraw":
        ladders.take_back(by, found, reason_in(request))
    elif deed == "accept":
        if not reports.accept_reported(by, found):
            raise TournamentRefused(reports.NONE_TAKEN)
    else:
        raise TournamentRefused("Choose an action.")


def _draft(request: HttpRequest) -> list[DraftPairing]:
    """Return the submitted pairings without empty rows."""
    pairs = zip(request.POST.getlist("first"), request.POST.getlist("second"), strict=False)
    return [DraftPairing(first, second or None) for first, second in pairs if first]


def _last_setting(held: Tournament) -> dict[str, str]:
    """Return the last scenario and sides: often the next round uses them too."""
    last = held.rounds.select_related("scenario").last()
    if last is None:
        return {}
    pairing = last.pairings.exclude(second=None).first()
    shown = {"scenario": last.scenario_text}
    if last.scenario is None and pairing is not None:
        shown |= {"first_side": pairing.first_side, "second_side": pairing.second_side}
    return shown
