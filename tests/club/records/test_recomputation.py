"""N23: whatever is corrected, the kept ratings are those of a fresh computation, on every machine."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from darkseas.club.models import Club, Player, Recomputation, Right
from darkseas.club.ratings.battles import RatingTerms
from darkseas.club.ratings.rating_lists import rating_list
from darkseas.club.records import rating_bounds, recomputation
from darkseas.club.records.honours import honours_json
from darkseas.club.records.rated_results import rated_battles
from darkseas.club.records.stored_ratings import digest_of, read
from darkseas.club.results import store
from darkseas.club.results.confirmed_results import Ratified, ratified
from darkseas.club.results.facts import SideFacts, hundredths, scores
from replays_app.models import Job
from replays_app.simulation import jobs, tasks
from tests.club.rebuild_results import ratified_by_steps
from tests.club.records.books import documents, follow
from tests.club.results.club_events import DAY, facts, guest, joined, new_club, reported
from tests.club.results.test_rebuild import DEEDS, Deed, apply
from tests.support.one_line import one_line

TERMS = RatingTerms(fewest_battles=5)


def as_fresh(club: Club) -> bool:
    """Whether what is kept is what comes of all steps alone."""
    fresh = recomputation.documents_of(ratified_by_steps(club), recomputation.terms_of(club))
    return documents(club) == fresh


class KeptIsFresh(TestCase):
    """Asked of sequences of deeds that are drawn."""

    @settings(max_examples=15)
    @given(
        st.lists(
            st.tuples(st.sampled_from(DEEDS), st.integers(0, 4), st.integers(0, 4), st.integers(0, 11)),
            min_size=1,
            max_size=10,
        )
    )
    def test_n23_kept_ratings_are_those_of_a_fresh_computation(self, deeds: list[Deed]) -> None:
        club = new_club(rated_from=2)
        people = [joined(club, name) for name in ("ann", "bob", "cat")]
        people += [guest(club, name) for name in ("Nelson", "Nelsen")]
        director = joined(club, "dora", Right.Kind.DIRECTOR)
        store.confirm(reported(people[0], people[1]), people[1])
        follow(club)
        for deed in deeds:
            apply(deed, people, director)
            state = follow(club)
            assert as_fresh(club)
            assert state.made_lines == recomputation.lines_of(club)
            assert state.honours == honours_json(club, ratified_by_steps(club))


@pytest.fixture
def pair(db: None) -> tuple[Player, Player]:
    club = new_club(rated_from=2)
    return joined(club, "ann"), joined(club, "bob")


def confirmed(red: Player, blue: Player, count: int, **changes: Any) -> None:
    for number in range(count):
        result = reported(red, blue, number % 2, day=DAY - timedelta(days=number), **changes)
        store.confirm(result, blue)


def test_a_correction_long_after_changes_what_is_kept(pair: tuple[Player, Player]) -> None:
    ann, bob = pair
    confirmed(ann, bob, 5)
    follow(ann.club)
    before = documents(ann.club)["fleet_battle"]
    first = ratified(ann.club)[0].result
    dora = joined(ann.club, "dora", Right.Kind.DIRECTOR)
    store.correct(ann.club.results.get(pk=first), dora, "Typo.", facts(ann, bob, 1))
    follow(ann.club)
    after = documents(ann.club)["fleet_battle"]
    assert before.body["ratings"][0][0] == str(ann.pk)
    assert after.body["ratings"][0][0] == str(bob.pk)
    assert as_fresh(ann.club)


def test_what_is_kept_hangs_on_no_order_and_no_machine(pair: tuple[Player, Player]) -> None:
    """The list in a document is the one that a pinned test of ratings compares to the last bit."""
    ann, bob = pair
    confirmed(ann, bob, 4)
    records = ratified(ann.club)
    made = recomputation.documents_of(records, TERMS)["fleet_battle"]
    turned = [replace(record, sides=record.sides[::-1]) for record in reversed(records)]
    battles, backwards = rated_battles(records), rated_battles(turned)
    assert read(made.body).sides == rating_list("fleet_battle", backwards, TERMS).sides
    assert made.digest == digest_of(battles[::-1], TERMS) != digest_of(battles[1:], TERMS)
    assert made.digest != digest_of(battles, replace(TERMS, fewest_battles=6))


def test_of_the_same_battles_nothing_is_fitted_again(pair: tuple[Player, Player]) -> None:
    ann, bob = pair
    confirmed(ann, bob, 3)
    confirmed(ann, bob, 3, system="dark_seas")
    follow(ann.club)
    kept = documents(ann.club)
    confirmed(ann, bob, 1, system="dark_seas")
    parts: list[int] = []
    again = recomputation.documents_of(
        ratified(ann.club), recomputation.terms_of(ann.club), kept, parts.append
    )
    assert again["fleet_battle"] == kept["fleet_battle"]
    assert again["dark_seas"] != kept["dark_seas"]
    assert len(parts) == 1
    recomputation.documents_of(ratified(ann.club), recomputation.terms_of(ann.club), again, parts.append)
    assert len(parts) == 1


def test_asked_once_for_each_change_and_never_while_one_is_at_work(pair: tuple[Player, Player]) -> None:
    ann, bob = pair
    assert recomputation.ask_where_changed() == 0
    confirmed(ann, bob, 1)
    assert (recomputation.ask_where_changed(), recomputation.ask_where_changed()) == (1, 0)
    confirmed(ann, bob, 1)
    assert recomputation.ask_where_changed() == 0
    first = Job.objects.get()
    follow(ann.club)
    assert documents(ann.club)["fleet_battle"].results == 2
    assert recomputation.ask_where_changed() == 0
    reported(ann, bob)
    assert recomputation.ask_where_changed() == 1
    assert Job.objects.get() != first


def test_who_lost_the_lease_changes_nothing(pair: tuple[Player, Player]) -> None:
    ann, bob = pair
    confirmed(ann, bob, 3)
    recomputation.ask_where_changed()
    job = jobs.take(Job.objects.get().pk.hex)
    assert job is not None
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    tasks.work(job.pk.hex)
    kept = documents(ann.club)
    made = Recomputation.objects.get()
    with pytest.raises(jobs.LeaseLost):
        recomputation.work(job)
    assert (documents(ann.club), Recomputation.objects.get().made_at) == (kept, made.made_at)


def test_sides_of_several_people_and_bids_are_rated_and_free_for_alls_are_not(
    pair: tuple[Player, Player],
) -> None:
    ann, bob = pair
    cat = joined(ann.club, "cat")
    red, blue = facts(ann, bob).sides
    team = replace(red, players=(ann.pk, cat.pk), bid=hundredths(3))
    store.confirm(store.report(ann.club, ann, facts(ann, bob, sides=(team, blue))), bob)
    third = SideFacts("Green", scores(3, 0)[2], (cat.pk,))
    store.confirm(store.report(ann.club, ann, facts(ann, bob, sides=(red, blue, third))), bob)
    follow(ann.club)
    kept = documents(ann.club)["fleet_battle"]
    assert (kept.results, kept.battles) == (2, 1)
    assert read(kept.body).bid_worth is not None
    (battle,) = rated_battles(ratified(ann.club))
    assert (battle.first, float(battle.bid)) == ((str(ann.pk), str(cat.pk)), 3 / 19.5)


def test_what_takes_too_long_is_given_up_with_a_sentence(pair: tuple[Player, Player]) -> None:
    ann, bob = pair
    confirmed(ann, bob, 1)
    recomputation.ask_where_changed()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recomputation, "documents_of", _too_long)
        tasks.work(Job.objects.get().pk.hex)
    assert Job.objects.get().state == Job.State.FAILED
    assert recomputation.ask_where_changed() == 0
    page = one_line(Client().get(reverse("club-records", args=[ann.club.slug])).content.decode())
    assert "could not be updated: The update stopped after ten minutes" in page
    confirmed(ann, bob, 1)
    follow(ann.club)
    assert as_fresh(ann.club)


def _too_long(*_: object) -> None:
    raise SoftTimeLimitExceeded


def test_a_fit_without_end_is_given_up_with_a_sentence(
    pair: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    confirmed(*pair, 3)
    monkeypatch.setattr("darkseas.club.ratings.posterior.MOST_STEPS", 1)
    state = follow(pair[0].club)
    assert state.job is not None
    assert (state.job.state, state.job.error) == (
        Job.State.FAILED,
        "The ratings did not converge in 1 steps.",
    )


def test_a_fit_that_takes_long_holds_the_lease_on(
    pair: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a worker that has lost it learns so within the fit."""
    confirmed(*pair, 3)
    records = ratified(pair[0].club)
    told: list[int] = []
    recomputation.documents_of(records, TERMS, advance=told.append)
    assert len(told) == 1
    monkeypatch.setattr(recomputation, "TOLD_EVERY_S", 0.0)
    again: list[int] = []
    recomputation.documents_of(records, TERMS, advance=again.append)
    assert len(again) > 3
    assert again[-1] == told[0]


def made_up(ann: Player, bob: Player, number: int, **changes: Any) -> list[Ratified]:
    """Results of these two that count, as records: each of a title of its own unless it is said otherwise."""
    sides = (SideFacts("Red", 2, (ann.pk,)), SideFacts("Blue", 0, (bob.pk,)))
    plain = Ratified(0, DAY, "fleet_battle", "", "", None, sides)
    return [
        replace(plain, **{"result": 10_000 + n, "scenario_text": f"Title {n:04}", **changes})
        for n in range(number)
    ]


def test_made_up_titles_and_systems_stop_no_real_ratings(pair: tuple[Player, Player]) -> None:
    """What honest results come to is the same, whatever two others report under names of their own."""
    ann, bob = pair
    confirmed(ann, bob, 6)
    confirmed(ann, bob, 6, system="Own Rules")
    cat = joined(ann.club, "cat")
    records = [*ratified(ann.club), *made_up(ann, cat, 1, system="Own Rules")]
    honest = recomputation.documents_of(records, TERMS)
    others = joined(ann.club, "erik"), joined(ann.club, "fritz")
    for system in range(rating_bounds.MOST_SYSTEMS + 5):
        records += made_up(*others, 300, system=f"A{system}")
    found = recomputation.documents_of(records, TERMS)
    assert len(found) == rating_bounds.MOST_SYSTEMS
    assert found["fleet_battle"] == honest["fleet_battle"]
    assert found["Own Rules"] == honest["Own Rules"]
    assert read(found["A0"].body).even_sides == 100
    assert len(found["A0"].body["titles"]) == 200


def test_systems_that_would_take_too_long_together_have_less_room_each(
    pair: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The small ones have all that they want; what was kept with more room is made anew."""
    ann, bob = pair
    small = made_up(ann, bob, 5, system="small", scenario_text="One")
    large = [one for key in "abc" for one in made_up(ann, bob, 20, system=key)]
    before = recomputation.documents_of([*small, *large], TERMS)
    monkeypatch.setattr(rating_bounds, "MOST_LAST_WORK", 3**3 + 3 * 12**3)
    after = recomputation.documents_of([*small, *large], TERMS, before)
    assert after["small"] == before["small"]
    for key in "abc":
        kept = read(after[key].body)
        assert (len(kept.sides), kept.even_sides, len(kept.ratings)) == (10, 10, 2)
        assert after[key].digest != before[key].digest


def test_rules_of_the_site_are_rated_first_then_those_of_most_people(pair: tuple[Player, Player]) -> None:
    ann, bob = pair
    cat = joined(ann.club, "cat")
    records = {
        "two": made_up(ann, bob, 50),
        "few": made_up(ann, bob, 2),
        "three": [*made_up(ann, bob, 1), *made_up(ann, cat, 1)],
        "dark_seas": made_up(ann, bob, 1),
    }
    assert rating_bounds.rated_systems(records) == ["dark_seas", "three", "two", "few"]


@pytest.mark.parametrize(
    ("wanted", "most", "found"),
    [
        ({"a": 3, "b": 4}, 7, {"a": 3, "b": 4}),
        ({"a": 3, "b": 40, "c": 50}, 43, {"a": 3, "b": 20, "c": 20}),
        ({"a": 9, "b": 9}, 5, {"a": 2, "b": 3}),
        ({}, 5, {}),
    ],
)
def test_who_wants_little_gets_it(wanted: dict[str, int], most: int, found: dict[str, int]) -> None:
    assert rating_bounds.portions(wanted, most) == found
