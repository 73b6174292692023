"""Where newcomers stumbled: a second attack, passing, the aim, dummies, sums on a phone, what comes next."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scenarios_app.revisions.store import publish
from tests.journeys.fighting import fight_page
from tests.support.library.library_specs import library_spec
from tests.support.sites.browser import watched_page

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
MOST_ORDERS = 80
#: Each text that a selector finds, scrolled to, and whether all of it can be read there.
READ_ALL = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
  one.scrollIntoView({ block: "nearest" });
  const { top, bottom } = one.getBoundingClientRect();
  const isCut = one.clientHeight > 0
    && (one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2);
  return { words: one.textContent, whole: !isCut && top >= -1 && bottom <= innerHeight + 1 };
})"""


@pytest.fixture(autouse=True)
def scenarios() -> None:
    """A guided night, and the one it leads on to."""
    for key in ("first-night", "savo-island"):
        publish(library_spec(key), origin="library")


@pytest.mark.slow
def test_second_attack_on_a_hex_is_made_by_keyboard(page: Page, live_server: LiveServer) -> None:
    go_on_until_one_may_attack(page, live_server)
    page.locator("#bar .handle").first.press("Enter")
    expect(page.locator("#bar .hand .act .there").first).to_contain_text("Japanese")
    act = page.locator("#bar .hand .act").first
    # A bar that is drawn anew under the hand gives the focus back: else the press is lost.
    expect(act).to_have_attribute("data-stays", re.compile(r"^act attacks\.\d+ "))
    act.press("Enter")
    chips, another = page.locator("#bar .order-chip"), page.locator("#bar button.another")
    expect(chips.first).to_be_visible()
    attacks = chips.count()  # the captain may fire at several classes in a hex: each is an attack of its own
    if not another.count():
        page.locator("#bar .hand input[type=checkbox]:checked").first.press("Space")
    expect(chips.locator(".mounts summary").first).to_contain_text("not fire")
    expect(another).to_contain_text("add another at")
    another.press("Enter")
    expect(chips).to_have_count(attacks + 1)
    aims = chips.locator(".aim").all_inner_texts()
    assert aims[0] == aims[-1]
    assert page.evaluate("document.activeElement.dataset.stays") == f"chip attacks.{attacks}"
    fight_page.send(page)


def go_on_until_one_may_attack(page: Page, live_server: LiveServer) -> None:
    """Give the captain's orders until a block may attack; where a battle ends before, the next is begun."""
    fight_page.begin(page, live_server, "savo-island", "allies")
    for _ in range(MOST_ORDERS):
        if fight_page.state(page) == "over":
            fight_page.begin(page, live_server, "savo-island", "allies")
        is_asked = fight_page.heading(page).startswith("Declare attacks")
        if is_asked and page.locator("#bar .handle").count():
            return
        fight_page.suggest_and_send(page)
    raise AssertionError(f"nobody may attack within {MOST_ORDERS} orders")


@pytest.mark.slow
def test_passing_is_asked_about_once(page: Page, live_server: LiveServer) -> None:
    fight_page.begin(page, live_server, "first-night", "allies")
    assert fight_page.go_on_until(page, "Move")
    before = fight_page.entries(page)
    fight_page.button(page, "Submit").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#bar .still")).to_contain_text("Move: no orders for")
    assert fight_page.entries(page) == before
    with page.expect_response(re.compile("/orders$")) as sent:
        page.keyboard.press("Enter")
    assert sent.value.status == 201


#: Notes which entry was shown when the header told who has won.
WHERE_THE_RESULT_SHOWS = """() => {
  const result = document.querySelector("#result");
  const note = () => {
    if (!result.hidden) window.resultShownAt ??= Number(document.querySelector(".line.current")?.dataset.n);
  };
  new MutationObserver(note).observe(result, {attributes: true});
}"""


@pytest.mark.slow
def test_phone_shows_aim_and_sum_and_what_comes_next(browser: Browser, live_server: LiveServer) -> None:
    with watched_page(browser, **PHONE) as page:
        fight_page.begin(page, live_server, "first-night", "allies")
        page.get_by_text("Victory", exact=True).click()
        expect(page.locator(".aim-sheet")).to_contain_text("Victory conditions")
        expect(page.locator(".aim-sheet .stakes")).to_contain_text("Japan: 0 points so far")
        expect(page.locator(".aim-sheet .stakes")).to_contain_text(
            re.compile(r"Canberra: \d+½? points if sunk, \d+½? if damaged")
        )
        expect(page.locator(".aim-sheet").get_by_role("link", name="Scenario")).to_be_visible()
        page.get_by_text("Victory", exact=True).click()
        result = page.locator("#log .line a", has_text=re.compile("(Die|Dice) for "))
        while not result.count():
            fight_page.suggest_and_send(page)
        page.get_by_role("button", name="Log", exact=True).click()
        expect(page.locator("#sum-pane")).to_be_hidden()
        result.last.click()
        expect(page.locator("#sum-pane")).to_be_visible()
        expect(page.locator("#sum-pane")).to_contain_text("Dice and modifiers")
        page.get_by_role("button", name="Close the log").click()
        expect(page.locator("#sum-pane")).to_be_hidden()
        fight_page.button(page, "Back to now").click()
        expect(page.locator(fight_page.SETTLED)).to_be_attached()
        page.evaluate(WHERE_THE_RESULT_SHOWS)
        if fight_page.state(page) == "asking":
            fight_page.button(page, "Resign").click()
            fight_page.send(page)
        expect(page.locator("#bar .because")).to_have_text("Allies resigned.")
        over = page.locator("#log .line", has_text="The battle is over").get_attribute("data-n")
        assert page.evaluate("resultShownAt") >= int(over or 0) > 0  # and not before that was played
        page.get_by_role("link", name="Play next: “Savo Island”").click()
        expect(page.locator("h1")).to_have_text("Savo Island")


@pytest.mark.slow
@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_whole_reasons_are_read_by_scrolling_alone(
    browser: Browser, live_server: LiveServer, screen: dict[str, Any]
) -> None:
    with watched_page(browser, **screen) as page:
        fight_page.begin(page, live_server, "first-night", "ijn")
        assert fight_page.go_on_until(page, "Declare")
        fight_page.button(page, "Suggest").click()
        expect(page.locator("#bar .captain p").or_(page.locator("#bar .note")).first).to_be_visible()
        said = page.evaluate(READ_ALL, "#bar :is(.because, .guide, .captain p, .chip-words, summary .odds)")
        assert len(said) > 1
        assert [one["words"] for one in said if not one["whole"]] == []


@pytest.mark.slow
def test_dummies_of_the_set_up_are_told_apart(page: Page, live_server: LiveServer) -> None:
    fight_page.begin(page, live_server, "savo-island", "ijn")
    page.locator("#bar .handle", has_text="Dummies").first.click()
    words = page.locator("#bar .hand-fields").inner_text()
    assert all(f"Dummies, {number} of 3" in words for number in (1, 2, 3))
