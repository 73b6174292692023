"""The feed of results: valid Atom whatever people type, each step that counts an entry, each for good."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from darkseas.club.feeds.results_feed import feed_of
from darkseas.club.models import Club, Player, Right
from darkseas.club.results import store
from darkseas.club.results.files import importing
from tests.club.results.club_events import facts, guest, joined, new_club, reported

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"
NASTY = "<i>Nel\x0b\ufffeson</i>"


def feed(client: Client) -> ET.Element:
    """The feed of the club, checked for what RFC 4287 asks of every feed."""
    answer = client.get("/clubs/ironclads/results.atom")
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    found = ET.fromstring(answer.content)
    assert found.tag == f"{ATOM}feed"
    for part in (found, *found.iter(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert len(part.findall(f"{ATOM}{name}")) == 1
        assert datetime.fromisoformat(part.findtext(f"{ATOM}updated", "")).tzinfo is not None
    assert found.findtext(f"{ATOM}author/{ATOM}name")
    rels = {link.get("rel"): link.get("href") for link in found.findall(f"{ATOM}link")}
    assert rels["self"] == "http://localhost/clubs/ironclads/results.atom"
    return found


def titles(found: ET.Element) -> list[str]:
    return [entry.findtext(f"{ATOM}title", "") for entry in found.iter(f"{ATOM}entry")]


def people() -> tuple[Player, Player, Player]:
    club = new_club()
    return joined(club, "ann"), joined(club, "bob"), joined(club, "dora", Right.Kind.DIRECTOR)


def test_each_step_that_counts_is_an_entry_for_good(client: Client) -> None:
    ann, bob, dora = people()
    result = reported(ann, bob)
    assert titles(feed(client)) == []
    store.confirm(result, bob)
    first = feed(client)
    assert titles(first) == ["ann won, bob lost"]
    store.correct(result, dora, "Wrong way round.", facts(ann, bob, 1))
    second = feed(client)
    assert titles(second) == ["Corrected: ann lost, bob won", "ann won, bob lost"]
    summaries = [entry.findtext(f"{ATOM}summary", "") for entry in second.iter(f"{ATOM}entry")]
    assert "Winner: Blue, before Red." in summaries[0]
    kept, old = (list(found.iter(f"{ATOM}entry"))[-1] for found in (second, first))
    assert ET.tostring(kept) == ET.tostring(old)
    store.void(result, dora, "It was a dream.")
    assert titles(feed(client))[0] == "No longer counts: ann lost, bob won"
    assert len({entry.findtext(f"{ATOM}id") for entry in feed(client).iter(f"{ATOM}entry")}) == 3


def test_what_never_counted_and_what_a_file_brought_is_no_news(client: Client) -> None:
    ann, bob, dora = people()
    disputed = reported(ann, bob)
    store.dispute(disputed, bob, "No.")
    store.void(disputed, dora, "Nobody knows.")
    guest(ann.club, "Nelson")
    text = "day,scenario,system,side_1,players_1,ended_1,side_2,players_2,ended_2\n"
    text += "1999-05-14,Savo,Dark Seas,Red,Nelson,won,Blue,ann,lost\n"
    batch = importing.keep(ann.club, dora, importing.old_file("old.csv", "", text.encode()))
    importing.take_back(batch, dora, "Another club’s.")
    assert titles(feed(client)) == []


def test_no_text_breaks_the_feed(client: Client) -> None:
    ann, _, dora = people()
    Club.objects.update(name=NASTY)
    nasty = replace(facts(ann, guest(ann.club, NASTY)), scenario_text="<b>Savo</b> & ]]> “Coves”")
    store.decide(store.report(ann.club, ann, nasty), dora, "It was so.")
    found = feed(client)
    assert titles(found) == ["ann won, <i>Nelson</i> lost"]
    (entry,) = found.iter(f"{ATOM}entry")
    assert "&lt;b&gt;Savo&lt;/b&gt; &amp; ]]&gt; “Coves”" in entry.findtext(f"{ATOM}summary", "")


def test_ids_are_the_same_after_a_move_and_differ_between_clubs(client: Client, settings: Any) -> None:
    ann, bob, _ = people()
    store.confirm(reported(ann, bob), bob)

    def ids(club: Club) -> list[str]:
        return [one.text or "" for one in ET.fromstring(feed_of(club)).iter(f"{ATOM}id")]

    before = ids(ann.club)
    settings.SITE_ADDRESS = "https://elsewhere.example"
    Club.objects.update(slug="moved")
    ann.club.refresh_from_db()
    assert ids(ann.club) == before
    assert all(one.startswith("urn:uuid:") for one in before)
    assert len({*before, *ids(new_club("others"))}) == len(before) + 1 == 3
