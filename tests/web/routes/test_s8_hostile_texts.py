"""S-8: whatever people write, pages show it and browsers run none of it."""

from dataclasses import replace
from datetime import UTC, date, datetime
from html.parser import HTMLParser
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from darkseas.club.feeds.webhooks import deliveries
from darkseas.club.models import Application, Club, Meeting, Player, Result, Season
from darkseas.club.results import store as results
from darkseas.engine.scenario.spec import MapSpec, PlaceSpec
from darkseas.members.models import Member
from replays_app.live.chat import store as chat
from replays_app.models import ChatLine, Signature, TableRecord, Wish
from replays_app.seats.viewer_seat import Holder
from scenarios_app.maps.store import MapPublishing, publish_revision
from scenarios_app.models import HexMap, Revision, SourceNote
from scenarios_app.revisions.store import publish, spec_of
from scenarios_app.ships.search import find_ships
from tests.support.members import member
from tests.support.sites.browser import watched_page

from .hostile_texts import (
    CORPUS,
    MADE,
    MARK,
    WRITTEN,
    WRITTEN_ONCE,
    Texts,
    as_names,
    columns,
    dresser,
    harmless,
    hostile,
    write_everywhere,
)
from .site_routes import LOOKING, SiteRoute, site_routes
from .world import World, world

#: Schemes of addresses that run what they say.
RUNNING = ("javascript:", "data:text", "vbscript:")
Structure = list[tuple[str, tuple[str, ...]]]


class Elements(HTMLParser):
    """The elements of a page with the names of their attributes; and the addresses that would run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Structure = []
        self.running: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.found.append((tag, tuple(sorted(name for name, _ in attrs))))
        for name, value in attrs:
            if name in ("href", "src", "action", "formaction", "data", "xlink:href"):
                plain = "".join((value or "").split()).lower()
                self.running += [plain] if plain.startswith(RUNNING) else []


def site_with(text: Texts) -> World:
    """The site with such texts in every place where people write."""
    name = as_names(text)
    site = world(change=dresser(name))
    author = member("holder")
    spec = spec_of(Revision.objects.get(scenario__key="salvoes"))
    publish(replace(spec, title=name(120)), author=author, note=text(200))
    chart = MapSpec("", name(120), 4, 3, places=(PlaceSpec(name(40), "0101"),), source=text(120))
    publish_revision(HexMap.objects.get(), chart, author, MapPublishing(note=text(200)))
    battle = author.holdings.first().seat.battle  # type: ignore[union-attr]
    seat = battle.seats.get(holdings__member=author)
    for audience in ChatLine.Audience.values:
        chat.write(seat, Holder(member=author), "x", audience)
    TableRecord.objects.create(battle=battle, is_afterwards=True, place="x")
    Signature.objects.create(battle=battle, side=seat.side, name="x", turn=0, entries=1, head="0" * 64)
    fill_club(text)
    tell_sources(author)
    Wish.objects.create(member=author, webhook_url="x", webhook_secret="s")
    write_everywhere(text)
    return site


def tell_sources(teller: Member) -> None:
    """What members say of sources: of a class and of a scenario, one word accepted and one that waits."""
    ship = next(ship for ship in find_ships("", "", "", 0) if ship.slug)
    for about in (f"class/{ship.class_key}", "scenario/salvoes"):
        for decision in ("", "accepted"):
            SourceNote.objects.create(
                about=about, fact="x", work="x", page="x", value="x", teller=teller, decision=decision
            )


def fill_club(text: Texts) -> None:
    """The club with what its pages show: a guest, somebody who asks to join, dates, a result in dispute."""
    club = Club.objects.get()
    owner = club.players.get(member=member("holder"))
    Player.objects.create(club=club, name="x")
    Application.objects.create(club=club, member=member("other"))
    season, day = date(2026, 1, 1), datetime(2030, 1, 1, tzinfo=UTC)
    Season.objects.create(club=club, name="x", first_day=season, last_day=season)
    Meeting.objects.create(club=club, title="x", begins_at=day, ends_at=day)
    results.dispute(Result.objects.get(), owner, text(200))
    deliveries.note(timezone.now())


def pages() -> list[SiteRoute]:
    """Every page of the site."""
    return [route for route in site_routes() if not route.is_api and LOOKING in route.methods]


def shown(site: World, role: str, route: SiteRoute) -> Elements | None:
    """What a page is made of; None for what is no page."""
    answer: Any = site.ask(role, LOOKING, site.address(route, role))
    if not answer.headers.get("Content-Type", "").startswith("text/html"):
        return None
    elements = Elements()
    elements.feed(answer.content.decode())
    return elements


def structures(text: Texts) -> tuple[dict[str, Structure], list[str]]:
    """The elements of all pages of a site with such texts; and what would run there."""
    found, running = {}, list[str]()
    with transaction.atomic():
        site = site_with(text)
        for role in ("holder", "moderator", "anonymous"):
            for route in pages():
                elements = shown(site, role, route)
                if elements is not None:
                    found[f"{role} {route.name}"] = elements.found
                    running += [f"{role} {route.name}: {address}" for address in elements.running]
        transaction.set_rollback(True)
    return found, running


def test_s8_every_column_of_texts_is_written_by_people_or_made_here() -> None:
    unplaced = [
        f"{label}.{field.name}"
        for label, field in columns()
        if field.name not in {**WRITTEN, **WRITTEN_ONCE}.get(label, ()) and not field.name.endswith(MADE)
    ]
    assert unplaced == []
    assert len(set(CORPUS)) == 400


#: What Markdown makes of stars and backticks in a text, on the pages whose texts may be in Markdown.
MARKED = {("em", ()), ("strong", ()), ("code", ())}
#: Pages of which a part is marked by chance, or word by word.
BY_LOT = ("difference", "club-tournament-by-hand", "club-choice")
IN_MARKDOWN = (" club", " club-calendar", " club-tournament")


def alike(name: str, what: Structure) -> Structure:
    """What has to be the same; where differences are marked word by word, or a lot says what is chosen
    already, which elements there are at all."""
    if name.endswith(IN_MARKDOWN):
        return [element for element in what if element not in MARKED]
    return sorted(set(what)) if name.endswith(BY_LOT) else what


@pytest.mark.slow
@pytest.mark.django_db
def test_s8_texts_become_no_element_and_no_attribute(in_full: bool) -> None:
    """Each page has the same elements as with plain words; in full each place is given four other texts."""
    plain, _ = structures(harmless())
    for start in range(0, len(CORPUS), len(CORPUS) // 4) if in_full else (0,):
        found, running = structures(hostile(start))
        assert running == []
        odd = [name for name, what in found.items() if alike(name, what) != alike(name, plain[name])]
        assert odd == []
        assert len(found) > 60


def test_s8_text_that_is_put_into_a_page_as_it_is_would_be_noticed() -> None:
    """In a paragraph or in an attribute; but for those that want to be put elsewhere."""
    unnoticed = []
    for way in CORPUS:
        elements = Elements()
        elements.feed(f'<p>{way}</p><p title="{way}"><p title=\'{way}\'><a href="{way}">')
        harmless_ones = [("p", ()), ("p", ("title",)), ("p", ("title",)), ("a", ("href",))]
        if elements.found == harmless_ones and not elements.running:
            unnoticed.append(way)
    assert len(unnoticed) < len(CORPUS) / 10


#: Pages on which scripts draw what people wrote.
DRAWN = (
    "replay", "embed", "play", "scenario", "draft", "map-edit", "map", "seats", "lobby", "prose", "notices",
    "reports", "me", "battle-dice", "ship", "club", "club-result", "club-result-new",
)  # fmt: skip
LOOK_AT_EVERYTHING = """async () => {
    await new Promise((done) => setTimeout(done, 400));
    for (const one of document.querySelectorAll("main *, [title], [aria-label]"))
        for (const kind of ["pointerover", "mouseover", "focusin"])
            one.dispatchEvent(new Event(kind, { bubbles: true }));
    for (const one of document.querySelectorAll("details")) one.open = true;
    await new Promise((done) => setTimeout(done, 100));
}"""


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_s8_browser_runs_nothing_of_it(live_server: LiveServer, browser: Browser) -> None:
    site = site_with(hostile(0))
    cookies = (
        site.cookies["moderator"][settings.SESSION_COOKIE_NAME],
        site.cookies["holder"][settings.SESSION_COOKIE_NAME],
    )
    routes = [route for route in pages() if route.name in DRAWN]
    assert {route.name for route in routes} == set(DRAWN)
    broken: list[str] = []
    with watched_page(browser) as page:
        page.on("dialog", lambda dialog: broken.append(dialog.message))
        for route in routes:
            cookie = cookies[route.name != "reports"]
            page.context.add_cookies(
                [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
            )
            page.goto(live_server.url + site.address(route))
            page.evaluate(LOOK_AT_EVERYTHING)
            if page.evaluate(f"window.{MARK} !== undefined"):
                broken.append(route.name)
    assert broken == []
