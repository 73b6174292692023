"""A scenario or map for a club: its players find and open it everywhere, nobody else learns of it."""

import json
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import Http404
from django.test import Client, RequestFactory

from darkseas.club.membership import joining, sharing
from darkseas.club.models import AuditLine, Club, Share
from darkseas.web.problems import Problem
from replays_app.live.stream.stream_access import admit
from replays_app.models import Battle
from scenarios_app import access
from scenarios_app.models import Scenario, Visibility
from scenarios_app.visibility import NoSuchChoice, choice_of, choice_shown_to, choices_for, show_to
from tests.club.clubs import a_club, a_map, client_of, joined, player
from tests.support.builders import register_toy, toy_battle
from tests.support.members import member, moderator

pytestmark = pytest.mark.django_db
register_toy()

#: Of a scenario called Coves, whose key is "coves", and a battle on it.
SCENARIO_PAGES = (
    "/library/coves/",
    "/library/coves/scenario.json",
    "/library/coves/difference/",
    "/library/coves/revisions/1/",
    "/library/coves/revisions/1/scenario.json",
)
BATTLE_PAGES = (
    "/battles/{battle}/",
    "/battles/{battle}/prose/",
    "/battles/{battle}/report.md",
    "/battles/{battle}/dice/",
    "/api/v1/battles/{battle}",
    "/api/v1/battles/{battle}/events",
    "/api/v1/battles/{battle}/outline",
    "/api/v1/battles/{battle}/lines",
    "/api/v1/battles/{battle}/steps/1",
    "/api/v1/battles/{battle}/export",
)
MAP_PAGES = (
    "/maps/{map}/",
    "/maps/{map}/revisions/1/map.json",
    "/maps/{map}/revisions/1/map.tmj",
    "/api/v1/maps/{map}/",
)
#: Lists and searches, and what stands there of the thing.
LISTS = (
    ("/library/", "coves"),
    ("/library/?q=coves", "coves"),
    ("/api/v1/scenarios/?q=coves", "coves"),
    ("/battles/", "{battle}"),
    ("/api/v1/battles", "{battle}"),
    ("/maps/", "{map}"),
    ("/api/v1/maps/", "{map}"),
    ("/challenges/new/?scenario=coves", "Coves"),
    ("/play/", "coves"),
)
OUTSIDERS = ("anonymous", "outsider", "left")
PLAYERS = ("member", "umpire", "owner")


@pytest.fixture
def places() -> dict[str, str]:
    """A club, and what its director lets it see."""
    club = a_club(is_closed=True)
    joined(club, "left")
    battle, sea, director = toy_battle(), a_map("director"), member("director")
    scenario = Scenario.objects.get()
    scenario.owner = director
    scenario.save()
    for thing in (scenario, sea):
        show_to(thing, director, f"club:{club.slug}")
    joining.leave(player(club, "left"))
    return {"battle": str(battle.pk), "map": sea.key, "club": club.slug}


def shown_at(client: Client, address: str, sign: str) -> bool:
    """Whether a list shows a thing: what was asked for stands in its own search field."""
    answer = client.get(address, follow=True)
    return answer.status_code == 200 and f"/{sign}" in _without_form(answer.content.decode())


def _without_form(text: str) -> str:
    return text.replace("scenario=coves", "").replace("q=coves", "")


def test_pages_are_for_the_club_alone(places: dict[str, str]) -> None:
    for address in (*SCENARIO_PAGES, *BATTLE_PAGES, *MAP_PAGES):
        here = address.format(**places)
        for _ in range(2):  # also where the answer was kept
            assert {role: client_of(role).get(here).status_code for role in OUTSIDERS} == dict.fromkeys(
                OUTSIDERS, 404
            ), here
            assert {role: client_of(role).get(here).status_code for role in PLAYERS} == dict.fromkeys(
                PLAYERS, 200
            ), here


def is_let_follow(role: str, battle: str) -> bool:
    """Whether the stream's door lets somebody in."""
    request = RequestFactory().get(f"/api/v1/battles/{battle}/stream")
    request.user = AnonymousUser() if role == "anonymous" else member(role)
    try:
        admit(request, UUID(battle))
    except (Problem, Http404):
        return False
    return True


def test_stream_is_for_the_club_alone(places: dict[str, str]) -> None:
    let = {role: is_let_follow(role, places["battle"]) for role in (*OUTSIDERS, *PLAYERS)}
    assert let == dict.fromkeys(OUTSIDERS, False) | dict.fromkeys(PLAYERS, True)


def test_lists_and_searches_show_it_to_the_club_alone(places: dict[str, str]) -> None:
    seen = 0
    for address, name in LISTS:
        sign = name.format(**places)
        assert [role for role in OUTSIDERS if shown_at(client_of(role), address, sign)] == [], address
        seen += shown_at(client_of("member"), address, sign)
    assert seen >= 6


def test_answers_for_the_club_are_kept_by_nobody_else(places: dict[str, str]) -> None:
    for address in BATTLE_PAGES[4:]:
        answer = client_of("member").get(address.format(**places))
        assert answer.headers["Cache-Control"] in ("private, no-store", "private, no-cache"), address


def test_club_lists_what_is_shared_for_its_own(places: dict[str, str]) -> None:
    address = f"/clubs/{places['club']}/shared/"
    text = client_of("member").get(address).content.decode()
    assert "/library/coves/" in text
    assert f"/maps/{places['map']}/" in text
    Club.objects.update(is_closed=False)
    assert "coves" not in client_of("outsider").get(address).content.decode()
    assert "coves" not in client_of("outsider").get(f"/clubs/{places['club']}/").content.decode()


def test_owner_takes_it_back_and_the_editor_takes_it_out(places: dict[str, str]) -> None:
    scenario = Scenario.objects.get()
    show_to(scenario, member("director"), "private")
    assert client_of("member").get("/library/coves/").status_code == 404
    assert not Share.objects.filter(scenario=scenario).exists()
    share = Share.objects.get()
    by = player(share.club, "scenario-editor")
    client_of("scenario-editor").post(f"/clubs/{places['club']}/shared/{share.pk}/take-out/")
    assert share.hex_map is not None
    share.hex_map.refresh_from_db()
    assert (share.hex_map.visibility, Share.objects.exists()) == ("private", False)
    deeds = list(AuditLine.objects.filter(deed__startswith="share").values_list("deed", "by"))
    assert deeds[:2] == [("share.taken-out", by.pk), ("share.withdrawn", player(share.club, "director").pk)]


def test_what_was_taken_down_is_gone_for_the_club_too(places: dict[str, str]) -> None:
    Scenario.objects.update(taken_down_at="2026-01-01T00:00Z")
    for role in (*OUTSIDERS, "member"):
        # 410 would tell that there was something.
        assert client_of(role).get("/library/coves/").status_code == 404
    assert client_of("director").get("/library/coves/").status_code == 200
    assert not sharing.shares_of(Club.objects.get()).exclude(scenario=None).exists()


def test_moderator_sees_it_as_everything(places: dict[str, str]) -> None:
    assert access.visible(moderator("judge")).exists()


def test_visibility_without_a_club_shows_it_to_nobody(places: dict[str, str]) -> None:
    Share.objects.all().delete()
    assert client_of("member").get("/library/coves/").status_code == 404
    assert choice_of(Scenario.objects.get()) == ""


def test_one_chooses_among_ones_own_clubs(places: dict[str, str]) -> None:
    club, scenario = Club.objects.get(), Scenario.objects.get()
    assert choice_of(scenario) == f"club:{club.slug}"
    assert (f"club:{club.slug}", "The members of Ironclads") in choices_for(member("member"))
    assert [value for value, _ in choices_for(member("outsider"))] == ["public", "unlisted", "private"]
    for choice in (f"club:{club.slug}", "club:no-such", "club", "", "secret"):
        with pytest.raises(NoSuchChoice):
            show_to(scenario, member("outsider"), choice)


def test_who_helps_with_a_thing_does_not_read_there_which_club_sees_it(places: dict[str, str]) -> None:
    club, scenario = Club.objects.get(), Scenario.objects.get()
    assert choice_shown_to(member("outsider"), scenario) == ""
    assert choice_shown_to(member("member"), scenario) == f"club:{club.slug}"


def patch(client: Client, body: dict[str, Any]) -> Any:
    """Change a scenario by the API."""
    return client.patch("/api/v1/scenarios/coves/", json.dumps(body), content_type="application/json")


def test_api_and_form_offer_the_club(places: dict[str, str]) -> None:
    cache.clear()
    client = client_of("director")
    assert patch(client, {"visibility": "public"}).json()["visibility"] == "public"
    assert patch(client, {"visibility": f"club:{places['club']}"}).json()["visibility"] == Visibility.CLUB
    assert patch(client, {"visibility": "club:harbour"}).status_code == 422
    assert patch(client, {"visibility": "club"}).status_code == 422
    page = client.get(f"/maps/{places['map']}/edit/").content.decode()
    assert f'<option value="club:{places["club"]}" selected>The members of Ironclads</option>' in page
    assert Battle.objects.count() == 1
