"""Pictures of moments for where a link is shown, what such a place is told, and the feed of new battles."""

import html
import re
import struct
from datetime import UTC, datetime
from typing import Any
from unittest import mock
from xml.etree import ElementTree

import pytest
from django.test import Client

from replays_app import projections
from replays_app.models import Battle
from replays_app.pages import pictures
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.lines import lines_json
from replays_app.replay.perspectives import ALL
from replays_app.replay.whole_battle_facts import gather
from scenarios_app.models import Scenario
from tests.replays_app.pages.test_views import running_battle
from tests.support.library.library_battles import library_battle

pytestmark = pytest.mark.django_db

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def battle() -> Battle:
    """A whole battle of Savo Island between captains."""
    return library_battle()


def drawn(client: Client, battle: Battle, query: str = "") -> bytes:
    """The picture that an address gives."""
    answer = client.get(f"/battles/{battle.pk}/picture.png{query}")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    assert answer.content.startswith(PNG)
    return bytes(answer.content)


def size_of(picture: bytes) -> tuple[int, int]:
    """How wide and high a PNG is."""
    wide, high = struct.unpack(">II", picture[16:24])
    return wide, high


def shown_of_link(client: Client, address: str) -> dict[str, str]:
    """What a forum reads of a page."""
    text = client.get(address).content.decode()
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"', text)
    return {name: html.unescape(content) for name, content in found}


def test_picture_shows_the_moment_from_the_perspective(client: Client, battle: Battle) -> None:
    pictures = [drawn(client, battle, query) for query in ("?at=60", "?at=120", "?at=60&as=observer")]
    assert [size_of(one) for one in pictures] == [(1200, 630)] * 3
    assert len(set(pictures)) == 3
    small = drawn(client, battle, "?size=small")
    assert size_of(small) == (320, 180)
    contact = min(gather(BattleContext.of(battle), ALL).firsts.values())
    hidden = drawn(client, battle, "?size=small&result=hidden")
    assert hidden == drawn(client, battle, f"?size=small&at={contact}") != small
    assert max(map(len, pictures)) < 150_000


def test_picture_is_kept_and_known_again(client: Client, battle: Battle) -> None:
    address = f"/battles/{battle.pk}/picture.png?at=60"
    tag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304


def test_kept_picture_does_not_outlive_the_code_that_drew_it(
    client: Client, battle: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = drawn(client, battle, "?at=60")
    monkeypatch.setattr(pictures, "_drawn", lambda *_: PNG)
    assert drawn(client, battle, "?at=60") == before
    monkeypatch.setattr(pictures, "code_version", lambda: 16 * "f")
    assert drawn(client, battle, "?at=60") == PNG


@pytest.mark.parametrize("query", ["?at=99999", "?as=nobody", "?as=nobody&at=3"])
def test_picture_of_what_there_is_not_is_not_found(client: Client, battle: Battle, query: str) -> None:
    assert client.get(f"/battles/{battle.pk}/picture.png{query}").status_code == 404


def test_picture_of_a_running_battle_shows_what_everybody_knows(client: Client) -> None:
    battle = running_battle()
    assert drawn(client, battle) == drawn(client, battle, "?as=observer")
    for side in ("all", *(seat.side for seat in battle.seats.all())):
        assert client.get(f"/battles/{battle.pk}/picture.png?as={side}").status_code == 404


def test_battle_that_not_everybody_may_watch_has_no_picture(client: Client, battle: Battle) -> None:
    Scenario.objects.update(visibility="private")
    assert client.get(f"/battles/{battle.pk}/picture.png").status_code == 404


def test_link_to_a_moment_tells_what_happens_there(client: Client, battle: Battle) -> None:
    told = shown_of_link(client, f"/battles/{battle.pk}/?as=allies&at=60")
    [line] = lines_json(BattleContext.of(battle), "allies", 60, 1)
    assert told["og:title"] == battle.title
    assert told["og:description"] == line["sentence"]
    picture = told["og:image"]
    assert picture == f"http://testserver/battles/{battle.pk}/picture.png?as=allies&at=60"
    assert client.get(picture).content.startswith(PNG)
    assert told["twitter:card"] == "summary_large_image"


def test_link_to_a_battle_tells_nothing_of_its_end(client: Client, battle: Battle) -> None:
    told = shown_of_link(client, f"/battles/{battle.pk}/")
    assert "at=" not in told["og:image"]
    words = " ".join(told.values())
    assert "Victory" not in words
    assert "won" not in words
    contact = drawn(client, battle)
    assert contact != drawn(client, battle, f"?at={battle.summary.entries - 1}")


def test_link_to_a_running_battle_never_tells_what_a_side_knows(client: Client) -> None:
    battle = running_battle()
    told = shown_of_link(client, f"/battles/{battle.pk}/?as=all&at=1")
    assert "as=observer" in told["og:image"]


@pytest.mark.parametrize("address", ["/", "/library/savo-island/"])
def test_home_and_scenarios_have_a_picture(client: Client, battle: Battle, address: str) -> None:
    told = shown_of_link(client, address)
    answer = client.get(told["og:image"])
    assert size_of(answer.content) == (1200, 630)
    Scenario.objects.update(visibility="private")
    assert client.get(told["og:image"]).status_code == 404


def test_feed_has_the_new_battles_and_not_how_they_ended(client: Client, battle: Battle) -> None:
    answer = client.get("/battles/new.atom")
    assert answer.headers["Content-Type"].startswith("application/atom+xml")
    atom = "{http://www.w3.org/2005/Atom}"
    [entry] = ElementTree.fromstring(answer.content).findall(f"{atom}entry")  # our own
    link = entry.find(f"{atom}link")
    assert link is not None
    assert link.attrib["href"].endswith(f"/battles/{battle.pk}/")
    assert not re.search("won|[Vv]ictor", answer.content.decode())
    battle.status = Battle.Status.RUNNING
    battle.save()
    projections.project(BattleContext.of(battle))
    assert b"<entry>" not in client.get("/battles/new.atom").content


def test_ids_of_the_feed_are_the_same_after_the_site_has_moved(
    client: Client, battle: Battle, settings: Any
) -> None:
    def ids() -> list[bytes]:
        return re.findall(rb"<id>(.*?)</id>", client.get("/battles/new.atom").content)

    before = ids()
    settings.SITE_ADDRESS = "https://elsewhere.example"
    assert ids() == before
    assert [one[:9] for one in before] == [b"urn:uuid:"] * 2


def test_feed_without_battles_is_the_same_at_every_time(client: Client) -> None:
    some_day = datetime(2026, 1, 1, tzinfo=UTC)
    with mock.patch("replays_app.pages.feed.Atom1Feed.latest_post_date", return_value=some_day):
        first = client.get("/battles/new.atom")
    assert first.content == client.get("/battles/new.atom").content
    assert b"<updated>1970-01-01T00:00:00+00:00</updated>" in first.content


def test_icon_is_found_where_browsers_ask_for_it(client: Client) -> None:
    answer = client.get("/favicon.ico")
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith("darkseas/favicon.svg")
