"""What a player may report without a director, and what a director may not make of a table."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from darkseas.club.membership import joining
from darkseas.club.models import Club, Pairing, Player, Result, Right, Season
from darkseas.club.results import auto_confirm, checks, store
from darkseas.club.results.checks import LATE_DAYS, ResultRefused
from darkseas.club.results.facts import ResultFacts
from darkseas.club.results.result_states import ResultConflict
from darkseas.club.tournaments import reports
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.reports import Reported
from darkseas.members.account_sections import delete_account
from tests.club.tournaments.events import director_of, drawn, peopled
from tests.support.members import logged_in

from .club_events import facts, guest, joined, new_club, reported

pytestmark = pytest.mark.django_db
TODAY = timezone.now().date()


@pytest.fixture
def two() -> tuple[Player, Player]:
    club = new_club()
    return joined(club, "ann"), joined(club, "bob")


def test_reports_of_one_player_that_nobody_has_answered_are_bounded(
    two: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "MOST_WAITING", 2)
    ann, bob = two
    first, _ = reported(ann, bob), reported(ann, bob)
    with pytest.raises(ResultRefused, match="2 of your reports are not settled yet"):
        reported(ann, bob)
    reported(bob, ann)  # another one's
    disputed = store.dispute(first, bob, "No.")
    with pytest.raises(ResultRefused, match="not settled yet"):
        reported(ann, bob)
    store.decide(disputed, director_of(ann.club), "It was so.")
    assert reported(ann, bob).state == "reported"
    Right.objects.create(player=ann, kind=Right.Kind.DIRECTOR)
    assert reported(ann, bob).state == "reported"


def test_reports_of_one_player_within_a_day_are_bounded_and_taking_back_makes_no_room(
    two: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "MOST_A_DAY", 2)
    ann, bob = two
    first, second = reported(ann, bob), reported(ann, bob)
    store.void(first, ann, "A slip.")
    store.confirm(second, bob)
    with pytest.raises(ResultRefused, match="You have reported 2 results within a day"):
        reported(ann, bob)
    assert reported(bob, ann).state == "reported"
    umpire = joined(ann.club, "uma", Right.Kind.UMPIRE)
    for by in (umpire, umpire, umpire, *[director_of(ann.club)] * 3):
        store.report(ann.club, by, facts(ann, bob))
    Result.objects.filter(pk=first.pk).update(reported_at=timezone.now() - timedelta(days=1))
    assert reported(ann, bob).state == "reported"


@pytest.mark.parametrize(("ended", "is_over"), [(LATE_DAYS, False), (LATE_DAYS + 1, True)])
def test_what_nobody_answered_in_a_season_that_is_over_for_long_is_a_directors(
    two: tuple[Player, Player], ended: int, is_over: bool
) -> None:
    ann, bob = two
    ann.club.silence = Club.Silence.DIRECTOR
    ann.club.save()
    last = TODAY - timedelta(days=ended)
    result, in_time = reported(ann, bob, day=last), reported(ann, bob, day=last)
    Season.objects.create(club=ann.club, name="Spring", first_day=last - timedelta(days=90), last_day=last)
    assert store.lapse(result.pk, timezone.now() + timedelta(days=8))
    assert store.confirm(in_time, bob).is_ratified  # its days are not over
    client, address = logged_in("bob"), f"/clubs/ironclads/results/{result.pk}/"
    page = client.get(address).content.decode()
    assert ("Confirm the result" in page) is not is_over
    assert ("“Spring” is over, so a director decides" in page) is is_over
    assert "Dispute the result" in page
    answer = client.post(f"{address}confirm/", {"seen": "2"})
    result.refresh_from_db()
    assert (answer.status_code, result.is_ratified) == ((422, False) if is_over else (302, True))
    if is_over:
        assert "Nobody answered in time, and “Spring” is over" in answer.content.decode()
        assert store.decide(result, director_of(ann.club), "It was so.").is_ratified


@pytest.mark.parametrize(("ended", "is_taken"), [(LATE_DAYS, True), (LATE_DAYS + 1, False)])
def test_season_that_is_over_for_long_is_a_directors_to_add_to(
    two: tuple[Player, Player], ended: int, is_taken: bool
) -> None:
    ann, bob = two
    last = TODAY - timedelta(days=ended)
    Season.objects.create(club=ann.club, name="Spring", first_day=last - timedelta(days=90), last_day=last)
    if is_taken:
        assert reported(ann, bob, day=last).day == last
        return
    with pytest.raises(ResultRefused, match="“Spring” ended on") as refusal:
        reported(ann, bob, day=last)
    assert refusal.value.field == "day"
    reported(ann, bob, day=last + timedelta(days=1))  # of no season
    Right.objects.create(player=ann, kind=Right.Kind.DIRECTOR)
    assert reported(ann, bob, day=last).day == last


def test_what_was_fought_long_ago_is_an_umpires_or_a_directors_to_enter(two: tuple[Player, Player]) -> None:
    ann, bob = two
    last = TODAY - checks.LONGEST_AGO
    assert reported(ann, bob, day=last).day == last
    old = facts(ann, bob, day=last - timedelta(days=1))
    with pytest.raises(
        ResultRefused, match="umpire or director can enter results more than 365 days old"
    ) as refusal:
        store.report(ann.club, ann, old)
    assert refusal.value.field == "day"
    umpire = joined(ann.club, "uma", Right.Kind.UMPIRE)
    for by in (umpire, director_of(ann.club)):
        assert store.report(ann.club, by, old).day == old.day
    form, hint = "/clubs/ironclads/results/new/", "more than a year old"
    assert hint in logged_in("ann").get(form).content.decode()
    assert hint not in logged_in("uma").get(form).content.decode()


@pytest.mark.parametrize("way", ["left", "deleted", "shut out"])
def test_who_has_left_is_named_by_directors_and_umpires_alone(two: tuple[Player, Player], way: str) -> None:
    ann, bob = two
    cat, ghost, director = joined(ann.club, "cat"), guest(ann.club, "Ghost"), director_of(ann.club)
    assert cat.member is not None
    plain = facts(ann, bob)
    of_three = replace(plain.sides[1], players=(bob.pk, ghost.pk, cat.pk))
    theirs = replace(plain, sides=(plain.sides[0], of_three))
    assert store.report(ann.club, ann, theirs).state == "reported"
    if way == "left":
        joining.leave(cat)
    elif way == "deleted":
        delete_account(cat.member)
    else:
        cat.member.is_active = False
        cat.member.save()
    with pytest.raises(ResultRefused, match=r"has left the club or the site\. Ask a director") as refusal:
        store.report(ann.club, ann, theirs)
    assert refusal.value.field == "side.1.players"
    assert reported(ann, ghost).state == "reported"
    assert store.report(ann.club, joined(ann.club, "uma", Right.Kind.UMPIRE), theirs).state == "reported"
    assert store.report(ann.club, director, theirs).state == "reported"


def at_table() -> tuple[Player, Pairing, dict[str, Player]]:
    """A director, a table that two members fight at, and whoever is in the club by name."""
    tournament, players = peopled(2)
    pairing = drawn(tournament).pairings.select_related("first", "second").get()
    people = {player.member.username: player for player in players if player.member}
    return director_of(tournament.club), pairing, people


def test_void_result_comes_back_to_no_table_that_was_reported_anew() -> None:
    director, pairing, _ = at_table()
    first = reports.report(director, pairing, Reported(reports.FIRST))
    first.refresh_from_db()
    store.void(first, director, "A slip.")
    second = reports.report(director, pairing, Reported(reports.SECOND))
    with pytest.raises(ResultConflict, match="newer result"):
        store.decide(first, director, "It was right after all.")
    assert list(Result.objects.filter(is_ratified=True)) == [second]
    store.void(second, director, "A slip too.")
    store.decide(first, director, "It was right after all.")
    assert list(Result.objects.filter(is_ratified=True)) == [first]


def test_void_result_comes_back_to_no_table_that_was_forfeited_since() -> None:
    director, pairing, _ = at_table()
    result = reports.report(director, pairing, Reported(reports.FIRST))
    result.refresh_from_db()
    store.void(result, director, "He was never there.")
    reports.forfeit(director, pairing, reports.FIRST, "He was never there.")
    with pytest.raises(ResultConflict, match="newer result"):
        store.decide(result, director, "He was.")


def test_table_of_who_has_left_is_reported_by_a_player_and_counts_by_a_directors_word() -> None:
    """Else somebody who was beaten would leave, and the table could not be reported."""
    director, pairing, people = at_table()
    ann, bob = people.values()
    joining.leave(bob)
    result = reports.report(ann, pairing, Reported(reports.FIRST))
    assert auto_confirm.lapse_overdue(timezone.now() + timedelta(days=8)) == 1
    result.refresh_from_db()
    assert (result.state, result.is_ratified) == ("unanswered", False)
    assert store.decide(result, director, "I was there.").is_ratified


def of_table(result: Result, first: Player, second: Player) -> ResultFacts:
    """The result of a table, with others on its sides."""
    known = store.last_facts(result)
    swapped = facts(first, second)
    sides = tuple(
        type(side)(side.side, side.score, new.players, side.points, side.losses)
        for side, new in zip(known.sides, swapped.sides, strict=True)
    )
    return type(known)(known.system, known.day, sides, scenario_text=known.scenario_text)


def test_correction_names_nobody_who_does_not_fight_at_the_table() -> None:
    director, pairing, people = at_table()
    result = reports.report(director, pairing, Reported(reports.FIRST))
    result.refresh_from_db()
    stranger = joined(director.club, "gina")
    sat = {side.players[0] for side in store.last_facts(result).sides}
    other = next(player for player in people.values() if player.pk != min(sat))
    with pytest.raises(ResultRefused, match="gina is not at this table"):
        store.correct(result, director, "It was gina.", of_table(result, stranger, other))
    assert Club.objects.get().results.filter(sides__players__player=stranger).count() == 0
    entrant = next(one for one in (pairing.first, pairing.second) if one and other not in one.players.all())
    entries.substitute(director, entrant, [stranger], "She came for him.")
    store.correct(result, director, "It was gina.", of_table(result, stranger, other))
    assert Club.objects.get().results.filter(sides__players__player=stranger).count() == 1
