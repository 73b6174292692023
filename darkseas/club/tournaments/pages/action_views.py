"""Actions on a tournament: its state, entries, waiting list and check-in."""

from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_page
from darkseas.club.models import Club, Entrant, Player, Tournament
from darkseas.club.results.naming.people import names_in
from darkseas.club.tournaments import tournament_states
from darkseas.club.tournaments.entries import check_in, entries, half_byes, waiting_list
from darkseas.club.tournaments.entries.divisions import put_into
from darkseas.club.tournaments.entries.entry_lines import EnteredLines, NewName, enter_lines, new_names
from darkseas.club.tournaments.entries.trf_entrants import MOST_BYTES, entry_lines, read_trf, text_of
from darkseas.club.tournaments.regulations import LONGEST_DIVISION
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.web.form_submissions.creates_once import creates_once_per_page
from darkseas.web.invisible_characters import without_turns

from .round_and_table_forms import CheckInForm
from .view_helpers import done, event_or_404

#: Actions on an entry without further input, those for the next round, and those for any round.
PLAIN = {"back": entries.come_back, "there": check_in.say_there}
NEXT_ROUND = {"away": entries.stay_away, "not-away": entries.take_part}
HALF_BYES = {"half-bye": half_byes.ask, "no-half-bye": half_byes.take_back}
LONGEST_REASON, LONGEST_LINES = 2000, 20_000


@require_POST
def move(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Change the state of a tournament."""
    club, by = acting(request, slug, Deed.DIRECT)
    held = event_or_404(club, event)
    to = request.POST.get("to", "")
    thanks = f"The tournament is {Tournament.State(to).label}." if to in Tournament.State.values else ""
    return done(request, held, lambda: tournament_states.move(by, held, to, reason_in(request)), thanks)


@require_POST
@creates_once_per_page
def enter(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Enter oneself or, as a director, everybody in the lines (teams too) or in a TRF file."""
    club, by = acting(request, slug, Deed.ENTER)
    held = event_or_404(club, event)
    if "names" not in request.POST and "trf" not in request.FILES:
        return done(request, held, lambda: entries.enter(by, held, [by]), "You are entered.")
    if not access.may(by, Deed.DIRECT):
        raise PermissionDenied
    try:
        lines, makes_guests = _lines(request, club), "guests" in request.POST
    except TournamentRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("club-tournament", slug, event)
    new = _new_names(held, lines)
    if makes_guests and "sure" not in request.POST and any(one.near for one in new):
        context = {"event": held, "lines": lines, "new": new}
        return club_page(
            request, "club/tournaments/entries/confirm_new_names.html", club, status=422, **context
        )
    try:
        entered = enter_lines(by, held, lines, makes_guests=makes_guests)
    except TournamentRefused as refusal:
        context = {"event": held, "lines": lines, "makes_guests": makes_guests, "fault": str(refusal)}
        return club_page(request, "club/tournaments/entries/not_entered.html", club, status=422, **context)
    messages.success(request, _entered(entered, [one.name for one in new]))
    return redirect("club-tournament", slug, event)


def _lines(request: HttpRequest, club: Club) -> str:
    """Return the typed lines, or the players of a TRF file as lines. Raises TournamentRefused."""
    file: UploadedFile[bytes] | None = request.FILES.get("trf")
    if file is None:
        return request.POST["names"][:LONGEST_LINES]
    names = names_in(club)
    players = read_trf(text_of(file.read(MOST_BYTES + 1)))
    return entry_lines(players, lambda name: names.find(name) is not None)


def _new_names(held: Tournament, lines: str) -> list[NewName]:
    """Return the unknown names in the lines; none if a line is invalid, which `enter_lines` reports."""
    try:
        return new_names(held, lines)
    except TournamentRefused:
        return []


def _entered(entered: EnteredLines, new: list[str]) -> str:
    """Return a message with the new guests, the known guests, the members and the skipped names."""
    players = [player for one in entered.made for player in one.players.select_related("member")]
    guests = {player.name for player in players if not player.member}
    told = [
        ("New guests", [name for name in new if name in guests]),
        ("Known guests", [player.name for player in players if not player.member and player.name not in new]),
        ("Members", [str(player) for player in players if player.member]),
        ("Skipped, because already entered", entered.skipped),
    ]
    return " ".join(
        [f"Entered: {len(entered.made)}.", *(f"{who}: {', '.join(names)}." for who, names in told if names)]
    )


@require_POST
def alternate(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Join or leave the waiting list, or accept the offered place."""
    club, by = acting(request, slug, Deed.ENTER)
    held = event_or_404(club, event)
    deed = request.POST.get("deed", "")
    if deed == "take":
        return done(request, held, lambda: waiting_list.take(by, held), "You have entered.")
    if deed == "leave":
        return done(request, held, lambda: waiting_list.leave(by, held), "You have left the waiting list.")
    return done(request, held, lambda: waiting_list.wait(by, held), "You are on the waiting list.")


@require_POST
def ask_who_is_there(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Open check-in for the next round, until a time in the club's time zone."""
    club, by = acting(request, slug, Deed.DIRECT)
    held = event_or_404(club, event)
    with timezone.override(ZoneInfo(club.time_zone)):
        form = CheckInForm(request.POST)
        form.is_valid()

    def act() -> None:
        if not form.is_valid():
            raise TournamentRefused("Enter a date and time at which check-in closes.")
        check_in.ask(by, held, form.cleaned_data["until"])

    return done(request, held, act, "Check-in is open.")


@require_POST
def put_down_as_there(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Check in the selected players, or everybody (``everybody``)."""
    club, by = acting(request, slug, Deed.DIRECT)
    held = event_or_404(club, event)
    ticked = set(request.POST.getlist("there"))
    waiting = check_in.absent(held, held.entrants.order_by("number"))
    there = [one for one in waiting if "everybody" in request.POST or str(one.number) in ticked]

    def act() -> None:
        if not there:
            raise TournamentRefused("Select at least one player.")
        check_in.say_all_there(by, there)

    names = ", ".join(str(one) for one in there)
    return done(request, held, act, f"Checked in: {names}.")


@require_POST
def entrant(request: HttpRequest, slug: str, event: str, number: int) -> HttpResponse:
    """Withdraw, re-enter or substitute an entrant, check them in, or let them miss a round."""
    club, by = acting(request, slug, Deed.ENTER)
    held = event_or_404(club, event)
    found = get_object_or_404(Entrant, tournament=held, number=number)
    return done(request, held, lambda: _act(request, by, held, found), "The entry is updated.")


def _act(request: HttpRequest, by: Player, held: Tournament, found: Entrant) -> None:
    deed = request.POST.get("deed", "")
    if deed in PLAIN:
        PLAIN[deed](by, found)
    elif deed in NEXT_ROUND:
        NEXT_ROUND[deed](by, found, entries.next_round(held))
    elif deed in HALF_BYES:
        HALF_BYES[deed](by, found, _round_in(request))
    elif deed == "withdraw":
        waiting_list.withdraw(by, found, reason_in(request))
    elif deed == "division":
        put_into(by, found, request.POST.get("division", "")[:LONGEST_DIVISION])
    elif deed == "substitute":
        _substitute(request, by, held, found)
    else:
        raise TournamentRefused("Choose an action.")


def _substitute(request: HttpRequest, by: Player, held: Tournament, found: Entrant) -> None:
    name = request.POST.get("name", "")[:200]
    player = names_in(held.club).find(name)
    if player is None:
        raise TournamentRefused(f"The club has no player called “{name}”.")
    entries.substitute(by, found, [Player.objects.get(pk=player)], reason_in(request))


def _round_in(request: HttpRequest) -> int:
    number = request.POST.get("round", "")[:4]
    return int(number) if number.isascii() and number.isdigit() else 0


def reason_in(request: HttpRequest) -> str:
    return without_turns(request.POST.get("reason", ""))[:LONGEST_REASON]
