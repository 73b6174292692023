"""Findings lead to their fields, numbers say where they come from, victory reads as a sentence."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from scenarios_app.drafts import store as drafts
from scenarios_app.drafts.starting_points import SIX_A_SIDE
from scenarios_app.models import Revision
from scenarios_app.ships.order_of_battle import origin_of
from tests.journeys.editor.editor_page import (
    begin,
    editing,
    member,
    saved,
    spec_now,
    tab,
)

pytestmark = pytest.mark.django_db(transaction=True)

#: What a part of a page does that writes its classes anew.
_LOSE_MARKS = "document.querySelectorAll('.has-error').forEach((one) => one.classList.remove('has-error'))"


@pytest.mark.slow
def test_checks_lead_to_the_field(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann, point=SIX_A_SIDE)
    with editing(browser, live_server, draft, ann, "sides") as page:
        training = page.locator('[data-place="sides.west.rules.training"] input')
        training.fill("9")
        expect(page.locator('[data-place="sides.west.rules.training"] .said')).to_contain_text("from 1 to")
        expect(tab(page, "Sides").locator(".badge")).to_contain_text("1")
        tab(page, "Checks").click()
        cited = page.locator(".finding .rule", has_text="§9").first
        cited.focus()
        expect(page.get_by_role("tooltip")).to_contain_text("§9 Training")
        page.keyboard.press("Escape")
        page.get_by_role("button", name=re.compile("^Show me : must be 1 to")).click()
        expect(training).to_be_focused()
        described = (training.get_attribute("aria-describedby") or "").split()
        texts = [page.locator(f"#{one}").inner_text() for one in described]
        assert any("▲" in text or "must" in text.lower() for text in texts)
        expect(training).to_have_attribute("aria-invalid", "true")
        tab(page, "Publish").click()
        page.get_by_label(re.compile("^CC BY 4.0")).check()
        page.get_by_role("button", name="Publish", exact=True).click()
        expect(page.locator(".hinders .finding").first).to_be_visible()
    assert not Revision.objects.filter(scenario=draft.scenario, number__isnull=False).exists()


@pytest.mark.slow
def test_area_that_is_not_there_is_told_once_and_mended_where_it_is_named(
    browser: Browser, live_server: LiveServer
) -> None:
    ann = member()
    draft = begin(ann, point=SIX_A_SIDE)
    spec = spec_now(draft)
    assert spec.map is not None
    draft = drafts.save(draft.pk, ann, draft.version, replace(spec, map=replace(spec.map, areas={})))
    with editing(browser, live_server, draft, ann, "sides") as page:
        expect(tab(page, "Task groups").locator(".badge")).to_contain_text("2")
        tab(page, "Checks").click()
        page.get_by_role("button", name=re.compile("^Show me : The map has no area “western")).click()
        expect(page.locator('[data-place="sides.west.rules.set_up"] select')).to_be_focused()
        page.evaluate(_LOSE_MARKS)
        tab(page, "Sides").click()
        tab(page, "Task groups").click()
        expect(page.locator(".leaf-groups .found > .error", has_text="western")).to_have_count(1)


@pytest.mark.slow
def test_words_of_a_step_go_with_the_next(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    with editing(browser, live_server, begin(ann), ann) as page:
        said, place = page.locator("#done-line"), page.get_by_label("Place", exact=True)
        place.fill("Off Savo")
        page.locator("#undo").click()
        expect(said).to_contain_text("Undone")
        place.fill("Off Tulagi")
        expect(said).to_have_text("")


@pytest.mark.slow
def test_number_written_over_counts_as_house(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann, point=SIX_A_SIDE)
    with editing(browser, live_server, draft, ann, "sides") as page:
        page.get_by_role("button", name="Edit Sydney").click()
        points = page.locator('[data-place="sides.west.ships.sydney.ratings.points"] input')
        points.fill("27½")
        row = page.locator('[data-drag="ship:west:sydney"]')
        expect(row.locator(".ratings-line")).to_contain_text("points 27½house")
        page.locator('[data-place="sides.west.ships.sydney.ratings.speed"] input').fill("2")
        saved(page)
    spec = spec_now(draft)
    assert spec.sides[0].ships[0].ratings["points"] == "55/2"
    assert spec.origins["sides.west.ships.sydney.ratings.points"] == "house"
    assert spec.origins["sides.west.ships.sydney.ratings.speed"] == "house"
    assert "sides.west.ships.sydney.ratings.defence" not in spec.origins


@pytest.mark.slow
def test_author_says_where_the_numbers_come_from(browser: Browser, live_server: LiveServer) -> None:
    ann = member()
    draft = begin(ann, point=SIX_A_SIDE)
    spec = replace(spec_now(draft), origins={"weather": "house", "sides.rules": "house"})
    draft = drafts.save(draft.pk, ann, draft.version, spec)
    with editing(browser, live_server, draft, ann, "checks") as page:
        page.get_by_role("button", name=re.compile("^Show me : Nothing says where the aims")).click()
        aims = page.get_by_label("Victory conditions", exact=True)
        expect(aims).to_be_focused()
        expect(aims).to_have_value("")
        aims.select_option("published")
        rules = page.locator('[data-place="origins.sides.west.rules"] select')
        expect(rules).to_have_value("house")
        rules.select_option("derived")
        page.get_by_role("button", name="Take it out : weather").click()
        expect(page.get_by_role("button", name="Take it out : weather")).to_have_count(0)
        saved(page)
    origins = spec_now(draft).origins
    assert origins["aims"] == "published"
    assert "weather" not in origins
    assert origin_of(origins, (("sides", False), ("west", True), ("rules", False))) == "derived"
    assert origin_of(origins, (("sides", False), ("east", True), ("rules", False))) == "house"


@pytest.mark.slow
def test_aims_of_savo_are_said_without_a_free_text(browser: Browser, live_server: LiveServer) -> None:
    """Minimum and ratio, half points for ships not exited, last turn, exit edge, confinement."""
    ann = member()
    draft = begin(ann, point=SIX_A_SIDE)
    with editing(browser, live_server, draft, ann, "aims") as page:
        page.locator('[data-place="aims.turn_limit"] input').fill("10")
        page.locator('[data-place="aims.victory"] > button').click()
        page.locator('[data-place="aims.victory.0.minimum"] input').fill("10")
        page.locator('[data-place="aims.victory.0.ratio"] input').fill("3")
        page.locator('[data-place="aims.deadlines"] > button').click()
        page.locator('[data-place="aims.deadlines.0.by_turn"] input').fill("10")
        page.locator('[data-place="aims.deadlines.0.share"] input').fill("0.5")
        page.locator('[data-place="aims.otherwise"] select').select_option(label="Italy")
        saved(page)
        expect(page.locator(".sentences")).to_contain_text("at least ten points and three times")
        tab(page, "Task groups").click()
        side = page.locator('.side-block:has-text("Allies")').first
        side.locator('[data-place="sides.west.rules.exit_edges"]').get_by_label("western").check()
        side.locator('[data-place="sides.west.rules.confined_to"] select').select_option(
            label="Western waters"
        )
        page.locator(".group-card").first.locator("summary").click()
        page.locator('[data-place="sides.west.groups.cruiser.rules.immobile"] input').check()
        page.locator('[data-place="sides.west.groups.cruiser.rules.zone"] select').select_option(
            label="Western waters"
        )
        tab(page, "Sea").click()
        page.locator('[data-place="sea.conditions.0.spotting_modifier"] input').fill("-1")
        saved(page)
    spec = spec_now(draft)
    assert spec.aims == {
        "turn_limit": 10,
        "ends_when_gone": ["west", "east"],
        "victory": [{"winner": "west", "minimum": "10", "ratio": "3"}],
        "deadlines": [{"side": "west", "by_turn": 10}],
        "otherwise": "east",
    }
    assert spec.sides[0].rules["exit_edges"] == ["west"]
    assert spec.sides[0].rules["confined_to"] == "western-waters"
    assert spec.sides[0].groups[0].rules == {"immobile": True, "zone": "western-waters"}
    assert spec.sea["conditions"][0]["spotting_modifier"] == -1
