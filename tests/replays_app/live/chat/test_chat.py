"""Chat and notes: written by the holders of seats, read by nobody else."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from replays_app.export import battle_files
from replays_app.live.chat import store
from replays_app.models import Battle, ChatLine, Holding, Seat
from replays_app.seats import taking_seats, visitors
from replays_app.seats.tokens import token_hash
from replays_app.seats.viewer_seat import Holder
from tests.support.builders import seats_of, toy_started
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle() -> Battle:
    """A battle between two members."""
    battle = toy_started(seats=()).battle
    for seat, name in zip(seats_of(battle).values(), ("ann", "bob"), strict=True):
        taking_seats.sit(seat, Holder(member=member(name)), 0)
    return battle


def address(battle: Battle, query: str = "") -> str:
    """Where the chat is."""
    return f"/api/v1/battles/{battle.pk.hex}/chat{query}"


def say(client: Client, battle: Battle, text: Any, **more: Any) -> Any:
    """Write a line."""
    return client.post(address(battle), json.dumps({"text": text, **more}), content_type="application/json")


def heard(client: Client, battle: Battle, query: str = "") -> list[tuple[int, str, str]]:
    """Number, writer and text of the lines that somebody is shown."""
    answer = client.get(address(battle, query))
    assert answer.status_code == 200, answer.content
    assert answer["Cache-Control"] == "private, no-store"
    return [(line["n"], line["name"], line["text"]) for line in answer.json()["lines"]]


def test_both_sides_read_what_is_said(battle: Battle) -> None:
    ann, bob = logged_in("ann"), logged_in("bob")
    line = say(ann, battle, " Good luck! ")
    assert line.status_code == 201
    assert line.json().keys() == {"n", "side", "name", "own", "note", "text", "at"}
    say(bob, battle, "And to you.")
    both = [(0, "ann", "Good luck!"), (1, "bob", "And to you.")]
    assert heard(ann, battle) == heard(bob, battle) == both
    assert heard(bob, battle, "?after=0") == both[1:]
    assert heard(bob, battle, "?count=1") == both[1:]
    assert heard(bob, battle, "?after=1") == []


def test_notes_are_for_their_writer_and_leave_no_hole(battle: Battle) -> None:
    ann, bob = logged_in("ann"), logged_in("bob")
    say(ann, battle, "one")
    assert say(ann, battle, "they hide in cove 2", note=True).json()["n"] == 1
    say(ann, battle, "two")
    assert heard(bob, battle) == [(0, "ann", "one"), (1, "ann", "two")]
    assert [text for _, _, text in heard(ann, battle)] == ["one", "they hide in cove 2", "two"]
    assert say(bob, battle, "three").json()["n"] == 2


@pytest.mark.parametrize("is_over", [False, True])
def test_spectators_read_nothing(battle: Battle, is_over: bool) -> None:
    say(logged_in("ann"), battle, "secret words")
    if is_over:
        Battle.objects.update(status=Battle.Status.FINISHED)
    stranger = Client()
    stranger.cookies[settings.VISITOR_COOKIE_NAME] = visitors.new_key()
    for client, status in ((Client(), 401), (logged_in("eve"), 403), (stranger, 403)):
        for answer in (client.get(address(battle)), say(client, battle, "x")):
            assert answer.status_code == status
            assert b"secret words" not in answer.content
    for path in ("", "prose/", "report.md"):
        assert b"secret words" not in Client().get(f"/battles/{battle.pk}/{path}").content
    for rest in ("events", "lines", "outline"):
        assert b"secret words" not in logged_in("bob").get(f"/api/v1/battles/{battle.pk}/{rest}").content


def test_h1_notes_of_the_enemy_change_nothing_that_one_is_sent(battle: Battle) -> None:
    say(logged_in("ann"), battle, "hello")
    before = logged_in("bob").get(address(battle)).content
    say(logged_in("ann"), battle, "cove 2", note=True)
    assert logged_in("bob").get(address(battle)).content == before


def test_chat_is_in_no_battle_file(battle: Battle) -> None:
    before = list(battle_files.export_battle(battle))
    assert say(logged_in("ann"), battle, "hello").status_code == 201
    assert list(battle_files.export_battle(battle)) == before


def test_substitute_reads_the_chat_but_no_notes_of_the_one_before(battle: Battle) -> None:
    say(logged_in("ann"), battle, "hello")
    say(logged_in("ann"), battle, "my plan", note=True)
    taking_seats.change(Holding.objects.get(member=member("ann")), Holder(member=member("eve")), 1)
    assert heard(logged_in("eve"), battle) == [(0, "ann", "hello")]
    assert logged_in("ann").get(address(battle)).status_code == 403


def test_token_of_a_seat_lets_in_without_a_name(battle: Battle) -> None:
    Seat.objects.filter(battle=battle, side="red").update(token_hash=token_hash("key"))
    say(logged_in("ann"), battle, "my plan", note=True)
    bot = Client(enforce_csrf_checks=True, headers={"Authorization": "Seat key"})
    written = say(bot, battle, "beep")
    assert written.status_code == 201
    assert heard(bot, battle) == [(0, store.KEYHOLDER, "beep")]


def test_line_let_in_by_a_session_needs_the_csrf_token(battle: Battle) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(member("ann"))
    assert say(client, battle, "hello").status_code == 403
    assert not ChatLine.objects.exists()


def test_what_is_no_line_is_refused(battle: Battle, subtests: pytest.Subtests) -> None:
    for text in ["", "  \n ", "x" * 1001, "a\x07b", "a\u202eb", "a\u200bb", "a\ufeffb", 7, None, ["a"]]:
        with subtests.test(text=text):
            assert say(logged_in("ann"), battle, text).status_code in (400, 422)
            assert not ChatLine.objects.exists()


def test_text_is_kept_as_written_and_never_marked_up(battle: Battle) -> None:
    text = "<b>1 < 2</b>\nnew line & 🚢👩‍✈️"
    assert say(logged_in("ann"), battle, text).json()["text"] == text
    assert heard(logged_in("bob"), battle) == [(0, "ann", text)]


def test_lines_of_a_seat_are_bounded(battle: Battle) -> None:
    seat = seats_of(battle)["red"]
    ChatLine.objects.bulk_create(
        ChatLine(seat=seat, text=str(number), audience=store.SEATS) for number in range(store.MOST)
    )
    refused = say(logged_in("ann"), battle, "one more")
    assert (refused.status_code, refused["Retry-After"]) == (429, "300")
    assert say(logged_in("bob"), battle, "mine").status_code == 201


def test_deleted_member_leaves_no_name_and_no_notes(battle: Battle) -> None:
    say(logged_in("ann"), battle, "hello")
    say(logged_in("ann"), battle, "my plan", note=True)
    exported = logged_in("ann").get("/members/me/data/").json()["chat"]
    assert [line["text"] for line in exported] == ["hello", "my plan"]
    assert "You have written 2 chat lines" in one_line(logged_in("ann").get("/members/me/").content.decode())
    logged_in("ann").post("/members/me/delete/", {"password": "a good long password"})
    ((_, name, text),) = heard(logged_in("bob"), battle)
    assert (text, "ann" in name) == ("hello", False)
    assert ChatLine.objects.count() == 1
