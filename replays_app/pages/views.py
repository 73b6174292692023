"""Pages of one battle: replay on the map, text log, embedding and after-action report."""

from fractions import Fraction
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from darkseas.engine.presentation.narration import ResultColumn
from darkseas.engine.presentation.result_columns import column_words
from darkseas.engine.presentation.words import points_text
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.codec import read
from darkseas.members.rate_limited_views import too_many
from darkseas.rules.registry import system
from darkseas.web.sending.search_engines import listed_if
from replays_app.export import after_action, prerendered_replays
from replays_app.export.whole_log_limits import MOST_TOLD, is_too_long_to_tell, whole_log_wait
from replays_app.log import store as log_store
from replays_app.models import Battle, TableRecord
from replays_app.recording.at_table import is_at_table, records_alone
from replays_app.recording.table_recorders import signatures
from replays_app.replay import perspectives, response_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.battle_summary import in_short
from replays_app.replay.headings import phase_titles, turn_title
from replays_app.replay.lines import lines_json
from replays_app.replay.whole_battle_facts import gather
from replays_app.seats import battle_access
from replays_app.seats.viewer_seat import holder_of, seat_for
from replays_app.simulation.analysis import battle_analysis
from scenarios_app.revisions.chart_data import coast_address
from scenarios_app.revisions.store import spec_of
from scenarios_app.ships.order_of_battle import ship_pages

from .bylines import fought_by
from .pictures import entry_asked

#: Lines on a page of the text log.
LINES = 200
LATEST_PAGE = 100_000
HIDDEN_RESULT = "told at the end"
#: The kind of entry whose details prove a battle and its dice without revealing its course.
PROOFS = "battle_began"


@never_cache
def replay(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Show the replay page. The server renders only its frame; entries come from the API.

    `as` and `at` name a shared moment for the link preview.
    """
    battle = _battle_for(request, battle_id)
    context = _of_replay(battle)
    moment = None if context["is_private"] else _moment_shared(request, battle)
    page = render(request, "replays_app/replay.html", {**context, "moment": moment})
    return listed_if(page, battle_access.stands_in_lists(battle.pk))


@require_safe
def replay_by_hex(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Redirect the id without hyphens, which the API writes, to the replay page, whether or not it exists."""
    address, query = reverse("replay", args=[battle_id]), request.GET.urlencode()
    return redirect(f"{address}?{query}" if query else address)


def _moment_shared(request: HttpRequest, battle: Battle) -> dict[str, str]:
    """Return the link preview of a moment. It shows only what an anonymous visitor may see, without the
    result.
    """
    open_to = perspectives.open_to(battle)
    asked = request.GET.get("as", "")
    perspective = asked if asked in open_to else open_to[0]
    number = entry_asked(request.GET.get("at", ""))
    query = {"as": perspective} if number is None else {"as": perspective, "at": str(number)}
    lines = [] if number is None else lines_json(BattleContext.of(battle), perspective, number, 1)
    whole = f"{_system_title(battle.system)}: replay of the battle on the map, with every order and die roll."
    return {
        "title": battle.title,
        "sentence": str(lines[0]["sentence"]) if lines else whole,
        "picture": f"{reverse('battle-picture', args=[battle.pk])}?{urlencode(query)}",
    }


@xframe_options_exempt
def embed(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Show the replay for embedding in another site.

    The viewer counts as anonymous, so that the other site cannot show facts that only its reader may see.
    """
    battle = _battle(battle_access.visible(AnonymousUser()), battle_id)
    return render(request, "replays_app/embed.html", {**_of_replay(battle), "is_embedded": True})


def _of_replay(battle: Battle) -> dict[str, Any]:
    spec = spec_of(battle.revision)
    return {
        **_head(battle, spec),
        "api": f"{reverse('battles-api:battle', args=[battle.pk])}/",
        "reels": _reels(battle),
        "analysis_url": _analysis_url(battle),
        "coast": coast_address(spec.map),
        "plain_text_url": reverse("prose", args=[battle.pk]),
        "ship_pages": ship_pages(spec),
        "is_private": not battle_access.is_open_to_all(battle.pk),
    }


def _analysis_url(battle: Battle) -> str:
    """Return the URL of a battle's analysis; empty as long as there is none."""
    is_analysed = battle.is_over and battle_analysis.of(battle) is not None
    return reverse("battles-api:analysis", args=[battle.pk]) if is_analysed else ""


def _reels(battle: Battle) -> str:
    """Return the URL of a battle's prerendered replays without the view at its end; "" if there are none.

    If a replay is missing, it is queued for rendering, and the page gets no URL yet.
    """
    mark = prerendered_replays.mark_of(battle)
    if not mark:
        return ""
    if not prerendered_replays.are_all_stored(battle, mark):
        prerendered_replays.ask_for(battle.pk)
        return ""
    address = reverse("battles-api:reel", args=[battle.pk, mark, perspectives.ALL])
    return address.removesuffix(perspectives.ALL)


@never_cache
def plain_text(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Show the text log in plain HTML, page by page.

    `as` names the view, `page` the page; `sums=1` adds the result tables.
    """
    battle = _battle_for(request, battle_id)
    perspective = _perspective(request, battle)
    spec = spec_of(battle.revision)
    page = _page_number(request)
    told = BattleContext.of(battle)
    lines = lines_json(told, perspective, (page - 1) * LINES, LINES + 1)
    if not lines and page > 1:
        raise Http404
    names = perspectives.names(spec.sides)
    sums = request.GET.get("sums") == "1"
    context = {
        **_head(battle, spec),
        "sums": sums,
        "sums_query": "&sums=1" if sums else "",
        "head": log_store.head_of(battle.pk) if battle.is_over else "",
        "frame": _frame(request, battle),
        "in_short": in_short(told, perspective, gather(told, perspective)) if lines and page == 1 else None,
        "parts": _parts(battle, _with_columns(lines[:LINES]) if sums else lines[:LINES]),
        "page": page,
        "has_more": len(lines) > LINES,
        "perspective": perspective,
        "perspectives": [(key, names.get(key, key)) for key in _open_to(request, battle)],
        "sides": {side.key: side.name for side in spec.sides},
    }
    return listed_if(
        render(request, "replays_app/text.html", context), battle_access.stands_in_lists(battle.pk)
    )


def report(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Return a battle as an after-action report in Markdown.

    `as` names the view; with `result=hidden` the header does not reveal the result.
    """
    battle = _battle_for(request, battle_id)
    perspective = _perspective(request, battle)
    if is_too_long_to_tell(battle):
        return _too_long(request, battle)
    told = BattleContext.of(battle)
    tale = after_action.kept_tale(told, perspective)
    if tale is None:
        wait = whole_log_wait(request, battle)
        if wait:
            return too_many(request, wait)
        tale = after_action.tell(told, perspective)
    spec = spec_of(battle.revision)
    hides = battle.is_over and request.GET.get("result") == "hidden"
    address = request.build_absolute_uri(reverse("replay", args=[battle.pk]))
    head = {
        "Scenario": spec.title,
        "Date": spec.about.date,
        "Rules": f"{_system_title(battle.system)}, release {battle.release}",
        "Seen by": perspectives.names(spec.sides).get(perspective, perspective),
        "Result": HIDDEN_RESULT if hides else outcome(battle, spec) or "still being fought",
        "At the table": _table_words(battle),
    }
    lines = after_action.head_lines(battle.title, address, head)
    name = f"{battle.revision.scenario.key}-{battle.pk.hex[:8]}.md"
    return HttpResponse(
        "".join(f"{line}\n" for line in lines) + tale,
        content_type="text/markdown; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": response_cache.PRIVATE,
        },
    )


def _too_long(request: HttpRequest, battle: Battle) -> HttpResponse:
    """Explain that a battle is too long for one report, and how to read it."""
    context = {
        "title": "Too long for one report",
        "detail": f"A report has up to {MOST_TOLD:,} entries; {battle.title} has more.",
        "next_step": "Read the text log page by page, or download the battle file once the battle is over:"
        " the command show_battle prints it as a whole.",
    }
    return render(request, "error.html", context, status=422)


def _perspective(request: HttpRequest, battle: Battle) -> str:
    """Return the requested view, or the view that shows most if none is requested."""
    allowed = _open_to(request, battle)
    wanted = request.GET.get("as") or allowed[0]
    if wanted not in allowed:
        raise PermissionDenied
    return wanted


def _open_to(request: HttpRequest, battle: Battle) -> tuple[str, ...]:
    if battle.is_over:
        return perspectives.open_to(battle)
    sees_all = records_alone(holder_of(request), battle)
    return perspectives.open_to(battle, seat_for(request, battle), sees_all=sees_all)


def _battle_for(request: HttpRequest, key: UUID) -> Battle:
    return _battle(battle_access.visible(request.user, holder_of(request)), key)


def _battle(battles: QuerySet[Battle], key: UUID) -> Battle:
    return get_object_or_404(battles.select_related("revision__scenario", "summary"), pk=key)


def _page_number(request: HttpRequest) -> int:
    """Return the requested page number, from 1. Raises Http404 for an invalid one."""
    text = request.GET.get("page", "1")
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(LATEST_PAGE))
    if not (is_number and 1 <= int(text) <= LATEST_PAGE):
        raise Http404
    return int(text)


def _frame(request: HttpRequest, battle: Battle) -> str:
    """Return the HTML for embedding a battle; empty for a private battle."""
    if not battle_access.is_open_to_all(battle.pk):
        return ""
    address = request.build_absolute_uri(reverse("embed", args=[battle.pk]))
    frame = '<iframe src="{}" title="{}" width="100%" height="640" loading="lazy"></iframe>'
    return format_html(frame, address, battle.title)


def _head(battle: Battle, spec: ScenarioSpec) -> dict[str, Any]:
    """Return the header facts of every page of one battle."""
    return {
        "battle": battle,
        "title": battle.title,
        "system_title": _system_title(battle.system),
        "release": battle.release,
        "scenario_url": reverse("scenario", args=[battle.revision.scenario.key]),
        "outcome": outcome(battle, spec),
        "fought_by": fought_by(battle, {side.key: side.name for side in spec.sides}),
        **_of_table(battle),
    }


def _of_table(battle: Battle) -> dict[str, Any]:
    """Return time and place of a tabletop battle, and whether its log is signed."""
    if not is_at_table(battle):
        return {}
    record = TableRecord.objects.filter(battle=battle).first()
    return {"record": record, "signed": signatures.state_of(battle)}


def outcome(battle: Battle, spec: ScenarioSpec) -> str:
    """Return the winner and the points in words, empty while undecided."""
    summary = getattr(battle, "summary", None)
    if summary is None or not battle.is_over:
        return ""
    names = {side.key: side.name for side in spec.sides}
    order = [*(side for side in names if side in summary.scores), *(summary.scores.keys() - names.keys())]
    points = ", ".join(f"{names.get(side, side)} {points_text(summary.scores[side])}" for side in order)
    won = f"Victory: {names.get(summary.winner, summary.winner)}" if summary.winner else "No victor"
    return f"{won} · points: {points}" if any(map(Fraction, summary.scores.values())) else won


def _table_words(battle: Battle) -> str:
    """Return a tabletop battle's facts for the report, empty for others."""
    table = _of_table(battle)
    if not table:
        return ""
    record: TableRecord | None = table["record"]
    return ", ".join([*([str(record)] if record else []), table["signed"].words])


def _system_title(key: str) -> str:
    try:
        return system(key).title
    except LookupError:
        return key


def _with_columns(lines: list[Any]) -> list[Any]:
    """Return the lines with their result tables in words."""
    return [
        {**line, "column_words": column_words(read(ResultColumn, line["column"]))}
        if "column" in line
        else line
        for line in lines
    ]


def _parts(battle: Battle, lines: list[Any]) -> list[dict[str, Any]]:
    """Return the lines under headings of turns and phases. A turn has a heading only where it changes."""
    phases = phase_titles(battle.system)
    parts: list[dict[str, Any]] = []
    here: tuple[int | None, str] = (None, "")
    for line in lines:
        there = (line["turn"], line["phase"])
        if there != here:
            turn = turn_title(line["turn"]) if there[0] != here[0] else ""
            parts.append({"turn": turn, "phase": phases.get(line["phase"], line["phase"]), "lines": []})
            here = there
        parts[-1]["lines"].append({**line, "is_proof": line["kind"] == PROOFS})
    return parts
