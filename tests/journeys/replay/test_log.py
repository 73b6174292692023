"""The log beside the chart: its lines, dice, what is left out of it, where it breaks off."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from replays_app.models import Battle
from tests.support.library.library_battles import library_battle

from .replay_page import expect_entry, open_replay

pytestmark = pytest.mark.django_db(transaction=True)


def test_click_on_a_line_moves_the_chart(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle)
    before = page.locator("#chart .wake").count()
    outline = page.request.get(f"{live_server.url}/api/v1/battles/{battle.pk}/outline").json()
    target = outline["turns"][2]["first"]
    page.fill("#number", str(target))
    page.keyboard.press("Enter")
    expect_entry(page, target)
    page.click(f'.line[data-n="{target + 1}"] a')
    expect_entry(page, target + 1)
    expect(page.locator("#where")).to_contain_text("Turn 3")
    assert page.locator("#chart .wake").count() > before
    assert page.locator("#chart .block").count() > 3


@pytest.mark.slow
def test_roll_is_shown_as_a_die_with_its_sum(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle)
    api = f"{live_server.url}/api/v1/battles/{battle.pk}/"
    lines = page.request.get(f"{api}lines?from=0&count=1000").json()["lines"]
    line = next(line for line in lines if line["kind"].endswith("attack_resolved"))
    page.fill("#number", str(line["n"]))
    page.keyboard.press("Enter")
    expect_entry(page, line["n"])
    panel = page.locator("#sum")
    expect(panel.locator("svg.die")).to_have_count(len(line["dice"]))
    expect(panel.locator(".sum tbody tr")).to_have_count(len(line["workings"]))
    expect(panel.locator(".result-column tbody tr")).to_have_count(len(line["column"]["rows"]))
    expect(panel.locator("tfoot")).to_contain_text(line["total"])
    expect(panel).to_contain_text(line["workings"][0]["rule"])
    expect(page.locator(".chip")).to_have_count(1)
    expect(page.locator("#sentence")).to_have_text(line["sentence"])
    expect(page.locator("#spoken")).to_have_text(line["sentence"])


@pytest.mark.slow
def test_log_is_filtered_and_stepping_follows_the_filter(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_replay(page, live_server, battle)
    api = f"{live_server.url}/api/v1/battles/{battle.pk}/"
    lines = page.request.get(f"{api}lines?from=0&count=1000").json()["lines"]
    wanted = [line["n"] for line in lines if line["side"] == "ijn" and line["turn"] == 2]
    page.click("#choose")
    page.select_option("select[name=side]", "ijn")
    page.select_option("select[name=turn]", "2")
    expect(page.locator("#found")).to_have_text(f"{len(wanted)} entries")
    assert page.eval_on_selector_all("#log .line", "lines => lines.map(line => +line.dataset.n)") == wanted
    page.locator("#sentence").click()
    page.keyboard.press("ArrowRight")
    expect_entry(page, wanted[0])
    page.select_option("select[name=side]", "")
    page.select_option("select[name=turn]", "")
    expect(page.locator("#hits")).to_be_hidden()
    page.fill("#words", "chokai")
    named = [line["n"] for line in lines if "Chokai" in line["sentence"]]
    expect(page.locator("#log .line")).to_have_count(len(named))
    expect(page.locator("#found")).to_have_text(f"{len(named)} entries")
    near = max((n for n in named if n <= wanted[0]), default=named[0])
    expect(page.locator(f'.line[data-n="{near}"]')).to_be_in_viewport()
    later = [n for n in named if n > wanted[0]]
    page.press("#words", "Enter")
    expect_entry(page, later[0])
    expect(page.locator("#found")).to_have_text(f"{named.index(later[0]) + 1} of {len(named)}")
    page.get_by_role("button", name="Next match").click()
    expect_entry(page, later[1])
    page.get_by_role("button", name="Previous match").click()
    expect_entry(page, later[0])
    page.click("text=Show all")
    expect(page.locator("#hits")).to_be_hidden()
    expect(page.locator('.line[data-n="0"]')).to_be_attached()


@pytest.mark.slow
def test_small_entries_are_hidden_and_passed_over(
    page: Page, live_server: LiveServer, battle: Battle
) -> None:
    open_replay(page, live_server, battle)
    api = f"{live_server.url}/api/v1/battles/{battle.pk}/"
    lines = page.request.get(f"{api}lines?from=0&count=200").json()["lines"]
    page.keyboard.press("q")
    expect(page.locator(".line.weight-1:visible")).to_have_count(0)
    large = [line["n"] for line in lines if line["n"] and line.get("weight", 2) > 1]
    for number in large[:3]:
        page.keyboard.press("ArrowRight")
        expect_entry(page, number)


@pytest.mark.slow
def test_current_line_stays_in_sight(page: Page, live_server: LiveServer, battle: Battle) -> None:
    open_replay(page, live_server, battle)
    for number in (5, 150, 30, battle.summary.entries - 1, 90):
        page.fill("#number", str(number))
        page.keyboard.press("Enter")
        expect_entry(page, number)
        expect(page.locator(".line.current")).to_be_in_viewport()
        expect(page.locator("#sentence")).to_be_in_viewport()


@pytest.mark.slow
def test_broken_log_is_shown_as_far_as_it_holds(page: Page, live_server: LiveServer) -> None:
    battle = library_battle("cape-bon", "broken")
    battle.broken_at = 40
    battle.save()
    battle.findings.create(kind="chain", seq=40, text="Its link does not follow.", release="r1")
    open_replay(page, live_server, battle, "#e9999")
    expect(page.locator("#broken")).to_contain_text("cannot be verified")
    expect(page.locator("#broken")).to_contain_text("Its link does not follow.")
    expect(page.locator(".line.current")).to_be_visible()
