"""Pages about scenarios: the first page, the library, one scenario, and the credits."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from darkseas.engine.canon import Json
from darkseas.engine.scenario import ScenarioSpec, SideSpec
from darkseas.rules.registry import SYSTEMS, system

from .models import Revision, Scenario
from .order_of_battle import facts_of, ships_of, side_tables
from .pictures import coast_address, full_ground, plain_ground
from .spec import spec_of

#: The battle that the first page shows, where there is one.
FEATURED = "savo-island"
LONGEST_QUESTION = 100


@dataclass(frozen=True, slots=True)
class SideLine:
    """A side in a list: its colour and mark, its name, how many ships."""

    name: str
    navy: str
    notch: int
    ships: int


@dataclass(frozen=True, slots=True)
class Card:
    """A scenario in a list. `battle` is one to watch, from the library where there is one."""

    scenario: Scenario
    when: str
    length: str
    system: str
    sides: tuple[SideLine, ...]
    ground: dict[str, Json]
    coast: str
    battle: object | None


def home(request: HttpRequest) -> HttpResponse:
    """Show what this is, a battle to watch at once, and the scenarios."""
    cards = _cards(_scenarios())
    watchable = [card for card in cards if card.battle is not None]
    featured = next((card for card in watchable if card.scenario.key == FEATURED), None)
    context = {"cards": cards, "featured": featured or (watchable[0] if watchable else None)}
    return render(request, "scenarios_app/home.html", context)


def library(request: HttpRequest) -> HttpResponse:
    """List the scenarios; `q` looks for words in title, place, date, summary and ships' side."""
    question = request.GET.get("q", "").replace("\0", "")[:LONGEST_QUESTION].strip()
    cards = _cards(_looked_for(_scenarios(), question))
    return render(request, "scenarios_app/library.html", {"cards": cards, "question": question})


def scenario(request: HttpRequest, key: str) -> HttpResponse:
    """Show one scenario: history, sides, ships with their origins, map, sources, battles."""
    found = Scenario.objects.filter(key=key, current__isnull=False).select_related("current").first()
    if found is None or found.current is None:
        raise Http404
    spec = spec_of(found.current)
    context = {
        "scenario": found,
        "spec": spec,
        "when": in_words(found.date),
        "system": _system_title(found.system),
        "sides": side_tables(spec),
        "facts": [*facts_of(spec, "sea"), *facts_of(spec, "aims"), *facts_of(spec, "options")],
        "ground": full_ground(spec),
        "coast": coast_address(spec.map),
        "sources": _sources(spec),
        "battles": _battles(found),
    }
    return render(request, "scenarios_app/scenario.html", context)


def about(request: HttpRequest) -> HttpResponse:
    """Credit the authors of rules and the sources of facts."""
    return render(request, "scenarios_app/about.html", {"systems": SYSTEMS})


def in_words(written: str) -> str:
    """Return an ISO date as people write it; anything else as it stands."""
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return written
    return f"{day.day} {day:%B %Y}"


def _scenarios() -> QuerySet[Scenario]:
    """All scenarios with a revision, by date; their battles come along in one query."""
    revisions = Revision.objects.prefetch_related("battles").defer("spec")
    return (
        Scenario.objects.filter(current__isnull=False)
        .select_related("current")
        .prefetch_related(Prefetch("revisions", revisions))
        .order_by("date", "title")
    )


def _looked_for(scenarios: QuerySet[Scenario], question: str) -> QuerySet[Scenario]:
    for word in question.split():
        named = Q(title__icontains=word) | Q(place__icontains=word) | Q(theatre__icontains=word)
        told = Q(summary__icontains=word) | Q(date__icontains=word) | Q(system__icontains=word)
        scenarios = scenarios.filter(named | told)
    return scenarios


def _cards(scenarios: Iterable[Scenario]) -> list[Card]:
    return [_card(scenario, spec_of(scenario.current)) for scenario in scenarios if scenario.current]


def _card(scenario: Scenario, spec: ScenarioSpec) -> Card:
    return Card(
        scenario=scenario,
        when=in_words(scenario.date),
        length=spec.about.length,
        system=_system_title(scenario.system),
        sides=tuple(_side_line(side, number) for number, side in enumerate(spec.sides)),
        ground=plain_ground(spec),
        coast=coast_address(spec.map),
        battle=_battle_to_watch(scenario),
    )


def _side_line(side: SideSpec, notch: int) -> SideLine:
    return SideLine(side.name, side.navies[0] if side.navies else "", notch, ships_of(side))


def _battle_to_watch(scenario: Scenario) -> object | None:
    """A finished battle, one of the library before others, the oldest first."""
    finished = [battle for battle in _all_battles(scenario) if battle.status == "finished"]
    finished.sort(key=lambda battle: (battle.origin != "library", battle.created_at))
    return finished[0] if finished else None


def _all_battles(scenario: Scenario) -> list:
    return [battle for revision in scenario.revisions.all() for battle in revision.battles.all()]


def _battles(scenario: Scenario) -> list:
    """The battles of all revisions, newest first, with what a list tells of them."""
    found = []
    for revision in scenario.revisions.defer("spec"):
        found += revision.battles.select_related("summary")
    return sorted(found, key=lambda battle: battle.created_at, reverse=True)


def _sources(spec: ScenarioSpec) -> list[dict[str, object]]:
    """The sources; only web addresses become links."""
    return [
        {"source": source, "is_link": source.address.startswith(("https://", "http://"))}
        for source in spec.about.sources
    ]


def _system_title(key: str) -> str:
    try:
        return system(key).title
    except LookupError:
        return key
