"""Fixtures that drive Debian's Chromium through Playwright.

A new window is the dearest part of most journeys: Chromium starts a process for it. So one window is lent to
test after test. What is left in it is Playwright's to clear away, as for editors that drive one browser all
day: cookies, storage of every kind, cache, routes, scripts, clock, what was emulated. A second window beside
it, and one whose kind cannot be changed, such as a phone's, is new each time.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connections
from playwright._impl._sync_base import mapping
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.support.runs import requirements

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No name but our own is ever found, so nothing leaves this machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)
LOOPBACK = {"localhost", "127.0.0.1", None}
#: How long something may take to be there. Where all is well nobody waits for it.
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)
#: What Playwright can change in a context that it clears for somebody else.
CHANGEABLE = {"viewport", "reduced_motion", "color_scheme"}
#: Browsers whose context is lent at the moment.
_lent: list[Browser] = []


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start one browser for the whole run.

    Playwright keeps an event loop in this thread, and Django would refuse to ask the
    database beside it; the tests' own thread is the only one that does, so it may. Beside a
    loop Django keeps connections of its own (asgiref's ``Local``), which go with it.
    """
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=requirements.CHROMIUM, args=list(ARGUMENTS))
        yield chromium
        chromium.close()
        connections.close_all()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open an empty page of its own, without cookies; see watched_page for what it fails on."""
    with watched_page(browser) as opened:
        yield opened


@contextmanager
def watched_page(browser: Browser, **options: Any) -> Iterator[Page]:
    """Open a page, and at its end look back at what went wrong there.

    Raises AssertionError when a script on the page broke, when the content policy refused
    something, or when the page asked any other host. ``options`` are a browser context's.
    """
    complaints: list[str] = []
    with _context(browser, {"viewport": {"width": 1280, "height": 900}, **options}) as context:
        context.set_default_timeout(PATIENCE_MS)
        context.on("request", lambda request: _note_other_host(request.url, complaints))
        opened = context.pages[0] if context.pages else context.new_page()
        opened.on("pageerror", lambda error: complaints.append(f"script: {error}"))
        opened.on("console", lambda message: _note_refusal(message.text, complaints))
        yield opened
    assert complaints == []


@contextmanager
def _context(browser: Browser, options: dict[str, Any]) -> Iterator[BrowserContext]:
    """Lend the browser's kept context if it is free and can be changed to these options; else make one."""
    if browser in _lent or not options.keys() <= CHANGEABLE:
        with browser.new_context(**options) as context:
            yield context
        return
    _lent.append(browser)
    try:
        # Playwright keeps one such context a browser, and offers it to its own editors alone.
        again = browser._impl_obj._new_context_for_reuse(options)
        context = mapping.from_impl(browser._sync(again))
        try:
            yield context
        except BaseException:
            context.close()
            raise
        _leave(browser, context)
    finally:
        _lent.remove(browser)


def _leave(browser: Browser, context: BrowserContext) -> None:
    """Have nothing of the site go on in a context, and keep it for the next."""
    for opened in context.pages:
        opened.goto("about:blank")
    context.set_offline(False)
    context.clear_permissions()
    browser._sync(browser._impl_obj._disconnect_from_reused_context("its page is lent to the next"))


def _note_other_host(url: str, complaints: list[str]) -> None:
    if urlsplit(url).hostname not in LOOPBACK:
        complaints.append(f"other host: {url}")


def _note_refusal(text: str, complaints: list[str]) -> None:
    if "Content Security Policy" in text:
        complaints.append(text)
