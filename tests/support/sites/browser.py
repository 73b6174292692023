"""Fixtures that drive Debian's Chromium through Playwright."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.support import needs

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


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start one browser for the whole run.

    Playwright keeps an event loop in this thread, and Django would refuse to ask the
    database beside it; the tests' own thread is the only one that does, so it may.
    """
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=needs.CHROMIUM, args=list(ARGUMENTS))
        yield chromium
        chromium.close()
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
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
    context.set_default_timeout(PATIENCE_MS)
    complaints: list[str] = []
    context.on("request", lambda request: _note_other_host(request.url, complaints))
    opened = context.new_page()
    opened.on("pageerror", lambda error: complaints.append(f"script: {error}"))
    opened.on("console", lambda message: _note_refusal(message.text, complaints))
    try:
        yield opened
    finally:
        context.close()
    assert complaints == []


def _note_other_host(url: str, complaints: list[str]) -> None:
    if urlsplit(url).hostname not in LOOPBACK:
        complaints.append(f"other host: {url}")


def _note_refusal(text: str, complaints: list[str]) -> None:
    if "Content Security Policy" in text:
        complaints.append(text)
