"""Pages about scenarios: the first page, one scenario, and the credits."""

from typing import Any

from django.db.models import Case, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.members.models import Member
from darkseas.rules.registry import RELEASE, SYSTEMS, system
from scenarios_app import access
from scenarios_app.access import Person
from scenarios_app.models import Revision, Scenario
from scenarios_app.moderation.views import gone
from scenarios_app.revisions.chart_data import coast_address, full_ground
from scenarios_app.revisions.formats import in_words, system_title
from scenarios_app.revisions.store import spec_of
from scenarios_app.ships.order_of_battle import facts_of, side_tables

from .actions import actions_for
from .balance import shares
from .history import told_losses
from .history_compared import compared
from .views import cards, with_battles

#: The battle that the first page shows, and the scenarios beside it; others stand in for those not here.
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
    """Show what this is, a battle to watch at once, and some scenarios."""
    public = with_battles(access.listed(request.user).filter(current__isnull=False)).defer("words")
    watchable = public.exclude(any_battle=None)
    featured = watchable.filter(key=FEATURED).first() or watchable.first()
    is_well_known = Case(When(key__in=WELL_KNOWN, then=0), default=1)
    context = {
        "cards": cards(public.order_by(is_well_known, "-created_at", "key")[: len(WELL_KNOWN)]),
        "featured": cards([featured])[0] if featured else None,
        "number": access.listed(request.user).filter(current__isnull=False).count(),
    }
    return render(request, "library/home.html", context)


def scenario(request: HttpRequest, key: str) -> HttpResponse:
    """Show the current revision of one scenario."""
    found = access.visible(request.user).filter(key=key, current__isnull=False)
    shown = found.select_related("current", "owner", "forked_from__scenario").first()
    if shown is None or shown.current is None:
        return gone(request, Scenario.objects.filter(key=key).first())
    context = scenario_context(shown, shown.current, request.user)
    return render(request, "library/scenario.html", context)


def scenario_context(shown: Scenario, revision: Revision, person: Person) -> dict[str, Any]:
    """Return what the page of a revision shows: history, sides, ships, map, sources, battles, balance."""
    spec = spec_of(revision)
    battles = _battles(shown, person)
    balance = revision.balances.filter(release=RELEASE).first()
    return {
        "scenario": shown,
        "revision": revision,
        "actions": actions_for(shown, revision, spec, person),
        "spec": spec,
        "when": in_words(spec.about.date),
        "system": system_title(spec.system),
        "sides": side_tables(spec),
        "aims": _aims(spec),
        "facts": [*facts_of(spec, "sea"), *facts_of(spec, "aims"), *facts_of(spec, "options")],
        "ground": full_ground(spec),
        "coast": coast_address(spec.map),
        "sources": _sources(spec),
        "battles": battles,
        "balance": balance,
        "shares": shares(spec, balance.wins, balance.battles, balance.losses) if balance else [],
        "losses": told_losses(spec),
        "compared": compared(spec, battles),
    }


def about(request: HttpRequest) -> HttpResponse:
    """Credit the authors of rules and the sources of facts."""
    return render(request, "library/about.html", {"systems": SYSTEMS})


def _aims(spec: ScenarioSpec) -> tuple[str, ...]:
    """How it is won, in sentences."""
    try:
        return system(spec.system).aims_in_words(spec)
    except LookupError:  # a revision of former days
        return ()


def _battles(shown: Scenario, person: Person) -> list[Any]:
    """The battles of all revisions, newest first, with what a list tells of them.

    Trials of a draft are for its authors alone.
    """
    with_trials = isinstance(person, Member) and access.may_edit(person, shown)
    found = []
    for revision in shown.revisions.defer("spec"):
        battles = revision.battles.filter(superseded_by=None).select_related("summary", "revision")
        found += battles if with_trials else battles.exclude(origin="trial")
    return sorted(found, key=lambda battle: battle.created_at, reverse=True)


def _sources(spec: ScenarioSpec) -> list[dict[str, object]]:
    """The sources; only web addresses become links."""
    return [
        {"source": source, "is_link": source.address.startswith(("https://", "http://"))}
        for source in spec.about.sources
    ]
