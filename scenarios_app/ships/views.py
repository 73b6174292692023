"""Pages about ships: all of them, a class, a single ship."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from darkseas.engine.scenario.ship_facts import ClassFacts, RadarFit, sets_at
from scenarios_app.access import listed

from .appearances import scenarios_with
from .data import (
    KINDS,
    FoundClass,
    Ship,
    battles_of,
    class_of,
    easyships_of,
    find_classes,
    navies,
    ship_of,
    ships_of,
)
from .facts_text import armament_in_words, facts_of, knots, tubes_in_words
from .ratings import ratings_of

LONGEST_QUESTION = 100
FIRST_YEAR, LAST_YEAR, USUAL_YEAR = 1939, 1945, 1942
#: The month for which a year alone is asked: radar that came in the course of the year counts.
USUAL_MONTH = 10
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ClassLine:
    """A class in the list, with those of its ships that were looked for."""

    facts: ClassFacts
    kind: str
    guns: str
    tubes: str
    speed: str
    ships: tuple[Ship, ...]
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """A month that ratings are asked for; `is_refused` when what was asked for was none."""

    year: int = USUAL_YEAR
    month: int = USUAL_MONTH
    is_refused: bool = False

    @property
    def iso(self) -> str:
        """As a month of ISO 8601."""
        return f"{self.year}-{self.month:02d}"

    @property
    def in_words(self) -> str:
        """As people write it."""
        return f"{MONTHS[self.month - 1]} {self.year}"


def all_ships(request: HttpRequest) -> HttpResponse:
    """List the classes; `q` looks for words, `navy`, `kind` and `year` (in service by then) narrow it."""
    question = request.GET.get("q", "").replace("\0", "")[:LONGEST_QUESTION].strip()
    navy, kind = _one_of(request, "navy", navies()), _one_of(request, "kind", KINDS)
    year = int(_one_of(request, "year", {str(one): "" for one in _years()}) or 0)
    lines = [_line(match) for match in find_classes(question, navy, kind, year)]
    context = {
        "lines": lines,
        "ships": sum(len(line.ships) for line in lines),
        "question": question,
        "navy": navy,
        "kind": kind,
        "year": year,
        "navies": navies().values(),
        "kinds": KINDS.items(),
        "years": _years(),
        "is_narrowed": bool(question or navy or kind or year),
    }
    return render(request, "ships/list.html", context)


def ship_class(request: HttpRequest, key: str) -> HttpResponse:
    """Show a class: facts, sisters, radar, figures of EasyShips, ratings at a month."""
    facts = class_of(key)
    if facts is None:
        raise Http404
    moment = moment_of(request)
    context = {
        **_shown(facts, moment, ""),
        "ships": ships_of(key),
        "easyships": easyships_of(key),
        "radar": facts.radar,
    }
    return render(request, "ships/class.html", context)


def ship(request: HttpRequest, key: str, slug: str) -> HttpResponse:
    """Show one ship: sisters, her own radar, the battles that she was in, ratings at a month."""
    ship = ship_of(key, slug)
    if ship is None:
        raise Http404
    moment = moment_of(request)
    scenarios = scenarios_with(ship, listed(request.user).order_by("date", "title"))
    context = {
        **_shown(ship.facts, moment, ship.name),
        "ship": ship,
        "sisters": [other for other in ships_of(key) if other != ship],
        "own_radar": [fit for fit in ship.facts.radar if ship.name in fit.ships],
        "radar": [fit for fit in ship.facts.radar if _may_be_hers(fit, ship.name)],
        "battles": [(battle, _day(battle.date), there) for battle, there in battles_of(ship)],
        "scenarios": [(scenario, _day(scenario.date)) for scenario in scenarios],
    }
    return render(request, "ships/ship.html", context)


def moment_of(request: HttpRequest) -> Moment:
    """Return the month that `year` and `month` of a request name; the usual one where they name none."""
    texts = request.GET.get("year", ""), request.GET.get("month", "")
    if texts == ("", ""):
        return Moment()
    year, month = (_number(text, usual) for text, usual in zip(texts, (USUAL_YEAR, USUAL_MONTH), strict=True))
    if year not in _years() or not 1 <= month <= len(MONTHS):
        return Moment(is_refused=True)
    return Moment(year, month)


def _shown(facts: ClassFacts, moment: Moment, name: str) -> dict[str, object]:
    """Return what the pages of a class and of a ship have in common."""
    return {
        "facts": facts,
        "lines": facts_of(facts),
        "radar_origin": facts.origin_of("radar"),
        "kind": KINDS[facts.kind],
        "navy": navies()[facts.navy],
        "moment": moment,
        "years": _years(),
        "months": list(enumerate(MONTHS, start=1)),
        "systems": ratings_of(facts, moment.iso, name),
        "sets": sets_at(facts, moment.iso, name),
    }


def _line(match: FoundClass) -> ClassLine:
    facts = match.facts
    return ClassLine(
        facts,
        KINDS[facts.kind],
        armament_in_words(facts),
        tubes_in_words(facts.tubes),
        knots(facts),
        match.ships,
        match.is_whole,
    )


def _may_be_hers(fit: RadarFit, name: str) -> bool:
    return not fit.ships or name in fit.ships


def _day(written: str) -> date | str:
    """Return an ISO date as a date; anything else as it stands."""
    try:
        return date.fromisoformat(written)
    except ValueError:
        return written


def _years() -> range:
    return range(FIRST_YEAR, LAST_YEAR + 1)


def _one_of(request: HttpRequest, name: str, known: Collection[str]) -> str:
    """Return what a request says for a field, where it is one of the known answers."""
    value = request.GET.get(name, "")
    return value if value in known else ""


def _number(text: str, usual: int) -> int:
    if not text:
        return usual
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 0
