"""Challenges whose sides are bid for: sealed until both bids are in, opened together, kept in the battle."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from darkseas.engine.events import BattleEnded, BidsOpened
from replays_app.log import store as log_store
from replays_app.models import Battle, Challenge, Holding
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.perspectives import ALL
from replays_app.seats.bids import BadBid, Bid, bid_of, opened
from replays_app.simulation import verification
from scenarios_app.revisions.store import publish
from tests.support.builders import forms_of, give, seats_of, toy_revision
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in, member

KEY = "first-salvoes"


@pytest.fixture(autouse=True)
def scenario(db: None) -> None:
    """A day of cards, which counts points."""
    cache.clear()
    publish(library_spec(KEY), origin="library")


def sides() -> list[str]:
    """The keys of its two sides."""
    return [side.key for side in library_spec(KEY).sides]


def made(side: str, points: object, **form: str) -> Challenge:
    """Ann's challenge with a bid."""
    body = {"scenario": KEY, "side": "bid", "open": "lobby", "dice": "sha256-1", **form}
    logged_in("ann").post("/challenges/make/", {**body, "bid_side": side, "bid_points": str(points)})
    return Challenge.objects.latest("pk")


def accepted(challenge: Challenge, side: str, points: object) -> Any:
    """Bob accepts with a bid."""
    body = {"bid_side": side, "bid_points": str(points)}
    return logged_in("bob").post(f"/challenges/{challenge.token}/accept/", body)


def holders(battle: Battle) -> dict[str, str]:
    """Who sits where."""
    held = Holding.objects.filter(seat__battle=battle, to_entry=None).select_related("seat", "member")
    return {one.seat.side: one.member.username for one in held if one.member}


def scores(battle: Battle) -> dict[str, int]:
    """The points of each side now."""
    context = BattleContext.of(battle)
    state = cursor_cache.newest(context, ALL).state
    return {side: int(points) for side, points in context.system.standing(state).scores.items()}


def test_higher_bid_has_the_side_and_gives_its_points_to_the_other(subtests: pytest.Subtests) -> None:
    for first, second, makers, points in [
        (("a", 5), ("a", 3), "a", {"b": 5}),
        (("a", 3), ("a", 5), "b", {"b": 5}),
        (("a", 4), ("a", 4), "b", {"b": 4}),
        (("a", 0), ("a", 0), "b", {}),
        (("b", 7), ("b", 2), "b", {"a": 7}),
        (("a", 9), ("b", 2), "a", {}),
        (("b", 0), ("a", 8), "b", {}),
    ]:
        with subtests.test(first=first, second=second, makers=makers, points=points):
            outcome = opened(Bid(*first), Bid(*second), ("a", "b"))
            assert (outcome.makers, outcome.event.points) == (makers, points)
            assert {outcome.makers, outcome.takers} == {"a", "b"}
            assert (outcome.event.wanted[makers], outcome.event.bids[makers]) == first
            assert (outcome.event.wanted[outcome.takers], outcome.event.bids[outcome.takers]) == second


def test_bid_is_a_whole_number(subtests: pytest.Subtests) -> None:
    for text in ["", "-1", "1.5", "many", "1000000", "٣"]:
        with subtests.test(text=text), pytest.raises(BadBid):
            bid_of({"bid_side": "a", "bid_points": text})


def test_bids_are_opened_in_the_log_and_count_in_the_battle() -> None:
    one, other = sides()
    challenge = made(one, 5)
    answer = accepted(challenge, one, 3)
    battle = Battle.objects.get()
    assert answer["Location"] == f"/battles/{battle.pk}/play/"
    assert holders(battle) == {one: "ann", other: "bob"}
    event = log_store.read(battle.pk)[1].event
    assert event == BidsOpened({one: one, other: one}, {one: 5, other: 3}, {other: 5})
    costs = {one: scores(battle)[one], other: scores(battle)[other] - 5}
    assert min(costs.values()) > 5
    page = Client().get(f"/battles/{battle.pk}/seats/").content.decode()
    assert "The bids are revealed: " in page
    assert "5 points count for" in page
    assert "The bids are revealed: " in Client().get(reverse("prose", args=[battle.pk])).content.decode()
    red = seats_of(battle)[one]
    give(red, "resign", {}, expected=forms_of(red)[0])
    ended = next(entry.event for entry in log_store.read(battle.pk) if isinstance(entry.event, BattleEnded))
    assert ended.scores == {one: str(costs[one]), other: str(costs[other] + 5)}
    assert verification.check(battle) == []


def test_who_wants_the_other_side_gives_nothing() -> None:
    one, other = sides()
    accepted(made(one, 5), other, 9)
    battle = Battle.objects.get()
    assert holders(battle) == {one: "ann", other: "bob"}
    assert log_store.read(battle.pk)[1].event == BidsOpened({one: one, other: other}, {one: 5, other: 9}, {})


def test_at_equal_bids_who_accepts_has_the_side() -> None:
    one, other = sides()
    accepted(made(other, 4), other, 4)
    assert holders(Battle.objects.get()) == {one: "ann", other: "bob"}


def seen_by(client: Client, challenge: Challenge) -> str:
    """All that somebody is shown of a challenge before it is accepted."""
    pages = [f"/challenges/{challenge.token}/", "/play/", "/api/v1/challenges"]
    text = "".join(client.get(page).content.decode() for page in pages)
    return re.sub(
        r'csrfmiddlewaretoken" value="\w+|\d\d:\d\d(:\d\d\.\d+\+00:00)?|' + challenge.token, "", text
    )


def test_h1_bid_is_sealed_until_somebody_accepts() -> None:
    """Two challenges that differ in their bid alone are the same to everybody else, to the byte."""
    one, other = sides()
    for client in (logged_in("bob"), Client()):
        seen = []
        for side, points in ((one, 5), (other, 888)):
            challenge = made(side, points)
            seen.append(seen_by(client, challenge))
            own = seen_by(logged_in("ann"), challenge)
            assert f"{points} for " in own
            challenge.delete()
        assert seen[0] == seen[1]
        assert "bid" in seen[0]


@pytest.mark.parametrize(
    ("side", "points"), [("nobody", "3"), ("", "3"), (None, "1000"), (None, "x"), (None, "")]
)
def test_wrong_bids_make_and_accept_nothing(side: str | None, points: str) -> None:
    wanted = sides()[0] if side is None else side
    body = {"scenario": KEY, "side": "bid", "open": "lobby", "dice": "sha256-1"}
    logged_in("ann").post("/challenges/make/", {**body, "bid_side": wanted, "bid_points": points})
    assert not Challenge.objects.exists()
    challenge = made(sides()[0], 1)
    accepted(challenge, wanted, points)
    assert not Battle.objects.exists()
    challenge.refresh_from_db()
    assert challenge.state == "open"


def test_rules_that_count_no_bids_are_offered_none() -> None:
    toy_revision()
    ann = logged_in("ann")
    assert "By bid" not in ann.get("/challenges/new/?scenario=coves").content.decode()
    assert "By bid" in ann.get(f"/challenges/new/?scenario={KEY}").content.decode()
    body = {"scenario": "coves", "side": "bid", "open": "lobby", "dice": "sha256-1"}
    ann.post("/challenges/make/", {**body, "bid_side": "red", "bid_points": "3"})
    assert not Challenge.objects.exists()


def test_bot_of_a_member_bids_by_the_api() -> None:
    one, other = sides()
    challenge = made(one, 5)
    bob = logged_in("bob")
    (line,) = bob.get("/api/v1/challenges").json()["challenges"]
    assert (line["by_bid"], sorted(line["free"])) == (True, sorted([one, other]))
    where = f"/api/v1/challenges/{challenge.token}/accept"
    assert bob.post(where, {"side": one}, content_type="application/json").status_code == 409
    assert bob.post(where, {"side": one, "bid": -1}, content_type="application/json").status_code == 409
    answer = bob.post(where, {"side": one, "bid": 6}, content_type="application/json")
    assert (answer.status_code, answer.json()["side"]) == (201, one)
    assert scores(Battle.objects.get())[other] > 6


def test_makers_data_have_their_bid_and_clocks_and_dice_go_with_it() -> None:
    one, _ = sides()
    challenge = made(one, 5, dice="ds-dice-1", clock="each", each="2", unit="days")
    data = logged_in("ann").get("/members/me/data/").json()["battles"]["challenges"]
    assert data[0]["bid"] == {"side": one, "points": 5}
    accepted(challenge, one, 6)
    battle = Battle.objects.get()
    assert holders(battle)[one] == "bob"
    assert battle.clock.allowance_s == 2 * 86_400
    assert isinstance(log_store.read(battle.pk)[1].event, BidsOpened)
    assert member("ann").challenges.get().battle == battle
