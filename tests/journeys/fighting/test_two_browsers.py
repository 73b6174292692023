"""Two people, each in their own browser, fight a challenge with dice that nobody can choose."""

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from darkseas.engine.events import OrderGiven
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from replays_app.simulation import verification
from scenarios_app.revisions.store import publish
from tests.replays_app.export.verifier import verified
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in, member
from tests.support.sites.accessible import DESK, PHONE, assert_accessible
from tests.support.sites.browser import watched_page

from . import fight_page
from .two_pages import MOST_LOOKS, catch_up

pytestmark = pytest.mark.django_db(transaction=True)

STILL = {"reduced_motion": "reduce", "viewport": {"width": 1440, "height": 900}}
AT_ONCE = "localStorage.setItem('darkseas/play-speed', '-1')"
ASKED, OVER = "#fight[data-state=asking]", "#fight[data-state=over]"


@pytest.fixture
def people(browser: Browser) -> Iterator[tuple[Page, Page]]:
    """Two browsers that know nothing of each other."""
    with ExitStack() as stack:
        ann, bob = (stack.enter_context(watched_page(browser, **STILL)) for _ in range(2))
        yield ann, bob


def come_together(people: tuple[Page, Page], live_server: LiveServer) -> Battle:
    """A challenge is made and accepted, and both have its battle before them."""
    accepted(people, live_server)
    enter(people[0], live_server)
    return Battle.objects.get()


def enter(page: Page, live_server: LiveServer) -> None:
    """Open the battle that one is fighting."""
    page.goto(f"{live_server.url}/play/")
    page.get_by_role("table", name="Your running battles").get_by_role("link").first.click()


def accepted(people: tuple[Page, Page], live_server: LiveServer) -> None:
    """The first makes a challenge with a clock and the dice that are offered first; the other accepts it."""
    ann, bob = people
    ann.goto(f"{live_server.url}/challenges/new/?scenario=convoy-hg-76")
    ann.evaluate(AT_ONCE)
    ann.get_by_role("radio", name="Escort").check()
    ann.get_by_label("Per order", exact=True).check()
    ann.get_by_label("Add an umpire").check()
    assert_accessible(ann, DESK)
    ann.get_by_role("button", name="Create challenge").click()
    link = ann.get_by_label("Listed as an open challenge").input_value()
    expect(ann.locator("dl.facts")).to_contain_text("provably fair dice")
    expect(ann.locator("dl.facts")).to_contain_text("3 days for each order")
    bob.goto(f"{live_server.url}/play/")
    bob.evaluate(AT_ONCE)
    bob.goto(link)
    bob.get_by_role("button", name="Accept challenge").click()
    expect(bob.locator("#fight")).to_be_attached()


def order(page: Page, *, fires: bool) -> None:
    """Give the order that is asked for: the captain's, or without fire."""
    bar = page.locator("#bar")
    if fires or not bar.locator("h2").first.inner_text().startswith("Choose targets"):
        fight_page.suggest(page)
    with page.expect_response(lambda answer: answer.url.endswith("/orders")) as sent:
        fight_page.press_send(page)
    assert sent.value.status == 201, sent.value.text()
    assert re.search(r'"nonce":"[0-9a-f]{64}"', sent.value.request.post_data or "")
    expect(page.locator("#fight[data-state=sending]")).not_to_be_attached()


def turn_of(page: Page) -> int:
    """The turn that the page shows."""
    number = re.search(r"Turn\s+(\d+)", page.locator("#captions").inner_text())
    return int(number[1]) if number else 0


def fight_until(people: tuple[Page, Page], turn: int, *, fires: bool) -> bool:
    """Fight on until a turn begins, whoever is called; False where the battle ends first."""
    for _ in range(MOST_LOOKS):
        if all(turn_of(page) >= turn for page in people):
            return True
        if people[0].locator(OVER).count():
            return False
        for page in people:
            catch_up(people)
            if page.locator(ASKED).count():
                order(page, fires=fires)
    raise AssertionError(f"turn {turn} has not come")


def test_challenge_is_fought_with_dice_that_nobody_can_choose_and_verifies(
    people: tuple[Page, Page], live_server: LiveServer
) -> None:
    """A turn without fire, one with it; then one side resigns, if there is anything left to resign."""
    battle = come_together(people, live_server)
    ann, bob = people
    expect(ann.locator(ASKED)).to_be_attached()
    expect(bob.locator(ASKED)).to_be_attached()
    expect(ann.locator("#clocks")).to_contain_text("You: 2 d 23 h left")
    assert fight_until(people, 2, fires=False)
    if fight_until(people, 3, fires=True):
        bob.locator("#bar").get_by_role("button", name="Resign", exact=True).click()
        fight_page.press_send(bob)
    for page in people:
        expect(page.locator(OVER)).to_be_attached()
    file = ann.request.get(f"{live_server.url}/api/v1/battles/{battle.pk}/export").body()
    for kind, least in ((b"client_seed_committed", 2), (b"client_seed_opened", 2), (b"dice_rolled", 1)):
        assert file.count(kind) >= least
    assert b'"nonce":"' in file
    assert verified(file).seq > 0
    left = ann.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('dice-seeds/'))")
    assert left == []
    ann.get_by_role("link", name="Check the dice").click()
    ann.get_by_role("button", name="Check every die").click()
    expect(ann.locator("#battle-verdict")).to_contain_text(re.compile(r"^Sound: .* Rolls: [1-9]\d* derived"))
    assert_accessible(ann, DESK)


@pytest.mark.slow
def test_question_is_answered_beforehand_until_it_is_taken_back_and_the_umpire_ends_the_battle(
    people: tuple[Page, Page], browser: Browser, live_server: LiveServer
) -> None:
    battle = come_together(people, live_server)
    ann, bob = people
    expect(ann.locator(ASKED)).to_be_attached()
    ann.get_by_text("Standing orders").click()
    with ann.expect_response(lambda answer: answer.url.endswith("/standing-answers")):
        ann.get_by_label("No ship changes groups").check()
    expect(ann.locator("#answers summary")).to_have_text("Standing orders (1)")
    assert_accessible(ann, DESK)
    assert fight_until(people, 2, fires=False)
    assert "(1)" not in bob.locator("#answers summary").inner_text()
    side = ann.locator("#fight").get_attribute("data-side")
    given = [entry.event for entry in log_store.read(battle.pk) if isinstance(entry.event, OrderGiven)]
    plotted = [event for event in given if event.order == "fleet_battle.plot_transfers"]
    assert side in [event.side for event in plotted if not event.nonce]
    ann.get_by_label("Ask me").check()
    expect(ann.locator("#answers summary")).to_have_text("Standing orders")
    with watched_page(browser, **PHONE.options) as jo:
        umpire_comes(jo, battle, live_server)
        umpire_ends_it(jo)
    expect(bob.locator(OVER)).to_be_attached()
    assert verification.check(battle) == []


@pytest.mark.slow
def test_seed_that_lies_in_another_browser_is_given_up_after_a_question_alone(
    people: tuple[Page, Page], live_server: LiveServer
) -> None:
    """Both pages then say that the battle was broken off, when it happens and when they are loaded again."""
    accepted(people, live_server)
    ann, bob = people
    expect(bob.locator("#fight[data-state=waiting]")).to_be_attached()
    address = bob.url
    bob.goto(f"{live_server.url}/about/")
    bob.evaluate("localStorage.clear()")  # as another browser of theirs has it
    enter(ann, live_server)
    expect(ann.locator("#fight[data-state=waiting]")).to_be_attached()
    bob.goto(address)
    bar = bob.locator("#bar")
    expect(bar.locator("h2")).to_have_text("Your dice seed is in another browser")
    expect(bar).to_contain_text(re.compile(r"You committed it on .* UTC\. Only the browser"))
    assert bar.get_by_role("button").all_inner_texts() == ["Declare seed lost …"]
    assert_accessible(bob, DESK)
    bob.goto(f"{address.removesuffix('play/')}orders/")
    expect(bob.get_by_role("checkbox", name="My seed is lost for good")).not_to_be_checked()
    bob.goto(address)
    fight_page.button(bob, "Declare seed lost …").click()
    fight_page.button(bob, "Back").click()
    fight_page.button(bob, "Declare seed lost …").click()
    assert not ann.locator(OVER).count()
    fight_page.button(bob, "Abandon the battle").click()
    for page in people:
        for _ in range(2):
            expect(page.locator(OVER)).to_be_attached()
            expect(page.locator("#bar h2")).to_contain_text("Abandoned")
            expect(page.locator("#bar")).to_contain_text("No winner: a seed for the dice was sealed")
            expect(page.locator("#result")).to_contain_text("Abandoned")
            expect(page).to_have_title(re.compile("over · "))
            page.reload()


@pytest.mark.slow
def test_draw_is_offered_declined_offered_in_return_and_agreed(
    people: tuple[Page, Page], live_server: LiveServer
) -> None:
    come_together(people, live_server)
    ann, bob = people
    catch_up(people)
    for one, other, answer in ((ann, bob, "Decline the draw"), (bob, ann, "Accept the draw")):
        say(one, "Offer a draw")
        expect(one.locator("#bar .draw-offer")).to_contain_text("You offered a draw.")
        expect(other.locator("#bar .draw-offer")).to_contain_text("Your opponent offers a draw.")
        assert_accessible(other, DESK)
        fight_page.button(other, answer).click()  # one press is the answer
        expect(one.locator("#bar .draw-offer")).to_have_count(0)
    for page in people:
        expect(page.locator(OVER)).to_be_attached()
        expect(page.locator("#bar")).to_contain_text("Both sides agreed to a draw.")


def say(page: Page, words: str) -> None:
    """Turn to what may be ordered beside what is asked, and send it."""
    fight_page.button(page, words).click()
    expect(page.locator("#bar h2").first).to_contain_text(words)
    fight_page.button(page, "Submit").click()
    expect(page.locator("#bar h2").first).not_to_contain_text(words)


def umpire_comes(page: Page, battle: Battle, live_server: LiveServer) -> None:
    """Jo sits in the umpire's seat and looks at the battle."""
    taking_seats.sit(
        battle.seats.get(side="umpire"), Holder(member=member("jo")), log_store.length(battle.pk)
    )
    session = logged_in("jo").cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "domain": "localhost", "path": "/"}])
    page.goto(f"{live_server.url}/play/")
    page.evaluate(AT_ONCE)
    page.get_by_role("table", name="Your running battles").get_by_role("link").first.click()
    expect(page.locator("#bar")).to_contain_text("Make a ruling when the players ask for one")
    assert_accessible(page, PHONE)


def umpire_ends_it(page: Page) -> None:
    """Rule the end, by keys alone; without its reason it is not sent."""
    page.get_by_role("button", name="Ruling", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="End the battle").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="End the battle", pressed=True)).to_be_focused()
    page.get_by_role("radio", name="Nobody").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Make ruling", exact=True).click()
    expect(page.locator("#bar")).to_contain_text("Give a reason.")
    page.get_by_label("Reason").fill("The evening is over.")
    assert_accessible(page, PHONE)
    page.get_by_role("button", name="Make ruling", exact=True).press("Enter")
    expect(page.locator(OVER)).to_be_attached()
    expect(page.get_by_role("button", name="Offer a rematch")).to_be_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("address", ["/challenges/new/?scenario=convoy-hg-76"])
def test_form_of_the_clock_fits_a_phone(browser: Browser, live_server: LiveServer, address: str) -> None:
    with watched_page(browser, **PHONE.options) as page:
        page.goto(live_server.url + address)
        assert_accessible(page, PHONE)


@pytest.fixture(autouse=True)
def scenario() -> None:
    """A day of cards."""
    publish(library_spec("convoy-hg-76"), origin="library")
