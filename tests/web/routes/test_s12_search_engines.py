"""Search engines are told to list what is for everybody, and nothing that hangs on an address or a person."""

import pytest
from django.test import Client

from darkseas.web.sending.search_engines import HEADER, KEPT_OUT

from .site_routes import LOOKING, site_routes
from .world import World, world

pytestmark = pytest.mark.django_db

#: What engines may list where the scenario of the battles is public.
LISTED = {
    "about", "api-page", "battle-picture", "battles", "battles-feed", "club", "clubs", "fairness", "home",
    "library", "map", "maps", "prose", "replay", "revision", "rule", "rules", "rules-of", "scenario",
    "scenario-picture", "ship", "ship-class", "ships", "words",
}  # fmt: skip
#: Those that show the scenario, or a battle on it.
OF_SCENARIO = {"battle-picture", "prose", "replay", "revision", "scenario", "scenario-picture"}


def listed(site: World, role: str = "anonymous") -> set[str]:
    """The names of all addresses whose answers engines may list."""
    pages = [route for route in site_routes() if not route.is_api]
    answers = {route.name: site.ask(role, LOOKING, site.address(route)) for route in pages}
    return {name for name, answer in answers.items() if answer.headers.get(HEADER) != KEPT_OUT}


def test_s12_engines_list_what_lists_show_to_everybody() -> None:
    assert listed(world()) == LISTED


@pytest.mark.slow
@pytest.mark.parametrize("visibility", ["unlisted", "private", "club"])
def test_s12_engines_list_nothing_of_what_is_not_public(visibility: str) -> None:
    site = world(visibility)
    assert listed(site) | {"club"} == LISTED - OF_SCENARIO
    assert listed(site, "holder") <= LISTED - OF_SCENARIO


@pytest.mark.parametrize(
    "address",
    ["/api/v1/systems/", "/members/nobody/", "/no-such-page", "/battles/?cursor=x", "/static/no.js"],
)
def test_s12_what_nobody_thought_of_is_kept_out(client: Client, address: str) -> None:
    assert client.get(address).headers[HEADER] == KEPT_OUT


def test_s12_robots_are_told_of_no_secret(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert answer.content.decode().splitlines() == ["User-agent: *", "Disallow: /api/v1/"]
