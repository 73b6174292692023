"""Streams of battles, from a real server: who hears what, when, and what nobody may hear."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from darkseas.members.models import PersonalToken
from darkseas.members.personal_tokens import store
from replays_app.live.chat import store as chat
from replays_app.live.stream import stream_limits
from replays_app.models import Battle, Holding, Seat
from replays_app.seats import taking_seats, visitors
from replays_app.seats.tokens import token_hash
from replays_app.seats.viewer_seat import Holder
from scenarios_app.models import Scenario
from tests.support.builders import fight_turns, forms_of, plot, seats_of, toy_started
from tests.support.members import logged_in, member
from tests.support.time_limits import limits

from .stream_server import PAGES_PORT, Listener, StreamServer, cookies_of, serving, stream_of, wait_until

pytestmark = pytest.mark.django_db(transaction=True)

HEARTBEAT_S = 0.7
HEARTBEAT = b": still here\n\n"
CHAT = b"event: chat\ndata: {}\n\n"


@pytest.fixture(scope="module")
def running(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StreamServer]:
    """A stream server that shows signs of life often."""
    with serving(tmp_path_factory.mktemp("streams"), HEARTBEAT_S) as server:
        yield server


@pytest.fixture
def server(running: StreamServer) -> Iterator[StreamServer]:
    """The same, with nobody listening before and after the test."""
    yield running
    running.come_to_rest()


def battle_of(*members: str) -> Battle:
    """A battle between two members that anybody may watch."""
    battle = toy_started(seats=()).battle
    for seat, name in zip(seats_of(battle).values(), members, strict=False):
        taking_seats.sit(seat, Holder(member=member(name)), 0)
    return battle


def token_of(battle: Battle, side: str) -> str:
    """A token that opens the seat of a side."""
    Seat.objects.filter(battle=battle, side=side).update(token_hash=token_hash(f"key of {side}"))
    return f"Seat key of {side}"


def parts_of(listener: Listener) -> list[bytes]:
    """What came on a stream, in parts, without the signs of life."""
    return [part for part in re.split(rb"(?<=\n\n)", listener.raw) if part not in (HEARTBEAT, b"")]


def test_order_by_one_is_heard_by_the_other(server: StreamServer) -> None:
    battle = battle_of("ann", "bob")
    ann, bob = (server.listen(battle.pk, client=logged_in(name)) for name in ("ann", "bob"))
    eve = server.listen(battle.pk, client=logged_in("eve"))
    assert ann.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    wait_until(lambda: ann.events and bob.events and eve.events)
    seats, before = seats_of(battle), len(eve.events)
    assert ann.events == [{"length": forms_of(seats["red"])[0], "called": True, "over": False}]
    assert eve.events[-1]["called"] is False
    plot(seats["red"])
    wait_until(lambda: len(ann.events) == 2)
    assert ann.events[-1]["called"] is False
    plot(seats["blue"])
    stretched = limits()
    wait_until(lambda: bob.lengths[-1:] == [forms_of(seats["blue"])[0]])
    wait_until(lambda: ann.lengths[-1:] == [forms_of(seats["red"])[0]])
    assert bob.events[-1] == {"length": bob.lengths[-1], "called": True, "over": False}
    assert abs(bob.came_at[-1] - ann.came_at[-1]) < stretched(1)
    wait_until(lambda: len(eve.events) > before)


def test_what_is_hidden_is_never_heard_nor_when_it_happened(server: StreamServer) -> None:
    """H-1 on the stream: two battles that differ in a sealed plot alone sound the same to others."""
    quiet, plotted = (heard_beside(server, is_plotting=is_plotting) for is_plotting in (False, True))
    assert quiet == plotted
    assert [len(parts) for parts in quiet] == [2, 2]


def heard_beside(server: StreamServer, *, is_plotting: bool) -> list[list[bytes]]:
    """What an observer and the enemy hear of a battle in which a side gives a sealed plot, or none."""
    battle = battle_of("ann", "bob")
    observer = server.listen(battle.pk)
    enemy, ann = (server.listen(battle.pk, client=logged_in(name)) for name in ("bob", "ann"))
    wait_until(lambda: observer.events and enemy.events and ann.events)
    if is_plotting:
        plot(seats_of(battle)["red"])
        wait_until(lambda: len(ann.events) == 2)
    beats = observer.raw.count(HEARTBEAT)
    wait_until(lambda: observer.raw.count(HEARTBEAT) >= beats + 2)
    return [parts_of(observer), parts_of(enemy)]


def test_chat_rings_for_the_seats_and_for_nobody_else(server: StreamServer) -> None:
    """A bell without a word; notes ring for nobody, and spectators hear neither it nor when it rang."""
    battle = battle_of("ann", "bob")
    red = seats_of(battle)["red"]
    token = token_of(battle, "blue")
    ann, bob = (server.listen(battle.pk, client=logged_in(name)) for name in ("ann", "bob"))
    holder, eve = server.listen(battle.pk, Authorization=token), server.listen(battle.pk)
    looking = server.listen(battle.pk, client=logged_in("bob"), as_="observer")
    hearers, others = (ann, bob, holder), (eve, looking)
    wait_until(lambda: all(one.events for one in (*hearers, *others)))
    chat.write(red, Holder(member=member("ann")), "They hide in cove 2.", chat.OWN)
    chat.write(red, Holder(member=member("ann")), "Good evening.", chat.SEATS)
    wait_until(lambda: all(CHAT in one.raw for one in hearers))
    chat.write(red, Holder(member=member("ann")), "Good luck.", chat.SEATS)
    wait_until(lambda: all(one.raw.count(CHAT) == 2 for one in hearers))
    beats = eve.raw.count(HEARTBEAT)
    wait_until(lambda: eve.raw.count(HEARTBEAT) >= beats + 2)
    assert [one.raw.count(CHAT) for one in hearers] == [2, 2, 2]
    assert [len(parts_of(one)) for one in others] == [2, 2]
    for one in (*hearers, *others):
        assert b"evening" not in one.raw
        assert b"cove" not in one.raw


def test_who_comes_again_hears_the_bell_for_what_was_written_meanwhile(server: StreamServer) -> None:
    battle = battle_of("ann", "bob")
    chat.write(seats_of(battle)["red"], Holder(member=member("ann")), "Good evening.", chat.SEATS)
    bob = server.listen(battle.pk, client=logged_in("bob"))
    wait_until(lambda: CHAT in bob.raw)
    assert bob.raw.count(CHAT) == 1


def test_signs_of_life_come_at_fixed_times_whatever_happens(server: StreamServer) -> None:
    battle = battle_of("ann", "bob")
    ann, observer = server.listen(battle.pk, client=logged_in("ann")), server.listen(battle.pk)
    wait_until(lambda: ann.events and observer.events)
    plot(seats_of(battle)["red"])
    wait_until(lambda: observer.raw.count(HEARTBEAT) == 5)
    assert abs(ann.raw.count(HEARTBEAT) - 5) <= 1
    assert len(observer.events) == 1


def test_who_comes_again_hears_only_what_is_new(server: StreamServer) -> None:
    battle = battle_of("ann", "bob")
    first = server.listen(battle.pk, client=logged_in("ann"))
    wait_until(lambda: first.events)
    known = str(first.lengths[-1])
    first.hang_up()
    again = server.listen(battle.pk, client=logged_in("ann"), Last_Event_ID=known)
    wait_until(lambda: again.raw.count(HEARTBEAT) >= 2)
    assert again.events == []
    again.hang_up()
    fight_turns(battle, 1)
    late = server.listen(battle.pk, client=logged_in("ann"), Last_Event_ID=known)
    wait_until(lambda: late.events)
    assert late.lengths == [forms_of(seats_of(battle)["red"])[0]]
    assert b"id: %d\n" % late.lengths[0] in late.raw


def test_stream_ends_with_the_battle_and_is_not_asked_for_again(server: StreamServer) -> None:
    battle = battle_of("ann", "bob")
    ann = server.listen(battle.pk, client=logged_in("ann"))
    wait_until(lambda: ann.events)
    seats = seats_of(battle)
    while not Battle.objects.get(pk=battle.pk).is_over:
        for seat in seats.values():
            if any(form.pressing for form in forms_of(seat)[1]):
                plot(seat)
    wait_until(lambda: ann.has_ended)
    assert ann.events[-1]["over"] is True
    assert [event["over"] for event in ann.events[:-1]] == [False] * (len(ann.events) - 1)
    known = {"Last_Event_ID": str(ann.lengths[-1])}
    reply = server.ask(stream_of(battle.pk, "red"), Cookie=cookies_of(logged_in("ann")), **known)
    assert (reply.status, reply.body) == (204, b"")
    other = server.listen(battle.pk, Last_Event_ID="3")
    wait_until(lambda: other.has_ended)
    assert [event["over"] for event in other.events] == [True]


def test_only_who_may_watch_may_follow(server: StreamServer) -> None:
    battle = battle_of("ann", "bob")
    Scenario.objects.update(visibility="private")
    for headers, status in (
        ({}, 404),
        ({"Authorization": "Seat of nobody"}, 404),
        ({"Cookie": f"sessionid=x; darkseas_visitor={visitors.new_key()}"}, 404),
    ):
        reply = server.ask(stream_of(battle.pk), **headers)
        assert reply.status == status
        assert reply.headers["Content-Type"] == "application/problem+json"
        assert battle.title not in reply.body.decode()
    red = server.listen(battle.pk, Authorization=token_of(battle, "red"))
    wait_until(lambda: red.events)
    assert red.lengths == [forms_of(seats_of(battle)["red"])[0]]
    for perspective in ("blue", "all", "umpire", "x" * 500):
        reply = server.ask(stream_of(battle.pk, perspective), Authorization=token_of(battle, "red"))
        assert reply.status == 404
    assert server.ask(stream_of(battle.pk), "POST").status == 405
    assert server.ask("/api/v1/battles").status == 404


def test_seat_that_is_handed_over_ends_the_stream(server: StreamServer) -> None:
    battle = battle_of("ann", "bob")
    ann, bob = (server.listen(battle.pk, client=logged_in(name)) for name in ("ann", "bob"))
    wait_until(lambda: ann.events and bob.events)
    taking_seats.change(Holding.objects.get(member=member("ann")), Holder(member=member("eve")), 1)
    wait_until(lambda: ann.has_ended)
    assert not bob.has_ended


def test_personal_token_follows_from_its_members_seat_until_it_is_revoked(server: StreamServer) -> None:
    battle = battle_of("ann", "bob")
    tokens = [store.make(member(name), "bot", []) for name in ("ann", "ann", "eve")]
    kept, lost, eve = (server.listen(battle.pk, Authorization=f"Bearer {token}") for token in tokens)
    wait_until(lambda: kept.events and lost.events and eve.events)
    assert [one.events[0]["called"] for one in (kept, lost, eve)] == [True, True, False]
    store.revoke(member("ann"), PersonalToken.objects.filter(member=member("ann")).latest("pk").pk)
    wait_until(lambda: lost.has_ended)
    assert not kept.has_ended
    reply = server.ask(stream_of(battle.pk), Authorization=f"Bearer {tokens[1]}")
    assert (reply.status, b"token is invalid" in reply.body) == (401, True)


def test_pages_of_other_sites_may_not_listen(server: StreamServer) -> None:
    battle = battle_of("ann", "bob")
    ours = f"http://127.0.0.1:{PAGES_PORT}"
    own = server.listen(battle.pk, Origin=ours)
    assert own.headers["Access-Control-Allow-Origin"] == ours
    assert own.headers["Access-Control-Allow-Credentials"] == "true"
    for origin in (
        "http://127.0.0.1:1",
        f"https://127.0.0.1:{PAGES_PORT}",
        "null",
        "http://evil.example",
        "x:y:z",
    ):
        reply = server.ask(stream_of(battle.pk), Origin=origin)
        assert reply.status == 403, origin
        assert reply.headers["Access-Control-Allow-Origin"] is None
    assert server.ask(stream_of(battle.pk), Host="evil.example").status == 400
    before = server.ask(stream_of(battle.pk), "OPTIONS", Origin=ours)
    assert (before.status, before.headers["Access-Control-Allow-Headers"]) == (
        204,
        "authorization, last-event-id",
    )


def test_streams_of_one_person_are_bounded(server: StreamServer) -> None:
    battle = battle_of("ann", "bob")
    ann = logged_in("ann")
    opened = [server.listen(battle.pk, client=ann) for _ in range(stream_limits.MOST_OF_A_PERSON)]
    cookies = cookies_of(ann)
    refused = server.ask(stream_of(battle.pk), Cookie=cookies)
    assert (refused.status, refused.headers["Retry-After"]) == (429, str(stream_limits.LATER_S))
    assert server.ask(stream_of(battle.pk)).status == 200
    opened[0].hang_up()
    wait_until(lambda: server.ask(stream_of(battle.pk), Cookie=cookies).status == 200)


def test_server_of_the_pages_leads_on(settings: Settings) -> None:
    battle, client = battle_of(), Client()
    path = f"{stream_of(battle.pk)}?as=observer"
    assert client.get(path).status_code == 421
    settings.STREAM_PORT = 8001
    answer = client.get(path, headers={"Host": "localhost:8000"})
    assert (answer.status_code, answer["Location"]) == (307, f"http://localhost:8001{path}")
    page = client.get("/login/", headers={"Host": "localhost:8000"})
    assert "connect-src 'self' localhost:8001;" in page["Content-Security-Policy"]
