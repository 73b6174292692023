"""Of a recorded battle a result says what the battle says, and nobody reports one that they may not see."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from darkseas.club.membership import joining
from darkseas.club.models import Player, Result, ResultNotice, Right
from darkseas.club.results import emails, store
from darkseas.club.results.answers import disputes
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.facts import ResultFacts
from darkseas.club.results.recorded import recorded_battles
from darkseas.club.results.result_states import ResultConflict
from darkseas.engine.events import UMPIRE
from replays_app.models import Battle, Holding, Seat, Signature, Summary, TableRecord, Wish
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from scenarios_app.models import Visibility
from tests.support.builders import register_toy, seats_of, toy_battle, toy_started
from tests.support.members import logged_in

from .club_events import facts, joined, new_club

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def toy() -> None:
    register_toy()


def pair(slug: str = "ironclads") -> tuple[Player, Player]:
    club = new_club(slug)
    return joined(club, "ann"), joined(club, "bob")


def typed(red: Player, blue: Player, battle: Battle) -> ResultFacts:
    """What a form says of a battle: that blue won with nonsense."""
    plain = facts(red, blue, 1, battle=battle.pk)
    sides = [replace(side, side=key) for side, key in zip(plain.sides, ("red", "blue"), strict=True)]
    return replace(plain, sides=tuple(sides))


def shown(result: Result) -> str:
    """The page of a result, as a member of its club reads it."""
    return logged_in("bob").get(f"/clubs/ironclads/results/{result.pk}/").content.decode()


def test_winner_points_and_losses_come_from_the_battle() -> None:
    red, blue = pair()
    battle = toy_battle()
    Summary.objects.update(winner="red", scores={"red": "7/3", "blue": "4"}, losses={"red": 1, "blue": 2})
    result = store.report(red.club, red, typed(red, blue, battle))
    of_red, of_blue = store.last_facts(result).sides
    assert (of_red.score, of_red.points, of_red.losses) == (2, Decimal("2.33"), 1)
    assert (of_blue.score, of_blue.points, of_blue.losses) == (0, Decimal("4.00"), 2)
    assert (of_red.players, of_blue.players) == ((red.pk,), (blue.pk,))
    assert (result.scenario, result.system) == (battle.revision.scenario, "toy")


def test_a_battle_without_a_winner_is_a_draw() -> None:
    red, blue = pair()
    battle = toy_battle()
    Summary.objects.update(winner=None)
    result = store.report(red.club, red, typed(red, blue, battle))
    assert [side.score for side in store.last_facts(result).sides] == [1, 1]


def test_one_result_a_battle_and_club_until_it_is_void() -> None:
    red, blue = pair()
    battle = toy_battle()
    first = store.report(red.club, red, typed(red, blue, battle))
    with pytest.raises(ResultConflict, match="has a result"):
        store.report(red.club, blue, typed(red, blue, battle))
    elsewhere = pair("others")
    assert store.report(elsewhere[0].club, elsewhere[0], typed(*elsewhere, battle)).pk != first.pk
    store.void(first, red, "Wrong night.")
    second = store.report(red.club, red, typed(red, blue, battle))
    director = joined(red.club, "dora", Right.Kind.DIRECTOR)
    with pytest.raises(ResultConflict, match="has a result"):
        store.decide(first, director, "It was right after all.")
    assert {result.state for result in (Result.objects.get(pk=second.pk),)} == {"reported"}


def test_only_a_finished_sound_battle_that_one_may_see_is_taken() -> None:
    red, blue = pair()
    battle = toy_battle()
    changes: list[dict[str, Any]] = [
        {"status": Battle.Status.RUNNING},
        {"status": Battle.Status.BROKEN_OFF},
        {"broken_at": 3},
        {"origin": "trial"},
    ]
    for change in changes:
        before = {name: getattr(battle, name) for name in change}
        Battle.objects.update(**change)
        with pytest.raises(ResultRefused, match="no finished battle"):
            store.report(red.club, red, typed(red, blue, battle))
        Battle.objects.update(**before)
    battle.revision.scenario.visibility = Visibility.PRIVATE
    battle.revision.scenario.save()
    with pytest.raises(ResultRefused, match="no finished battle"):
        store.report(red.club, red, typed(red, blue, battle))
    assert not Result.objects.exists()


def test_result_whose_battle_has_broken_since_can_be_decided_and_let_go() -> None:
    red, blue = pair()
    battle = toy_battle()
    result = store.report(red.club, red, typed(red, blue, battle))
    Battle.objects.update(broken_at=3)
    Right.objects.create(player=blue, kind=Right.Kind.DIRECTOR)
    answer = logged_in("bob").get(f"/clubs/ironclads/results/{result.pk}/decide/")
    assert answer.status_code == 200


def test_who_sat_there_fought_there() -> None:
    red, blue = pair()
    other = joined(red.club, "cat")
    battle = toy_started(seats=()).battle
    for seat, player in zip(seats_of(battle).values(), (red, blue), strict=True):
        taking_seats.sit(seat, Holder(member=player.member), 0)
    Battle.objects.update(status=Battle.Status.FINISHED)
    Summary.objects.get_or_create(
        battle=battle, defaults={"turns": 1, "entries": 9, "scores": {}, "losses": {"red": 0, "blue": 1}}
    )
    found = recorded_battles.recorded(red.club, red, battle.pk)
    assert found.fought_by == {"red": {red.pk}, "blue": {blue.pk}}
    assert list(recorded_battles.offered(red.club, red)) == [battle]
    assert list(recorded_battles.offered(red.club, other)) == []
    with pytest.raises(ResultRefused, match="Another player fought"):
        store.report(red.club, other, typed(other, blue, battle))
    with pytest.raises(ResultRefused, match="Another player fought"):
        store.report(red.club, blue, typed(blue, red, battle))
    kept = store.report(red.club, red, typed(red, blue, battle))
    assert list(recorded_battles.offered(red.club, red)) == []
    assert "is the word of who reported it" not in shown(kept)


def test_one_hand_at_a_table_binds_nobody() -> None:
    red, _ = pair()
    battle = toy_battle()
    Battle.objects.update(dice_scheme="table")
    for seat in seats_of(battle).values():
        taking_seats.sit(seat, Holder(member=red.member), 0)
    assert recorded_battles.recorded(red.club, red, battle.pk).fought_by == {}


def at_table_of(*sat: Player, umpire: Player) -> Battle:
    """A battle recorded at a table, in which these sat, one a side."""
    battle = toy_started(seats=()).battle
    for seat, player in zip(seats_of(battle).values(), sat, strict=True):
        taking_seats.sit(seat, Holder(member=player.member), 0)
    Seat.objects.create(battle=battle, side=UMPIRE)
    taking_seats.sit(battle.seats.get(side=UMPIRE), Holder(member=umpire.member), 0)
    Battle.objects.update(status=Battle.Status.FINISHED, dice_scheme="table")
    Summary.objects.get_or_create(
        battle=battle, defaults={"turns": 1, "entries": 9, "scores": {}, "losses": {"red": 0, "blue": 1}}
    )
    return battle


def test_who_had_part_in_a_battle_at_a_table_may_dispute_what_others_report_of_it() -> None:
    red, blue = pair()
    club = red.club
    cat, dan, eve, fay, gil, uma = (joined(club, name) for name in ("cat", "dan", "eve", "fay", "gil", "uma"))
    battle = at_table_of(cat, dan, umpire=uma)
    TableRecord.objects.create(battle=battle, names={"red": "Eve", "blue": "Somebody"})
    Signature.objects.create(
        battle=battle, side="blue", name="?", entries=9, head="", turn=1, member=fay.member
    )
    joining.leave(gil)
    Signature.objects.create(battle=battle, side="red", name="gil", entries=9, head="", turn=1)

    first = store.report(club, red, typed(red, blue, battle))
    beside = {cat.pk, dan.pk, eve.pk, fay.pk}
    joined(club, "somebody")  # who comes later under a name that was typed is somebody else
    assert disputes.who_may_dispute(first, timezone.now()) == beside | {blue.pk}
    told = ResultNotice.objects.filter(result=first).values_list("player", flat=True)
    assert set(told) == beside | {blue.pk}
    Wish.objects.create(member_id=cat.member_id or 0, letters=Wish.Letters.AT_ONCE)
    assert emails.is_wanted(ResultNotice.objects.get(player=cat))
    with pytest.raises(PermissionDenied):
        store.confirm(first, cat)
    with pytest.raises(PermissionDenied):
        store.dispute(first, uma, "I saw it.")
    assert list(disputes.unheard_of(cat, timezone.now())) == [first]
    assert list(disputes.unheard_of(fay, timezone.now())) == [first]
    assert list(disputes.unheard_of(blue, timezone.now())) == []  # is asked for an answer

    first = store.confirm(first, blue)
    address = f"/clubs/ironclads/results/{first.pk}/"
    page = logged_in("cat").get(address).content.decode()
    assert "You took part in this battle" in page
    assert "until" in page
    assert "Dispute the result" not in logged_in("uma").get(address).content.decode()
    late = timezone.now() + timedelta(days=club.silence_days, seconds=1)
    assert disputes.who_may_dispute(first, late) == frozenset()
    logged_in("cat").post(f"{address}dispute/", {"seen": "2", "reason": "We two fought it."})
    first.refresh_from_db()
    assert (first.state, first.is_ratified) == ("disputed", False)


def test_dice_of_the_site_let_nobody_beside_dispute_for_they_bind_who_reports() -> None:
    red, blue = pair()
    cat = joined(red.club, "cat")
    battle = at_table_of(red, blue, umpire=cat)
    Battle.objects.update(dice_scheme="sha256-1")
    result = store.report(red.club, red, typed(red, blue, battle))
    assert disputes.who_may_dispute(result, timezone.now()) == {blue.pk}


def test_a_director_corrects_the_result_of_a_battle_that_they_may_not_see() -> None:
    red, blue = pair()
    battle = toy_battle()
    result = store.report(red.club, red, typed(red, blue, battle))
    store.confirm(result, blue)
    battle.revision.scenario.visibility = Visibility.PRIVATE
    battle.revision.scenario.save()
    director = joined(red.club, "dora", Right.Kind.DIRECTOR)
    changed = replace(typed(red, blue, battle), place="The Anchor")
    store.correct(result, director, "It was there.", changed)
    assert Result.objects.get().place == "The Anchor"


def test_a_battle_of_others_is_asked_about_and_one_hand_in_it_is_enough() -> None:
    red, blue = pair()
    battle = toy_started(seats=()).battle
    seats = seats_of(battle)
    Battle.objects.update(status=Battle.Status.FINISHED)
    Summary.objects.get_or_create(
        battle=battle, defaults={"turns": 1, "entries": 9, "scores": {}, "losses": {"red": 0, "blue": 1}}
    )

    def question() -> str:
        found = recorded_battles.recorded(red.club, red, battle.pk)
        return recorded_battles.doubt(found, recorded_battles.taken_from(found, typed(red, blue, battle)))

    assert "unknown players" in question()
    taking_seats.sit(seats["blue"], Holder(bot="captain"), 0)
    assert "ann or bob fought it" in question()
    taking_seats.sit(seats["red"], Holder(member=red.member), 0)
    assert "A bot fought on the side that you enter for bob" in question()
    Holding.objects.filter(seat=seats["blue"]).update(bot="", visitor="a" * 64)
    assert question() == ""
    kept = store.report(red.club, red, typed(red, blue, battle))
    assert "The reporter named bob; the log does not." in shown(kept)
    Holding.objects.all().delete()
    Battle.objects.update(dice_scheme="table")
    TableRecord.objects.create(battle=battle, names={"red": "Somebody", "blue": "Bob "})
    assert question() == ""
