"""The page of a result with its steps, and the actions on it."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_or_404, club_page
from darkseas.club.models import Club, Pairing, Player, Result
from darkseas.club.results import rows, store
from darkseas.club.results.answers import disputes
from darkseas.club.results.answers.opponents import ANSWERABLE, answerers, can_be_answered, fighters
from darkseas.club.results.answers.own_decisions import why_not_decide
from darkseas.club.results.checks import ResultRefused, late_season
from darkseas.club.results.facts import ResultFacts, from_json
from darkseas.club.results.naming.people import Names, names_in
from darkseas.club.results.naming.results_in_words import counted_text, step_texts
from darkseas.club.results.naming.scenarios import sides_of
from darkseas.club.results.naming.shown_names import names_of
from darkseas.club.results.recorded import recorded_battles
from darkseas.club.results.result_states import Kind, ResultConflict, may_follow
from darkseas.rules.registry import SYSTEMS
from darkseas.web.invisible_characters import without_turns
from replays_app.seats import battle_access as battle_access
from replays_app.seats.viewer_seat import holder_of
from scenarios_app import access as scenario_access

from .result_form import ResultForm
from .result_of_form import battle_in, kept
from .result_rows import rows_of


@never_cache
@require_safe
def result(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a result, its steps and the actions available to the viewer."""
    club = club_or_404(request, slug)
    return _page(request, club, _result(club, number))


@require_POST
def confirm(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Confirm a result as an opponent."""
    club, player = acting(request, slug, Deed.REPORT)
    return _done(
        request,
        club,
        number,
        lambda found: store.confirm(found, player, _seen(request)),
        "The result is confirmed.",
    )


@require_POST
def dispute(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Dispute a result."""
    club, player = acting(request, slug, Deed.REPORT)
    reason = without_turns(request.POST.get("reason", ""))[:2000]
    return _done(
        request,
        club,
        number,
        lambda found: store.dispute(found, player, reason, _seen(request)),
        "A director will decide.",
    )


@require_POST
def void(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Void a result, or withdraw your own report."""
    club, player = acting(request, slug, Deed.REPORT)
    reason = without_turns(request.POST.get("reason", ""))[:2000]
    return _done(
        request,
        club,
        number,
        lambda found: store.void(found, player, reason, _seen(request)),
        "The result is void. Its history stays visible.",
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Decide a result as a director, starting from the report."""
    return _left_to_another(request, slug, number) or _directed(request, slug, number, Kind.DECIDED)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Correct a result that counts, as a director."""
    return _left_to_another(request, slug, number) or _directed(request, slug, number, Kind.CORRECTED)


def _left_to_another(request: HttpRequest, slug: str, number: int) -> HttpResponse | None:
    """Redirect a director who fought in the battle, if another director can decide it."""
    club, player = acting(request, slug, Deed.DECIDE)
    why = why_not_decide(player, fighters(_result(club, number)))
    if not why:
        return None
    messages.error(request, why)
    return redirect("club-result", slug, number)


def _directed(request: HttpRequest, slug: str, number: int, kind: str) -> HttpResponse:
    club, player = acting(request, slug, Deed.DECIDE)
    found = _result(club, number)
    before = rows.facts_of(found)
    linked, notice = _linked(request, club, player, before)
    form = _form(request, player, found, before, linked)
    status = 422 if notice else 200
    if form.is_bound and not notice:
        deed = store.decide if kind == Kind.DECIDED else store.correct

        def keep(facts: ResultFacts) -> Result:
            reason, seen = form.cleaned_data["reason"], form.cleaned_data["seen"]
            return deed(found, player, reason, facts, seen)

        try:
            if form.is_valid() and kept(form, club, keep, linked):
                messages.success(request, "The result is saved with your reason.")
                return redirect("club-result", slug, number)
            status = 422
        except ResultConflict as conflict:
            return _page(request, club, _result(club, number), str(conflict), 409)
    if linked is not None and not form.is_bound:
        form.show_doubt(linked)
    context = {"form": form, "result": found, "deed": kind, "names": form.names.today, "systems": SYSTEMS}
    context |= {"linked": linked, "notice": notice}
    if kind == Kind.DECIDED:
        context["dispute"] = found.steps.filter(kind=Kind.DISPUTED).select_related("by__member").last()
    if before.battle is None and linked is None:
        context["offered"] = recorded_battles.offered(club, player, before.players)
    return club_page(request, "club/results/direct.html", club, status=status, **context)


def _linked(
    request: HttpRequest, club: Club, player: Player, before: ResultFacts
) -> tuple[recorded_battles.Recorded | None, str]:
    """Return the battle to link to a result, and the reason if that is impossible."""
    text = request.POST.get("battle", "") or request.GET.get("address", "") or request.GET.get("battle", "")
    if before.battle is not None or not text.strip():
        return None, ""
    battle = battle_in(text)
    if battle is None:
        return None, "This is not the address of a battle. Copy it from the battle’s page."
    try:
        return recorded_battles.recorded(club, player, battle), ""
    except ResultRefused as refusal:
        return None, refusal.reason


def _recorded_still(club: Club, before: ResultFacts) -> ResultFacts | None:
    """Return the linked battle's facts; None if its log is broken."""
    try:
        return recorded_battles.recorded(club, None, before.battle).facts if before.battle else None
    except ResultRefused:
        return None


def _form(
    request: HttpRequest,
    player: Player,
    found: Result,
    before: ResultFacts,
    linked: recorded_battles.Recorded | None,
) -> ResultForm:
    """Return the form filled with the present facts; ``unlink`` removes the link to a battle.

    An unlinked battle's facts stay as editable values. A newly linked battle provides its part.
    """
    recorded, scenario = None, found.scenario
    if linked is not None:
        recorded, scenario = linked.facts, linked.battle.revision.scenario
    elif before.battle is not None and "unlink" not in request.POST:
        recorded = _recorded_still(found.club, before)
    is_let_go = before.battle is not None and "winner" not in request.POST and "unlink" in request.POST
    data = request.POST if request.method == "POST" and not is_let_go else None
    if linked is not None:
        before = recorded_battles.with_battle(linked, before)
    form = ResultForm(
        data,
        by=player,
        names=names_in(found.club),
        before=before,
        recorded=recorded,
        side_names=sides_of(scenario),
        given=_given(found),
    )
    form.initial["seen"] = found.steps_taken
    return form


def _counted(found: Result, names: Mapping[str, str]) -> list[str]:
    """Explain the points of sides that include a bid."""
    given = _given(found)
    if not given:
        return []
    sides = [side for side in rows.facts_of(found).sides if side.side in given and side.points is not None]
    return [
        counted_text(names.get(one.side, one.side), one.points - given[one.side], given[one.side])
        for one in sides
        if one.points is not None
    ]


def _given(found: Result) -> dict[str, int] | None:
    """Return each side's points from the other's bid at a tournament table, else None."""
    pairing = Pairing.objects.filter(result=found).first()
    if pairing is None:
        return None
    points = {pairing.first_side: pairing.second_bid, pairing.second_side: pairing.first_bid}
    return {side: more for side, more in points.items() if more}


def _done(request: HttpRequest, club: Club, number: int, deed: Any, thanks: str) -> HttpResponse:
    """Run an action on a result and redirect to its page, with any error as a message."""
    try:
        deed(_result(club, number))
    except ResultConflict as conflict:
        return _page(request, club, _result(club, number), str(conflict), 409)
    except ResultRefused as refusal:
        return _page(request, club, _result(club, number), refusal.reason, 422)
    messages.success(request, thanks)
    return redirect("club-result", club.slug, number)


def _result(club: Club, number: int) -> Result:
    known = Result.objects.select_related("scenario", "battle", "batch", "club").defer("scenario__words")
    return get_object_or_404(known, club=club, pk=number)


def _page(
    request: HttpRequest, club: Club, found: Result, alarm: str = "", status: int = 200
) -> HttpResponse:
    steps = list(found.steps.all())
    fought = {player for step in steps for player in from_json(step.facts).players}
    names = names_of(club, fought | {step.by_id for step in steps if step.by_id is not None})
    (row,) = rows_of(club, [found], names)
    player = access.player_of(request.user, club)
    actions = _actions(found, player)
    fought_in = Pairing.objects.filter(result=found).select_related("round__tournament").first()
    context = {
        "round": fought_in.round if fought_in else None,
        "result": found,
        "row": row,
        "steps": step_texts(steps, names, row.side_names),
        "alarm": alarm,
        "answer_by": found.reported_at + timedelta(days=club.silence_days),
        "late_season": late_season(found),
        "is_unanswerable": found.state in ANSWERABLE and not can_be_answered(found),
        "disputable_until": disputes.until(found, steps[-1])
        if actions.get("dispute") and found.is_ratified
        else None,
        "counted": _counted(found, row.side_names),
        "actions": actions,
        "by_word": _by_word(club, found, names),
        "replay": _seen_battle(request, found),
        "scenario": _seen_scenario(request, found),
    }
    return club_page(request, "club/results/result.html", club, status=status, **context)


def _by_word(club: Club, found: Result, names: Names) -> list[str]:
    """Return the names of players whom the recorded battle does not mention."""
    if found.battle is None:
        return []
    players = [player for side in rows.facts_of(found).sides for player in side.players]
    return sorted(
        names.listed([player]) for player in recorded_battles.named_by_word(club, found.battle, players)
    )


def _actions(found: Result, player: Player | None) -> dict[str, bool | str]:
    """Return the actions that a player may take on a result, and why not those of a director."""
    if player is None:
        return {}
    rights = access.rights_of(player)
    directs = bool(rights & access.ALLOWED_BY[Deed.DECIDE])
    reports = bool(rights & access.ALLOWED_BY[Deed.REPORT])
    is_own = reports and found.reported_by_id == player.pk and found.state in ANSWERABLE
    parties = fighters(found) if directs or found.battle_id is not None else frozenset[int]()
    why_not = why_not_decide(player, parties) if directs and found.state != Result.State.VOID else ""
    directs = directs and not why_not
    return {
        "why_not": why_not,
        "is_alone": directs and player.pk in parties,
        "answer": reports and found.state in ANSWERABLE and player.pk in answerers(found),
        "dispute": reports and player.pk in disputes.who_may_dispute(found, timezone.now()),
        "own": found.reported_by_id == player.pk,
        "fought": found.battle_id is None or player.pk in parties,
        "decide": directs and may_follow(Kind.DECIDED, found.state),
        "correct": directs and may_follow(Kind.CORRECTED, found.state),
        "void": (directs or is_own) and may_follow(Kind.VOIDED, found.state),
        "take_back": is_own and not directs,
    }


def _seen_battle(request: HttpRequest, found: Result) -> bool:
    """Whether the viewer may see the recorded battle of a result."""
    if found.battle_id is None:
        return False
    seen = battle_access.visible(request.user, holder_of(request))
    return seen.filter(pk=found.battle_id).exists()


def _seen_scenario(request: HttpRequest, found: Result) -> bool:
    """Whether the viewer may open a result's scenario."""
    if found.scenario_id is None:
        return False
    return scenario_access.visible(request.user).filter(pk=found.scenario_id).exists()


def _seen(request: HttpRequest) -> int:
    """Return how many steps the user has seen, 0 if the form does not say."""
    text = request.POST.get("seen", "")
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise PermissionDenied
    return int(text)
