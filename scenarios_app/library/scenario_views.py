"""The home page, scenario pages and credits."""

from typing import Any

from django.db.models import Case, QuerySet, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.members.models import Member
from darkseas.rules.registry import SYSTEMS, system
from darkseas.web.sending.search_engines import listed_if
from scenarios_app import access, sections
from scenarios_app.access import Person
from scenarios_app.drafts.store import drafts_of
from scenarios_app.models import Revision, Scenario
from scenarios_app.moderation import source_notes
from scenarios_app.moderation.views import taken_down_page
from scenarios_app.revisions.chart_data import coast_address, full_ground, starts_in_words
from scenarios_app.revisions.dates_and_system_titles import in_words, system_title
from scenarios_app.revisions.light_and_sight import clock_of, last_turn, spans_of
from scenarios_app.revisions.open_rule_questions import answers_left
from scenarios_app.revisions.ship_points import worths_of
from scenarios_app.revisions.store import spec_of
from scenarios_app.sections import Shown
from scenarios_app.ships.order_of_battle import Cell, facts_of, grounds_of, origin_of, side_tables

from .history import losses_by_side
from .member_pages import byline
from .other_rules import by_other_rules
from .scenario_actions import actions_for
from .tutorial_scenarios import first_battles
from .views import cards, for_cards

#: Maximum number of a member's drafts on the home page.
MOST_DRAFTS = 3
#: The scenario featured on the home page and the ones listed with it; others replace missing ones.
FEATURED = "savo-island"
WELL_KNOWN = (
    "tassafaronga",
    "cape-matapan",
    "narvik-first",
    "surigao-strait",
    "north-cape",
    "river-plate",
    "guadalcanal-first-night",
    "denmark-strait",
)


def home(request: HttpRequest) -> HttpResponse:
    """Show an introduction, a replay to watch and some scenarios."""
    public = for_cards(access.listed(request.user).filter(current__isnull=False)).defer("words")
    featured, opening = _opening(public)
    is_well_known = Case(When(key__in=WELL_KNOWN, then=0), default=1)
    context = {
        "cards": cards(public.order_by(is_well_known, "-created_at", "key")[: len(WELL_KNOWN)]),
        "featured": cards([featured])[0] if featured else None,
        "opening": opening,
        "first_battles": first_battles(public),
        "rules_systems": [one for one in SYSTEMS if one.companion.lessons],
        "added": sections.of_home(),
        "own": _own(request.user),
        "number": access.listed(request.user).filter(current__isnull=False).count(),
    }
    answer = render(request, "library/home.html", context)
    if request.user.is_authenticated:  # the page names their battles and drafts
        add_never_cache_headers(answer)
    return answer


def _own(person: Person) -> dict[str, Any] | None:
    """Return a member's pending items, None for guests."""
    if not isinstance(person, Member):
        return None
    return {"added": sections.of_own_home(person), "drafts": drafts_of(person)[:MOST_DRAFTS]}


def _opening(public: QuerySet[Scenario]) -> tuple[Scenario | None, Shown | None]:
    """Return the featured scenario of the home page and the section that displays it."""
    for section in sections.sections():
        watchable = section.watchable(public)
        featured = watchable.filter(key=FEATURED).first() or watchable.first()
        if featured is not None:
            return featured, Shown(section, section.of_row(featured))
    return None, None


def scenario(request: HttpRequest, key: str) -> HttpResponse:
    """Show the current revision of one scenario."""
    visible = access.visible(request.user).filter(key=key, current__isnull=False)
    shown = visible.select_related("current", "owner", "forked_from__scenario").first()
    if shown is None or shown.current is None:
        return taken_down_page(request, Scenario.objects.filter(key=key).first())
    context = scenario_context(shown, shown.current, request.user)
    return listed_if(render(request, "library/scenario.html", context), access.is_public(shown))


def scenario_context(shown: Scenario, revision: Revision, person: Person) -> dict[str, Any]:
    """Return the data of a revision's page: history, sides, ships, map, sources."""
    spec = spec_of(revision)
    ground = full_ground(spec)
    same_battle = by_other_rules(shown, revision, spec, person)
    return {
        "scenario": shown,
        "revision": revision,
        "actions": actions_for(shown, revision, spec, person),
        "spec": spec,
        "when": in_words(spec.about.date),
        "system": system_title(spec.system),
        "sides": side_tables(spec, worths_of(spec)),
        "aims": _aims(spec),
        "grounds": grounds_of(spec),
        "spans": spans_of(spec),
        "lasts": _length(spec),
        "sight_origin": _origin(spec, "sea", "conditions"),
        "aims_origin": _origin(spec, "aims"),
        "options": _options(spec),
        "answers": answers_left(spec),
        "ground": ground,
        "starts": starts_in_words(ground),
        "coast": coast_address(spec.map),
        "sources": _sources(spec),
        "about": f"scenario/{shown.key}",
        "source_notes": source_notes.accepted(f"scenario/{shown.key}"),
        "byline": byline(shown.owner),
        "losses": losses_by_side(spec),
        "unconfirmed": {
            "timeline": any(moment.unconfirmed for moment in spec.about.timeline),
            "losses": any(loss.unconfirmed for loss in spec.about.losses),
        },
        "same_battle": same_battle,
        "same_battle_sections": sections.of_same_battle([(one.revision, one.spec) for one in same_battle]),
        "sections": sections.of_page(shown, revision, spec, person),
    }


def about(request: HttpRequest) -> HttpResponse:
    """Credit the authors of rules and the sources of facts."""
    return render(request, "library/about.html", {"systems": SYSTEMS})


def _aims(spec: ScenarioSpec) -> tuple[str, ...]:
    """Return the victory conditions as sentences."""
    try:
        return system(spec.system).aims_in_words(spec)
    except LookupError:  # revision from an older release
        return ()


def _length(spec: ScenarioSpec) -> dict[str, object]:
    """Return the number of turns, the turn length, and start and end times."""
    turns = last_turn(spec)
    return {"turns": turns, "from": clock_of(spec, 1), "to": clock_of(spec, turns + 1) if turns else ""}


def _origin(spec: ScenarioSpec, *path: str) -> str:
    """Return the source of the numbers in a part of the scenario."""
    return origin_of(spec.origins, tuple((name, False) for name in path))


def _options(spec: ScenarioSpec) -> list[tuple[str, Cell]]:
    """Return the options that the scenario sets, by title."""
    try:
        titles = {option.key: option.title for option in system(spec.system).options}
    except LookupError:  # a revision of former days
        titles = {}
    answers = zip(spec.options, facts_of(spec, "options"), strict=False)
    return [(titles.get(key, title), cell) for key, (title, cell) in answers]


def _sources(spec: ScenarioSpec) -> list[dict[str, object]]:
    """Return the sources; only web addresses become links."""
    return [
        {"source": source, "is_link": source.address.startswith(("https://", "http://"))}
        for source in spec.about.sources
    ]
