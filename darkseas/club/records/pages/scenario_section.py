"""Club data on a scenario's page: results in clubs visible to the viewer, and members' ratings."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from darkseas.club import access
from darkseas.club.models import Club, Result, ResultSide
from darkseas.club.records import scenario_ratings
from darkseas.club.results.facts import DREW, LOST, WON, SideFacts
from darkseas.club.results.naming.scenarios import sides_of
from darkseas.club.results.rows import sides_of as sides_of_results
from darkseas.engine.scenario.spec import ScenarioSpec
from scenarios_app.access import Person
from scenarios_app.models import Revision, Scenario
from scenarios_app.sections import Section

#: How many of the newest results are listed, and how many clubs are named.
MOST_LISTED, MOST_CLUBS = 5, 12


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side's wins, draws and losses in club results."""

    name: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class Latest:
    """A recent result with its outcome as text."""

    result: Result
    outcome: str


def of_page(scenario: Scenario, revision: Revision, spec: ScenarioSpec, person: Person) -> dict[str, Any]:
    """Return the club data for a scenario's page, limited to what the viewer may see."""
    names = sides_of(scenario)
    counted = Result.objects.filter(
        scenario=scenario,
        is_ratified=True,
        club__in=access.visible(person).filter(is_demonstration=False).values("pk"),
    )
    return {
        "scenario": scenario,
        "sides": _sides(counted, names),
        "clubs": list(
            counted.order_by()
            .values("club__slug", "club__name")
            .annotate(results=Count("pk"))
            .order_by("-results", "club__name")[:MOST_CLUBS]
        ),
        "latest": _latest(counted, names),
        "opinions": scenario_ratings.opinions_on(scenario),
        "own": scenario_ratings.own_opinion(person, scenario),
        "may_say": scenario_ratings.has_fought(person, scenario),
        "points": range(scenario_ratings.LEAST, scenario_ratings.MOST + 1),
        "enough": scenario_ratings.ENOUGH,
    }


def _sides(counted: QuerySet[Result], names: Mapping[str, str]) -> list[SideRow]:
    """Return the scenario's own sides, then others that people entered."""
    scores: Counter[tuple[str, int]] = Counter()
    ended = ResultSide.objects.filter(result__in=counted.values("pk")).order_by()
    for side, score, number in ended.values_list("side", "score").annotate(Count("pk")):
        scores[side, score] += number
    known = [*names, *sorted({side for side, _ in scores} - set(names))]
    return [
        SideRow(names.get(side, side), *(scores[side, score] for score in (WON, DREW, LOST)))
        for side in known
        if any(scores[side, score] for score in (WON, DREW, LOST))
    ]


def _latest(counted: QuerySet[Result], names: Mapping[str, str]) -> list[Latest]:
    results = list(counted.select_related("club").order_by("-day", "-pk")[:MOST_LISTED])
    sides = sides_of_results([result.pk for result in results])
    return [Latest(result, _outcome(sides.get(result.pk, ()), names)) for result in results]


def _outcome(sides: tuple[SideFacts, ...], names: Mapping[str, str]) -> str:
    won = next((side.side for side in sides if side.score == WON), None)
    return "drawn" if won is None else f"{names.get(won, won)} won"


def of_home() -> dict[str, Any]:
    """Return the demonstration club for the home page, if it is loaded."""
    club = Club.objects.filter(is_demonstration=True, is_closed=False).first()
    return {"club": club} if club else {}


section = Section(
    of_page=of_page,
    page_part="club/records/_scenario.html",
    of_home=of_home,
    home_line="club/records/_home.html",
)
