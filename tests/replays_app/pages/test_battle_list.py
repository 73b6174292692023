"""The list of battles as a database: narrowed, sorted, page by page."""

import re
from typing import Any

import pytest
from django.test import Client

from replays_app.models import Battle, Listing, Summary
from replays_app.pages.winner_filter import winners_offered
from replays_app.projections import listing
from replays_app.projections.endings import kind_of_end, margin
from replays_app.projections.source import read_source
from replays_app.replay.battle_context import BattleContext
from tests.support.library.library_battles import library_battle
from tests.support.library.stored_library import load_library
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db


def listed(client: Client, **asked: str) -> list[str]:
    """The battles of a page, in its order."""
    return rows_of(one_line(client.get("/battles/", asked).content.decode()))


def rows_of(text: str) -> list[str]:
    """The battles of a page."""
    return re.findall(r'<th scope="row" class="name"><a href="/battles/([0-9a-f-]{36})/"', text)


def summed(battle: Battle, **values: Any) -> str:
    """Change what is known of a battle's end; return its id."""
    Summary.objects.filter(battle=battle).update(**values)
    listing.project(read_source(BattleContext.of(battle)))
    return str(battle.pk)


def test_list_is_narrowed_by_scenario_rules_side_ending_and_length(client: Client) -> None:
    savo, bon, cards = library_battle(), library_battle("cape-bon"), library_battle("first-salvoes")
    first = summed(savo, winner="ijn", how="denied", turns=10)
    second = summed(bon, winner="allies", how="aim", turns=4)
    third = summed(cards, winner=None, how="drawn", turns=6)
    assert set(listed(client)) == {first, second, third}
    assert listed(client, scenario="savo-island") == [first]
    assert listed(client, system="fleet_battle") == [third]
    assert listed(client, scenario="savo-island", won="ijn") == [first]
    assert listed(client, scenario="savo-island", won="allies") == []
    assert [listed(client, how=how) for how in ("denied", "aim", "drawn", "time")] == [
        [first], [second], [third], [],
    ]  # fmt: skip
    assert [listed(client, length=long) for long in ("short", "middle", "long")] == [
        [second], [third], [first],
    ]  # fmt: skip
    assert len(listed(client, how="nonsense", sort="nonsense", length="9")) == 3
    text = one_line(client.get("/battles/", {"how": "aim"}).content.decode())
    assert ">1 battle.</p>" in text


def test_list_is_narrowed_by_the_side_that_won_whatever_was_fought(client: Client) -> None:
    first, second = (
        summed(library_battle(), winner="ijn"),
        summed(library_battle("cape-bon"), winner="allies"),
    )
    assert listed(client, won="ijn") == [first]
    assert listed(client, won="allies") == [second]
    assert listed(client, won="ijn,allies") == [second, first]
    assert listed(client, won="nobody") == []
    offered = re.search(
        r'<select id="won".*?</select>', one_line(client.get("/battles/?won=x1").content.decode()), re.S
    )
    assert offered is not None
    for option in ('<option value="">Any winner<', '<option value="ijn">Japan<', '="x1" selected>x1<'):
        assert option in offered[0]


def test_sides_of_one_name_are_offered_once_and_a_key_by_its_usual_name() -> None:
    load_library()
    offered = winners_offered("", None)
    assert len(set(offered.values())) == len(offered)
    assert offered["ijn,japan"] == "Japan"
    assert offered["rn"] == "Royal Navy"


def test_list_is_sorted_by_closeness_and_length(client: Client) -> None:
    battles = [library_battle("cape-bon", seed) for seed in "abc"]
    close, far, none = (
        summed(battle, margin=margin, turns=turns)
        for battle, margin, turns in zip(battles, (20, 700, None), (3, 9, 5), strict=True)
    )
    assert listed(client, sort="closest") == [close, far]
    assert listed(client, sort="longest") == [far, none, close]
    assert listed(client, sort="shortest") == [close, none, far]
    assert listed(client) == [none, far, close]


@pytest.mark.parametrize("sort", ["newest", "closest", "longest"])
def test_pages_miss_nothing_and_repeat_nothing(client: Client, sort: str) -> None:
    battles = [library_battle("cape-bon", seed) for seed in "abcde"]
    Listing.objects.update(margin=10, turns=4)
    found: list[str] = []
    address = f"/battles/?sort={sort}&count=2"
    while address:
        text = one_line(client.get(address).content.decode())
        found += rows_of(text)
        assert ("First page" in text) == ("cursor=" in address)
        following = re.search(r'class="button" href="(/battles/[^"]+)"', text)
        address = following[1].replace("&amp;", "&") if following else ""
    assert sorted(found) == sorted(str(battle.pk) for battle in battles)
    assert client.get("/battles/?cursor=nonsense").status_code == 404


def test_results_can_be_hidden_in_the_list(client: Client) -> None:
    library_battle()
    text = one_line(client.get("/battles/").content.decode())
    [row] = re.findall(r"<tr>.*?</tr>", text.partition("<tbody>")[2], re.DOTALL)
    told = re.sub(r'<span class="tells-result">.*?</span></td>', "", row, flags=re.DOTALL)
    assert "won" not in told
    assert '<img class="tells-result"' in row
    assert "list_page.js" in text


def test_library_battles_all_end_in_a_way_that_the_list_can_say() -> None:
    for key in ("savo-island", "cape-bon", "first-salvoes"):
        summary = library_battle(key).summary
        assert summary.how == kind_of_end(summary.winner, summary.reason) != "otherwise"


def test_margin_is_measured_against_all_points(subtests: pytest.Subtests) -> None:
    for scores, expected in [
        ({"a": "3", "b": "1"}, 500),
        ({"a": "161", "b": "159"}, 6),
        ({"a": "7/2", "b": "7/2"}, 0),
        ({"a": "0", "b": "0"}, None),
        ({"a": "4"}, None),
        ({}, None),
    ]:
        with subtests.test(scores=scores, expected=expected):
            assert margin(scores) == expected


def test_kind_of_end_is_read_from_what_is_on_record(subtests: pytest.Subtests) -> None:
    for winner, reason, kind in [
        ("a", "The other side resigned.", "resigned"),
        ("a", "Turn 8 was the last. The higher score.", "score"),
        ("a", "Italy has no ship left on the map. Navy needed at least 8 points, and has them.", "aim"),
        ("a", "Wolf pack has no ship left.", "destroyed"),
        ("a", "Neither side has a ship left on the map. The higher score.", "score"),
        ("a", "In another way.", "otherwise"),
        (None, "Neither side has a ship left.", "drawn"),
        (None, "", ""),
    ]:
        with subtests.test(winner=winner, reason=reason, kind=kind):
            assert kind_of_end(winner, reason) == kind


def test_one_entry_is_counted_as_one() -> None:
    battle = library_battle("savo-island")
    Summary.objects.filter(battle=battle).update(entries=1)
    assert ", 1 entry<" in one_line(Client().get("/battles/").content.decode())
