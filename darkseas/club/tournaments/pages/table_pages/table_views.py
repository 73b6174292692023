"""The page of a table: pairing and its reasons, report, and decisions of a director."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from darkseas.club import access, audit
from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_or_404, club_page
from darkseas.club.models import Club, Pairing, Player, Result, Tournament
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.result_states import ResultConflict
from darkseas.club.tournaments import reports
from darkseas.club.tournaments.pages.action_views import reason_in
from darkseas.club.tournaments.pages.page_data.bid_page import bids_of
from darkseas.club.tournaments.pages.page_data.tournament_page import shown_pairing
from darkseas.club.tournaments.pages.round_and_table_forms import ReportForm
from darkseas.club.tournaments.pages.view_helpers import done, event_or_404
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import read
from darkseas.club.tournaments.votes_and_bids import begin_battle, bids
from darkseas.web.form_submissions.creates_once import creates_once
from replays_app.lobby.challenges import DICE_TITLES

from .table_logs import NO_LOG, TableLog, log_of
from .time_views import times_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@creates_once
def table(request: HttpRequest, slug: str, event: str, number: int) -> HttpResponse:
    """Show a pairing; its players report the result."""
    club = club_or_404(request, slug)
    held = event_or_404(club, event)
    pairing = pairing_or_404(held, number)
    player = access.player_of(request.user, club)
    may = reports.may_report(player, pairing)
    if request.method == "POST" and (player is None or not may):
        raise PermissionDenied
    log = log_of(request, pairing, player) if may and player is not None else NO_LOG
    is_anew = (
        log.is_bound and log.notice
    )  # the submitted form contradicts the log: show the form with the log
    form = ReportForm(
        request.POST if request.method == "POST" and not is_anew else None,
        initial={"battle": log.battle and log.battle.pk},
        first=str(pairing.first),
        second=str(pairing.second),
        given=bids.given(pairing),
        is_logged=log.battle is not None,
        is_doubted=bool(log.doubt),
    )
    if log.notice:
        return _page(request, club, held, pairing, form, log, may=may, player=player)
    if player is not None and form.is_valid():
        try:
            result = reports.report(player, pairing, form.reported)
        except (TournamentRefused, ResultRefused, ResultConflict) as refusal:
            named = getattr(refusal, "field", "")
            form.add_error(named if named in form.fields else None, str(refusal))
        else:
            messages.success(request, f"Result saved. {_next_step(result, pairing, player)}")
            return redirect("club-tournament", slug, held.slug)
    return _page(request, club, held, pairing, form, log, may=may, player=player)


def _next_step(result: Result, pairing: Pairing, by: Player) -> str:
    """Return what happens next to a result just reported."""
    if result.is_ratified:
        return "It counts."
    entrants = [one for one in (pairing.first, pairing.second) if one is not None]
    others = [player for one in entrants for player in one.players.all() if player != by]
    if any(player.member_id for player in others):
        return "Your opponent can now confirm or dispute it."
    return "Your opponent has no account, so a director has to confirm the result."


@require_POST
def decide(request: HttpRequest, slug: str, event: str, number: int) -> HttpResponse:
    """Enter a forfeit or adjudication, or withdraw it."""
    club, by = acting(request, slug, Deed.ADJUDICATE)
    held = event_or_404(club, event)
    pairing = pairing_or_404(held, number)
    what, reason = request.POST.get("what", ""), reason_in(request)
    kind, _, who = what.partition("-")

    def act() -> None:
        if pairing.end and kind == "forfeit" and who in reports.FORFEITS:
            end = Pairing.End.DOUBLE_FORFEIT if who == "both" else Pairing.End.FORFEIT
            reports.change_end(by, pairing, end, reports.FORFEITS[who], reason)
        elif pairing.end and kind == "won" and who in reports.WINNERS:
            reports.change_end(by, pairing, Pairing.End.ADJUDICATED, reports.marks_of(who), reason)
        elif kind == "forfeit" and who in reports.FORFEITS:
            reports.forfeit(by, pairing, who, reason)
        elif kind == "won" and who in reports.WINNERS:
            reports.adjudicate(by, pairing, who, reason)
        elif kind == "open":
            reports.take_back_end(by, pairing, reason)
        else:
            raise TournamentRefused("Choose a decision.")

    return done(request, held, act, "The decision is saved.")


def pairing_or_404(held: Tournament, number: int) -> Pairing:
    """Return a pairing of a tournament, with its round and entrants."""
    known = Pairing.objects.select_related(
        "round__tournament", "round__scenario", "first", "second", "result", "battle"
    )
    return get_object_or_404(known, round__tournament=held, pk=number)


def _fighters(pairing: Pairing) -> set[int]:
    both = [one for one in (pairing.first, pairing.second) if one is not None]
    return {player.pk for one in both for player in one.players.all()}


def _page(
    request: HttpRequest,
    club: Club,
    held: Tournament,
    pairing: Pairing,
    form: ReportForm,
    log: TableLog,
    *,
    may: bool,
    player: Player | None,
) -> HttpResponse:
    fought = read(held)
    table = next((one for one in fought.pairings if one.pk == pairing.pk), None)
    if table is None:  # its round was discarded in the meantime
        raise Http404
    shown = shown_pairing(fought, table, may=True)
    is_asked = shown.is_open and not pairing.waits_for_bids
    context = {
        "log": log,
        "fighters": _fighters(pairing),
        "is_own": reports.is_fighter(player, pairing),
        "decides": reports.may_decide(player, pairing),
        "why_not_report": reports.why_not_report(player, pairing) if may and is_asked else "",
        "why_not_end": reports.why_not_end(player, pairing),
        "times": times_of(pairing, player) if shown.is_open else {},
        "bids": bids_of(pairing, player),
        "may_fight": begin_battle.may_begin(player, pairing),
        "dice": DICE_TITLES.items(),
        "event": held,
        "pairing": pairing,
        "shown": shown,
        "form": form if may and is_asked and pairing.round.state == pairing.round.State.RUNNING else None,
        "reasons": [line for line in audit.lines_about(pairing) if line.reason],
        "is_running": pairing.round.state == pairing.round.State.RUNNING,
    }
    status = 422 if form.is_bound or log.notice else 200
    return club_page(request, "club/tournaments/table/table.html", club, status=status, **context)
