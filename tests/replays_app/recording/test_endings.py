"""Ends that people bring about: resigning, a draw that both agree on, a clock that runs out."""

import pytest

from darkseas.engine.events import BattleEnded, DrawDeclined, DrawOffered, SideResigned, SideTimedOut
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.play.verification import first_divergence
from replays_app.log import store as log_store
from replays_app.log.store import LogConflict
from replays_app.models import Battle, Seat, Summary
from replays_app.recording import orders
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.outline import outline
from replays_app.replay.perspectives import of_seat
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from replays_app.simulation import verification
from tests.support.builders import fight_turns, forms_of, give, played, plot, seats_of, toy_started
from tests.support.every_case import every_case

pytestmark = pytest.mark.django_db


def battle_of_people() -> tuple[Battle, Seat, Seat]:
    """A battle of two turns, red's seat and blue's."""
    battle = toy_started().battle
    fight_turns(battle, 2)
    seats = seats_of(battle)
    return battle, seats["red"], seats["blue"]


def say(seat: Seat, name: str) -> None:
    """Give an order without blanks, whatever has happened."""
    give(seat, name, {}, expected=length_for(seat))


def offers_open_to(seat: Seat) -> set[str]:
    """The orders of this kind that a seat's forms offer."""
    _, forms = forms_of(seat)
    assert all(not form.pressing for form in forms if form.rule == "ending")
    return {form.order for form in forms if form.rule == "ending"}


def ending_of(battle: Battle) -> BattleEnded:
    """The end on record."""
    return next(e.event for e in log_store.read(battle.pk) if isinstance(e.event, BattleEnded))


def events_of(battle: Battle) -> list[object]:
    """All events of a battle."""
    return [entry.event for entry in log_store.read(battle.pk)]


def length_for(seat: Seat) -> int:
    """How many entries a seat knows."""
    return cursor_cache.newest(BattleContext.of(seat.battle), of_seat(seat)).length


def assert_over_and_sound(battle: Battle) -> None:
    """The battle is over, its seed open, and a check decides every order again."""
    battle.refresh_from_db()
    assert battle.status == Battle.Status.FINISHED
    assert verification.check(battle) == []


def test_who_resigns_has_lost_whatever_the_points() -> None:
    battle, red, blue = battle_of_people()
    say(red, "resign")
    assert SideResigned("red") in events_of(battle)
    ended = ending_of(battle)
    assert (ended.winner, ended.rule) == ("blue", "ending")
    assert set(ended.scores) == {"red", "blue"}
    assert Summary.objects.get(battle=battle).winner == "blue"
    assert_over_and_sound(battle)
    with pytest.raises(orders.BattleOver):
        say(blue, "resign")


@every_case("looking", ["red", "blue", "all"])
def test_whoever_looks_is_told_who_resigned(looking: str) -> None:
    battle, red, _ = battle_of_people()
    say(red, "resign")
    battle.refresh_from_db()
    result = outline(BattleContext.of(battle), looking, (looking,))["result"]
    assert isinstance(result, dict)
    assert result["reason"] == "Red resigned."


def test_draw_needs_both() -> None:
    battle, red, blue = battle_of_people()
    say(red, "offer_draw")
    assert DrawOffered("red") in events_of(battle)
    with pytest.raises(IllegalOrder, match="The other side must accept"):
        say(red, "accept_draw")
    plot(red)
    say(blue, "accept_draw")
    assert ending_of(battle).winner is None
    assert_over_and_sound(battle)


@every_case("by", ["red", "blue"])
def test_offer_that_is_declined_or_taken_back_stands_no_more(by: str) -> None:
    battle, red, blue = battle_of_people()
    say(red, "offer_draw")
    say({"red": red, "blue": blue}[by], "decline_draw")
    assert DrawDeclined(by) in events_of(battle)
    for name in ("accept_draw", "decline_draw"):
        with pytest.raises(IllegalOrder, match="There is no draw offer"):
            say(blue, name)
    say(blue, "offer_draw")
    say(red, "accept_draw")
    assert_over_and_sound(battle)


def test_one_offer_at_a_time() -> None:
    _, red, blue = battle_of_people()
    say(red, "offer_draw")
    for seat in (red, blue):
        with pytest.raises(IllegalOrder, match="A draw offer is open"):
            say(seat, "offer_draw")


def test_forms_offer_what_may_be_said_now() -> None:
    _, red, blue = battle_of_people()
    assert offers_open_to(red) == offers_open_to(blue) == {"resign", "offer_draw"}
    say(red, "offer_draw")
    assert offers_open_to(red) == {"resign", "decline_draw"}
    assert offers_open_to(blue) == {"resign", "decline_draw", "accept_draw"}
    say(blue, "resign")
    assert offers_open_to(red) == set()


def test_umpire_neither_resigns_nor_agrees() -> None:
    battle = toy_started(seats=["red", "blue", "umpire"]).battle
    umpire = seats_of(battle)["umpire"]
    for name in ("resign", "offer_draw"):
        with pytest.raises(IllegalOrder, match="side of the battle"):
            say(umpire, name)


def test_time_out_is_the_clocks_alone_and_counts_once() -> None:
    battle, red, _ = battle_of_people()
    with pytest.raises(IllegalOrder, match="clock"):
        say(red, "time_out")
    context, expected = BattleContext.of(battle), length_for(red)
    plot(red)
    with pytest.raises(LogConflict):
        orders.time_out(context, red, expected)
    orders.time_out(context, red, length_for(red))
    with pytest.raises(orders.BattleOver):
        orders.time_out(context, red, length_for(red))
    assert events_of(battle).count(SideTimedOut("red")) == 1
    assert ending_of(battle).winner == "blue"
    assert_over_and_sound(battle)


def test_bot_fights_on_where_a_draw_is_offered() -> None:
    battle = toy_started(seats=["red"]).battle
    seats = seats_of(battle)
    taking_seats.sit(seats["blue"], Holder(bot="captain"), 0)
    played(BattleContext.of(battle))
    say(seats["red"], "offer_draw")
    assert played(BattleContext.of(battle)) == 1
    assert DrawDeclined("blue") in events_of(battle)
    assert played(BattleContext.of(battle)) == 0


def test_draw_without_an_offer_is_found_by_a_check() -> None:
    """A log from elsewhere may say that a side agreed to what nobody offered."""
    battle, red, blue = battle_of_people()
    say(red, "offer_draw")
    say(blue, "accept_draw")
    kept = [e for e in log_store.read(battle.pk) if not isinstance(e.event, DrawOffered)]
    offer = next(e.step for e in log_store.read(battle.pk) if isinstance(e.event, DrawOffered))
    without = [entry for entry in kept if entry.step != offer]
    context = BattleContext.of(battle)
    found = first_divergence(context.system, context.initial.state, without[1:-1])
    assert found is not None
    assert "There is no draw offer" in found.why
