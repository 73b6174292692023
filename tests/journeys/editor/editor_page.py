"""The scenario editor as a journey opens it: somebody with a draft, a panel of it, what is saved."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.members.models import Member
from scenarios_app.drafts import store as drafts
from scenarios_app.drafts.starting_points import BLANK, starting_point
from scenarios_app.models import Draft
from tests.support.sites.browser import watched_page

DARK_SEAS, FLEET = "dark_seas", "fleet_battle"
SAVED = "All changes saved"
PANELS = ("about", "map", "sides", "groups", "sea", "aims", "checks", "try", "publish")
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
MOST_BUSY_MS = 200
_MEASURE = """() => {
  const seen = [];
  const watch = new PerformanceObserver((list) => seen.push(...list.getEntries().map((one) => one.duration)));
  watch.observe({ type: "longtask" });
  window.slowest = () => Math.max(0, ...seen);
}"""


def member(name: str = "Ann") -> Member:
    """A member whose address is confirmed."""
    return Member.objects.create_user(name, f"{name}@example.org".lower(), email_confirmed_at=timezone.now())


def begin(owner: Member, system: str = DARK_SEAS, point: str = BLANK, title: str = "Night action") -> Draft:
    """A draft from a starting point."""
    return drafts.start(owner, starting_point(system, point, title))


def log_in(context: BrowserContext, owner: Member, server: LiveServer) -> None:
    """Let a browser be this member's."""
    client = Client()
    client.force_login(owner)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": server.url}])


def open_draft(page: Page, server: LiveServer, draft: Draft, panel: str = "about") -> None:
    """Open the editor at a panel, and wait until it stands."""
    page.goto(f"{server.url}/drafts/{draft.pk}/#{panel}")
    expect(page.locator("#editor:not([aria-busy])")).to_be_visible()


@contextmanager
def editing(
    browser: Browser, server: LiveServer, draft: Draft, owner: Member, panel: str = "about", **options: Any
) -> Iterator[Page]:
    """The editor in a browser of the member's own."""
    with watched_page(browser, **options) as page:
        log_in(page.context, owner, server)
        open_draft(page, server, draft, panel)
        yield page


def tab(page: Page, title: str) -> Locator:
    """The tab of a panel; its name may end in a count."""
    return page.get_by_role("tab", name=re.compile(rf"^{title}"))


def saved(page: Page) -> None:
    """Wait until the site has everything."""
    expect(page.locator("#saved-state")).to_contain_text(SAVED)


def spec_now(draft: Draft) -> ScenarioSpec:
    """What the site has of a draft."""
    return drafts.document_of(Draft.objects.get(pk=draft.pk))


def add_ships(page: Page, target: str, names: list[str]) -> None:
    """Look each ship up and add her."""
    page.get_by_label("Add ships to", exact=True).select_option(label=target)
    page.get_by_label("Navy", exact=True).select_option(label="all navies")
    for name in names:
        page.get_by_label("Name, class or guns").fill(name)
        page.get_by_role("button", name=f"Add {name}", exact=True).first.click()
