"""Who fought in a result and was asked by nobody may dispute it, before and for a while after it counts."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from darkseas.club.membership import joining
from darkseas.club.models import Player, Result, ResultNotice, ResultStep, Right
from darkseas.club.results import store
from darkseas.club.results.answers import disputes, opponents
from darkseas.club.results.facts import SideFacts
from darkseas.club.results.result_states import ResultConflict, State
from darkseas.members.account_sections import delete_account
from tests.support.members import logged_in

from .club_events import facts, guest, joined, new_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def who() -> dict[str, Player]:
    club = new_club(silence_days=5)
    names = ("emil", "carl", "fred", "gus")
    return {name: joined(club, name) for name in names} | {
        "dora": joined(club, "dora", Right.Kind.DIRECTOR),
        "ghost": guest(club, "Ghost"),
    }


def lost_by_two(who: dict[str, Player]) -> Result:
    """Emil reports that he and Carl have lost to Fred and Gus."""
    plain = facts(who["emil"], who["fred"], 1)
    red = replace(plain.sides[0], players=(who["emil"].pk, who["carl"].pk))
    blue = replace(plain.sides[1], players=(who["fred"].pk, who["gus"].pk, who["ghost"].pk))
    return store.report(who["emil"].club, who["emil"], replace(plain, sides=(red, blue)))


def names_of(who: dict[str, Player], numbers: frozenset[int]) -> set[str]:
    return {name for name, player in who.items() if player.pk in numbers}


def test_mate_of_who_reports_may_dispute_before_and_after_an_opponent_has_confirmed(
    who: dict[str, Player],
) -> None:
    result = lost_by_two(who)
    now = timezone.now()
    assert names_of(who, disputes.who_may_dispute(result, now)) == {"carl", "fred", "gus"}
    with pytest.raises(PermissionDenied):
        store.confirm(result, who["carl"])
    result = store.confirm(result, who["fred"])
    assert names_of(who, disputes.who_may_dispute(result, now)) == {"emil", "carl", "gus"}
    disputed = store.dispute(result, who["carl"], "I was at home.")
    assert (disputed.state, disputed.is_ratified) == (State.DISPUTED, False)
    assert disputes.who_may_dispute(disputed, now) == frozenset()


@pytest.mark.parametrize("name", ["fred", "dora"])
def test_who_has_been_heard_or_was_not_there_does_not_dispute(who: dict[str, Player], name: str) -> None:
    result = store.confirm(lost_by_two(who), who["fred"])
    with pytest.raises((PermissionDenied, ResultConflict)):
        store.dispute(result, who[name], "No.")
    result.refresh_from_db()
    assert result.is_ratified


def test_side_of_who_reported_stays_theirs_when_their_account_is_gone(who: dict[str, Player]) -> None:
    answered, silent = lost_by_two(who), lost_by_two(who)
    assert who["emil"].member is not None
    delete_account(who["emil"].member)
    assert names_of(who, opponents.answerers(answered)) == {"fred", "gus"}
    with pytest.raises(PermissionDenied):
        store.confirm(answered, who["carl"])
    assert "Confirm the result" not in page_of(logged_in("carl"), answered)
    assert store.confirm(answered, who["gus"]).is_ratified
    joining.leave(who["fred"])
    joining.leave(who["gus"])
    assert not opponents.can_be_answered(silent)
    assert store.lapse(silent.pk, timezone.now() + timedelta(days=6))
    silent.refresh_from_db()
    assert (silent.state, silent.is_ratified) == (State.UNANSWERED, False)


def test_it_is_too_late_once_the_club_has_waited_or_a_director_has_spoken(who: dict[str, Player]) -> None:
    result = store.confirm(lost_by_two(who), who["fred"])
    confirmed = ResultStep.objects.get(result=result, number=2).at
    last, too_late = confirmed + timedelta(days=5), confirmed + timedelta(days=5, seconds=1)
    carl, gus = who["carl"], who["gus"]
    assert names_of(who, disputes.who_may_dispute(result, last)) == {"emil", "carl", "gus"}
    assert disputes.who_may_dispute(result, too_late) == frozenset()
    assert list(disputes.unheard_of(carl, last)) == [result]
    assert list(disputes.unheard_of(carl, too_late)) == []
    assert disputes.until(result, ResultStep.objects.get(result=result, number=2)) == last

    decided = store.decide(store.dispute(result, carl, "I was at home."), who["dora"], "He was there.")
    for player in (carl, gus):
        with pytest.raises(ResultConflict, match="too late"):
            store.dispute(decided, player, "No.")


def test_who_reported_says_so_where_it_was_a_slip_or_not_they_who_did(who: dict[str, Player]) -> None:
    """Before an opponent has answered it is taken back; after that a director decides."""
    result = lost_by_two(who)
    with pytest.raises(PermissionDenied):
        store.dispute(result, who["emil"], "I never wrote this.")
    result = store.confirm(result, who["fred"])
    assert "still dispute it" in page_of(logged_in("emil"), result)
    assert list(disputes.unheard_of(who["emil"], timezone.now())) == []
    assert store.dispute(result, who["emil"], "I never wrote this.").state == State.DISPUTED


def test_what_silence_has_confirmed_stays(who: dict[str, Player]) -> None:
    result = lost_by_two(who)
    assert store.lapse(result.pk, timezone.now() + timedelta(days=6))
    result.refresh_from_db()
    assert result.state == State.CONFIRMED
    assert disputes.who_may_dispute(result, timezone.now()) == frozenset()
    assert disputes.unheard_of(who["carl"], timezone.now()).count() == 0


def test_everybody_in_it_is_told_by_letter_and_sees_it_among_what_waits(who: dict[str, Player]) -> None:
    result = lost_by_two(who)
    told = ResultNotice.objects.filter(result=result).values_list("player", flat=True)
    assert names_of(who, frozenset(told)) == {"carl", "fred", "gus"}
    now = timezone.now()
    members = {name: player for name, player in who.items() if player.member}
    seen = {name: list(disputes.unheard_of(player, now)) for name, player in members.items()}
    assert {name for name, found in seen.items() if found} == {"carl"}  # opponents are asked for an answer
    store.confirm(result, who["fred"])
    seen = {name: list(disputes.unheard_of(player, now)) for name, player in members.items()}
    assert {name for name, found in seen.items() if found} == {"carl", "gus"}


def test_a_player_of_a_third_side_may_dispute_what_another_loser_has_confirmed(
    who: dict[str, Player],
) -> None:
    plain = facts(who["emil"], who["fred"], 0)
    green = SideFacts("Green", 0, (who["carl"].pk,))
    result = store.report(who["emil"].club, who["emil"], replace(plain, sides=(*plain.sides, green)))
    confirmed = store.confirm(result, who["fred"])
    assert store.dispute(confirmed, who["carl"], "I won it.").state == State.DISPUTED


def page_of(client: Client, result: Result) -> str:
    return client.get(f"/clubs/ironclads/results/{result.pk}/").content.decode()


def test_page_offers_it_to_who_may_and_says_until_when(who: dict[str, Player]) -> None:
    result = store.confirm(lost_by_two(who), who["fred"])
    carl: Any = logged_in("carl")
    until = disputes.until(result, ResultStep.objects.get(result=result, number=2))
    assert f"You can dispute it until {until:%-d %B %Y}" in page_of(carl, result)
    assert "you can dispute it" not in page_of(logged_in("fred"), result)
    waiting = carl.get("/clubs/ironclads/results/waiting/").content.decode()
    assert "Reported by others" in waiting
    assert f"/results/{result.pk}/" in waiting
    carl.post(f"/clubs/ironclads/results/{result.pk}/dispute/", {"seen": "2", "reason": "I was at home."})
    result.refresh_from_db()
    assert result.state == State.DISPUTED
