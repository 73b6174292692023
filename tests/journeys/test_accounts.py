"""A person becomes a member in a browser, forgets the password, and leaves; on a desk and on a phone."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core import mail
from django.core.cache import cache
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.members.models import Member
from tests.members.accounts import OTHER_PASSWORD, PASSWORD, linked_path, person
from tests.support.sites.accessible import Look, assert_accessible, every_look
from tests.support.sites.browser import watched_page

pytestmark = pytest.mark.django_db(transaction=True)

LONG_NAME = "W" * 40


@pytest.fixture(autouse=True)
def fresh_counts() -> Iterator[None]:
    """Tries are counted in the cache, which outlives a test."""
    cache.clear()
    yield
    cache.clear()


def fill(page: Page, button: str, **fields: str) -> None:
    """Fill in the page's form by its labels, as somebody who reads them, and wait for the answer."""
    form = page.locator("main form")
    for label, value in fields.items():
        form.get_by_label(label.replace("_", " "), exact=True).fill(value)
    with page.expect_navigation():
        form.get_by_role("button", name=button, exact=True).click()


def log_in(page: Page, name: str, password: str) -> None:
    """Log in on the page for it, and wait for the answer."""
    form = page.locator("main form")
    form.get_by_label("Name or e-mail address").fill(name)
    form.get_by_label("Password").fill(password)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def heading(page: Page, text: str) -> None:
    """Wait for the page of this heading."""
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def test_newcomer_registers_logs_in_and_sets_a_forgotten_password(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/about/")
    page.get_by_role("link", name="Register").click()
    form = page.locator("main form")
    form.get_by_label("E-mail address").fill("bea@example.org")
    fill(page, "Register", Name="bea", Password="short", Repeat_password="short")
    expect(page.locator("main")).to_contain_text("This password is too short.")
    fill(page, "Register", Password=PASSWORD, Repeat_password=PASSWORD)
    heading(page, "Check your e-mail")

    page.goto(live_server.url + linked_path(mail.outbox[0]))
    expect(page.locator("main")).to_contain_text("bea@example.org")
    page.get_by_role("button", name="Confirm address").click()
    heading(page, "Welcome, bea")
    expect(page.get_by_role("status")).to_have_text("bea@example.org is confirmed.")
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("link", name="Log in").click()

    log_in(page, "Bea", "not it")
    expect(page.get_by_role("alert")).to_contain_text("Name, address or password is wrong")
    page.locator("main").get_by_role("link", name="Set a new password").click()
    page.get_by_label("E-mail address").fill("bea@example.org")
    page.keyboard.press("Enter")
    heading(page, "Check your e-mail")

    page.goto(live_server.url + linked_path(mail.outbox[1]))
    fill(page, "Set password", New_password=OTHER_PASSWORD, Repeat_password=OTHER_PASSWORD)
    heading(page, "Log in")
    log_in(page, "bea@example.org", OTHER_PASSWORD)
    heading(page, "Welcome, bea")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()


@pytest.mark.slow
def test_member_takes_the_data_and_leaves(page: Page, live_server: LiveServer) -> None:
    member = person("bea")
    page.goto(f"{live_server.url}/members/me/")
    log_in(page, "bea", PASSWORD)
    heading(page, "Welcome, bea")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download your data").click()
    assert json.loads(Path(taken.value.path()).read_text())["account"]["name"] == "bea"
    page.get_by_role("link", name="Delete account").click()
    fill(page, "Delete account permanently", Your_password=PASSWORD)
    expect(page.get_by_role("status")).to_have_text("Your account has been deleted.")
    assert Member.objects.get(pk=member.pk).username == f"Deleted member {member.pk}"


@pytest.mark.slow
def test_error_is_read_out_with_its_field(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/register/")
    page.get_by_label("Name", exact=True).fill("two words")
    page.get_by_label("E-mail address").fill("bea@example.org")
    fill(page, "Register", Password=PASSWORD, Repeat_password=PASSWORD)
    field = page.get_by_label("Name", exact=True)
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    described_by = field.get_attribute("aria-describedby")
    assert described_by is not None
    told = [page.locator(f"#{part}").inner_text() for part in described_by.split()]
    assert any(text.startswith("Use letters, digits") for text in told)
    assert any(text.startswith("Up to ") for text in told)


@pytest.mark.slow
@every_look
def test_pages_are_clean_and_as_wide_as_the_screen(
    browser: Browser, live_server: LiveServer, look: Look
) -> None:
    person(LONG_NAME, email=f"{'w' * 60}@example.org")
    with watched_page(browser, **look.options) as page:
        for path in ("login/", "register/", "register/sent/", "password/", "password/sent/", "confirm/x/"):
            page.goto(f"{live_server.url}/{path}")
            assert_accessible(page, look)
        page.goto(f"{live_server.url}/login/?next=/members/me/")
        log_in(page, "nobody", "nothing")
        assert_accessible(page, look)
        log_in(page, LONG_NAME, PASSWORD)
        heading(page, f"Welcome, {LONG_NAME}")
        for path in ("", "password/", "email/", "delete/"):
            page.goto(f"{live_server.url}/members/me/{path}")
            assert_accessible(page, look)
        fill(page, "Delete account permanently", Your_password="not it")
        assert_accessible(page, look)
