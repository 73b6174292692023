"""An unknown query parameter of the API is refused by its name, at every address; known ones are not."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from darkseas.web.api.routes import described
from tests.web.routes.site_routes import site_routes
from tests.web.routes.world import World, world

pytestmark = pytest.mark.django_db
UNKNOWN = "urn:darkseas:problem:unknown-parameter"


def answer_to(site: World, method: str, address: str, query: Mapping[str, str]) -> tuple[int, Any]:
    """Status and body of an answer, which may be a stream."""
    url = f"{address}?{'&'.join('='.join(pair) for pair in query.items())}"
    answer: Any = Client().generic(method, url, "{}", "application/json")
    is_problem = answer["Content-Type"] == "application/problem+json" and method != "HEAD"
    return answer.status_code, answer.json() if is_problem else {}


def test_every_address_refuses_what_it_does_not_know_and_nothing_else() -> None:
    site = world()
    faults: list[tuple[Any, ...]] = []
    for route in (route for route in site_routes() if route.is_api):
        address = route.address({**site.values, **site.by_route.get(route.name, {})})
        for method in route.methods:
            known = sorted(
                one.name for one in described()[route.name, method].parameters if not one.is_header
            )
            query = dict.fromkeys([*known, "search"], "1")
            status, problem = answer_to(site, method, address, query)
            if (status, problem["type"], problem["known"]) != (400, UNKNOWN, known):
                faults.append((method, address, status, problem))
            if "search" not in problem["detail"] or any(name not in problem["detail"] for name in known):
                faults.append((method, address, problem["detail"]))
            _, problem = answer_to(site, method, address, dict.fromkeys(known, "1"))
            if problem.get("type") == UNKNOWN:
                faults.append((method, address, known))
    assert faults == []


@pytest.mark.parametrize(
    ("query", "names", "meant"),
    [
        ("search=Hood", ["search"], "Unknown."),
        ("q=Hood&pag=2", ["pag"], "Unknown. Did you mean page?"),
        ("Q=Hood", ["Q"], "Unknown."),
        ("q=Hood&q=Repulse&_=1&format=json", ["_", "format"], "Unknown."),
    ],
)
def test_problem_names_each_and_the_known_ones(query: str, names: list[str], meant: str) -> None:
    for method in ("GET", "HEAD"):
        answer: Any = Client().generic(method, f"/api/v1/ships/?{query}")
        assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    problem = Client().get(f"/api/v1/ships/?{query}").json()
    assert [error["pointer"] for error in problem["errors"]] == [f"#/{name}" for name in names]
    assert problem["errors"][0]["detail"] == meant
    assert {"q", "page"} <= set(problem["known"])


def test_known_ones_pass() -> None:
    answer = Client().get("/api/v1/ships/?q=Hood")
    assert answer.status_code == 200
    assert Client().get("/ships/?q=Hood&anything=else").status_code == 200
    assert Client().post("/api/v1/ships/?search=Hood").status_code == 405


def test_every_address_of_a_battle_takes_a_seat() -> None:
    site = world()
    for route in (route for route in site_routes() if route.is_api):
        address = route.address({**site.values, **site.by_route.get(route.name, {})})
        for method in route.methods:
            _, problem = answer_to(site, method, address, {"seat": "ijn"})
            assert (problem.get("type") == UNKNOWN) is ("battle_id" not in route.parts), address
