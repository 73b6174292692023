"""Views to report a result, typed in or from a recorded battle, and the search for its scenario."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_page
from darkseas.club.models import Club, Pairing, Player, Result
from darkseas.club.results import store
from darkseas.club.results.answers.opponents import can_be_answered
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.facts import ResultFacts
from darkseas.club.results.naming import scenarios
from darkseas.club.results.naming.people import names_in
from darkseas.club.results.recorded import recorded_battles, table_battles
from darkseas.club.results.result_states import ResultConflict
from darkseas.engine.log.battle_file import BadBattleFile
from darkseas.members import rate_limits
from darkseas.members.rate_limited_views import too_many
from darkseas.rules.registry import SYSTEMS
from darkseas.web.form_submissions.creates_once import creates_once
from replays_app.export import battle_files
from scenarios_app.models import Scenario

from .first_values import blank
from .result_form import ResultForm
from .result_of_form import battle_in, kept

#: The largest battle file accepted here, in bytes.
MOST_BYTES = 2 * 1024 * 1024


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@creates_once
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and store the report form; ``battle`` and ``scenario`` in the query prefill it."""
    club, player = acting(request, slug, Deed.REPORT)
    recorded, table, notice = _recorded(request, club, player)
    form = _form(request, club, player, recorded)
    status = 200 if table is None else 422
    if request.method == "POST" and table is None:
        try:
            if form.is_valid() and (
                result := kept(form, club, lambda facts: store.report(club, player, facts), recorded)
            ):
                messages.success(request, _thanks(result))
                return redirect("club-result", slug, result.pk)
            status = 422
        except ResultConflict as conflict:
            form.add_error(None, str(conflict))
            status = 409
    context = {
        "form": form,
        "table": table,
        "recorded": recorded,
        "notice": notice,
        "offered": () if recorded else recorded_battles.offered(club, player),
        "names": form.names.today,
        "systems": SYSTEMS,
        "deed": "report",
    }
    return club_page(request, "club/results/report.html", club, status=status, **context)


@never_cache
@require_POST
@creates_once
def take_battle(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to the form prefilled from a battle: chosen, by address, or from an uploaded file."""
    acting(request, slug, Deed.REPORT)
    wait = rate_limits.wait_after("battle", address=rate_limits.address_of(request))
    if wait:
        return too_many(request, wait)
    try:
        battle = _taken_in(request) or _chosen(request)
    except ResultRefused as refusal:
        messages.error(request, refusal.reason)
        return redirect("club-result-new", slug)
    return redirect(f"{reverse('club-result-new', args=[slug])}?battle={battle.hex}")


@never_cache
@require_safe
def scenario_search(request: HttpRequest, slug: str) -> JsonResponse:
    """Return scenarios that contain the words of ``q``, with rules and sides, as JSON."""
    _, player = acting(request, slug, Deed.REPORT)
    found = scenarios.offered(player, request.GET.get("q", "").replace("\0", ""))
    titles = {system.key: system.title for system in SYSTEMS}
    return JsonResponse(
        {
            "scenarios": [
                {
                    "key": one.key,
                    "title": one.title,
                    "system": titles.get(one.system, one.system),
                    "sides": list(scenarios.sides_of(one).values()),
                }
                for one in found
            ]
        }
    )


def _recorded(
    request: HttpRequest, club: Club, player: Player
) -> tuple[recorded_battles.Recorded | None, Pairing | None, str]:
    """Return the battle to prefill from, its tournament table, and the reason if the battle cannot be used.

    A battle that was started for a tournament table must be reported there.
    """
    text = request.POST.get("battle", "") or request.GET.get("battle", "")
    if not text:
        return None, None, ""
    try:
        found = recorded_battles.recorded(club, player, _uuid(text))
    except ResultRefused as refusal:
        return None, None, refusal.reason
    try:
        table_battles.need_own_table(club, found.battle.pk, None)
    except ResultRefused as refusal:
        return None, table_battles.table_of(club, found.battle.pk), refusal.reason
    return found, None, ""


def _form(
    request: HttpRequest, club: Club, player: Player, recorded: recorded_battles.Recorded | None
) -> ResultForm:
    before = recorded.facts if recorded else _first(request, club, player)
    scenario = Scenario.objects.filter(key=before.scenario).first() if before.scenario else None
    return ResultForm(
        request.POST if request.method == "POST" else None,
        by=player,
        names=names_in(club),
        before=before,
        recorded=recorded.facts if recorded else None,
        side_names=scenarios.sides_of(scenario),
    )


def _first(request: HttpRequest, club: Club, player: Player) -> ResultFacts:
    """Return the facts of an empty form: the rules of the club's last result, the reporter on a side."""
    scenario = scenarios.named(player, request.GET.get("scenario", "").replace("\0", ""))
    last = Result.objects.filter(club=club).order_by("-id").values_list("system", flat=True).first()
    number = request.POST.get("sides", "") or request.GET.get("sides", "")
    return blank(club, scenario, last or "", player, int(number) if number in "23456" and number else 2)


def _taken_in(request: HttpRequest) -> UUID | None:
    """Import an uploaded battle file and return its id; None without a file. Raises ResultRefused."""
    file = request.FILES.get("file")
    if file is None:
        return None
    if (file.size or 0) > MOST_BYTES:
        raise ResultRefused("file", "The file is larger than 2 MB.")
    try:
        key: UUID = battle_files.import_battle(file).battle.pk
    except BadBattleFile as fault:
        raise ResultRefused("file", f"This battle file cannot be imported: {fault}.") from None
    return key


def _chosen(request: HttpRequest) -> UUID:
    return _uuid(request.POST.get("address", "").strip() or request.POST.get("battle", ""))


def _uuid(text: str) -> UUID:
    battle = battle_in(text)
    if battle is None:
        raise ResultRefused("battle", "This is not the address of a battle. Copy it from the battle’s page.")
    return battle


def _thanks(result: Result) -> str:
    if not can_be_answered(result):
        return "The result is reported. No opponent can confirm it, so a director decides."
    days = result.club.silence_days
    return f"The result is reported. The opponent has {days} days to answer; then the club’s rule applies."
