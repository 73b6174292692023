"""A battle that is there under several rules systems: each page shows the others, and leads there."""

import pytest
from django.test import Client

from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Scenario, Visibility
from scenarios_app.revisions.store import publish
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db

KEYS = ("denmark-strait", "hood-and-bismarck", "denmark-strait-easyships", "first-salvoes")
HEADING = "Under other rules</h2>"


def page_of(client: Client, key: str) -> str:
    """What the page of a scenario says."""
    return one_line(client.get(f"/library/{key}/").content.decode())


def publish_all() -> None:
    """Publish three scenarios of one battle, and one of its day that names none."""
    for key in KEYS:
        publish(read_file(LIBRARY / f"{key}.toml"), origin="library")


def test_page_shows_the_same_battle_under_each_other_system(client: Client) -> None:
    publish_all()
    page = page_of(client, "denmark-strait-easyships")
    assert HEADING in page
    assert page.count('<a href="/library/hood-and-bismarck/">Hood and Bismarck</a>') == 2
    assert 'href="/library/denmark-strait/"' in page
    assert '2 ships<span class="small soft">1 BC, 1 BB</span>' in page
    assert "<td>36 minutes</td>" in page
    assert "no map: cards" in page
    assert HEADING in page_of(client, "hood-and-bismarck")


def test_relation_is_what_scenarios_say_and_not_their_day_and_ships(client: Client) -> None:
    publish_all()
    assert 'href="/library/first-salvoes/"' not in page_of(client, "denmark-strait-easyships")
    assert HEADING not in page_of(client, "first-salvoes")


def test_page_names_nothing_that_its_reader_may_not_see(client: Client) -> None:
    publish_all()
    Scenario.objects.exclude(key="hood-and-bismarck").update(visibility=Visibility.PRIVATE)
    assert HEADING not in page_of(client, "hood-and-bismarck")


def test_programs_find_scenarios_by_their_battle(client: Client) -> None:
    publish_all()
    lines = client.get("/api/v1/scenarios/", {"historical_battle": "BATTLE of the Denmark  Strait"}).json()
    assert {line["key"] for line in lines["scenarios"]} == set(KEYS[:3])
    assert {line["historical_battle"] for line in lines["scenarios"]} == {"Battle of the Denmark Strait"}
