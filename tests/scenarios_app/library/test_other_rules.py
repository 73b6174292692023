"""A battle that is there under several rules systems: each page names the others, and leads to them."""

import pytest
from django.test import Client

from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Scenario, Visibility
from scenarios_app.revisions.store import publish

pytestmark = pytest.mark.django_db

KEYS = ("denmark-strait", "hood-and-bismarck", "denmark-strait-easyships", "river-plate")
HEADING = "The same battle by other rules"


def page_of(client: Client, key: str) -> str:
    """What the page of a scenario says."""
    return client.get(f"/library/{key}/").content.decode()


def publish_all() -> None:
    """Publish three scenarios of one battle, and one of another."""
    for key in KEYS:
        publish(read_file(LIBRARY / f"{key}.toml"), origin="library")


def test_page_names_the_same_battle_under_each_other_system(client: Client) -> None:
    publish_all()
    page = page_of(client, "denmark-strait-easyships")
    assert HEADING in page
    assert '<a href="/library/hood-and-bismarck/">Hood and Bismarck</a>' in page
    assert 'href="/library/denmark-strait/"' in page
    assert 'href="/library/river-plate/"' not in page
    assert HEADING not in page_of(client, "river-plate")


def test_page_names_nothing_that_its_reader_may_not_see(client: Client) -> None:
    publish_all()
    Scenario.objects.exclude(key="hood-and-bismarck").update(visibility=Visibility.PRIVATE)
    assert HEADING not in page_of(client, "hood-and-bismarck")
