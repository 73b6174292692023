"""Choose the scenario of a round by dice or vote: set up by a director, answered by entrants."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from darkseas.club import access, audit
from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_or_404, club_page
from darkseas.club.models import Player, ScenarioChoice, Tournament
from darkseas.club.tournaments.entries.entries import next_round
from darkseas.club.tournaments.regulations import BY_VOTE, terms_of
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.votes_and_bids import scenario_votes
from darkseas.web.form_submissions.creates_once import creates_once
from scenarios_app import access as scenario_access

from .action_views import reason_in
from .page_data.choice_page import shown_choice
from .scenario_vote_form import ChoiceForm
from .view_helpers import done, event_or_404

Way = ScenarioChoice.Way
#: Message after each action.
THANKS = {
    "vote": "Your vote is sealed. You can change it until the deadline.",
    "words": "Your words are added.",
    "close": "The votes are counted.",
    "take-back": "The choice is cancelled.",
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@creates_once
def new(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Ask for the scenarios of the next round, and the way to choose one."""
    club, by = acting(request, slug, Deed.DIRECT)
    held = event_or_404(club, event)
    terms = terms_of(held)
    initial = {
        "way": Way.VOTED if terms.chosen_by == BY_VOTE else Way.DRAWN,
        "candidates": "\n".join(terms.candidates),
        "minutes": terms.answer_minutes,
    }
    form = ChoiceForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        data = form.cleaned_data
        try:
            made = scenario_votes.ask(by, held, data["way"], form.offered(by, held.system), data["minutes"])
        except TournamentRefused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal))
        else:
            messages.success(request, "The choice of the scenario is set up.")
            return redirect("club-choice", slug, held.slug, made.pk)
    status = 422 if form.is_bound else 200
    context = {"form": form, "event": held, "number": next_round(held)}
    return club_page(request, "club/tournaments/scenario_vote/new.html", club, status=status, **context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choice(request: HttpRequest, slug: str, event: str, number: int) -> HttpResponse:
    """Show a choice; entrants vote, or add words to the dice seed."""
    club = club_or_404(request, slug)
    held = event_or_404(club, event)
    rows = ScenarioChoice.objects.select_related("tournament")
    found = get_object_or_404(rows, tournament=held, pk=number)
    if request.method == "POST":
        _, by = acting(request, slug, Deed.ENTER)
        thanks = THANKS.get(request.POST.get("deed", ""), "")
        back = ("club-choice", club.slug, held.slug, found.pk)
        return done(request, held, lambda: _act(request, by, found), thanks, leads_to=back)
    shown = shown_choice(held, found, access.player_of(request.user, club))
    reasons = [line for line in audit.lines_about(found) if line.reason]
    known = scenario_access.visible(request.user).filter(pk__in=found.candidates.values("scenario"))
    return club_page(
        request,
        "club/tournaments/scenario_vote/choice.html",
        club,
        event=held,
        shown=shown,
        reasons=reasons,
        is_used=_is_used(held, found),
        known=set(known.values_list("pk", flat=True)),
    )


def _is_used(held: Tournament, found: ScenarioChoice) -> bool:
    is_gone = found.state == ScenarioChoice.State.TAKEN_BACK or found.number < next_round(held)
    return is_gone or found.rounds.exists()


def _act(request: HttpRequest, by: Player, found: ScenarioChoice) -> None:
    deed = request.POST.get("deed", "")
    if deed in ("close", "take-back") and not access.may(by, Deed.DIRECT):
        raise PermissionDenied
    if deed == "vote":
        scenario_votes.vote(by, found, _place(request))
    elif deed == "words":
        scenario_votes.add_words(by, found, request.POST.get("words", "")[:1000])
    elif deed == "close":
        scenario_votes.close_early(by, found, reason_in(request))
    elif deed == "take-back":
        scenario_votes.take_back(by, found, reason_in(request))
    else:
        raise TournamentRefused("Choose an action.")


def _place(request: HttpRequest) -> int:
    text = request.POST.get("candidate", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
