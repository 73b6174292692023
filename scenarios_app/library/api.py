"""The API of the library: the list of scenarios."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from darkseas.engine.serialization.canonical_json import Json
from darkseas.web.paging import page_of
from darkseas.web.problems import Problem, problem_response
from darkseas.web.sending.etags import tagged, to_bytes
from scenarios_app import access
from scenarios_app.models import Scenario
from scenarios_app.revisions.search_rows import battle_key

LONGEST_KEY = 40


def tell_scenarios(request: HttpRequest) -> HttpResponse:
    """Return a page of the scenarios listed for the caller, sorted by key.

    ``system`` and ``historical_battle`` restrict the list.
    """
    if request.method not in ("GET", "HEAD"):
        refusal = Problem(405, "method-not-allowed", "Only GET and HEAD are allowed here.")
        return problem_response(refusal, {"Allow": "GET, HEAD"})
    scenarios = access.listed(request.user).filter(current__isnull=False).select_related("current", "owner")
    system = request.GET.get("system", "").replace("\0", "")[:LONGEST_KEY]
    if system:
        scenarios = scenarios.filter(system=system)
    battle = battle_key(request.GET.get("historical_battle", "").replace("\0", ""))
    if battle:
        scenarios = scenarios.filter(historical_battle=battle)
    try:
        page = page_of(request, scenarios.defer("current__spec", "words"), ("key",))
    except Problem as refusal:
        return problem_response(refusal)
    lines = [_line(scenario) for scenario in page.rows]
    return tagged(request, to_bytes({"scenarios": lines, "next": page.next}))


def _line(scenario: Scenario) -> Mapping[str, Json]:
    return {
        "key": scenario.key,
        "title": scenario.title,
        "system": scenario.system,
        "revision": scenario.current.number if scenario.current else None,
        "date": scenario.date,
        "place": scenario.place,
        "historical_battle": scenario.card.get("historical_battle", ""),
        "sides": [{"key": side["key"], "name": side["name"]} for side in scenario.card.get("sides", ())],
        "ships": scenario.ships,
        "turns": scenario.turns,
        "owner": scenario.owner.username if scenario.owner else None,
        "url": reverse("scenario", args=[scenario.key]),
    }
