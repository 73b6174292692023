"""N23: whatever is corrected, the kept ratings are those of a fresh computation, on every machine."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
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
from darkseas.club.ratings.curves import work_of
from darkseas.club.ratings.observations import observations
from darkseas.club.ratings.rating_lists import rating_list
from darkseas.club.records import recomputation
from darkseas.club.records.documents import digest_of, read
from darkseas.club.records.honours import honours_json
from darkseas.club.records.rated import rated_battles
from darkseas.club.results import store
from darkseas.club.results.facts import SideFacts, hundredths, scores
from darkseas.club.results.ratified import ratified
from darkseas.club.results.rebuild import ratified_by_steps
from replays_app.models import Job
from replays_app.simulation import jobs, tasks
from tests.club.records.books import documents, follow
from tests.club.results.evenings import DAY, facts, guest, joined, new_club, reported
from tests.club.results.test_rebuild import DEEDS, Deed, apply

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
    page = Client().get(reverse("club-records", args=[ann.club.slug])).content.decode()
    assert "could not be worked out anew: It took too long" in page
    confirmed(ann, bob, 1)
    follow(ann.club)
    assert as_fresh(ann.club)


def _too_long(*_: object) -> None:
    raise SoftTimeLimitExceeded


def test_more_players_than_can_be_rated_are_said_so(
    pair: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = partial(observations, most=1)
    monkeypatch.setattr("darkseas.club.ratings.fit.observations", few)
    confirmed(*pair, 2)
    state = follow(pair[0].club)
    assert state.job is not None
    assert (state.job.state, state.job.error) == (
        Job.State.FAILED,
        "Ratings of one rules system are worked out for up to 1 players.",
    )


def test_more_rules_systems_than_can_be_rated_at_once_are_said_so(
    pair: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of results may name any rules: each would be a fit of its own."""
    confirmed(*pair, 1)
    confirmed(*pair, 1, system="Own Rules")
    one = max(work_of(rated_battles(ratified(pair[0].club))).values())
    monkeypatch.setattr(recomputation, "MOST_LAST_WORK", one)
    state = follow(pair[0].club)
    assert state.job is not None
    assert state.job.state == Job.State.FAILED
    assert state.job.error.startswith("There are more rules systems, scenarios and players")
