"""My battles: where it is my turn, and since when."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from replays_app.log import store as log_store
from replays_app.models import Battle, Call, LogEntry, Summary
from replays_app.projections import project, whose_turn
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import inbox, taking_seats
from replays_app.seats.viewer_seat import Holder
from replays_app.simulation import tasks
from tests.support.builders import forms_of, give, plot, seats_of, toy_started
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """Begin with an empty cache."""
    cache.clear()


def between(red: str, blue: str) -> Battle:
    """A battle between two members."""
    battle = toy_started(seats=()).battle
    for side, name in (("red", red), ("blue", blue)):
        taking_seats.sit(seats_of(battle)[side], Holder(member=member(name)), 0)
    whose_turn.project(BattleContext.of(battle))
    return battle


def rows(name: str) -> list[inbox.BattleOfMine]:
    """The battles that a member fights."""
    return inbox.running(Holder(member=member(name)))


def test_both_are_called_until_they_have_ordered() -> None:
    battle = between("ann", "bob")
    assert [(row.side["name"], row.others, row.is_called) for row in rows("ann")] == [("Red", "bob", True)]
    plot(seats_of(battle)["red"])
    assert (rows("ann")[0].is_called, rows("bob")[0].is_called) == (False, True)
    assert inbox.calls(Holder(member=member("bob"))) == 1
    assert inbox.calls(Holder(member=member("ann"))) == 0
    plot(seats_of(battle)["blue"])
    assert (rows("ann")[0].is_called, rows("bob")[0].is_called) == (True, True)


def test_offer_of_a_draw_waits_for_the_other_side_alone() -> None:
    battle = between("ann", "bob")
    red = seats_of(battle)["red"]
    plot(red)

    def offers() -> list[tuple[bool, bool]]:
        return [(row.is_offered_draw, row.offers_draw) for name in ("ann", "bob") for row in rows(name)]

    blue = seats_of(battle)["blue"]
    give(blue, "offer_draw", {}, expected=forms_of(blue)[0])
    assert offers() == [(True, False), (False, True)]
    assert inbox.calls(Holder(member=member("ann"))) == 1  # Red has ordered, and is still to answer
    assert "Draw offered: accept or decline" in one_line(logged_in("ann").get("/play/").content.decode())
    give(red, "decline_draw", {}, expected=forms_of(red)[0])
    assert offers() == [(False, False), (False, False)]
    assert inbox.calls(Holder(member=member("ann"))) == 0


def test_since_is_when_the_last_entry_came_that_the_side_knows() -> None:
    """What the other side does in secret does not show: neither that it was done nor when."""
    battle = between("ann", "bob")
    began = rows("bob")[0].since
    assert began == LogEntry.objects.get(battle=battle, seq=0).recorded_at
    plot(seats_of(battle)["red"])
    assert rows("bob")[0].since == began
    hidden = Call.objects.get(seat__side="blue")
    project(BattleContext.of(battle))
    again = Call.objects.get(seat__side="blue")
    assert (hidden.since, hidden.is_called) == (again.since, again.is_called)
    plot(seats_of(battle)["blue"])
    since = rows("bob")[0].since
    assert since is not None
    assert since > began


def test_where_one_is_called_stands_first_and_longest_ago_before() -> None:
    waiting, first, second = between("ann", "bob"), between("ann", "bob"), between("ann", "bob")
    plot(seats_of(waiting)["red"])
    earlier = Call.objects.get(seat=seats_of(first)["red"]).since - timedelta(days=2)
    Call.objects.filter(seat=seats_of(second)["red"]).update(since=earlier)
    assert [row.battle.pk for row in rows("ann")] == [second.pk, first.pk, waiting.pk]


def test_battle_that_is_over_calls_nobody() -> None:
    battle = between("ann", "bob")
    Battle.objects.update(status="finished")
    assert rows("ann") == []
    assert [row.battle for row in inbox.over(Holder(member=member("ann")))] == [battle]
    assert inbox.calls(Holder(member=member("ann"))) == 0


def test_battle_that_is_over_says_who_has_won_it() -> None:
    battle = between("ann", "bob")
    project(BattleContext.of(battle))
    Battle.objects.update(status="finished")
    Summary.objects.filter(battle=battle).update(winner="red")
    assert [inbox.over(Holder(member=member(one)))[0].ending for one in ("ann", "bob")] == [
        "You won",
        "Red won",
    ]
    assert '<strong class="ending">You won</strong>' in one_line(
        logged_in("ann").get("/play/").content.decode()
    )
    Summary.objects.filter(battle=battle).update(winner=None)
    assert inbox.over(Holder(member=member("ann")))[0].ending == "Nobody won"
    Battle.objects.update(status="broken-off")
    assert inbox.over(Holder(member=member("ann")))[0].ending == "Abandoned"


def test_rows_that_a_dying_process_left_behind_are_made_again() -> None:
    battle = between("ann", "bob")
    plot(seats_of(battle)["red"])
    assert not whose_turn.behind().exists()
    Call.objects.update(length=1, is_called=False)
    assert list(whose_turn.behind()) == [battle]
    tasks.answer_for_bots()
    assert rows("bob")[0].is_called
    assert not whose_turn.behind().exists()
    Call.objects.all().delete()
    assert list(whose_turn.behind()) == [battle]


def test_older_reading_does_not_replace_a_newer_one() -> None:
    battle = between("ann", "bob")
    Call.objects.update(length=1000, is_called=False)
    whose_turn.project(BattleContext.of(battle))
    assert set(Call.objects.values_list("length", "is_called")) == {(1000, False)}


def test_battles_that_nobody_holds_by_account_have_no_rows() -> None:
    battle = toy_started().battle
    plot(seats_of(battle)["red"])
    assert not Call.objects.exists()
    assert log_store.length(battle.pk) == 3


def test_page_of_the_lobby_asks_as_much_for_ten_battles_as_for_one() -> None:
    client = logged_in("ann")
    counts = []
    for number in (1, 9):
        for _ in range(number):
            battle = between("ann", "bob")
            over = between("bob", "ann")
            Battle.objects.filter(pk=over.pk).update(status="finished")
            client.post("/challenges/make/", {"scenario": "coves", "open": "lobby"})
            logged_in("bob").post("/challenges/make/", {"scenario": "coves", "open": "lobby"})
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page = client.get("/play/")
        counts.append(len(queries))
        assert len(page.context["running"]) == (1 if number == 1 else 10)
    assert battle.title in one_line(page.content.decode())
    assert counts[0] == counts[1]
    assert counts[0] <= 20


def test_head_of_each_page_counts_the_battles_that_wait_for_one() -> None:
    between("ann", "bob")
    page = one_line(logged_in("ann").get("/about/").content.decode())
    assert "waiting for you" in page
    between("ann", "bob")
    assert '2<span class="unseen">waiting for you' in one_line(
        logged_in("bob").get("/about/").content.decode()
    )
    assert "waiting for you" not in one_line(logged_in("eve").get("/about/").content.decode())


def test_page_of_nobody_asks_nothing_of_battles() -> None:
    with CaptureQueriesContext(connection) as queries:
        Client().get("/about/")
    assert [query["sql"] for query in queries if "holding" in query["sql"]] == []
