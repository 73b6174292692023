"""The first page of a member: their next steps, where strangers read what this is."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from replays_app.models import Battle
from replays_app.projections import whose_turn
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from scenarios_app.drafts import store as drafts
from scenarios_app.drafts.starting_points import starting_point
from tests.support.builders import plot, seats_of, toy_started
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db

PROMISE = "<h1>Record and replay naval battles, die by die</h1>"


def fought_by_ann_and_bob() -> Battle:
    """A battle that waits for both."""
    battle = toy_started(seats=()).battle
    for side, name in (("red", "ann"), ("blue", "bob")):
        taking_seats.sit(seats_of(battle)[side], Holder(member=member(name)), 0)
    whose_turn.project(BattleContext.of(battle))
    return battle


def home_of(client: Client) -> str:
    """The first page."""
    return one_line(client.get("/").content.decode())


def test_a_member_finds_the_battles_that_wait_and_the_drafts(client: Client) -> None:
    battle, ann = fought_by_ann_and_bob(), logged_in("ann")
    draft = drafts.start(member("ann"), starting_point("dark_seas", "six-a-side", "A night off the cape"))
    text = home_of(ann)
    assert PROMISE not in text
    assert f'<a href="/battles/{battle.pk}/play/">' in text
    assert "as Red, against bob" in text
    assert f'<a href="/drafts/{draft.pk}/">A night off the cape</a>' in text
    plot(seats_of(battle)["red"])
    assert "You have no orders due." in home_of(ann)
    assert f'<a href="/battles/{battle.pk}/play/">' in home_of(logged_in("bob"))


def test_strangers_find_what_it_always_said(client: Client) -> None:
    fought_by_ann_and_bob()
    text = home_of(client)
    assert PROMISE in text
    assert "What you may go on with" not in text


def test_the_page_of_one_is_kept_for_nobody_else() -> None:
    answer = logged_in("ann").get("/")
    assert "Cookie" in answer.headers["Vary"]
    assert "no-store" in answer.headers["Cache-Control"]


def test_many_battles_and_drafts_cost_no_more_than_one() -> None:
    ann = logged_in("ann")

    def query_count() -> int:
        with CaptureQueriesContext(connection) as queries:
            home_of(ann)
        return len(queries)

    fought_by_ann_and_bob()
    drafts.start(member("ann"), starting_point("dark_seas", "six-a-side", "First"))
    query_count()
    before = query_count()
    for number in range(8):
        fought_by_ann_and_bob()
        drafts.start(member("ann"), starting_point("dark_seas", "six-a-side", f"Further {number}"))
    assert query_count() == before
    assert home_of(ann).count(", against bob") == 5
