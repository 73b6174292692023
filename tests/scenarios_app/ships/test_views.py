"""The pages about ships: the list, a class, a single ship."""

import re

import pytest
from django.test import Client

from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Scenario, Visibility
from scenarios_app.revisions.store import publish
from scenarios_app.ships.data import classes, ships_of
from tests.support.every_case import every_case
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db


def text_of(client: Client, address: str) -> str:
    """The text of a page that there is, its tags left out and spaces made one."""
    answer = client.get(address)
    assert answer.status_code == 200
    text = re.sub(r"<[^>]+>", " ", one_line(answer.content.decode()).partition("<main")[2])
    return " ".join(text.replace("&nbsp;", " ").split())


def test_the_list_has_every_class_and_leads_to_it(client: Client) -> None:
    page = one_line(client.get("/ships/").content.decode())
    for facts in classes():
        assert f'href="/ships/{facts.key}/"' in page
    assert "214 classes, 1019 named ships" in page


def test_the_header_leads_to_the_ships(client: Client) -> None:
    assert '<a href="/ships/">Ships</a>' in one_line(client.get("/about/").content.decode())


def test_a_search_shows_what_was_looked_for(client: Client) -> None:
    text = text_of(client, "/ships/?q=chokai")
    assert "1 class, 1 named ship" in text
    assert "Takao class (unmodernised)" in text
    assert "Maya" not in text.partition("named ship")[2]


def test_a_search_that_finds_nothing_says_what_to_do(client: Client) -> None:
    assert "Use fewer words" in text_of(client, "/ships/?q=zeppelin")


def test_a_slip_is_asked_about_with_what_else_was_asked(client: Client) -> None:
    page = one_line(client.get("/ships/?q=KMS+Bismark&navy=KM").content.decode())
    assert 'Did you mean<a href="?q=Bismarck&amp;navy=KM">Bismarck</a>?' in page
    assert "1 class, 2 named ships" in text_of(client, "/ships/?q=Bismarck&navy=KM")


@every_case("query", ["navy=XX", "kind=??", "year=1812", "year=x", "q=" + "x" * 500])
def test_what_cannot_be_asked_breaks_nothing(client: Client, query: str) -> None:
    assert client.get(f"/ships/?{query}").status_code == 200


@pytest.mark.slow
def test_every_class_page_can_be_shown(client: Client) -> None:
    for facts in classes():
        assert facts.name in one_line(client.get(f"/ships/{facts.key}/").content.decode()).replace(
            "&#x27;", "'"
        )


def test_a_class_page_tells_facts_in_both_units_with_their_origin(client: Client) -> None:
    text = text_of(client, "/ships/ijn-furutaka/").replace("\N{NO-BREAK SPACE}", " ")
    assert "6 × 8 in (3 × 2) · 203 mm published" in text
    assert "8,700 long tons standard · 8,840 t published" in text
    assert "Commissioned 1926 unconfirmed" in text
    assert "http://pwencycl.kgbudge.com/F/u/Furutaka_class.htm" in text


def test_a_class_from_memory_is_marked_unconfirmed(client: Client) -> None:
    text = text_of(client, "/ships/rn-kgv/")
    assert "These figures are unconfirmed" in text
    assert " published" not in text.partition("Ratings")[0]


def test_ratings_open_to_their_workings(client: Client) -> None:
    page = one_line(client.get("/ships/ijn-furutaka/").content.decode())
    assert page.count("<details>") == page.count("<summary>") >= 15
    text = text_of(client, "/ships/ijn-furutaka/")
    assert (
        "Guns at range 0 5 derived 6 guns × 277 lb = 1,662 lb; (1,662 lb / 145 lb) to the power 2/3 = 5.08"
        in text
    )
    assert "weight of a shell: 277 lb unconfirmed" in text
    assert 'aria-label="Factors by range: C 5, 4, 2, 1; T 5, 3, 1, 0"' in page


def test_the_plot_has_a_bar_for_each_factor_and_no_style(client: Client) -> None:
    page = one_line(client.get("/ships/ijn-furutaka/").content.decode())
    assert page.count('<rect class="bar') == 8
    assert not re.search(r"\sstyle=", page)


def test_a_system_without_a_card_for_her_says_so(client: Client) -> None:
    assert "Fleet Battle has no card for ships of the type “AP”." in text_of(client, "/ships/km-ap/duisburg/")


def test_ratings_are_those_of_the_month_asked_for(client: Client) -> None:
    early = text_of(client, "/ships/usn-stlouis/helena/?year=1942&month=8")
    late = text_of(client, "/ships/usn-stlouis/helena/?year=1942&month=9")
    assert "August 1942: SC, FC." in early
    assert "Radar 1 derived" in early
    assert "September 1942: SC, FC, SG." in late
    assert "Radar 3 derived" in late
    assert "October 1944" in text_of(client, "/ships/usn-stlouis/?year=1944")


@every_case(
    ("address", "month", "year"),
    [
        ("rn-exeter/exeter", "March 1942", "1939"),  # lost on 1 March
        ("rn-exeter", "March 1942", "1939"),
        ("usn-fletcher/fletcher", "October 1942", "1939"),
        ("rn-drake/good-hope", "November 1914", "1902"),
    ],
)
def test_a_ship_is_rated_as_she_was_in_her_service(
    client: Client, address: str, month: str, year: str
) -> None:
    page = one_line(client.get(f"/ships/{address}/").content.decode())
    assert f"Ratings for {month}." in page
    assert re.search(rf'<select id="year"[^>]*><option[^>]*>{year}<', page)


@every_case("query", ["year=1938", "year=1942&month=13", "year=abcd", "month=0", "year=²²²²"])
def test_a_month_that_cannot_be_asked_for_is_refused_in_words(client: Client, query: str) -> None:
    text = text_of(client, f"/ships/usn-stlouis/?{query}")
    assert "Ratings cover 1939 to 1945." in text
    assert "Ratings for October 1942." in text


def test_a_ship_page_tells_sisters_radar_and_battles(client: Client) -> None:
    text = text_of(client, "/ships/usn-stlouis/helena/")
    assert "Unlike her sisters she had SG from 1942-09" in text
    assert "Battle of Kula Gulf" in text
    assert "6 July 1943 · radar SC, FC, SG · sunk in or soon after the battle" in text
    assert 'href="/ships/usn-stlouis/st-louis/"' in one_line(
        client.get("/ships/usn-stlouis/helena/").content.decode()
    )
    assert "No scenario includes this ship yet." in text


def test_a_ship_page_names_no_radar_that_came_after_she_was_lost(client: Client) -> None:
    assert "FuMO" in text_of(client, "/ships/km-panzerschiff/admiral-scheer/")
    spee = text_of(client, "/ships/km-panzerschiff/admiral-graf-spee/")
    assert "1941" not in spee.partition("Radar")[2].partition("Ratings")[0]


def test_a_ship_that_was_renamed_leads_to_her_other_name_and_is_no_sister_of_herself(client: Client) -> None:
    page = one_line(client.get("/ships/km-panzerschiff/lutzow/").content.decode())
    assert page.count('href="/ships/km-panzerschiff/deutschland/"') == 1
    text = text_of(client, "/ships/km-panzerschiff/lutzow/")
    assert "The same ship by another name: Deutschland ." in text
    assert "is disputed" in text
    assert "The same ship by another name: Lützow ." in text_of(client, "/ships/km-panzerschiff/deutschland/")


@pytest.mark.slow
def test_every_ship_has_a_page(client: Client) -> None:
    for facts in classes():
        for ship in ships_of(facts.key)[:2]:
            assert client.get(f"/ships/{facts.key}/{ship.slug}/").status_code == 200


def test_a_ship_page_leads_to_the_scenarios_that_list_her(client: Client) -> None:
    publish(read_file(LIBRARY / "savo-island.toml"), origin="library")
    Scenario.objects.update(visibility=Visibility.PUBLIC)
    page = one_line(client.get("/ships/ijn-takao-early/chokai/").content.decode())
    assert '<a href="/library/savo-island/">' in page
    assert "/library/savo-island/" not in one_line(
        client.get("/ships/ijn-takao-early/maya/").content.decode()
    )


def test_a_ship_page_keeps_hidden_scenarios_hidden(client: Client) -> None:
    publish(read_file(LIBRARY / "savo-island.toml"), origin="library")
    Scenario.objects.update(visibility=Visibility.PRIVATE)
    assert "savo-island" not in one_line(client.get("/ships/ijn-takao-early/chokai/").content.decode())


@every_case("address", ["/ships/no-such/", "/ships/usn-stlouis/yamato/", "/ships/no-such/yamato/"])
def test_what_is_not_there_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_the_list_offers_every_year_in_which_a_ship_came_into_service(client: Client) -> None:
    page = one_line(client.get("/ships/?year=1905").content.decode())
    for year in (1894, 1905, 1914, 1945):
        assert f">{year}</option>" in page
    assert "<option selected>1905</option>" in page
    assert page.index("Mikasa") < page.index("</tbody>")
    assert "Fletcher class" not in page


def test_page_of_a_ship_says_when_she_was_lost_as_people_say_it(client: Client) -> None:
    assert "Lost 30 January 1943" in one_line(client.get("/ships/usn-northampton/chicago/").content.decode())


def test_a_ship_stands_under_her_own_navy_and_not_her_classs(client: Client) -> None:
    page = one_line(client.get("/ships/rn-tribal-late/haida/").content.decode())
    assert "</span>Royal Canadian Navy · destroyer (DD)" in page
    assert "Royal Navy" not in page.partition("<h1>")[2].partition("</p>")[0]
    found = one_line(client.get("/ships/?q=Warramunga&navy=RAN").content.decode())
    assert "</span>RAN destroyer" in found
    whole = one_line(client.get("/ships/?navy=RN&q=Tribal").content.decode())
    assert "</span>RN destroyer" in whole
