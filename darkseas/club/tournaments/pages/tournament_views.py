"""The live page of a tournament, and its printable slips and certificates."""

import logging
from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.club_or_404 import club_or_404, club_page
from darkseas.club.models import Alternate, Club, Pairing, Player, Round, Tournament
from darkseas.club.pairing.round_records import UnfitSituation
from darkseas.club.results.answers.opponents import waiting_for
from darkseas.club.results.naming.results_in_words import system_title
from darkseas.club.results.result_states import FOR_DIRECTORS
from darkseas.club.tournaments import tournament_states
from darkseas.club.tournaments.decisions_from_audit import record_of
from darkseas.club.tournaments.entries import check_in, waiting_list
from darkseas.club.tournaments.entries.entries import has_left, has_room, open_round
from darkseas.club.tournaments.files.fide_report import why_not
from darkseas.club.tournaments.formats.points_standings import places
from darkseas.club.tournaments.regulations import KNOCK_OUTS, Kind
from darkseas.club.tournaments.round_draw import background_draw
from darkseas.club.tournaments.round_draw.brackets import bracket_of
from darkseas.club.tournaments.round_draw.next_pairings import rounds_in_all
from darkseas.club.tournaments.tournament_so_far import Fought, read

from .page_data import tournament_page
from .page_data.bracket_drawing import bracket_svg, upset_sentences
from .page_data.choice_page import next_choice, shown_choice
from .page_data.ladder_page import ladder_of
from .page_data.league_page import league_of
from .view_helpers import event_or_404

log = logging.getLogger(__name__)
State = Tournament.State
#: Button labels by next state.
MOVES = {
    State.PLANNED: "Return to planning",
    State.OPEN: "Open entries",
    State.RUNNING: "Start tournament",
    State.CLOSING: "End tournament",
    State.CLOSED: "Close tournament",
}
BACK = {State.RUNNING: "Resume tournament", State.CLOSING: "Reopen tournament"}
#: Places with a certificate by default.
CERTIFIED = 3
#: Places next to the newest round on the page of a large tournament.
FIRST_PLACES = 50
#: Seconds until the projector view reloads.
BOARD_S = 30
#: Default duration of check-in.
OFFERED = timedelta(minutes=30)


@never_cache
@require_safe
def event(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Show a tournament: ``board`` for a projector, ``spoilers=hide`` without results."""
    club = club_or_404(request, slug)
    held = event_or_404(club, event)
    fought = read(held)
    is_free = request.GET.get("spoilers") == "hide"
    part = tournament_page.part_of(fought, request.GET.get("part", ""))
    context = _head(club, held, fought) | _people(request, club, fought, part)
    context |= {"spoiler_free": is_free, "board": "board" in request.GET, "part": part}
    context |= {"ways": tournament_page.parts_of(fought, part), "shown": _shown_in(part)}
    context["choice"] = shown_choice(held, next_choice(fought), context["player_here"])
    if not is_free:
        context |= _outcome(fought, part) | {"record": record_of(fought), "fits_trf": not why_not(fought)}
    answer = club_page(request, "club/tournaments/overview/tournament.html", club, **context)
    if context["board"]:
        answer["Refresh"] = str(BOARD_S)
    return answer


@never_cache
@require_safe
def slips(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Show printable result slips of the newest round."""
    club = club_or_404(request, slug)
    held = event_or_404(club, event)
    fought = read(held)
    newest = tournament_page.shown_rounds(fought, None, reports_all=False)[:1]
    return club_page(request, "club/tournaments/print/slips.html", club, event=held, rounds=newest)


@never_cache
@require_safe
def certificates(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Show printable certificates of the first three, or of everybody (``all``)."""
    club = club_or_404(request, slug)
    held = event_or_404(club, event)
    fought = read(held)
    ordered = [(place, fought.name(key)) for place, key in places(fought)]
    shown = ordered if "all" in request.GET else ordered[:CERTIFIED]
    system = system_title(held.system)
    return club_page(
        request, "club/tournaments/print/certificates.html", club, event=held, places=shown, system=system
    )


def _head(club: Club, held: Tournament, fought: Fought) -> dict[str, Any]:
    is_ladder = held.kind == Kind.LADDER
    in_all = rounds_in_all(fought) if fought.entrants else fought.terms.rounds
    is_endless = held.kind in KNOCK_OUTS or not in_all
    has_more = not is_ladder and (is_endless or len(fought.rounds) < in_all)
    waits = not is_ladder and (has_more or open_round(held))
    backward = {to: tournament_states.is_back(held.state, to) for to in tournament_states.moves_from(held)}
    moves = [
        (to, BACK.get(State(to), MOVES[State(to)]) if is_back else MOVES[State(to)], is_back)
        for to, is_back in backward.items()
        if to != State.CLOSING or held.state == State.CLOSED or not waits
    ]
    return {
        "event": held,
        "terms": fought.terms,
        "system": system_title(held.system),
        "moves": moves,
        "rounds_in_all": in_all,
        "open_round": open_round(held),
        "is_drawing": background_draw.is_at_work(held),
        "has_more": has_more,
        "lot_seed": bytes(held.lot_seed).hex() if held.state == State.CLOSED else "",
        "tie_breaks": tournament_page.headings(fought),
        "bids_for_sides": fought.terms.sides_are_bid
        or any(one.bid_minutes is not None for one in fought.rounds),
        "is_ladder": is_ladder,
        "is_laid_out": check_in.is_fixed(held),
        "is_league": held.kind == Kind.LEAGUE,
        "next_season": Tournament.objects.filter(follows=held).first(),
        "takes_members": held.state in ((State.OPEN, State.RUNNING) if is_ladder else (State.OPEN,)),
        "is_knock_out": tournament_page.is_knock_out(held),
    }


def _shown_in(part: str) -> dict[str, bool]:
    return {
        "rounds": part in (tournament_page.ALL, tournament_page.NOW) or part.startswith("round-"),
        "entrants": part in (tournament_page.ALL, tournament_page.ENTRANTS),
    }


def _people(request: HttpRequest, club: Club, fought: Fought, part: str) -> dict[str, Any]:
    player = access.player_of(request.user, club)
    rights = access.rights_of(player)
    reports_all = any(rights & access.ALLOWED_BY[deed] for deed in (Deed.DECIDE, Deed.ADJUDICATE))
    entrants = tournament_page.shown_entrants(fought, player)
    if fought.tournament.kind == Kind.LADDER:
        shown = ladder_of(fought, player, reports_all=reports_all)
    else:
        shown = {"rounds": tournament_page.shown_rounds(fought, player, reports_all=reports_all, part=part)}
    return shown | {
        "player_here": player,
        "entrants": entrants,
        "check_in": _check_in(fought),
        "waiting": _waiting(fought.tournament, player),
        "awaited": _tables_awaited(fought, player, decides=bool(rights & access.ALLOWED_BY[Deed.DECIDE])),
        "is_full": not has_room(fought.tournament),
        "own_entry": next((one for one in entrants if one.is_own), None),
        "takes_more": not (fought.rounds and fought.tournament.kind in tournament_page.FIXED),
    }


def _tables_awaited(fought: Fought, player: Player | None, *, decides: bool) -> dict[str, list[Pairing]]:
    """Return the tables whose results wait for the viewer: for a director's decision, or for their answer."""
    tables = [one for one in fought.pairings if one.result is not None]
    own = waiting_for(player).filter(pk__in=[one.result_id for one in tables]) if player else ()
    answers = {one.pk for one in own}
    return {
        "decisions": [one for one in tables if decides and one.result and one.result.state in FOR_DIRECTORS],
        "answers": [one for one in tables if one.result_id in answers],
    }


def _waiting(held: Tournament, player: Player | None) -> dict[str, Any]:
    """Return the waiting list in order, with the viewer's place; empty after the start."""
    if held.state not in waiting_list.BEFORE_START:
        return {}
    still = Alternate.objects.filter(tournament=held, state__in=Alternate.STILL_WAIT)
    rows = list(still.select_related("player__member"))
    own = next((one for one in rows if player is not None and one.player_id == player.pk), None)
    return {"rows": rows, "own": own, "number": rows.index(own) + 1 if own else 0}


def _check_in(fought: Fought) -> dict[str, Any]:
    """Return the state of check-in for the next round; empty if check-in is not possible."""
    held = fought.tournament
    number = len(fought.rounds) + 1
    if not check_in.may_be_asked(held) or (rounds_in_all(fought) and number > rounds_in_all(fought)):
        return {}
    staying = [one for one in fought.entrants if not has_left(one)]
    return {
        "number": number,
        "until": held.check_in_until,
        "is_up": held.check_in_until is not None and held.check_in_until <= timezone.now(),
        "asked": len(staying),
        "there": [one for one in staying if one.is_checked_in],
        "absent": check_in.absent(held, staying),
        "is_fixed": check_in.is_fixed(held),
        "offered": timezone.now() + OFFERED,
    }


def _outcome(fought: Fought, part: str) -> dict[str, Any]:
    """Return results so far: nothing before a round has started, except a bracket."""
    if fought.tournament.kind == Kind.LADDER:
        named = [(place, fought.name(key)) for place, key in places(fought)]
        return {"podium": named[: tournament_page.PODIUM]}
    if tournament_page.is_knock_out(fought.tournament):
        if len(fought.entrants) < 2 or part not in (tournament_page.ALL, tournament_page.NOW):
            return {}
        rows = tournament_page.bracket_rows(fought)
        podium = [(place, name) for place, name, _ in rows[: tournament_page.PODIUM]]
        return {"bracket_rows": rows, "podium": podium, **_bracket(fought)}
    is_asked = part in (
        tournament_page.ALL,
        tournament_page.NOW,
        tournament_page.STANDINGS,
        tournament_page.CROSSTABLE,
    )
    if not is_asked or all(one.state == Round.State.DRAWN for one in fought.rounds):
        return {}
    if fought.tournament.kind == Kind.LEAGUE:
        divisions = league_of(fought)
        top = divisions[0].lines[: tournament_page.PODIUM]
        return {"league": divisions, "podium": [(one.shown.row.place_text, one.shown.name) for one in top]}
    return _tables(fought, part)


def _bracket(fought: Fought) -> dict[str, Any]:
    """Return the bracket with its contradictions to current results; empty if it cannot be drawn."""
    try:
        drawn = bracket_of(fought)
    except UnfitSituation:
        log.exception("The bracket of tournament %s cannot be drawn", fought.tournament.pk)
        return {}
    return {"bracket": bracket_svg(fought, drawn), "upsets": upset_sentences(fought, drawn)}


def _tables(fought: Fought, part: str) -> dict[str, Any]:
    """Return standings and crosstable for this part of the page."""
    standings = tournament_page.shown_standings(fought)
    podium = [(one.row.place_text, one.name) for one in standings[: tournament_page.PODIUM]]
    if part == tournament_page.NOW:
        return {"standings": standings[:FIRST_PLACES], "more_places": len(standings), "podium": podium}
    shown: dict[str, Any] = {"podium": podium}
    if part in (tournament_page.ALL, tournament_page.CROSSTABLE):
        shown["cross_heads"], shown["cross_rows"] = tournament_page.crosstable_of(fought, standings)
    if part != tournament_page.CROSSTABLE:
        shown["standings"] = standings
    return shown
