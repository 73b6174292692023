"""Ship pages: list, class and single ship."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from darkseas.engine.scenario.ship_facts import ClassFacts, RadarFit, Refit, other_names_of
from scenarios_app.access import listed
from scenarios_app.moderation import source_notes

from .appearances import scenarios_with
from .data import (
    KINDS,
    Ship,
    battles_of,
    class_of,
    classes,
    navies,
    ship_of,
    ships_of,
)
from .facts_text import (
    armament_in_words,
    facts_of,
    knots,
    radar_in_words,
    refit_in_words,
    service_in_words,
    tubes_in_words,
)
from .ratings import ratings_of
from .search import FoundClass, find_classes, find_ships, first_year, meant_instead, too_many_words

LONGEST_QUESTION = 100
FIRST_YEAR, LAST_YEAR, USUAL_YEAR = 1939, 1945, 1942
#: The length of a month as ISO 8601 writes it.
_MONTH = len("1942-10")
#: The month used for a year alone, so that radar fitted during the year counts.
USUAL_MONTH = 10
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ClassLine:
    """A class in the list, with its matching ships."""

    facts: ClassFacts
    kind: str
    guns: str
    tubes: str
    speed: str
    ships: tuple[Ship, ...]
    is_whole: bool
    navy: str


@dataclass(frozen=True, slots=True)
class Moment:
    """The month of the ratings; `is_refused` if the requested month was invalid."""

    year: int = USUAL_YEAR
    month: int = USUAL_MONTH
    is_refused: bool = False

    @property
    def iso(self) -> str:
        """Return the month in ISO 8601."""
        return f"{self.year}-{self.month:02d}"

    @property
    def in_words(self) -> str:
        """Return the month in words."""
        return f"{MONTHS[self.month - 1]} {self.year}"


def all_ships(request: HttpRequest) -> HttpResponse:
    """List the classes. `q` searches words; `navy`, `kind` and `year` (in service by then) filter."""
    question = request.GET.get("q", "").replace("\0", "")[:LONGEST_QUESTION].strip()
    navy, kind = _one_of(request, "navy", navies()), _one_of(request, "kind", KINDS)
    years = years_of_service()
    year = int(_one_of(request, "year", {str(one): "" for one in years}) or 0)
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
        "years": years,
        "is_narrowed": bool(question or navy or kind or year),
        "narrowing": _narrowing(navy=navy, kind=kind, year=year),
        "instead": ()
        if lines
        else meant_instead(question, is_answered=lambda text: bool(find_ships(text, navy, kind, year))),
        "too_many": too_many_words(question),
    }
    return render(request, "ships/list.html", context)


def _narrowing(**chosen: str | int) -> str:
    """Return the filters of a search as a query string to append; empty without filters."""
    return "".join(f"&{name}={value}" for name, value in chosen.items() if value)


def ship_class(request: HttpRequest, key: str) -> HttpResponse:
    """Show a class: facts, ships, radar, and ratings for a month."""
    facts = class_of(key)
    if facts is None:
        raise Http404
    moment = moment_of(request, facts)
    context = {
        **_shown(facts, moment, ""),
        "ships": [(one, service_in_words(facts, one.name)) for one in ships_of(key)],
        "radar": facts.radar,
        "differ": any(fit.ships for fit in facts.radar),
        "refits": _refits(facts),
    }
    return render(request, "ships/class.html", context)


def ship(request: HttpRequest, key: str, slug: str) -> HttpResponse:
    """Show a ship: sisters, radar, battles, and ratings for a month."""
    ship = ship_of(key, slug)
    if ship is None:
        raise Http404
    moment = moment_of(request, ship.facts, ship.name)
    names = other_names_of(ship.facts, ship.name)
    scenarios = scenarios_with(ship, listed(request.user).select_related("owner").order_by("date", "title"))
    context = {
        **_shown(ship.facts, moment, ship.name),
        "ship": ship,
        "navy": navies()[ship.navy],
        "service": service_in_words(ship.facts, ship.name),
        "refits": _refits(ship.facts, ship.name),
        "sisters": [other for other in ships_of(key) if other != ship and other.name not in names],
        "other_names": [other for other in ships_of(key) if other.name in names],
        "own_radar": [fit for fit in ship.facts.radar if ship.name in fit.ships],
        "radar": [fit for fit in ship.facts.radar if _may_be_hers(fit, ship.facts, ship.name)],
        "battles": [(battle, _day(battle.date), there) for battle, there in battles_of(ship)],
        "scenarios": [(scenario, _day(scenario.date)) for scenario in scenarios],
    }
    return render(request, "ships/ship.html", context)


def moment_of(request: HttpRequest, facts: ClassFacts, name: str = "") -> Moment:
    """Return the month given by `year` and `month` of a request, or the ship's default month."""
    usual = usual_moment(facts, name)
    texts = request.GET.get("year", ""), request.GET.get("month", "")
    if texts == ("", ""):
        return usual
    year, month = (_number(text, known) for text, known in zip(texts, (usual.year, usual.month), strict=True))
    if year not in _years_of(facts, name) or not 1 <= month <= len(MONTHS):
        return replace(usual, is_refused=True)
    return Moment(year, month)


def usual_moment(facts: ClassFacts, name: str = "") -> Moment:
    """Return the default month, or the nearest one in which the ship or her class served."""
    ships = [one for one in facts.ships if name in ("", one.name)]
    usual = Moment().iso
    since = min((one.since[:_MONTH] for one in ships), default="")
    untils = [one.until[:_MONTH] for one in ships]
    if untils and all(untils):
        usual = min(usual, max(untils))
    usual = max(usual, since) if len(since) == _MONTH else usual
    year, _, month = usual.partition("-")
    return Moment(int(year), int(month)) if month else Moment()


def _years_of(facts: ClassFacts, name: str) -> range:
    """Return the years with ratings: those of the war, and earlier ones if she served then."""
    usual = usual_moment(facts, name).year
    first = FIRST_YEAR if usual >= FIRST_YEAR else min(usual, facts.service_from)
    return range(first, LAST_YEAR + 1)


def _shown(facts: ClassFacts, moment: Moment, name: str) -> dict[str, object]:
    """Return the context that class and ship pages share."""
    return {
        "facts": facts,
        "lines": facts_of(facts),
        "about": f"class/{facts.key}",
        "source_notes": source_notes.accepted(f"class/{facts.key}"),
        "radar_origin": facts.origin_of("radar"),
        "kind": KINDS[facts.kind],
        "navy": navies()[facts.navy],
        "moment": moment,
        "years": _years_of(facts, name),
        "months": list(enumerate(MONTHS, start=1)),
        "systems": ratings_of(facts, moment.iso, name),
        "sets": radar_in_words(facts, moment.iso, name),
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
        _navy_of(match),
    )


def _navy_of(match: FoundClass) -> str:
    """Return the navy of the ships found if they share one; otherwise the navy of their class."""
    found = {ship.navy for ship in match.ships}
    return found.pop() if len(found) == 1 else match.facts.navy


def _refits(facts: ClassFacts, name: str = "") -> list[tuple[Refit, str]]:
    """Return the refits of a class or of one of its ships, each with its changes."""
    hers = (one for one in facts.refits if not name or not one.ships or name in one.ships)
    return [(one, refit_in_words(one)) for one in hers]


def _may_be_hers(fit: RadarFit, facts: ClassFacts, name: str) -> bool:
    """Return whether a ship served when these radar sets were fitted; dates compare as strings."""
    last = next((one.until for one in facts.ships if one.name == name), "")
    return (not fit.ships or name in fit.ships) and (not last or fit.since <= last)


def _day(written: str) -> date | str:
    """Return an ISO date as a date; anything else unchanged."""
    try:
        return date.fromisoformat(written)
    except ValueError:
        return written


def years_of_service() -> range:
    """Return the years in which ships of the data were in service: from the first class to the war's end."""
    known = [year for facts in classes() if (year := first_year(facts))]
    return range(min(known), LAST_YEAR + 1)


def _one_of(request: HttpRequest, name: str, known: Collection[str]) -> str:
    """Return the request's value of a field if it is one of the known ones."""
    value = request.GET.get(name, "")
    return value if value in known else ""


def _number(text: str, usual: int) -> int:
    if not text:
        return usual
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 0
