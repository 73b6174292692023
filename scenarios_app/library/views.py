"""The library page: a clickable map of theatres, search fields and a page of scenarios."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from darkseas.engine.serialization.canonical_json import Json
from darkseas.rules.registry import SYSTEMS
from scenarios_app import access, sections
from scenarios_app.models import Scenario
from scenarios_app.revisions.chart_data import coast_named
from scenarios_app.revisions.dates_and_system_titles import in_words, system_title
from scenarios_app.revisions.other_ship_names import found_under
from scenarios_app.revisions.theatres import THE_WORLD, THEATRES, Theatre, theatre
from scenarios_app.sections import Shown
from scenarios_app.ships.data import navies
from scenarios_app.ships.search import without_prefixes

from .search import (
    LENGTHS,
    LONGEST_QUESTION,
    SIZES,
    Matches,
    Question,
    find,
    instead,
    nearest_to,
    places,
    question_of,
)

#: Maximum number of markers on the map of one theatre.
MOST_MARKS = 100


@dataclass(frozen=True, slots=True)
class Mark:
    """A marker on the map: a theatre with the number of its scenarios, or one scenario."""

    x: int
    y: int
    title: str
    address: str
    number: int


@dataclass(frozen=True, slots=True)
class Card:
    """A scenario in a list, with the data that other apps add."""

    scenario: Scenario
    when: str
    length: str
    system: str
    sides: list[Mapping[str, Json]]
    ground: Mapping[str, Json] | None
    coast: str
    added: list[Shown]
    found_under: list[str]


def library(request: HttpRequest) -> HttpResponse:
    """Show search results in pages, below a map of their places."""
    question = question_of(request.GET)
    listed = access.listed(request.user)
    results = find(listed, question, annotate=for_cards)
    context = {
        "question": question,
        "found": results,
        "cards": cards(results.scenarios, question.ship or question.named),
        "chart": _chart(question),
        "marks": _marks(request, question, results, listed),
        "pages": _pages(request, question, results),
        "sections": sections.sections(),
        "navies": navies(),
        "systems": SYSTEMS,
        "sizes": {key: band[2] for key, band in SIZES.items()},
        "lengths": {key: band[2] for key, band in LENGTHS.items()},
        "theatres": [(place, results.by_theatre.get(place.key, 0)) for place in THEATRES],
        "everywhere": _address(request, theatre=""),
        "is_narrowed": replace(question, words="") != Question(page=question.page),
        "written": {name: request.GET.get(name, "")[:LONGEST_QUESTION] for name in ("since", "until")},
        "instead": [] if results.total else _instead(request, listed, question),
        "nearest": [] if results.total else _nearest(listed, question),
    }
    return render(request, "library/list.html", context)


# --- cards -----------------------------------------------------------------------------------------


def for_cards(scenarios: QuerySet[Scenario]) -> QuerySet[Scenario]:
    """Annotate scenarios with the data of their cards."""
    return sections.for_list(scenarios.select_related("current", "owner").defer("current__spec"))


def cards(scenarios: Iterable[Scenario], asked: str = "") -> list[Card]:
    """Return the cards of scenarios from `for_cards`, with the sticker or group that matched."""
    return [_card(scenario, without_prefixes(asked)) for scenario in scenarios]


def _card(scenario: Scenario, asked: str) -> Card:
    shown = scenario.card
    return Card(
        scenario=scenario,
        when=in_words(scenario.date),
        length=shown.get("length", ""),
        system=system_title(scenario.system),
        sides=shown.get("sides", []),
        ground=shown.get("ground"),
        coast=coast_named(shown.get("coast", "")),
        added=sections.of_row(scenario),
        found_under=found_under(shown.get("holders", []), asked),
    )


# --- the chart -------------------------------------------------------------------------------------


def _chart(question: Question) -> Theatre:
    return theatre(question.theatre) or THE_WORLD


def _marks(
    request: HttpRequest, question: Question, results: Matches, listed: QuerySet[Scenario]
) -> list[Mark]:
    """Return the markers of the map: theatres on the world map, scenarios on the map of a theatre."""
    if not question.theatre:
        return [
            _theatre_mark(request, place, results.by_theatre[place.key])
            for place in THEATRES
            if results.by_theatre.get(place.key)
        ]
    chart = _chart(question)
    scenarios = places(listed, question, MOST_MARKS)
    marks = [mark for scenario in scenarios if (mark := _scenario_mark(chart, scenario)) is not None]
    return spread(marks, 2 * chart.mark)


def spread(marks: Iterable[Mark], apart: int) -> list[Mark]:
    """Return the markers without overlaps: an overlapping one moves east to the next free place."""
    taken: set[tuple[int, int]] = set()
    placed = []
    for mark in marks:
        x = mark.x
        while (x // apart, mark.y // apart) in taken:
            x += apart
        taken.add((x // apart, mark.y // apart))
        placed.append(replace(mark, x=x))
    return placed


def _scenario_mark(chart: Theatre, scenario: Scenario) -> Mark | None:
    """Return the marker of a scenario, or None if its place is outside the map."""
    north, east = scenario.north, scenario.east
    if north is None or east is None or not chart.contains(north, east):
        return None
    return Mark(*chart.point(north, east), scenario.title, reverse("scenario", args=[scenario.key]), 0)


def _theatre_mark(request: HttpRequest, place: Theatre, number: int) -> Mark:
    x, y = THE_WORLD.point(round(30 * (place.north + place.south)), round(30 * (place.west + place.east)))
    return Mark(x, y, place.title, _address(request, theatre=place.key), number)


def _instead(request: HttpRequest, listed: QuerySet[Scenario], question: Question) -> list[tuple[str, str]]:
    """Return search suggestions with their URLs if nothing was found."""
    return [
        (text, _address(request, **{blank: text}))
        for blank, questions in instead(listed, question).items()
        for text in questions
    ]


def _nearest(listed: QuerySet[Scenario], question: Question) -> list[tuple[Scenario, str]]:
    """Return the scenarios nearest to the days of a query by date alone that found nothing."""
    if question.days is None or not replace(question, words="", page=1).is_open or question.named:
        return []
    return [(scenario, in_words(scenario.date)) for scenario in nearest_to(listed, question.days)]


# --- URLs ------------------------------------------------------------------------------------------


def _address(request: HttpRequest, **changes: str) -> str:
    """Return the URL of the same search with these parameters changed. Empty parameters are omitted."""
    query = {name: value for name, value in request.GET.items() if name != "page" and value}
    query = {name: value for name, value in {**query, **changes}.items() if value}
    return f"{request.path}?{urlencode(query)}" if query else request.path


def _pages(request: HttpRequest, question: Question, results: Matches) -> dict[str, str]:
    """Return the URLs of the previous and next page, if any."""
    near = {"earlier": question.page - 1, "later": question.page + 1}
    return {
        name: _address(request, page=str(page)) for name, page in near.items() if 1 <= page <= results.pages
    }
