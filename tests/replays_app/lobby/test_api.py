"""Challenges over the API: listed for others, accepted by a member's program."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from darkseas.members.personal_tokens import store as tokens
from replays_app.lobby import challenges
from replays_app.log import store as log_store
from replays_app.models import Battle, Challenge
from replays_app.recording.dice_schemes import HOUSE
from replays_app.seats import umpires
from replays_app.seats.viewer_seat import Holder
from tests.support.builders import toy_revision
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def challenge() -> Challenge:
    """An open challenge of a member who has the red side."""
    cache.clear()
    return challenges.make(
        toy_revision(), Holder(member=member("ada")), challenges.Wanted(side="red", dice=HOUSE)
    )


def bearing(name: str, *scopes: str) -> Client:
    """A program of a member's."""
    return Client(headers={"Authorization": f"Bearer {tokens.make(member(name), 'robot', scopes)}"})


def accept(client: Client, token: str, **body: str) -> Any:
    """Accept a challenge."""
    return client.post(f"/api/v1/challenges/{token}/accept", body, content_type="application/json")


def test_open_challenges_of_others_are_listed(challenge: Challenge) -> None:
    (line,) = bearing("bob").get("/api/v1/challenges").json()["challenges"]
    assert (line["challenge"], line["maker"], line["free"]) == (challenge.token, "ada", ["blue"])
    assert bearing("ada").get("/api/v1/challenges").json()["challenges"] == []
    challenges.withdraw(challenge)
    assert bearing("bob").get("/api/v1/challenges").json()["challenges"] == []


def test_challenge_not_meant_for_the_lobby_is_in_no_list() -> None:
    wanted = challenges.Wanted(is_listed=False)
    challenges.make(toy_revision(), Holder(member=member("ada")), wanted)
    assert bearing("bob").get("/api/v1/challenges").json()["challenges"] == []


@pytest.mark.parametrize(("named", "sits"), [("jo", True), ("", False), ("zoe", False)])
def test_who_accepts_is_told_the_umpire_and_agrees_by_their_name(named: str, sits: bool) -> None:
    cache.clear()
    wanted = challenges.Wanted(side="red", dice=HOUSE, has_umpire=True)
    challenge = challenges.make(toy_revision(), Holder(member=member("ada")), wanted)
    assert bearing("bob").get("/api/v1/challenges").json()["challenges"][0]["umpire"] is None
    umpires.take(challenge, Holder(member=member("jo")), log_store.length)
    assert bearing("bob").get("/api/v1/challenges").json()["challenges"][0]["umpire"] == "jo"
    told = accept(bearing("bob", "play"), challenge.token, umpire=named).json()
    assert (told["umpire"], told["umpire_sits"]) == ("jo", sits)


def test_program_takes_a_seat_and_orders_with_its_members_token(challenge: Challenge) -> None:
    program = bearing("bob", "play")
    answer = accept(program, challenge.token)
    assert (answer.status_code, answer.json()["side"]) == (201, "blue")
    battle = f"/api/v1/battles/{answer.json()['battle']}"
    now = program.get(f"{battle}/forms").json()
    given = program.post(
        f"{battle}/orders",
        {"order": "plot", "blanks": {"hide": 1, "shell": 1}, "expected": now["length"]},
        content_type="application/json",
        headers={"Idempotency-Key": "k"},
    )
    assert (now["side"], given.status_code) == ("blue", 201)
    assert bearing("carol", "play").get(f"{battle}/forms").status_code == 403
    assert (
        bearing("bob").post(f"{battle}/orders", {}, content_type="application/json").json()["scope"] == "play"
    )


def test_challenge_is_accepted_once_by_another_member(challenge: Challenge) -> None:
    own = accept(bearing("ada", "play"), challenge.token)
    assert (own.status_code, own.json()["type"]) == (409, "urn:darkseas:problem:own-challenge")
    assert accept(bearing("bob", "write"), challenge.token).status_code == 403
    assert accept(Client(), challenge.token).status_code == 403
    assert accept(logged_in("bob"), challenge.token, side="blue").status_code == 201
    late = accept(logged_in("carol"), challenge.token)
    assert (late.status_code, late.json()["type"]) == (409, "urn:darkseas:problem:refused")
    assert accept(logged_in("carol"), "x").status_code == 404
    assert Battle.objects.count() == 1
