"""On a phone no name widens a page, though nobody puts a space into it."""

from dataclasses import replace

import pytest
from django.conf import settings
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from darkseas.club.models import Club, Entrant, Meeting, Player, Season, Tournament
from darkseas.engine.scenario.spec import ScenarioSpec
from replays_app.models import Battle
from scenarios_app.models import HexMap, SourceNote
from tests.support.sites.accessible import PHONE
from tests.support.sites.browser import watched_page
from tests.web.routes.site_routes import LOOKING, site_routes
from tests.web.routes.world import World, world

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
#: What stands beyond the window's edge, the innermost first; parts that scroll may be wider.
BEYOND = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > 361 && !one.closest(".scroll, pre, svg"))
  .map((one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)}`)
  .reverse().slice(0, 3)"""


def long(letter: str, length: int = 89) -> str:
    return letter * length


def with_long_words(spec: ScenarioSpec) -> ScenarioSpec:
    """The scenario with a title and sides of one word each."""
    sides = tuple(replace(side, name=long("S", 60)) for side in spec.sides)
    return replace(spec, title=long("T"), sides=sides)


def site_of_long_words() -> World:
    """The site with one of each thing, whose names are one word."""
    site = world(change=with_long_words)
    club = Club.objects.get()
    Club.objects.update(name=long("C"))
    Tournament.objects.update(title=long("M"))
    for entrant in Entrant.objects.all():
        entrant.name = f"{long('E')}{entrant.number}"
        entrant.save()
    HexMap.objects.update(title=long("X"))
    SourceNote.objects.update(work=long("W", 200))
    Battle.objects.update(title=long("B"))
    Player.objects.create(club=club, name=long("P"))
    moments = {"begins_at": "2031-01-01T19:00Z", "ends_at": "2031-01-01T22:00Z"}
    Meeting.objects.create(club=club, title=long("N"), place=long("L"), text=long("D"), **moments)
    Season.objects.create(club=club, name=long("Y", 60), first_day="2026-01-01", last_day="2031-12-31")
    return site


def test_no_name_widens_a_page(live_server: LiveServer, browser: Browser) -> None:
    site = site_of_long_words()
    wide: dict[str, list[str]] = {}
    key = settings.SESSION_COOKIE_NAME
    with watched_page(browser, **PHONE.options) as page:
        page.context.add_cookies(
            [{"name": key, "value": site.cookies["holder"][key], "url": live_server.url}]
        )
        for route in site_routes():
            if route.is_api or LOOKING not in route.methods:
                continue
            address = site.address(route)
            answer = page.request.get(live_server.url + address)
            if not answer.ok or "text/html" not in answer.headers["content-type"]:
                continue
            page.goto(live_server.url + address)
            if page.evaluate("document.documentElement.scrollWidth") > 360:
                wide[f"{route.name} {address}"] = page.evaluate(BEYOND)
    assert wide == {}
