"""Public, read-only API of ships: `/api/v1/ships/`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from darkseas.engine.scenario.ship_facts import (
    ClassFacts,
    Derivation,
    NoRatings,
    month_of,
    navy_at,
    sets_at,
)
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.engine.system import RulesSystem
from darkseas.rules.registry import system as system_of
from darkseas.web.problems import Problem, problem_response
from darkseas.web.sending.etags import tagged, to_bytes

from .data import KINDS, Ship, absence_of, class_of, navies, ship_of, ships_of
from .facts_text import service_in_words
from .search import find_ships, meant_instead

PAGE = 50
MOST_PAGES = 1000
LONGEST_QUESTION = 100
USUAL_SYSTEM, USUAL_DATE = "dark_seas", "1942-10"
CACHE = "public, max-age=300"

View = Callable[..., Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class ShipQuery:
    """Parameters of all queries: a rules system, and a date as typed."""

    system: RulesSystem
    date: str


def json_answers(view: View) -> Callable[..., HttpResponse]:
    """Return a view's data as cacheable JSON, or its Problem; only GET and HEAD are allowed."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            refusal = Problem(405, "method-not-allowed", "Only GET and HEAD are allowed here.")
            return problem_response(refusal, {"Allow": "GET, HEAD"})
        try:
            payload = view(request, *args, **kwargs)
        except Problem as fault:
            return problem_response(fault)
        return tagged(request, to_bytes(payload), CACHE)

    return answer


@json_answers
def tell_ships(request: HttpRequest) -> Mapping[str, Any]:
    """Return the ships that fit `q`, `navy`, `kind`, in service at `date`, with ratings; 50 a `page`."""
    query = _query(request)
    question = request.GET.get("q", "")
    if len(question) > LONGEST_QUESTION:
        raise _invalid("q", f"must have at most {LONGEST_QUESTION} characters")
    navy = _known(request, "navy", navies())
    kind = _known(request, "kind", KINDS)
    page = _page(request)
    year = month_of(query.date)[0]
    ships = find_ships(question, navy, kind, year)
    first = (page - 1) * PAGE
    return {
        "system": query.system.key,
        "date": query.date,
        "count": len(ships),
        "page": page,
        "pages": max(1, -(-len(ships) // PAGE)),
        "ships": [_ship_json(ship, query) for ship in ships[first : first + PAGE]],
        "instead": []
        if ships
        else list(meant_instead(question, is_answered=lambda text: bool(find_ships(text, navy, kind, year)))),
    }


@json_answers
def tell_class(request: HttpRequest, key: str) -> Mapping[str, Any]:
    """Return a class: its facts, its ships, and its ratings with the calculation of each number.

    `ship` (a name from the list, or a slug) selects the ratings and radar of that ship.
    """
    query = _query(request)
    facts = class_of(key)
    if facts is None:
        raise Problem(404, "not-found", "There is no such class of ships.")
    ship = _ship(request, key)
    shown, name = (facts, "") if ship is None else (ship.facts, ship.name)
    ratings, refusal = _derived(shown, query, name)
    return {
        "system": query.system.key,
        "date": query.date,
        "ship": name,
        "facts": {**write(shown), "unconfirmed": shown.is_unconfirmed},
        "ships": [one.name for one in ships_of(key)],
        "radar_sets": sets_at(shown, query.date, name),
        "ratings": ratings.ratings if ratings else None,
        "origin": _origin(ratings),
        "refusal": refusal,
        "workings": [write(step) for step in ratings.workings] if ratings else [],
    }


def _ship_json(ship: Ship, query: ShipQuery) -> dict[str, Json]:
    """Return a ship of the list; an unnamed ship represents her class."""
    name = ship.name if ship.slug else ""
    ratings, _ = _derived(ship.facts, query, name)
    absence = absence_of(ship, query.date)
    return {
        "name": ship.name,
        "is_named": bool(ship.slug),
        "class_key": ship.class_key,
        "class_name": ship.facts.name,
        "navy": navy_at(ship.facts, name, query.date),
        "kind": ship.facts.kind,
        "ratings": dict(ratings.ratings) if ratings else None,
        "origin": _origin(ratings),
        "cost": query.system.cost(ratings.ratings) if ratings else None,
        "radar_sets": sets_at(ship.facts, query.date, name),
        "service": service_in_words(ship.facts, name),
        "is_there": absence is None,
        "absence": write(absence) if absence else None,
        "unconfirmed": ship.facts.is_unconfirmed,
    }


def _derived(facts: ClassFacts, query: ShipQuery, name: str) -> tuple[Derivation | None, str]:
    """Return the ratings, or None and the reason."""
    if query.system.derive is None:
        return None, f"{query.system.title} derives no ratings from ship data."
    try:
        return query.system.derive(facts, query.date, name), ""
    except NoRatings as fault:
        return None, str(fault)


def _origin(ratings: Derivation | None) -> str:
    """Return the origin of the ratings: derived if any step is, otherwise house; empty without ratings."""
    if ratings is None:
        return ""
    return "derived" if any(step.origin == "derived" for step in ratings.workings) else "house"


# --- query parameters ----------------------------------------------------------------------------


def _query(request: HttpRequest) -> ShipQuery:
    date = request.GET.get("date", "") or USUAL_DATE
    try:
        month_of(date)
    except ValueError as fault:
        raise _invalid("date", str(fault)) from None
    key = request.GET.get("system", "") or USUAL_SYSTEM
    try:
        return ShipQuery(system_of(key), date)
    except LookupError:
        raise _invalid("system", "there is no such rules system") from None


def _known(request: HttpRequest, name: str, known: Mapping[str, object]) -> str:
    value = request.GET.get(name, "")
    if value and value not in known:
        raise _invalid(name, f"must be one of {', '.join(known)}")
    return value


def _page(request: HttpRequest) -> int:
    text = request.GET.get("page", "") or "1"
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST_PAGES)) and int(text) >= 1):
        raise _invalid("page", f"must be a whole number from 1 to {MOST_PAGES}")
    return int(text)


def _ship(request: HttpRequest, key: str) -> Ship | None:
    name = request.GET.get("ship", "")
    if not name:
        return None
    match = ship_of(key, name) or next((ship for ship in ships_of(key) if ship.name == name), None)
    if match is None:
        raise _invalid("ship", "the class has no ship of this name")
    return match


def _invalid(field: str, reason: str) -> Problem:
    """Return the problem for an invalid query field, named by a JSON pointer."""
    errors = [{"pointer": f"#/{field}", "detail": reason}]
    return Problem(422, "invalid", "Some of this cannot be accepted.", errors=errors)
