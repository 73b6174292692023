"""The page of the editor: who may open it, and what it says from the start."""

import json
import re

import pytest
from django.test import Client
from django.utils import timezone

from darkseas.engine.serialization.canonical_json import Json
from darkseas.members.models import Member
from scenarios_app.drafts import store as drafts
from scenarios_app.drafts.starting_points import BLANK, starting_point
from scenarios_app.models import Draft

pytestmark = pytest.mark.django_db


def member(name: str) -> Member:
    """A member whose address is confirmed."""
    return Member.objects.create_user(name, f"{name}@example.org".lower(), email_confirmed_at=timezone.now())


def client_of(person: Member) -> Client:
    """A browser that is logged in."""
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def ann() -> Member:
    """The owner."""
    return member("Ann")


@pytest.fixture
def draft(ann: Member) -> Draft:
    """A draft with nothing in it yet."""
    return drafts.start(ann, starting_point("dark_seas", BLANK, "Night <action>"))


def known_of(page: str) -> dict[str, Json]:
    """What the page tells its script."""
    found = re.search(r'<script id="editor-known" type="application/json">(.*?)</script>', page)
    assert found
    known: dict[str, Json] = json.loads(found[1])
    return known


def test_owner_and_helper_open_it_and_nobody_else(draft: Draft, ann: Member) -> None:
    address = f"/drafts/{draft.pk}/"
    ben, cleo = member("Ben"), member("Cleo")
    draft.authors.add(ben)
    assert client_of(ann).get(address).status_code == 200
    assert client_of(ben).get(address).status_code == 200
    assert client_of(cleo).get(address).status_code == 404
    stranger = Client().get(address)
    assert stranger.status_code == 302
    assert "/login/" in stranger["Location"]


def test_page_says_what_there_is_to_mend_and_is_not_kept(draft: Draft, ann: Member) -> None:
    answer = client_of(ann).get(f"/drafts/{draft.pk}/")
    known = known_of(answer.content.decode())
    assert answer["Cache-Control"] == "private, no-store"
    assert "unsafe-inline" not in answer["Content-Security-Policy"]
    assert known["id"] == str(draft.pk)
    assert known["me"] == "Ann"
    assert {finding["where"] for finding in known["findings"]} >= {"sides.west.ships", "sides.east.ships"}
    assert {"key": "IJN", "name": "Imperial Japanese Navy"} in known["navies"]
    assert known["kinds"]["CA"] == "heavy cruiser"
    assert "CC BY 4.0" in known["licences"]


def test_title_is_text(draft: Draft, ann: Member) -> None:
    page = client_of(ann).get(f"/drafts/{draft.pk}/").content.decode()
    assert "Night &lt;action&gt;" in page
    assert "<action>" not in page
