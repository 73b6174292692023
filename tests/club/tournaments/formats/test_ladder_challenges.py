"""A challenge on a ladder: its dates are the ladder's, what it is about is open to both, and it ends."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from darkseas.club.membership import invitations, joining
from darkseas.club.models import AuditLine, Entrant, Pairing, Player, Round, Tournament
from darkseas.club.results import store
from darkseas.club.results.answers import disputes
from darkseas.club.results.result_states import ResultConflict
from darkseas.club.tournaments import create_and_change, reports, rounds, tournament_states
from darkseas.club.tournaments.dates import deadlines, tasks
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.formats import ladders
from darkseas.club.tournaments.formats.cooldowns import waits_until
from darkseas.club.tournaments.regulations import Terms, terms_of
from darkseas.club.tournaments.reports import Reported
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.votes_and_bids import begin_battle
from darkseas.members.account_sections import delete_account
from replays_app.lobby import seat_taking
from replays_app.models import Battle, Call, Seat
from replays_app.recording import abandoning
from replays_app.recording.dice_schemes import FAIR
from replays_app.seats.viewer_seat import Holder
from scenarios_app.models import Revision, Scenario, Visibility
from scenarios_app.revisions.store import publish, spec_of
from tests.club.results.club_events import guest
from tests.club.tournaments.events import (
    SETTING,
    director_of,
    open_pairings,
    ordered,
    peopled,
    planned,
    running,
)
from tests.support.builders import forms_of, give
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db

LADDER = Tournament.Kind.LADDER
ADDRESS = "/clubs/ironclads/tournaments/autumn-salvo/"
DAY = timedelta(days=1)


def entrant(made: Tournament, number: int) -> Entrant:
    """Who has entered under a number."""
    return Entrant.objects.get(tournament=made, number=number)


def challenged(
    made: Tournament, challenger: int, other: int, setting: Setting = SETTING, by: Player | None = None
) -> Round:
    """A challenge, which the director makes where nobody else is named."""
    who = by or director_of(made.club)
    return ladders.challenge(who, made, entrant(made, challenger), entrant(made, other), setting)


def here(owner: str = "", visibility: str = Visibility.PUBLIC) -> Setting:
    """A setting about a scenario that can be fought here."""
    scenario = publish(library_spec("first-salvoes"), origin="library").scenario
    kept = {"visibility": visibility, "owner": member(owner) if owner else None}
    Scenario.objects.filter(pk=scenario.pk).update(**kept)
    scenario.refresh_from_db()
    first, second = [side.key for side in library_spec("first-salvoes").sides]
    return Setting(scenario, "", first, second)


def over(found: Round) -> None:
    """Let the time of a challenge be up."""
    Round.objects.filter(pk=found.pk).update(ends_at=timezone.now() - DAY / 24)


def test_who_challenges_lays_down_no_dates_of_the_table() -> None:
    made, (_, bob) = peopled(2, kind=LADDER, late="forfeit", challenge_days=7, battles_between=0)
    soon = timezone.now() + timedelta(minutes=1)
    body = {
        "by": "2",
        "whom": "1",
        "scenario": "The coves",
        "first_move_by": soon.strftime("%Y-%m-%dT%H:%M"),
        "ends_by": (soon + DAY / 24).strftime("%Y-%m-%dT%H:%M"),
        "sides_are_bid": "on",
        "bid_minutes": "1 minute",
    }
    page = logged_in("bob").post(f"{ADDRESS}challenge/", body, follow=True).content.decode()
    assert "Your challenge is sent" in page
    assert "deadline <time" in page
    by_page = Round.objects.get()
    reports.report(director_of(made.club), open_pairings(by_page)[0], Reported(reports.SECOND))
    by_hand = challenged(made, 2, 1, replace(SETTING, first_move_by=soon, ends_by=soon + DAY), bob)
    for found in (by_page, by_hand):
        assert (found.first_move_by, found.bid_minutes) == (None, None)
        assert found.ends_at is not None
        assert 7 * DAY - DAY / 24 < found.ends_at - timezone.now() <= 7 * DAY
    assert deadlines.settle_overdue(soon + DAY) == 0


def test_challenge_that_nobody_has_begun_lapses_when_its_time_is_up_and_both_are_free() -> None:
    made = running(4, LADDER)
    found = challenged(made, 3, 2)
    with pytest.raises(TournamentRefused, match="Somebody else has already challenged guest 1"):
        challenged(made, 4, 2)
    assert found.ends_at is not None
    assert deadlines.settle_overdue(found.ends_at - DAY / 24) == 0
    over(found)
    tasks.settle_rounds()
    tasks.settle_rounds()
    assert not Round.objects.exists()
    line = AuditLine.objects.get(deed="round.taken-back")
    assert (line.by, line.subject) == (None, f"round:{found.pk}")
    assert line.reason == "The deadline has passed, and not both players have moved: both are free again."
    assert challenged(made, 4, 2).number == 1


def test_more_time_that_somebody_took_keeps_a_challenge_from_lapsing() -> None:
    made = running(2, LADDER, extension_days=3)
    found = challenged(made, 2, 1)
    over(found)
    Pairing.objects.update(extended_days=2)
    assert deadlines.settle_overdue(timezone.now()) == 0
    assert deadlines.settle_overdue(timezone.now() + 2 * DAY) == 1


@pytest.mark.parametrize(
    ("rule", "end", "deeds"),
    [("forfeit", "double-forfeit", ["pairing.double-forfeit"]), ("director", "", ["pairing.overdue"])],
)
def test_where_the_tournament_has_a_rule_of_its_own_that_is_followed(
    rule: str, end: str, deeds: list[str]
) -> None:
    made, (_, bob) = peopled(2, kind=LADDER, late=rule)
    over(challenged(made, 2, 1, by=bob))
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert Pairing.objects.get().end == end
    assert list(AuditLine.objects.filter(by=None).values_list("deed", flat=True)) == deeds


@pytest.mark.parametrize("rule", ["forfeit", "director"])
def test_challenge_of_who_has_left_the_site_lapses_whatever_the_rule(rule: str) -> None:
    made, (_, bob) = peopled(2, kind=LADDER, late=rule)
    found = challenged(made, 2, 1, by=bob)
    assert bob.member is not None
    delete_account(bob.member)
    over(found)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert not Round.objects.exists()


def test_who_was_challenged_takes_the_challenge_of_somebody_back_who_has_left() -> None:
    made, (ann, bob) = peopled(2, kind=LADDER)
    found = challenged(made, 2, 1, by=bob)
    with pytest.raises(PermissionDenied):
        ladders.take_back(ann, found, "No.")
    joining.leave(bob)
    ladders.take_back(ann, found, "He has left.")
    assert not Round.objects.exists()


def test_who_lets_a_challenge_lapse_lets_others_come_first() -> None:
    made, (_, bob, cat) = peopled(3, kind=LADDER, battles_between=0, challenge_days=5)
    over(challenged(made, 2, 1, by=bob))
    assert deadlines.settle_overdue(timezone.now()) == 1
    with pytest.raises(TournamentRefused, match="The last challenge of guest 1 to guest 0 was not fought"):
        challenged(made, 2, 1, by=bob)
    ladders.take_back(cat, challenged(made, 3, 1, by=cat), "Not today.")
    until = waits_until(made, entrant(made, 2), entrant(made, 1), 5)
    assert until is not None
    assert 5 * DAY - DAY / 24 < until - timezone.now() <= 5 * DAY
    assert waits_until(made, entrant(made, 2), entrant(made, 1), 0) is None
    assert waits_until(made, entrant(made, 1), entrant(made, 2), 5) is None


def test_challenge_is_taken_back_at_once_twice_and_not_to_keep_others_away() -> None:
    made, (_, bob) = peopled(2, kind=LADDER)
    for _ in range(2):
        ladders.take_back(bob, challenged(made, 2, 1, by=bob), "The other scenario.")
    ladders.take_back(bob, challenged(made, 2, 1, by=bob), "No, that one.")
    with pytest.raises(TournamentRefused, match="Others come first"):
        challenged(made, 2, 1, by=bob)
    by_director = challenged(made, 2, 1)
    ladders.take_back(director_of(made.club), by_director, "A mistake of mine.")


def test_challenge_that_is_taken_back_late_lets_others_come_first() -> None:
    made, (_, bob) = peopled(2, kind=LADDER)
    found = challenged(made, 2, 1, by=bob)
    Round.objects.update(begins_at=timezone.now() - DAY)
    ladders.take_back(bob, found, "No.")
    with pytest.raises(TournamentRefused, match="Others come first"):
        challenged(made, 2, 1, by=bob)


def test_nobody_disputes_what_a_closed_ladder_stands_by() -> None:
    made, (ann, bob) = peopled(2, kind=LADDER)
    (table,) = open_pairings(challenged(made, 2, 1, by=bob))
    result = store.confirm(reports.report(bob, table, Reported(reports.FIRST)), ann)
    now = timezone.now()
    assert disputes.who_may_dispute(result, now) == {bob.pk}
    assert list(disputes.unheard_of(bob, now)) == []
    for state in (Tournament.State.CLOSING, Tournament.State.CLOSED):
        tournament_states.move(director_of(made.club), made, state)
    assert disputes.who_may_dispute(result, now) == frozenset()
    with pytest.raises(ResultConflict):
        store.dispute(result, bob, "It was otherwise.")


def _reported(made: Tournament, table: Pairing, by: Player) -> None:
    reports.report(by, table, Reported(reports.FIRST))


def _begun(made: Tournament, table: Pairing, by: Player) -> None:
    begin_battle.begin(by, table, "sha256-1")


def test_challenge_whose_battle_one_has_begun_alone_lapses_too() -> None:
    made, (_, bob) = peopled(2, kind=LADDER)
    found = challenged(made, 2, 1, here(), bob)
    _begun(made, open_pairings(found)[0], bob)
    over(found)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert not Round.objects.exists()
    assert Battle.objects.count() == 1  # and is a free battle from then on


def _lost_in_the_lobby(made: Tournament, table: Pairing, by: Player) -> None:
    assert table.round.revision is not None
    _resigned(friendly(table.round.revision), by)


def friendly(revision: Revision) -> Battle:
    """A battle of ann and bob, begun in the lobby."""
    first, second = (side.key for side in spec_of(revision).sides)
    holders = {first: Holder(member=member("ann")), second: Holder(member=member("bob"))}
    return seat_taking.begin(revision, holders)


def _resigned(battle: Battle, by: Player) -> None:
    seat = Seat.objects.get(battle=battle, holdings__member=by.member)
    give(seat, "resign", {}, expected=forms_of(seat)[0])


@pytest.mark.parametrize("act", [_reported, _lost_in_the_lobby])
def test_what_is_fought_or_reported_does_not_lapse(act: Callable[[Tournament, Pairing, Player], Any]) -> None:
    made, (_, bob) = peopled(2, kind=LADDER)
    found = challenged(made, 2, 1, here(), bob)
    act(made, open_pairings(found)[0], bob)
    over(found)
    assert deadlines.settle_overdue(timezone.now()) == 0
    assert not deadlines.settle(Pairing.objects.get().pk, timezone.now())
    assert Round.objects.exists()


def test_friendly_beside_the_challenge_keeps_it_from_nothing() -> None:
    """Whoever challenges could give one up, and keep the other from all others for ever."""
    made, (_, bob) = peopled(2, kind=LADDER)
    found = challenged(made, 2, 1, here(), bob)
    _resigned(friendly(publish(library_spec("first-night"), origin="library")), bob)
    over(found)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert not Round.objects.exists()


def without_seeds(table: Pairing, by: Player) -> None:
    """A table's battle is begun with dice that both have to seal seeds for, and nobody does, for days."""
    begin_battle.begin(by, table, FAIR)
    Battle.objects.update(created_at=timezone.now() - timedelta(days=4))
    assert abandoning.break_off_overdue(timezone.now() + timedelta(days=4)) == 1


def test_battle_that_was_broken_off_for_want_of_seeds_keeps_no_challenge_from_lapsing() -> None:
    made, (_, bob) = peopled(2, kind=LADDER)
    found = challenged(made, 2, 1, here(), bob)
    without_seeds(open_pairings(found)[0], bob)
    over(found)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert not Round.objects.exists()


def test_table_whose_battle_was_broken_off_begins_another_one_or_its_challenge_is_taken_back() -> None:
    made, (ann, bob) = peopled(2, kind=LADDER)
    found = challenged(made, 2, 1, here(), bob)
    (table,) = open_pairings(found)
    without_seeds(table, bob)
    page = logged_in("ann").get(f"{ADDRESS}tables/{table.pk}/")
    assert (page.status_code, "Start battle here" in page.content.decode()) == (200, True)
    battle = begin_battle.begin(ann, table, "sha256-1")
    assert Pairing.objects.get().battle_id == battle
    with pytest.raises(TournamentRefused, match="The battle has begun"):
        ladders.take_back(bob, found, "No.")
    Battle.objects.filter(pk=battle).update(status=Battle.Status.BROKEN_OFF)
    ladders.take_back(bob, found, "Nothing came of it.")
    assert not Round.objects.exists()


def has_waited(table: Pairing, by: Player) -> None:
    """Somebody has begun a table's battle, ordered, and waited for eight days, until time was up."""
    battle = begin_battle.begin(by, table, "sha256-1")
    ordered(str(by), battle)
    earlier = timezone.now() - timedelta(days=8)
    Call.objects.filter(seat__battle=battle).update(since=earlier)
    Battle.objects.update(created_at=earlier)
    Round.objects.update(begins_at=earlier - timedelta(days=1))
    over(table.round)


@pytest.mark.parametrize("leaves", [False, True])
def test_who_leaves_when_time_is_up_forfeits_all_the_same(*, leaves: bool) -> None:
    made, (ann, bob) = peopled(2, kind=LADDER, late="forfeit")
    (table,) = open_pairings(challenged(made, 2, 1, here(), bob))
    has_waited(table, bob)
    if leaves:
        joining.leave(ann)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert list(Pairing.objects.values_list("end", "first_score", "second_score")) == [("forfeit", 2, 0)]


def test_challenge_that_nobody_was_there_to_fight_lets_the_challenger_wait_for_nothing() -> None:
    made, (ann, bob) = peopled(2, kind=LADDER, battles_between=0)
    token = invitations.make(director_of(made.club), 30, 50)
    over(challenged(made, 2, 1, here(), bob))
    joining.leave(ann)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert ann.member is not None
    invitations.accept(token, ann.member)
    assert challenged(made, 2, 1, here(), bob).pk


def test_two_who_challenge_in_turn_and_never_fight_keep_nobody_from_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, (_, bob, cat, dan) = peopled(4, kind=LADDER, battles_between=0, challenge_days=7)
    for number, player in ((3, cat), (4, dan)):
        over(challenged(made, number, 2, by=player))
        assert deadlines.settle_overdue(timezone.now()) == 1
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now + 8 * DAY)
    challenged(made, 3, 2, by=cat)
    assert challenged(made, 2, 1, by=bob).pk  # who is challenged challenges all the same
    with pytest.raises(TournamentRefused, match="guest 2 already has an open challenge"):
        challenged(made, 3, 1, by=cat)
    monkeypatch.setattr(timezone, "now", lambda: now + 22 * DAY)
    Round.objects.update(ends_at=now + 23 * DAY)
    with pytest.raises(TournamentRefused, match="Somebody else has already challenged guest 1"):
        challenged(made, 4, 2, by=dan)
    monkeypatch.setattr(timezone, "now", lambda: now + 8 * DAY)
    assert challenged(made, 4, 2, by=dan).pk


def test_who_forfeits_a_challenge_waits_and_keeps_nobody_from_others_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, (_, bob, cat) = peopled(3, kind=LADDER, battles_between=0, challenge_days=7, late="forfeit")
    over(challenged(made, 2, 1, by=bob))
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert Pairing.objects.get().end == "double-forfeit"
    with pytest.raises(TournamentRefused, match="was not fought"):
        challenged(made, 2, 1, by=bob)
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now + 8 * DAY)
    assert challenged(made, 2, 1, by=bob).pk
    assert challenged(made, 3, 1, by=cat).pk


def test_challenge_whose_time_is_up_keeps_nobody_from_others() -> None:
    made, (_, bob, cat) = peopled(3, kind=LADDER, late="director")
    found = challenged(made, 2, 1, by=bob)
    with pytest.raises(TournamentRefused, match="Somebody else has already challenged"):
        challenged(made, 3, 1, by=cat)
    over(found)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert challenged(made, 3, 1, by=cat).pk


def test_challenge_that_the_other_never_came_to_is_not_laid_to_who_fought() -> None:
    made, (_, bob) = peopled(2, kind=LADDER, battles_between=0)
    (table,) = open_pairings(challenged(made, 2, 1, here(), bob))
    has_waited(table, bob)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert not Round.objects.exists()
    assert challenged(made, 2, 1, here(), bob).pk


@pytest.mark.parametrize("rule", ["nothing", "forfeit", "director"])
def test_challenge_of_which_a_report_was_taken_back_goes_to_a_director(rule: str) -> None:
    """Who had won by it had no reason to fight, or to report."""
    made, (ann, bob) = peopled(2, kind=LADDER, late=rule)
    found = challenged(made, 2, 1, here(), bob)
    (table,) = open_pairings(found)
    result = reports.report(ann, table, Reported(reports.FIRST))
    over(found)
    assert deadlines.settle_overdue(timezone.now() + 10 * DAY) == 0
    store.void(result, ann, "No.")
    assert deadlines.settle_overdue(timezone.now() + DAY / 2) == 0
    assert deadlines.settle_overdue(timezone.now() + 10 * DAY) == 1
    assert Pairing.objects.get().end == ""
    assert "the report is void: a director decides" in AuditLine.objects.latest("id").reason


def test_challenge_of_somebody_who_left_is_taken_back_though_its_battle_has_begun() -> None:
    made, (ann, bob) = peopled(2, kind=LADDER)
    found = challenged(made, 2, 1, here(), bob)
    _begun(made, open_pairings(found)[0], bob)
    with pytest.raises(TournamentRefused, match="The battle has begun"):
        ladders.take_back(bob, found, "No.")
    client = logged_in("bob")
    assert "Withdraw challenge" not in client.get(ADDRESS).content.decode()
    joining.leave(ann)
    assert "Withdraw challenge" in client.get(ADDRESS).content.decode()
    body = {"deed": "withdraw", "reason": "Nobody is there."}
    assert client.post(f"{ADDRESS}rounds/{found.number}/", body).status_code == 302
    assert not Round.objects.exists()


def test_challenge_whose_battle_has_ended_is_taken_back_by_no_leaving() -> None:
    made, (ann, bob) = peopled(2, kind=LADDER)
    found = challenged(made, 2, 1, here(), bob)
    (table,) = open_pairings(found)
    _resigned(Battle.objects.get(pk=begin_battle.begin(ann, table, "sha256-1")), ann)
    joining.leave(ann)
    with pytest.raises(TournamentRefused, match="The battle has begun"):
        ladders.take_back(bob, found, "I had lost it.")


def test_challenge_of_who_has_withdrawn_is_taken_back_by_who_was_challenged() -> None:
    made, (ann, bob) = peopled(2, kind=LADDER)
    found = challenged(made, 2, 1, by=bob)
    entries.withdraw(bob, entrant(made, 2), "")
    ladders.take_back(ann, found, "They are gone.")
    assert not Round.objects.exists()


def test_challenge_of_a_guest_goes_to_the_director_where_that_is_the_rule() -> None:
    made = running(2, LADDER, late="director")
    over(challenged(made, 2, 1))
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert Round.objects.exists()


def test_who_is_challenged_and_leaves_for_a_minute_leaves_the_word_to_the_director() -> None:
    made, (ann, bob) = peopled(2, kind=LADDER, late="director")
    found = challenged(made, 2, 1, here(), bob)
    over(found)
    joining.leave(ann)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert Round.objects.exists()


def test_only_challenges_lapse() -> None:
    made = running(2, late="nothing")
    by = director_of(made.club)
    found = rounds.draw(by, made, SETTING)
    rounds.begin(by, found)
    over(found)
    assert deadlines.settle_overdue(timezone.now()) == 0
    assert not deadlines.settle(Pairing.objects.get().pk, timezone.now())
    assert Round.objects.exists()


def test_days_to_fight_a_challenge_are_a_term_with_bounds_and_an_old_ladder_has_the_usual_ones() -> None:
    for days in (0, 2, 91):
        with pytest.raises(TournamentRefused, match="3 to 90 days for a challenge"):
            planned(LADDER, challenge_days=days)
    made = running(2, LADDER)
    Tournament.objects.update(terms={k: v for k, v in made.terms.items() if k != "challenge_days"})
    made.refresh_from_db()
    assert terms_of(made).challenge_days == Terms().challenge_days == 14
    ends_at = challenged(made, 2, 1).ends_at
    assert ends_at is not None
    assert 13 * DAY < ends_at - timezone.now() <= 14 * DAY


def test_director_plans_the_days_and_everybody_reads_them() -> None:
    made = running(2, LADDER)
    director = logged_in(str(director_of(made.club)))
    asked = director.get(f"{ADDRESS}change/").content.decode()
    assert "Deadline of a challenge, in days" in asked
    body = {
        "title": made.title,
        "kind": LADDER,
        "system": made.system,
        "points": "1",
        "challenge_days": "0",
        "reason": "So",
    }
    assert director.post(f"{ADDRESS}change/", body).status_code == 422
    assert director.post(f"{ADDRESS}change/", body | {"challenge_days": "5"}).status_code == 302
    page = " ".join(director.get(ADDRESS).content.decode().split())
    assert "The deadline of a challenge is 5 days. A challenge lapses" in page
    assert "again after 5 days" in page
    assert director.get(f"{ADDRESS}tournament.json").json()["terms"]["challenge_days"] == 5
    made.refresh_from_db()
    assert create_and_change.as_json(made)["terms"]["challenge_days"] == 5


def test_challenge_is_about_what_both_may_open() -> None:
    made, (_, bob) = peopled(2, kind=LADDER, battles_between=0)
    hidden = here("bob", Visibility.PRIVATE)
    assert hidden.scenario is not None
    body = {"by": "2", "whom": "1", "scenario": hidden.scenario.key}
    page = logged_in("bob").post(f"{ADDRESS}challenge/", body, follow=True).content.decode()
    assert "Not both players have access to this scenario. Choose another." in page
    with pytest.raises(TournamentRefused, match="Not both players have access") as refusal:
        challenged(made, 2, 1, hidden, bob)
    assert refusal.value.field == "scenario"
    Scenario.objects.update(visibility=Visibility.UNLISTED)
    assert challenged(made, 2, 1, hidden, bob).scenario == hidden.scenario


@pytest.mark.parametrize(
    ("first", "second", "is_open"),
    [
        (["bob"], ["bob"], True),
        (["Hornblower"], ["bob"], False),
        (["bob"], ["bob", "cat"], False),
        (["cat", "bob"], ["bob"], False),
    ],
)
def test_everybody_of_both_may_open_it_and_a_guest_what_everybody_may(
    first: list[str], second: list[str], is_open: bool
) -> None:
    made, players = peopled(3, kind=LADDER)
    setting = here("bob", Visibility.PRIVATE)
    known = {str(one): one for one in [*players, guest(made.club, "Hornblower")]}
    for number, names in ((1, first), (2, second)):
        entrant(made, number).players.set([known[name] for name in names])
    if not is_open:
        with pytest.raises(TournamentRefused, match="Not both players have access"):
            challenged(made, 2, 1, setting)
        Scenario.objects.update(visibility=Visibility.PUBLIC)
    assert challenged(made, 2, 1, setting).scenario == setting.scenario
