"""List of battles: search, filters, sorting and rows."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from darkseas.engine.presentation.words import points_text
from darkseas.rules.registry import SYSTEMS
from darkseas.web.paging import page_of
from darkseas.web.problems import Problem
from replays_app.models import Battle, Listing
from replays_app.projections.battle_filters import BattleFilters, filters_of, queries_of
from replays_app.projections.endings import OTHERWISE, PHRASES
from replays_app.seats import battle_access
from replays_app.seats.viewer_seat import holder_of
from scenarios_app.access import Person
from scenarios_app.access import listed as listed_scenarios
from scenarios_app.access import visible as visible_scenarios
from scenarios_app.models import Scenario, Visibility
from scenarios_app.revisions.dates_and_system_titles import in_words
from scenarios_app.revisions.scenario_and_side_titles import own_card

from .battle_search import battle_question, matching, meant_battles
from .bylines import fought_by_each
from .winner_filter import winners_offered

#: Limit of the count of battles.
MOST_COUNTED = 100
ORDERS = {
    "newest": "Newest",
    "closest": "Closest finish",
    "longest": "Longest",
    "shortest": "Shortest",
}
#: Explanations of sort orders that need more than their name.
ORDERS_EXPLAINED = {
    "closest": "Closest finish first: the difference between the sides’ points, relative to their sum. "
    "Battles without points are left out.",
}
LENGTHS = {"short": "up to 4 turns", "middle": "5 to 8 turns", "long": "9 turns and more"}


def battles(request: HttpRequest) -> HttpResponse:
    """List battles, newest first, filtered by words, dates and choices."""
    wanted, filters = battle_question(request.GET), filters_of(request.GET.dict())
    rows = battle_access.listings(request.user, holder_of(request))
    matches = matching(wanted, request.user)
    wants = [match & want for match in matches for want in queries_of(filters)]
    found = [part.filter(want) for part in rows for want in wants]
    try:
        page = page_of(request, [_with_battles(part) for part in found], filters.order)
    except Problem as refusal:
        raise Http404 from refusal
    is_asked = not (wanted.is_empty and filters.is_empty)
    count = _count(found) if is_asked else None
    about = listed_scenarios(request.user).filter(key=filters.scenario).first() if filters.scenario else None
    written = {name: text for name, text in wanted.written.items() if text}
    context = {
        "rows": _rows([row.battle for row in page.rows], request.user),
        "next": page.next,
        "is_further": "cursor" in request.GET,
        "asked": wanted,
        "is_asked": is_asked,
        "is_narrowed": is_asked or filters.sort != "newest" or "cursor" in request.GET,
        "filters": filters,
        "order_explained": ORDERS_EXPLAINED.get(filters.sort, ""),
        "scenario": about,
        "choices": _choices(filters, about),
        "count": None if count is None else min(count, MOST_COUNTED),
        "are_more": count is not None and count > MOST_COUNTED,
        "query": urlencode({**written, **filters.written()}),
        "instead": meant_battles(listed_scenarios(request.user), wanted) if count == 0 else (),
    }
    return render(request, "replays_app/list.html", context)


def _with_battles(rows: QuerySet[Listing]) -> QuerySet[Listing]:
    """Return listings with the related rows that the page needs."""
    related = rows.select_related("battle__summary", "battle__revision__scenario")
    return related.defer("battle__revision__spec", "battle__revision__scenario__words")


def _rows(battles: Sequence[Battle], person: Person) -> list[dict[str, Any]]:
    """Return the rows of the page, without links to scenarios that the person can no longer open."""
    closed = {
        known.pk for known in (battle.revision.scenario for battle in battles) if not _is_for_all(known)
    }
    if closed:
        closed -= set(visible_scenarios(person).filter(pk__in=closed).values_list("pk", flat=True))
    finished = [battle for battle in battles if battle.status == Battle.Status.FINISHED]
    bylines = fought_by_each({battle: _side_names(battle) for battle in finished})
    return [
        {
            "battle": battle,
            "fought_by": bylines.get(battle.pk, ()),
            "has_scenario": battle.revision.scenario_id not in closed,
            "when": in_words(battle.revision.scenario.date),
            **_ending(battle),
        }
        for battle in battles
    ]


def _side_names(battle: Battle) -> dict[str, str]:
    return {side["key"]: side["name"] for side in own_card(battle.revision).sides}


def _is_for_all(scenario: Scenario) -> bool:
    """Return whether everybody with the address may open a published scenario."""
    return scenario.visibility in (Visibility.PUBLIC, Visibility.UNLISTED) and scenario.taken_down_at is None


def _count(found: Sequence[QuerySet[Listing]]) -> int:
    """Return the number of battles found, capped at one more than the limit."""
    if len(found) == 1:
        return found[0][: MOST_COUNTED + 1].count()
    return len({key for part in found for key in part.values_list("pk", flat=True)[: MOST_COUNTED + 1]})


def _choices(filters: BattleFilters, about: Scenario | None) -> list[dict[str, Any]]:
    """Return the options of each form field, with the selected one."""
    offers: list[tuple[str, str, str, dict[str, str]]] = [
        ("system", "Rules", "All rules", {system.key: system.title for system in SYSTEMS}),
        ("how", "Result", "Any ending", PHRASES),
        ("length", "Length", "Any length", LENGTHS),
    ]
    offers.insert(1, ("won", "Won by", "Any winner", winners_offered(filters.won, about)))
    return [
        {
            "name": name,
            "label": label,
            "all": every,
            "values": values.items(),
            "chosen": getattr(filters, name),
        }
        for name, label, every, values in offers
    ] + [{"name": "sort", "label": "Order", "all": "", "values": ORDERS.items(), "chosen": filters.sort}]


def _ending(battle: Battle) -> dict[str, Any]:
    """Return the winner, the reason, and the points by side; empty for unfinished battles."""
    summary = getattr(battle, "summary", None)
    if summary is None or battle.status != Battle.Status.FINISHED:
        return {}
    scenario = battle.revision.scenario
    sides = {side["key"]: side for side in own_card(battle.revision).sides}
    order = [key for key in sides if key in summary.scores]
    order += [key for key in summary.scores if key not in sides]
    points = [f"{sides.get(key, {}).get('name', key)} {points_text(summary.scores[key])}" for key in order]
    winner = sides.get(summary.winner, {"name": summary.winner}) if summary.winner else None
    return {
        "is_over": True,
        "winner": winner,
        "why": "" if summary.how == OTHERWISE else PHRASES.get(summary.how, ""),
        "points": ", ".join(points) if any(map(Fraction, summary.scores.values())) else "",
        "has_picture": _is_for_all(scenario),
    }
