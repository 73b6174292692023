"""N23: whatever is reported, answered, corrected and made void, the rows say what the steps say."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from darkseas.club.membership import guests, merging
from darkseas.club.membership.refusals import ClubRefused
from darkseas.club.models import (
    Club,
    Player,
    Result,
    ResultPlayer,
    ResultSide,
    ResultStep,
    Right,
)
from darkseas.club.results import store
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.confirmed_results import ratified
from darkseas.club.results.facts import ResultFacts, hundredths
from darkseas.club.results.result_states import ResultConflict, Standing
from tests.club.rebuild_results import BrokenSteps, fold, ratified_by_steps, rebuild

from .club_events import DAY, facts, guest, joined, new_club, reported

DEEDS = (
    "report",
    "confirm",
    "dispute",
    "decide",
    "correct",
    "void",
    "lapse",
    "rule",
    "merge",
    "split",
    "claim",
)
Deed = tuple[str, int, int, int]


def apply(deed: Deed, people: list[Player], director: Player) -> None:
    """Do one deed where it may be done; what is refused changes nothing. The last two people are guests."""
    name, which, who, what = deed
    results = list(Result.objects.order_by("id"))
    result = results[which % len(results)] if results else None
    by = people[who % len(people)]
    new = varied(by, people[(who + 1 + what % 2) % len(people)], what)
    nelson, nelsen = (Player.objects.get(pk=one.pk) for one in people[-2:])
    if what % 2:
        nelson, nelsen = nelsen, nelson
    of_people: dict[str, Callable[[], object]] = {
        "merge": lambda: merging.merge_guests(director, nelson, nelsen, "The same hat."),
        "split": lambda: merging.split(director, nelson, "Another hat."),
        "claim": lambda: guests.decide(director, guests.claim(people[2], nelson), agrees=True),
    }
    deeds: dict[str, Callable[[Any], object]] = {
        "confirm": lambda held: store.confirm(held, by),
        "dispute": lambda held: store.dispute(held, by, "No."),
        "decide": lambda held: store.decide(held, director, "So.", new if what % 2 else None),
        "correct": lambda held: store.correct(held, director, "Typo.", new),
        "void": lambda held: store.void(held, director, "No."),
        "lapse": lambda held: store.lapse(held.pk, timezone.now() + timedelta(days=99)),
    }
    try:
        if name == "report" and by.member:
            store.report(by.club, by, new)
        elif name == "rule":
            Club.objects.filter(pk=by.club_id).update(silence=list(Club.Silence)[what % 3])
        elif name in of_people:
            of_people[name]()
        elif name in deeds and result is not None:
            deeds[name](result)
    except (ResultConflict, ResultRefused, ClubRefused, PermissionDenied):
        pass


def varied(red: Player, blue: Player, what: int) -> ResultFacts:
    """One of several results between two."""
    plain = facts(red, blue, (0, 1, None)[what % 3], day=DAY + timedelta(days=what % 5))
    side = replace(plain.sides[0], points=hundredths(Decimal(what) / 4) if what % 4 else None)
    return replace(plain, sides=(side, plain.sides[1]), scenario_text=f"Coves {what % 2}")


def rows() -> list[Any]:
    """Every row of results, without the numbers of those that were made anew."""
    return [
        list(Result.objects.order_by("id").values()),
        list(
            ResultSide.objects.order_by("result", "place").values(
                "result", "place", "side", "score", "points"
            )
        ),
        list(
            ResultPlayer.objects.order_by("side__result", "side__place", "id").values(
                "side__result", "player"
            )
        ),
    ]


class RowsAreTheirSteps(TestCase):
    """Asked of sequences of deeds that are drawn."""

    @settings(max_examples=25)
    @given(
        st.lists(
            st.tuples(st.sampled_from(DEEDS), st.integers(0, 4), st.integers(0, 4), st.integers(0, 11)),
            min_size=1,
            max_size=14,
        )
    )
    def test_n23_ratified_results_are_those_of_a_fresh_computation(self, deeds: list[Deed]) -> None:
        club = new_club()
        people = [joined(club, name) for name in ("ann", "bob", "cat")]
        people += [guest(club, name) for name in ("Nelson", "Nelsen")]
        director = joined(club, "dora", Right.Kind.DIRECTOR)
        for deed in [("report", 0, 0, 0), *deeds]:
            apply(deed, people, director)
        before = rows()
        assert ratified(club) == ratified_by_steps(club)
        assert rebuild(club) == 0
        assert rows() == before


@pytest.mark.django_db
def test_rows_that_were_lost_or_bent_come_back() -> None:
    club = new_club()
    ann, bob = joined(club, "ann"), joined(club, "bob")
    results = [reported(ann, bob, winner) for winner in (0, 1, None)]
    for result in results:
        store.confirm(result, bob)
    sound, before = ratified(club), rows()
    ResultPlayer.objects.filter(side__result=results[0]).delete()
    ResultSide.objects.filter(result=results[0]).delete()
    Result.objects.filter(pk=results[1].pk).update(is_ratified=False, day=DAY + timedelta(days=1))
    assert ratified(club) != sound
    assert rebuild(club) == 2
    assert (ratified(club), rows()) == (sound, before)


@pytest.mark.django_db
def test_steps_that_do_not_follow_are_found() -> None:
    club = new_club()
    ann, bob = joined(club, "ann"), joined(club, "bob")
    result = reported(ann, bob)
    for kind, standing, number in (
        ("corrected", Standing("confirmed", is_ratified=True), 2),
        ("confirmed", Standing("confirmed", is_ratified=False), 2),
        ("confirmed", Standing("confirmed", is_ratified=True), 3),
        ("lapsed", Standing("decided", is_ratified=True), 2),
    ):
        kept = store.step_json(store.last_facts(result), standing)
        bad = ResultStep(result=result, number=number, kind=kind, facts=kept)
        with pytest.raises(BrokenSteps, match=f"Step {number} of result {result.pk}"):
            fold(result.pk, [*result.steps.all(), bad])


@pytest.mark.django_db
def test_the_record_of_a_guest_becomes_the_members_who_was_it() -> None:
    club = new_club()
    ann, bob, nelson = joined(club, "ann"), joined(club, "bob"), guest(club, "Nelson")
    store.confirm(reported(ann, bob), bob)
    result, dora = reported(ann, nelson), joined(club, "dora", Right.Kind.DIRECTOR)
    store.decide(result, dora, "Seen.")
    guests.decide(dora, guests.claim(bob, nelson), True)
    assert rebuild(club) == 0
    assert ratified(club) == ratified_by_steps(club)
    assert [record.sides[1].players for record in ratified(club)] == [(bob.pk,), (bob.pk,)]
    store.correct(result, joined(club, "dan", Right.Kind.DIRECTOR), "Typo.", facts(ann, nelson, 1))
    assert ratified(club)[1].sides[1].players == (bob.pk,)


@pytest.mark.django_db
def test_ratified_results_cost_three_queries(django_assert_num_queries: Any) -> None:
    club = new_club()
    ann, bob = joined(club, "ann"), joined(club, "bob")
    for _ in range(3):
        store.confirm(reported(ann, bob), bob)
    with django_assert_num_queries(3):
        assert len(ratified(club)) == 3
