"""A club is founded, somebody comes in by a link in their own browser, directs it, enters a guest."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.club.models import Club, Player
from tests.support.members import member
from tests.support.sites.accessible import DESK, PHONE, Look, assert_accessible
from tests.support.sites.browser import watched_page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PASSWORD = "a good long password"


@pytest.fixture
def people(browser: Browser) -> Iterator[tuple[Page, Page]]:
    """A founder at a desk, and somebody with a phone who knows nothing of them."""
    with ExitStack() as stack:
        zone = {"timezone_id": "Africa/Lagos"}
        desk, phone = (
            stack.enter_context(watched_page(browser, **look.options, **zone)) for look in (DESK, PHONE)
        )
        yield desk, phone


def log_in(page: Page, site: str, name: str, after: str = "/clubs/") -> None:
    """Log a member in by the form, who is led to a page after it."""
    member(name)
    page.goto(f"{site}/login/?next={after}")
    page.get_by_label("Name or e-mail address").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Log in").click()


def look_at(page: Page, look: Look) -> None:
    """Ask the page for what everybody needs of it, by day again afterwards."""
    assert_accessible(page, look)
    page.emulate_media(color_scheme="light")


def found_club(page: Page, site: str) -> None:
    """Found a club; its sign is drawn as it is chosen."""
    page.get_by_role("link", name="Found a club").click()
    page.get_by_label("Name").fill("Thursday Admirals")
    page.get_by_label("Place").fill("The Anchor, Harwich")
    expect(page.get_by_label("Time zone")).to_have_value("Africa/Lagos")
    assert page.locator("#id_time_zone optgroup").first.get_attribute("label") == "Yours"
    picture = page.locator("#sign-preview")
    page.get_by_role("radio", name="a lighthouse").check()
    page.get_by_role("radio", name="over waves").check()
    page.get_by_label("First tincture").select_option("white")
    page.get_by_label("Second tincture").select_option("sea")
    expect(picture).to_have_attribute("src", "/clubs/signs/lighthouse.waves.white.sea.svg")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    page.get_by_label("Rules of the club").fill("## Dice\n\nCocked dice are **thrown again**.")
    look_at(page, DESK)
    page.get_by_role("button", name="Found the club").click()
    expect(page.get_by_role("heading", name="Thursday Admirals", level=1)).to_be_visible()
    expect(page.locator(".club-text strong")).to_have_text("thrown again")
    look_at(page, DESK)


def invite(page: Page) -> str:
    """Make a link, and return it."""
    page.get_by_role("navigation", name="Club").get_by_role("link", name="Members").click()
    make_link = page.get_by_role("button", name="Create link")
    expect(make_link).to_be_visible()
    look_at(page, DESK)
    make_link.click()
    return page.get_by_label("Link", exact=True).input_value()


def test_founding_inviting_granting_and_a_guest(people: tuple[Page, Page], live_server: LiveServer) -> None:
    desk, phone = people
    site = live_server.url
    log_in(desk, site, "founder")
    found_club(desk, site)
    link = invite(desk)

    phone.goto(link)
    expect(phone.get_by_role("heading", name="Join Thursday Admirals")).to_be_visible()
    look_at(phone, PHONE)
    log_in(phone, site, "newcomer", link.removeprefix(site))
    phone.get_by_role("button", name="Join as newcomer").click()
    expect(phone.get_by_role("heading", name="Thursday Admirals", level=1)).to_be_visible()
    look_at(phone, PHONE)
    phone.get_by_role("navigation", name="Club").get_by_role("link", name="Members").click()
    expect(phone.get_by_role("heading", name="Add a guest")).to_have_count(0)

    desk.goto(f"{site}/clubs/thursday-admirals/members/")
    desk.get_by_role("link", name="newcomer").click()
    desk.get_by_role("button", name="Grant director").click()
    expect(desk.get_by_role("button", name="Revoke director")).to_be_visible()
    look_at(desk, DESK)

    phone.reload()
    phone.get_by_label("Name at the table").fill("Jack Aubrey")
    phone.get_by_role("button", name="Add the guest").click()
    expect(phone.get_by_role("link", name="Jack Aubrey")).to_be_visible()
    look_at(phone, PHONE)
    phone.get_by_role("navigation", name="Club").get_by_role("link", name="Calendar").click()
    phone.get_by_role("link", name="Plan a meeting").click()
    phone.get_by_label("Title").fill("Salvo evening")
    phone.get_by_label("Begins").fill("2031-05-01T19:00")
    phone.get_by_label("Ends").fill("2031-05-01T23:00")
    look_at(phone, PHONE)
    phone.get_by_role("button", name="Add the meeting").click()
    expect(phone.locator("main li strong", has_text="Salvo evening")).to_be_visible()
    look_at(phone, PHONE)

    club = Club.objects.get()
    rights = {
        str(one): set(one.rights.values_list("kind", flat=True)) for one in Player.objects.filter(club=club)
    }
    assert rights == {
        "founder": {"owner", "member"},
        "newcomer": {"member", "director"},
        "Jack Aubrey": set(),
    }
