"""The first page, the library, a scenario's page and the credits."""

import json
import re
from dataclasses import replace

import pytest
from django.test import Client
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from darkseas.engine.scenario.spec import About, Source
from darkseas.rules.registry import SYSTEMS
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.revisions.dates_and_system_titles import in_words
from scenarios_app.revisions.store import publish
from tests.support.every_case import every_case
from tests.support.library.library_battles import library_battle
from tests.support.library.library_specs import library_spec
from tests.support.library.stored_library import load_library
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db

SAVO = "savo-island"


def publish_copies(count: int) -> None:
    """Publish a scenario of the library so many times, under other keys and titles."""
    spec = read_file(LIBRARY / "cape-bon.toml")
    for number in range(count):
        publish(replace(spec, key=f"copy-{number}", title=f"Copy {number}"))


def queries_of(client: Client, address: str, django_assert_max_num_queries: DjangoAssertNumQueries) -> int:
    """Return how many queries a page costs."""
    with django_assert_max_num_queries(50) as counted:
        assert client.get(address).status_code == 200
    return len(counted.captured_queries)


def test_home_without_scenarios_says_what_to_do(client: Client) -> None:
    text = client.get("/").content.decode()
    assert "The library is empty." in text
    assert "No battle has been recorded here yet." in text


def test_home_leads_to_the_featured_battle_in_one_click(client: Client) -> None:
    load_library()
    library_battle("cape-bon")
    battle = library_battle(SAVO)
    text = client.get("/").content.decode()
    assert f'<a class="watch" href="/battles/{battle.pk}/">' in text
    assert "Watch Savo Island" in text
    assert "9 August 1942" in text


def test_home_leads_to_the_guided_first_battles(client: Client) -> None:
    assert "Your first night battle" not in one_line(client.get("/").content.decode())
    publish(read_file(LIBRARY / "first-salvoes.toml"), origin="library")
    publish(read_file(LIBRARY / "first-night.toml"), origin="library")
    text = one_line(client.get("/").content.decode())
    assert '<a class="button main" href="/library/first-night/">Your first night battle</a>' in text
    assert '<a href="/library/first-salvoes/">First salvoes</a>' in text


def test_home_leads_to_the_rules_of_each_system_in_ten_minutes(client: Client) -> None:
    text = one_line(client.get("/").content.decode())
    assert '<a href="/rules/dark_seas/#ten-minutes">Dark Seas in ten minutes</a>or' in text
    assert '<a href="/rules/fleet_battle/#ten-minutes">Fleet Battle in ten minutes</a>or' in text
    assert '<a href="/rules/easyships/#ten-minutes">EasyShips in ten minutes</a>.' in text
    assert 'id="ten-minutes"' in client.get("/rules/dark_seas/").content.decode()


def test_page_of_a_guided_battle_says_so(client: Client) -> None:
    for key in ("first-night", "cape-bon"):
        publish(read_file(LIBRARY / f"{key}.toml"), origin="library")
    text = client.get("/library/first-night/").content.decode()
    assert text.index("Tutorial.") < text.index('class="fight"') < text.rindex("for whoever has never")
    assert "Tutorial." not in client.get("/library/cape-bon/").content.decode()


def test_long_page_of_a_scenario_begins_with_what_stands_on_it(client: Client) -> None:
    publish(read_file(LIBRARY / f"{SAVO}.toml"), origin="library")
    text = client.get(f"/library/{SAVO}/").content.decode()
    contents = text.partition('<nav class="contents"')[2].partition("</nav>")[0]
    leads = re.findall(r'href="#([\w-]+)"', contents)
    assert leads == [at for at in re.findall(r'<h2 id="([\w-]+)"', text) if at != "in-clubs"]
    assert {"history", "order-of-battle", "balance", "battles-fought", "sources"} <= set(leads)


def test_what_is_unconfirmed_is_said_once_for_a_block(client: Client) -> None:
    spec = read_file(LIBRARY / f"{SAVO}.toml")
    publish(spec, origin="library")
    text = client.get(f"/library/{SAVO}/").content.decode()
    block = text.partition("<h3>Timeline</h3>")[2].partition("</ol>")[0]
    marked = sum(moment.unconfirmed for moment in spec.about.timeline)
    assert block.count('<a class="unconfirmed"') == marked > 1
    assert block.count("marks facts without a source") == 1
    assert ">unconfirmed<" not in block


def test_home_features_another_battle_where_savo_was_not_fought(client: Client) -> None:
    load_library()
    battle = library_battle("cape-bon")
    assert f'<a class="watch" href="/battles/{battle.pk}/">' in client.get("/").content.decode()


@every_case("address", ["/", "/library/"])
def test_lists_cost_the_same_for_one_scenario_and_for_three(
    client: Client, address: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    publish_copies(1)
    one = queries_of(client, address, django_assert_max_num_queries)
    publish_copies(3)
    assert queries_of(client, address, django_assert_max_num_queries) == one


def test_library_tells_date_place_sides_and_battle(client: Client) -> None:
    load_library()
    battle = library_battle("cape-bon")
    text = client.get("/library/?q=cape").content.decode()
    spec = read_file(LIBRARY / "cape-bon.toml")
    for told in ("13 December 1941", spec.about.place, spec.about.length, "Dark Seas"):
        assert escape(told) in text
    assert f"/battles/{battle.pk}/" in text
    assert "none yet" in text


@every_case(
    ("question", "found"),
    [
        ("solomons", True),
        ("1942-08", True),
        ("mikawa slot", True),
        ("mikawa tunisia", False),
    ],
)
def test_library_finds_scenarios_by_all_words(client: Client, question: str, found: bool) -> None:
    load_library()
    text = client.get("/library/", {"q": question}).content.decode()
    assert ("/library/savo-island/" in text) is found


def test_library_names_what_was_not_found_harmlessly(client: Client) -> None:
    load_library()
    text = client.get("/library/", {"q": "<script>alert(1)</script>"}).content.decode()
    assert "No scenario matches" in text
    assert 'value="&lt;script&gt;alert(1)&lt;/script&gt;"' in text
    assert "<script>alert" not in text


def test_scenario_page_shows_ships_with_their_origins(client: Client) -> None:
    load_library()
    text = client.get(f"/library/{SAVO}/").content.decode()
    for told in ("Chokai", "Takao class (unmodernised)", "C 7-5-3-1; T 5-3-1-0 R", "Main column", "Mikawa"):
        assert told in text
    assert '<span class="origin origin-derived">derived</span>' in text
    assert '2<span class="origin origin-rulebook">rulebook</span>' in one_line(text)
    assert "No battles of this scenario yet." in text


def test_scenario_page_without_a_map_deals_the_cards(client: Client) -> None:
    load_library()
    text = client.get("/library/denmark-strait/").content.decode()
    found = re.search(r'<script id="ground" type="application/json">(.*?)</script>', text)
    assert found is not None
    ground = json.loads(found[1])
    assert ground["kind"] == "cards"
    assert {piece["title"] for piece in ground["pieces"]} == {
        "Hood",
        "Prince of Wales",
        "Bismarck",
        "Prinz Eugen",
    }
    assert "Victory conditions" in text
    assert "Light and visibility" not in text
    assert "hexes of" not in one_line(text)
    assert "hexes of 12,000 yards" in one_line(client.get("/library/savo-island/").content.decode())


def test_scenario_page_briefs_both_sides_and_names_the_radar(client: Client) -> None:
    load_library()
    text = client.get("/library/java-sea/").content.decode()
    for told in ("Rear Admiral Karel Doorman", "Rear Admiral Takeo Takagi", "Radar sets", "<td>279</td>"):
        assert told in text
    assert "Radar sets" not in client.get("/library/balikpapan/").content.decode()


def test_page_of_a_battle_that_was_never_fought_says_so(client: Client) -> None:
    load_library()
    text = client.get("/library/lee-against-kurita/").content.decode()
    for told in ("<strong>Hypothetical.</strong>", "what happened instead", "It never came to this."):
        assert told in text
    assert "<h3>Losses</h3>" not in text
    assert "Hypothetical" not in client.get("/library/calabria/").content.decode()


def test_scenario_page_has_a_clock_for_its_turns(client: Client) -> None:
    load_library()
    spec = library_spec("espero-convoy")
    text = one_line(client.get(f"/library/{spec.key}/").content.decode())
    start, light = spec.about.start, spec.sea["conditions"]
    assert isinstance(light, list)
    assert f"from about {start}" in text
    assert f"from {start} to" in text
    day = f"Day, sight {light[0]['visibility']} hexes"
    assert re.search(rf"<dt>Turns? 1( to [0-9])?, from {start}</dt><dd>{day}</dd>", text)
    aims = text.partition("Victory conditions")[2].partition("<h2>Notes")[0]
    assert "Otherwise" not in aims.partition("<dl")[2]


def test_scenario_page_says_how_much_of_what_is_derived_rests_on_memory(client: Client) -> None:
    load_library()
    text = client.get("/library/sunda-strait/").content.decode()
    said = re.search(r"use the facts of ([0-9]+) classes.*?([0-9]+) of them without any source", text, re.S)
    assert said is not None
    assert 0 < int(said[2]) <= int(said[1])


def test_scenario_page_lists_battles_and_sources(client: Client) -> None:
    load_library()
    battle = library_battle(SAVO)
    text = client.get(f"/library/{SAVO}/").content.decode()
    assert f'href="/battles/{battle.pk}/"' in text
    assert 'href="https://www.scribd.com/document/502069269/Dark-Seas-Scenarios-7-5"' in text


def test_scenario_page_makes_links_of_web_addresses_only(client: Client) -> None:
    spec = read_file(LIBRARY / "cape-bon.toml")
    trap = Source("A trap", "javascript:alert(1)")
    publish(replace(spec, key="trap", about=About(sources=(trap,))))
    text = client.get("/library/trap/").content.decode()
    assert "A trap" in text
    assert 'href="javascript' not in text


def test_scenario_page_of_nothing_is_not_found(client: Client) -> None:
    assert client.get("/library/no-such-battle/").status_code == 404


def test_about_credits_authors_and_coastlines(client: Client) -> None:
    text = client.get("/about/").content.decode()
    assert "Leonard R. Heinz" in text
    assert "Natural Earth" in text


@every_case(
    ("written", "said"),
    [("1942-08-09", "9 August 1942"), ("1942-10-11/12", "1942-10-11/12"), ("", ""), ("spring", "spring")],
)
def test_dates_are_said_as_people_say_them(written: str, said: str) -> None:
    assert in_words(written) == said


def test_credits_lead_to_authors_rulebooks_and_the_coast_where_an_address_is_known(client: Client) -> None:
    text = one_line(client.get("/about/").content.decode())
    linked = [one for one in SYSTEMS if one.companion.links]
    assert {"dark_seas", "fleet_battle", "easyships"} <= {one.key for one in linked}
    for one in linked:
        assert one.author in text
        assert all(f'<a href="{link.address}" rel="noreferrer">' in text for link in one.companion.links)
    assert '<a href="https://www.naturalearthdata.com/" rel="noreferrer">Natural Earth</a>' in text
