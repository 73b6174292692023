"""Each deed is one step; who may, and what follows what, is held to the table."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from darkseas.club import audit
from darkseas.club.membership import invitations, joining, merging
from darkseas.club.models import Club, Player, Result, ResultPlayer, ResultStep, Right
from darkseas.club.results import auto_confirm, checks, result_states, store
from darkseas.club.results.answers import opponents
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.confirmed_results import ratified
from darkseas.club.results.facts import ResultFacts
from darkseas.club.results.result_states import ResultConflict, State

from .club_events import DAY, facts, guest, joined, new_club, reported

pytestmark = pytest.mark.django_db

Deed = Callable[[Result, dict[str, Any]], object]
DEEDS: dict[str, Deed] = {
    "confirm": lambda result, who: store.confirm(result, who["bob"]),
    "dispute": lambda result, who: store.dispute(result, who["bob"], "No."),
    "decide": lambda result, who: store.decide(result, who["dora"], "Seen."),
    "correct": lambda result, who: store.correct(
        result, who["dora"], "Typo.", facts(who["ann"], who["bob"], 1)
    ),
    "void": lambda result, who: store.void(result, who["dora"], "No battle."),
    "lapse": lambda result, who: store.lapse(result.pk, timezone.now() + timedelta(days=8)),
}
#: What each deed makes of each state; where none stands it is refused.
FROM: dict[str, dict[str, str]] = {
    "confirm": {"reported": "confirmed", "unanswered": "confirmed"},
    "dispute": {"reported": "disputed", "unanswered": "disputed"},
    "decide": dict.fromkeys(("reported", "disputed", "unanswered", "void"), "decided"),
    "correct": {"confirmed": "confirmed", "decided": "decided"},
    "void": dict.fromkeys(("reported", "confirmed", "disputed", "unanswered", "decided"), "void"),
    "lapse": {"reported": "confirmed"},
}
#: How a result comes into each state.
INTO = {
    "reported": (),
    "confirmed": ("confirm",),
    "disputed": ("dispute",),
    "decided": ("dispute", "decide"),
    "void": ("void",),
    "unanswered": ("lapse",),
}


def people(club: Club) -> dict[str, Any]:
    return {
        "ann": joined(club, "ann"),
        "bob": joined(club, "bob"),
        "cat": joined(club, "cat"),
        "dora": joined(club, "dora", Right.Kind.DIRECTOR),
    }


@pytest.mark.parametrize("state", INTO)
@pytest.mark.parametrize("deed", DEEDS)
def test_machine_lets_each_deed_follow_only_what_the_table_says(state: str, deed: str) -> None:
    club = new_club(silence=Club.Silence.DIRECTOR if state == "unanswered" else Club.Silence.CONFIRM)
    who = people(club)
    result = reported(who["ann"], who["bob"])
    for step in INTO[state]:
        DEEDS[step](result, who)
    result.refresh_from_db()
    assert result.state == state
    expected = FROM[deed].get(state)
    if expected is not None:
        DEEDS[deed](result, who)
    elif deed == "lapse":
        assert DEEDS[deed](result, who) is False
    else:
        with pytest.raises(ResultConflict, match="too late"):
            DEEDS[deed](result, who)
    result.refresh_from_db()
    assert result.state == (expected or state)
    assert result.is_ratified == (result.state in (State.CONFIRMED, State.DECIDED))
    assert result.steps.count() == result.steps_taken == 1 + len(INTO[state]) + (expected is not None)
    assert audit.lines_about(result).count() == result.steps_taken


def test_steps_and_audit_keep_who_why_and_the_whole_result() -> None:
    club = new_club()
    who = people(club)
    result = reported(who["ann"], who["bob"], remarks="A foggy night")
    store.dispute(result, who["bob"], "We drew.")
    store.decide(result, who["dora"], "The slip says so.", facts(who["ann"], who["bob"], None))
    steps = list(result.steps.all())
    assert [(step.kind, step.by, step.reason) for step in steps] == [
        ("reported", who["ann"], ""),
        ("disputed", who["bob"], "We drew."),
        ("decided", who["dora"], "The slip says so."),
    ]
    assert [[side["score"] for side in step.facts["sides"]] for step in steps] == [[2, 0], [2, 0], [1, 1]]
    assert steps[0].facts["remarks"] == "A foggy night"
    line = audit.lines_about(result)[0]
    assert (line.deed, line.by, line.before, line.after) == (
        "result.decided", who["dora"], {"state": "disputed"}, {"state": "decided", "step": 3},
    )  # fmt: skip
    (record,) = ratified(club)
    assert [side.score for side in record.sides] == [1, 1]


def test_a_step_is_never_changed() -> None:
    club = new_club()
    who = people(club)
    reported(who["ann"], who["bob"])
    changes: tuple[Callable[[], object], ...] = (
        lambda: ResultStep.objects.update(reason="Another"),
        lambda: ResultStep.objects.all()._raw_delete("default"),
    )
    for change in changes:
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()


@pytest.mark.parametrize("who_answers", ["ann", "cat", "dora", "mate"])
def test_nobody_but_an_opponent_answers(who_answers: str) -> None:
    club = new_club()
    who = people(club)
    who["mate"] = joined(club, "mate")
    both = facts(who["ann"], who["bob"])
    red = replace(both.sides[0], players=(who["ann"].pk, who["mate"].pk))
    result = store.report(club, who["ann"], replace(both, sides=(red, both.sides[1])))
    with pytest.raises(PermissionDenied):
        store.confirm(result, who[who_answers])
    if who_answers != "mate":  # who fought beside the reporter may say that it was otherwise
        with pytest.raises(PermissionDenied):
            store.dispute(result, who[who_answers], "No.")
    assert opponents.answerers(result) == {who["bob"].pk}


def test_who_has_left_or_lost_the_right_answers_no_more() -> None:
    club = new_club()
    who = people(club)
    result = reported(who["ann"], who["bob"])
    who["bob"].left_at = timezone.now()
    who["bob"].save()
    with pytest.raises(PermissionDenied):
        store.confirm(result, who["bob"])


@pytest.mark.parametrize("deed", ["decide", "correct", "void"])
@pytest.mark.parametrize("name", ["bob", "cat"])
def test_only_a_director_decides_corrects_and_voids(deed: str, name: str) -> None:
    club = new_club()
    who = people(club)
    result = reported(who["ann"], who["bob"])
    with pytest.raises(PermissionDenied):
        DEEDS[deed](result, {**who, "dora": who[name]})


def test_who_reported_takes_it_back_until_somebody_answers() -> None:
    club = new_club()
    who = people(club)
    first, second = reported(who["ann"], who["bob"]), reported(who["ann"], who["bob"])
    store.void(first, who["ann"], "Wrong day.")
    store.confirm(second, who["bob"])
    with pytest.raises(PermissionDenied):
        store.void(second, who["ann"], "Wrong day.")


def test_who_saw_an_older_state_is_told_and_changes_nothing() -> None:
    club = new_club()
    who = people(club)
    result = reported(who["ann"], who["bob"])
    store.confirm(result, who["bob"], seen=1)
    with pytest.raises(ResultConflict, match="The result has changed: it is confirmed"):
        store.void(result, who["dora"], "No battle.", seen=1)
    assert Result.objects.get().state == State.CONFIRMED


def test_what_nobody_can_answer_is_confirmed_by_no_silence() -> None:
    """Else somebody could report what they like against guests, and wait."""
    club = new_club()
    who = people(club)
    stranger = guest(club, "Nelson")
    against_guest = reported(who["ann"], stranger)
    assert opponents.answerers(against_guest) == frozenset()
    with pytest.raises(PermissionDenied):
        store.confirm(against_guest, stranger)
    against_left = reported(who["ann"], who["bob"])
    page = f"/clubs/{club.slug}/results/{against_left.pk}/"
    assert "No other player can answer" not in Client().get(page).content.decode()
    joining.leave(who["bob"])
    assert "No other player can answer" in Client().get(page).content.decode()
    assert auto_confirm.lapse_overdue(timezone.now() + timedelta(days=8)) == 2
    assert set(Result.objects.values_list("state", "is_ratified")) == {(State.UNANSWERED, False)}
    store.decide(against_guest, who["dora"], "I was there.")
    assert Result.objects.get(is_ratified=True) == against_guest


@pytest.mark.parametrize(("days", "state"), [(1, State.UNANSWERED), (7, State.CONFIRMED)])
def test_who_makes_a_guests_record_theirs_has_as_long_as_anybody_to_answer(days: int, state: str) -> None:
    club = new_club()
    who = people(club)
    nelson = guest(club, "Nelson")
    result = reported(who["ann"], nelson)
    merging.merge(who["dora"], nelson, who["bob"])
    now = timezone.now() + timedelta(days=8)
    Player.objects.filter(pk=nelson.pk).update(left_at=now - timedelta(days=days))
    assert opponents.answerers(result) == {who["bob"].pk}
    assert auto_confirm.lapse_overdue(now) == 1
    assert Result.objects.get().state == state


def test_who_left_and_came_back_only_since_confirms_nothing_by_silence() -> None:
    club = new_club()
    who = people(club)
    token = invitations.make(who["dora"], 30, 50)
    reported(who["ann"], who["bob"])
    joining.leave(who["bob"])
    Result.objects.update(reported_at=timezone.now() - timedelta(days=8))
    assert who["bob"].member is not None
    invitations.accept(token, who["bob"].member)
    assert auto_confirm.lapse_overdue(timezone.now()) == 1
    assert Result.objects.get().state == State.UNANSWERED


@pytest.mark.parametrize(
    ("rule", "state"), [("confirm", "confirmed"), ("director", "unanswered"), ("void", "void")]
)
def test_silence_is_the_clubs_own_rule_and_comes_in_its_time(rule: str, state: str) -> None:
    club = new_club(silence=rule, silence_days=3)
    who = people(club)
    result = reported(who["ann"], who["bob"])
    later = result.reported_at + timedelta(days=3)
    assert auto_confirm.lapse_overdue(later - timedelta(seconds=1)) == 0
    assert auto_confirm.lapse_overdue(later) == 1
    assert auto_confirm.lapse_overdue(later) == 0
    result.refresh_from_db()
    assert result.state == state
    last = result.steps.last()
    assert last is not None
    assert (last.kind, last.by) == ("lapsed", None)


def test_members_report_what_they_fought_in_and_umpires_anything() -> None:
    club = new_club()
    who = people(club)
    umpire = joined(club, "uma", Right.Kind.UMPIRE)
    both = facts(who["ann"], who["bob"])
    with pytest.raises(ResultRefused, match="your own battles"):
        store.report(club, who["cat"], both)
    result = store.report(club, umpire, both)
    assert opponents.answerers(result) == {who["ann"].pk, who["bob"].pk}
    outsider = joined(new_club("others"), "eve")
    with pytest.raises(ResultRefused, match="not in this club"):
        store.report(club, who["ann"], facts(who["ann"], outsider))


def test_what_waits_for_a_player() -> None:
    club = new_club()
    who = people(club)
    mine = reported(who["ann"], who["bob"])
    other = reported(who["cat"], who["bob"])
    reported(who["ann"], who["cat"])
    store.dispute(other, who["bob"], "No.")
    assert list(opponents.waiting_for(who["bob"])) == [mine]
    assert list(opponents.waiting_for(who["ann"])) == []
    assert opponents.waiting_for(who["dora"]).count() == 0


BAD: dict[str, Any] = {
    "system": {"system": ""},
    "scenario": {"scenario_text": ""},
    "day": {"day": DAY.replace(year=1066)},
    "place": {"place": "x" * 121},
    "remarks": {"remarks": "x" * 4001},
}


@pytest.mark.parametrize("field", BAD)
def test_a_result_that_says_too_little_or_nonsense_is_refused(field: str) -> None:
    club = new_club()
    who = people(club)
    with pytest.raises(ResultRefused) as refusal:
        store.report(club, who["ann"], facts(who["ann"], who["bob"], **BAD[field]))
    assert refusal.value.field == field
    assert not Result.objects.exists()


def test_sides_are_checked_one_by_one() -> None:
    club = new_club()
    who = people(club)
    good = facts(who["ann"], who["bob"])
    red, blue = good.sides
    wrong = {
        "sides": (red,),
        "winner": (red, replace(blue, score=2)),
        "side.0.side": (red, replace(blue, side="red")),
        "side.1.side": (red, replace(blue, side="")),
        "side.1.players": (red, replace(blue, players=())),
        "side.0.players": (red, replace(blue, players=red.players)),
        "side.1.points": (red, replace(blue, points=Decimal(1_000_000))),
        "side.1.losses": (red, replace(blue, losses=-1)),
        "side.1.bid": (red, replace(blue, bid=Decimal(-1))),
    }
    found = {
        field: next(checks.faults(club, replace(good, sides=sides))).field for field, sides in wrong.items()
    }
    assert found == {field: field for field in wrong}
    assert list(checks.faults(club, good)) == []


def test_every_kind_of_step_and_state_stands_in_the_table() -> None:
    assert set(result_states.FOLLOWS) == set(ResultStep.Kind)
    assert set(result_states.AFTER) | {ResultStep.Kind.LAPSED} == set(ResultStep.Kind)
    assert set(result_states.BY_SILENCE) == set(Club.Silence)
    assert {str(state) for states in result_states.FOLLOWS.values() for state in states} - {""} == set(
        Result.State
    )


@pytest.mark.parametrize("deed", ["report", "correct", "decide"])
def test_guest_who_becomes_their_opponent_while_it_is_kept_stands_on_no_other_side(
    deed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = new_club()
    who = people(club)
    nelson, horatio = guest(club, "Nelson"), guest(club, "Horatio")
    settled, result = store._settled, reported(who["ann"], who["bob"])
    if deed == "correct":
        store.confirm(result, who["bob"])

    def meanwhile(*args: Any) -> ResultFacts:
        found = settled(*args)
        with transaction.atomic():
            merging.merge(who["dora"], nelson, horatio)
            merging.merge(who["dora"], horatio, who["bob"])
        return found

    monkeypatch.setattr(store, "_settled", meanwhile)
    said = facts(who["bob"], nelson)
    with pytest.raises(ResultRefused, match="A player appears twice"):
        if deed == "report":
            store.report(club, who["bob"], said)
        else:
            getattr(store, deed)(result, who["dora"], "So it was.", said)
    fought = ResultPlayer.objects.values_list("player", flat=True)
    assert sorted(fought) == sorted([who["ann"].pk, who["bob"].pk])


def test_whoever_a_guest_has_become_is_kept_too() -> None:
    club = new_club()
    who, nelson, horatio = people(club), guest(club, "Nelson"), guest(club, "Horatio")
    with transaction.atomic():
        merging.merge(who["dora"], nelson, horatio)
        merging.merge(who["dora"], horatio, who["bob"])
        owners = merging.kept_owners(club, [nelson.pk, who["ann"].pk])
    assert owners == {nelson.pk: who["bob"].pk, horatio.pk: who["bob"].pk}
