"""What is shown to a club whose owner is of it no longer: it stays so until they choose something else."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from darkseas.club.membership import joining
from darkseas.club.models import AuditLine, Club, Share
from darkseas.engine.serialization.codec import write
from scenarios_app.drafts import store as drafts
from scenarios_app.drafts.people import invitations
from scenarios_app.drafts.publishing import Publishing, publish_draft
from scenarios_app.models import Draft, HexMap, Invitation, Scenario
from scenarios_app.visibility import show_to
from tests.club.clubs import a_club, a_map, client_of, joined, player
from tests.support.builders import register_toy, toy_scenario
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db
register_toy()

#: What a browser would send of a field that chooses among options: the chosen one, else the first.
_SELECT = re.compile(
    r'<select [^>]*name="visibility".*?</select>|<select id="map-visibility">.*?</select>', re.S
)
_CHOSEN = re.compile(r'<option value="([^"]*)" selected>([^<]*)<')
_FIRST = re.compile(r'<option value="([^"]*)"')
CLOSED = "As it is now: the members of another club"


@pytest.fixture
def club() -> Club:
    """A closed club that jon is of, beside the others."""
    club = a_club(is_closed=True)
    joined(club, "jon")
    return club


@pytest.fixture
def draft(club: Club) -> Draft:
    """Jon's draft, published for the club and changed since."""
    about = replace(toy_scenario().about, licence="CC0 1.0")
    begun = drafts.start(member("jon"), replace(toy_scenario(title="Jon's night"), about=about))
    publish_draft(begun.pk, member("jon"), Publishing(visibility=f"club:{club.slug}"))
    spec = replace(drafts.document_of(begun), title="Jon's other night")
    return drafts.save(begun.pk, member("jon"), 1, spec)


def leave(club: Club, name: str = "jon") -> None:
    """Let somebody be of the club no longer."""
    joining.leave(player(club, name))


def browser_sends(page: str) -> tuple[str, str]:
    """Value and words of what a browser sends of the choice who sees it."""
    field = _SELECT.search(page)
    assert field
    chosen = _CHOSEN.search(field[0])
    return (chosen[1], chosen[2]) if chosen else (_FIRST.findall(field[0])[0], "")


def shown(thing: Scenario | HexMap) -> tuple[str, int]:
    """Who may see a thing by now, and how many clubs."""
    thing.refresh_from_db()
    return thing.visibility, Share.objects.count()


def publish_by_form(client: Client, draft: Draft, **form: Any) -> Any:
    """Send the form that publishes the changes of a draft."""
    sent = {"note": "Later", "licence": "CC0 1.0", "version": draft.version, **form}
    return client.post(f"/drafts/{draft.pk}/difference/", sent)


def test_people_page_keeps_who_sees_it(club: Club, draft: Draft) -> None:
    address, client = f"/drafts/{draft.pk}/sharing/", logged_in("jon")
    assert browser_sends(client.get(address).content.decode())[0] == f"club:{club.slug}"
    leave(club)
    assert browser_sends(client.get(address).content.decode()) == ("", CLOSED)
    for choice in ({"visibility": ""}, {}):
        assert client.post(address, {"names": "member", **choice}).status_code == 302
        assert shown(draft.scenario) == ("club", 1)
    assert client.post(address, {"names": "", "visibility": "anybody"}).status_code == 200
    assert shown(draft.scenario) == ("club", 1)
    client.post(address, {"names": "", "visibility": "private"})
    assert shown(draft.scenario) == ("private", 0)


def test_publishing_page_keeps_who_sees_it(club: Club, draft: Draft) -> None:
    leave(club)
    client = logged_in("jon")
    page = client.get(f"/drafts/{draft.pk}/difference/").content.decode()
    assert browser_sends(page) == ("", CLOSED)
    assert publish_by_form(client, draft, visibility="anybody").status_code == 200
    assert publish_by_form(client, draft, visibility="").headers["Location"].startswith("/library/")
    assert shown(draft.scenario) == ("club", 1)
    assert client_of("member").get(f"/library/{draft.scenario.key}/").status_code == 200


def test_form_without_a_choice_shows_nothing_to_more_people(club: Club, draft: Draft) -> None:
    client = logged_in("jon")
    assert publish_by_form(client, draft).status_code == 200
    client.post(f"/drafts/{draft.pk}/sharing/", {"names": "member"})
    assert shown(draft.scenario) == ("club", 1)


def test_editor_offers_what_is_so_now(club: Club, draft: Draft) -> None:
    draft.authors.add(member("member"))
    leave(club)
    address = f"/drafts/{draft.pk}/"

    def known(name: str) -> dict[str, Any]:
        page = logged_in(name).get(address).content.decode()
        found = re.search(r'<script id="editor-known" type="application/json">(.*?)</script>', page)
        assert found
        return dict(json.loads(found[1]))

    assert (known("jon")["visibility"], known("jon")["visibilities"][0]) == ("", ["", CLOSED])
    assert known("member")["visibilities"] == []
    Club.objects.update(is_closed=False)
    assert known("jon")["visibilities"][0] == ["", "As it is now: the members of Ironclads"]


def test_api_publishes_for_the_same_people_and_refuses_a_club_that_one_is_not_of(
    club: Club, draft: Draft
) -> None:
    leave(club)
    client, address = logged_in("jon"), f"/api/v1/drafts/{draft.pk}/publish/"

    def publish(**body: str) -> int:
        return client.post(address, {"note": "Later", **body}, content_type="application/json").status_code

    assert publish(visibility=f"club:{club.slug}") == 422
    assert publish(visibility="") == 201
    assert shown(draft.scenario) == ("club", 1)


def test_first_revision_is_for_whom_it_was_said_to_be(club: Club) -> None:
    about = replace(toy_scenario().about, licence="CC0 1.0")
    begun = drafts.start(member("jon"), replace(toy_scenario(title="Dawn"), about=about))
    show_to(begun.scenario, member("jon"), f"club:{club.slug}")
    client = logged_in("jon")
    page = client.get(f"/drafts/{begun.pk}/difference/").content.decode()
    assert browser_sends(page)[0] == f"club:{club.slug}"
    client.post(f"/api/v1/drafts/{begun.pk}/publish/", {}, content_type="application/json")
    assert shown(begun.scenario) == ("club", 1)


def test_map_keeps_who_sees_it(club: Club) -> None:
    sea = a_map("jon")
    show_to(sea, member("jon"), f"club:{club.slug}")
    leave(club)
    client = logged_in("jon")
    assert browser_sends(client.get(f"/maps/{sea.key}/edit/").content.decode()) == ("", CLOSED)
    spec = client.get(f"/api/v1/maps/{sea.key}/").json()["map"]
    body = {"map": {**spec, "title": "Another"}, "key": sea.key, "visibility": ""}
    assert client.post("/api/v1/maps/", body, content_type="application/json").status_code == 201
    assert shown(sea) == ("club", 1)


def test_club_that_is_gone_is_nobody(club: Club, draft: Draft) -> None:
    Share.objects.all().delete()
    page = logged_in("jon").get(f"/drafts/{draft.pk}/sharing/").content.decode()
    assert browser_sends(page) == ("", "As it is now: no longer a club; you and your helpers")


@pytest.mark.parametrize(("taker", "left"), [("member", ("club", 1)), ("outsider", ("private", 0))])
def test_handed_on_it_is_the_clubs_only_with_an_owner_of_the_club(
    club: Club, draft: Draft, taker: str, left: tuple[str, int]
) -> None:
    client = logged_in(taker)
    assert "it becomes private" in re.sub(
        r"\s+|&[^;]*;", " ", logged_in("jon").get(f"/drafts/{draft.pk}/sharing/").content.decode()
    )
    invitations.offer_ownership(draft.scenario, taker)
    assert "it becomes private when you accept" in client.get("/drafts/").content.decode()
    client.post(f"/drafts/invitations/{Invitation.objects.get().pk}/", {"accept": "1"})
    assert shown(draft.scenario) == left
    assert draft.scenario.owner == member(taker)
    reads = client_of("umpire").get(f"/library/{draft.scenario.key}/").status_code
    assert reads == (200 if taker == "member" else 404)
    assert AuditLine.objects.filter(deed="share.withdrawn").exists() == (taker == "outsider")
    assert write(drafts.document_of(draft))["title"] == "Jon's other night"
