"""T-6: who sits where, what was answered, said or put away is changed past the site: it is found and named.

Nothing that the site does itself is.
"""

import io
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import Model
from django.test import Client

from replays_app.live.chat import store as chat
from replays_app.lobby.seat_taking import begin
from replays_app.log import store as log_store
from replays_app.models import (
    Battle,
    Challenge,
    Holding,
    LogStamp,
    Seat,
)
from replays_app.recording import standing_orders
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import seat_integrity_tags, taking_seats, umpires
from replays_app.seats.viewer_seat import Holder
from replays_app.simulation import verification
from tests.replays_app.simulation.test_changes_past_the_site import Case, wrongly_checked
from tests.support.builders import forms_of, give, plot, seats_of, toy_revision
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db

SEAT, HOLDER = (("stamp", sentence.split(",")[0]) for sentence in seat_integrity_tags.SENTENCES)
NO_SUCH_SEAT = ("row", "which entry 0 does not have")


def held() -> Battle:
    """A running battle in which Ann and Bob sit, with a seat for an umpire; Ann has said something."""
    people = {"red": Holder(member=member("ann")), "blue": Holder(member=member("bob"))}
    battle = begin(toy_revision(), people, has_umpire=True)
    seats = seats_of(battle)
    plot(seats["red"])
    chat.write(seats["red"], people["red"], "Good wind.", chat.SEATS)
    return battle


def won() -> Battle:
    """The same, won by Bob."""
    battle = held()
    red = seats_of(battle)["red"]
    give(red, "resign", {}, expected=forms_of(red)[0])
    battle.refresh_from_db()
    return battle


def challenged(maker: str = "ann", taker: str = "bob", umpire: str = "ulla") -> Battle:
    """A running battle of a challenge in which an umpire is named who waits for consent."""
    toy_revision()
    challenge = made_by(maker)
    logged_in(taker).post(f"/challenges/{challenge.token}/accept/")
    logged_in(umpire).post(f"/challenges/{challenge.umpire_token}/umpire/")
    challenge.refresh_from_db()
    assert challenge.battle is not None
    assert challenge.umpire == member(umpire)
    return challenge.battle


def made_by(maker: str) -> Challenge:
    """An open challenge with a seat for an umpire."""
    body = {"scenario": "coves", "side": "red", "open": "lobby", "dice": "sha256-1", "umpire": "on"}
    logged_in(maker).post("/challenges/make/", body)
    return Challenge.objects.latest("pk")


def holding(battle: Battle, side: str) -> Holding:
    """Who sits in a seat now."""
    return Holding.objects.get(seat__battle=battle, seat__side=side, to_entry=None)


def held_by(side: str, **columns: Any) -> Callable[[Battle], None]:
    """Something that changes who sits in a seat."""
    return lambda battle: _updated(Holding, {"pk": holding(battle, side).pk}, columns)


def credited_to_another(battle: Battle) -> None:
    """Let somebody else have won."""
    held_by("blue", member=member("owen"))(battle)


def swapped(battle: Battle) -> None:
    """Let the two have fought each other's side."""
    held_by("red", member=member("bob"))(battle)
    held_by("blue", member=member("ann"))(battle)


def umpire_seated(battle: Battle) -> None:
    """Let somebody see both sides of a running battle."""
    Holding.objects.create(seat=seats_of(battle)["umpire"], member=member("owen"), from_entry=0)


def extra_seat(side: str) -> Callable[[Battle], None]:
    """Something that makes a seat that a token opens."""

    def make(battle: Battle) -> None:
        Seat.objects.create(battle=battle, side=side, participant="7" * 32, token_hash="cd" * 32)

    return make


def token(battle: Battle) -> None:
    """Let a token of one's own open a seat."""
    _updated(Seat, {"battle": battle, "side": "blue"}, {"token_hash": "ab" * 32})


def without_stamp(battle: Battle) -> None:
    """Take away what the site noted of the seats."""
    _updated(LogStamp, {"pk": battle.pk}, {"of_seats": b""})


def _updated(kind: type[Model], which: dict[str, Any], columns: dict[str, Any]) -> None:
    rows = kind._default_manager.filter(**which)
    if "member" in columns:
        rows.update(member=None)  # nobody twice in between
    assert rows.update(**columns)


CASES: list[Case] = [
    ("the winner's seat credited to another", won, credited_to_another, [HOLDER]),
    ("the two changed over", won, swapped, [HOLDER]),
    ("from another entry on", won, held_by("blue", from_entry=5), [HOLDER]),
    ("up to an entry", held, held_by("blue", to_entry=2), [HOLDER]),
    ("a bot's deed", won, held_by("red", member=None, bot="captain"), [HOLDER]),
    ("an umpire in a running battle", held, umpire_seated, [HOLDER]),
    ("a seat of no side", held, extra_seat("spy"), [SEAT, NO_SUCH_SEAT]),
    ("a seat of all sides", held, extra_seat("all"), [SEAT, NO_SUCH_SEAT]),
    ("a seat's token", held, token, [SEAT]),
    ("the stamp of seats gone", won, without_stamp, [("stamp", seat_integrity_tags.GONE)]),
]


def test_t6_change_of_seats_past_the_site_is_found_and_named() -> None:
    assert wrongly_checked(CASES) == []


def found_in(battle: Battle) -> list[tuple[str, str]]:
    """What a check of a battle finds."""
    return [(one.kind, one.text) for one in verification.check(Battle.objects.get(pk=battle.pk))]


def test_t6_seats_that_change_hands_after_a_change_stay_found() -> None:
    battle = held()
    held_by("red", member=member("owen"))(battle)
    taking_seats.change(holding(battle, "blue"), Holder(member=member("cat")), log_store.length(battle.pk))
    standing_orders.put(BattleContext.of(battle), seats_of(battle)["blue"], "plot", "always")
    assert [text for _, text in found_in(battle)] == [seat_integrity_tags.SENTENCES[1]]
    call_command("check_battles", "--stamp-anew", stdout=io.StringIO())
    assert found_in(battle) == []


def test_t6_seats_are_as_noted_whatever_the_site_does_itself() -> None:
    battle = challenged()
    assert found_in(battle) == []
    for name, word in (("ann", "agree"), ("bob", "decline")):
        logged_in(name).post(f"/battles/{battle.pk}/seats/umpire/", {"umpire": "ulla", "answer": word})
        assert found_in(battle) == []
    challenge = Challenge.objects.get()
    logged_in("uwe").post(f"/challenges/{challenge.umpire_token}/umpire/")
    for name in ("ann", "bob"):
        logged_in(name).post(f"/battles/{battle.pk}/seats/umpire/", {"umpire": "uwe"})
    assert holding(battle, "umpire").member == member("uwe")
    assert found_in(battle) == []
    logged_in("uwe").post(f"/battles/{battle.pk}/seats/offer/")
    assert found_in(battle) == []
    context, red = BattleContext.of(battle), seats_of(battle)["red"]
    for value in ("always", ""):
        standing_orders.put(context, red, "plot", value)
        assert found_in(battle) == []
    standing_orders.put(context, red, "plot", "always")
    logged_in("ann").post(f"/battles/{battle.pk}/seats/offer/", {"to": "captain"})
    offer = holding(battle, "red").handovers.get()
    logged_in("bob").post(f"/battles/{battle.pk}/seats/{offer.pk}/agree/")
    assert holding(battle, "red").bot == "captain"
    assert found_in(battle) == []
    for is_back in (False, True):
        call_command("archive_battles", battle.pk.hex, back=is_back, stdout=io.StringIO())
        assert found_in(battle) == []


def test_t6_who_leaves_or_takes_a_visitors_battles_leaves_stamps_that_fit() -> None:
    toy_revision()
    visitor = Client()
    visitor.post("/scenarios/coves/fight/", {"side": "red"})
    visitor.force_login(member("ann"))
    visitor.post("/play/claim/")
    claimed = Battle.objects.get()
    assert holding(claimed, "red").member == member("ann")
    fought, umpired = won(), challenged("cat", "dan", "ann")
    for battle in (claimed, fought, umpired):
        assert found_in(battle) == []
    visitor.post("/members/me/delete/", {"password": "a good long password"})
    assert holding(fought, "red").member is None
    assert Challenge.objects.get(battle=umpired).umpire is None
    for battle in (claimed, fought, umpired):
        assert found_in(battle) == []


def test_t6_umpire_named_while_somebody_accepts_stands_in_the_stamp() -> None:
    toy_revision()
    before = made_by("ann")
    logged_in("bob").post(f"/challenges/{before.token}/accept/")
    umpires.take(before, Holder(member=member("ulla")), log_store.length)
    battle = Battle.objects.get()
    assert Challenge.objects.get(battle=battle).umpire == member("ulla")
    assert found_in(battle) == []
