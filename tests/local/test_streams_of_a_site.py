"""The stream server that ``up`` starts: a browser is led there from the pages' own address."""

import json
import sqlite3
from contextlib import closing
from uuid import UUID

import pytest
from playwright.sync_api import Browser

from tests.local.sites import Running, wait_until
from tests.support.sites.browser import watched_page

pytestmark = pytest.mark.slow

HEAR = """(path) => new Promise((done, broken) => {
  const stream = new EventSource(path, { withCredentials: true });
  stream.addEventListener("news", (event) => { stream.close(); done(event.data); });
  stream.addEventListener("error", () => stream.readyState === 2 && broken(new Error("refused")));
})"""


def test_browser_is_led_to_the_streams_and_hears(site: Running, browser: Browser) -> None:
    with closing(sqlite3.connect(site.var_dir / "darkseas.sqlite3")) as database:
        (number, entries) = database.execute(
            "SELECT battle_id, entries FROM replays_app_summary LIMIT 1"
        ).fetchone()
    path = f"/api/v1/battles/{UUID(number).hex}/stream"
    with watched_page(browser) as page:
        wait_until(lambda: site.answer(path)[0] == 200)
        for host in ("localhost", "127.0.0.1"):
            page.goto(f"http://{host}:{site.port}/login/")
            assert json.loads(page.evaluate(HEAR, path)) == {"length": entries, "called": False, "over": True}
