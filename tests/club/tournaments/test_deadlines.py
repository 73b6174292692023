"""Tables whose time is up: the tournament's rule, once for each deadline, whatever kills a worker."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from darkseas.club import audit
from darkseas.club.membership import joining
from darkseas.club.models import AuditLine, Club, Entrant, Pairing, Player, Round, Tournament
from darkseas.club.results import store as results
from darkseas.club.results.recorded.table_battles import BEGUN
from darkseas.club.tournaments import reports, rounds
from darkseas.club.tournaments.dates import deadlines, tasks
from darkseas.club.tournaments.dates.battles_of_pair import meetings_of
from darkseas.club.tournaments.decisions_from_audit import record_of
from darkseas.club.tournaments.reports import Reported
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.club.tournaments.tournament_so_far import read
from darkseas.club.tournaments.votes_and_bids import begin_battle
from darkseas.members.account_sections import delete_account
from replays_app.lobby.seat_taking import begin
from replays_app.models import Battle, Call, Seat
from replays_app.recording import abandoning
from replays_app.recording.dice_schemes import FAIR
from replays_app.seats.viewer_seat import Holder
from scenarios_app.models import Scenario, Visibility
from scenarios_app.revisions.store import publish
from tests.club.results.club_events import guest, joined
from tests.replays_app.clocked import clocked, seats_and_clock
from tests.support.builders import forms_of, give, plot, register_toy, seats_of, toy_revision
from tests.support.fair_battles import commit
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in, member
from tests.support.sites import workers

from .events import director_of, drawn, open_pairings, ordered, peopled, running

DAY = timedelta(days=1)
#: How long ago a battle has to have begun where a round began yesterday and was due an hour ago, and less.
IN_TIME, LATE = timedelta(hours=14), timedelta(hours=11)

SIDES = {"red": "ann", "blue": "bob"}
PEOPLE = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal")
#: What a director reads where nobody has waited for somebody else's first order, or was not at this round.
WAITED_NOT = "Time is up, but orders became due only shortly before: a director decides."
BESIDE = "Time is up, and both fight the scenario outside their table: a director decides."
ELSEWHERE = "Time is up, and the players have fought another battle here: a director decides."

#: Deals with tables whose time is up; with an argument it stops in the middle of the first one.
SETTLE = """
import sys, django
django.setup()
from django.utils import timezone
from darkseas.club import audit
from darkseas.club.tournaments.dates import deadlines
if len(sys.argv) > 1:
    def stop(*args, **more):
        print("middle", flush=True)
        sys.stdin.readline()
    audit.note = stop
print("ready", flush=True)
sys.stdin.readline()
print(deadlines.settle_overdue(timezone.now()), flush=True)
"""


def due(count: int, rule: str, first: datetime | None = None, end: datetime | None = None) -> Tournament:
    """A tournament whose round has begun yesterday and has these dates, or was due an hour ago."""
    made, _ = peopled(count, PEOPLE, late=rule)
    drawn(made)
    now = timezone.now()
    Round.objects.update(begins_at=now - DAY, first_move_by=first or now - DAY / 24, ends_at=end)
    return made


def ends() -> list[tuple[str, int | None, int | None]]:
    """How each table ended."""
    return list(Pairing.objects.order_by("table", "pk").values_list("end", "first_score", "second_score"))


def sat_down(made: Tournament) -> tuple[Entrant, Entrant]:
    """Let who fights as red be ann and as blue bob, members of the site."""
    pairing = Pairing.objects.get()
    for entrant, name in ((pairing.first, "ann"), (pairing.second, "bob")):
        known = Player.objects.filter(club=made.club, member__username=name).first()
        assert entrant is not None
        entrant.players.set([known or joined(made.club, name)])
    assert pairing.second is not None
    return pairing.first, pairing.second


def fighting(made: Tournament, since: timedelta, *, at_table: bool = True) -> tuple[Seat, Seat]:
    """The seats of red and blue in a battle on the round's scenario that the two have begun so long ago."""
    sat_down(made)
    register_toy()
    battle = clocked()
    Round.objects.update(scenario=battle.revision.scenario, revision=battle.revision)
    red, blue, _ = seats_and_clock(battle)
    if at_table:
        begun_at_table(battle)
    begun(timezone.now() - since)
    return red, blue


def begun_at_table(battle: Battle) -> None:
    """A battle is that of the only table."""
    Pairing.objects.update(battle=battle)
    table = Pairing.objects.get()
    audit.note(table.round.tournament.club, None, BEGUN, table, after={"battle": battle.pk.hex})


def begun(at: datetime) -> None:
    """Let what has begun just now have begun, and whoever is called in it have been called, at a moment."""
    new = Battle.objects.filter(created_at__gt=timezone.now() - timedelta(hours=1))
    Call.objects.filter(seat__battle__in=new).update(since=at)
    new.update(created_at=at)


def fought_here(made: Tournament) -> Pairing:
    """The table of a round that is fought on a scenario of the site."""
    scenario = publish(library_spec("first-salvoes"), origin="library").scenario
    first, second = [side.key for side in library_spec("first-salvoes").sides]
    by = director_of(made.club)
    rounds.begin(by, rounds.draw(by, made, Setting(scenario, "", first, second)))
    (pairing,) = open_pairings(Round.objects.get())
    return pairing


def leaves_the_club(player: Player) -> None:
    """Of their own will."""
    joining.leave(player)


def leaves_the_site(player: Player) -> None:
    """With all that hangs on their account."""
    assert player.member is not None
    delete_account(player.member)


def may_not_open(player: Player) -> None:
    """The scenario of the round is somebody's own by now."""
    scenario = publish(library_spec("first-salvoes"), origin="library").scenario
    other = Player.objects.exclude(pk=player.pk).exclude(member=None)[0].member
    Scenario.objects.filter(pk=scenario.pk).update(visibility=Visibility.PRIVATE, owner=other)
    Round.objects.update(scenario=scenario)


def is_a_guest(player: Player) -> None:
    """Who never had an account."""
    entry = Entrant.objects.get(players=player)
    entry.players.set([guest(player.club, "gast")])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rule", "end", "lines"), [("forfeit", "double-forfeit", 2), ("director", "", 2), ("nothing", "", 0)]
)
def test_rule_of_the_tournament_is_followed_once_for_each_deadline(rule: str, end: str, lines: int) -> None:
    made = due(4, rule)
    tasks.settle_rounds()
    tasks.settle_rounds()
    assert [one for one, *_ in ends()] == [end] * 2
    kept = AuditLine.objects.filter(by=None, deed__startswith="pairing.")
    assert kept.count() == lines
    Round.objects.update(ends_at=timezone.now() - timedelta(minutes=1))
    tasks.settle_rounds()
    assert kept.count() == (4 if rule == "director" else lines)
    page = logged_in("dora").get(f"/clubs/ironclads/tournaments/{made.slug}/").content.decode()
    assert ("overdue: the director decides" in page) == (rule == "director")
    assert tasks.settle_rounds.name in [one["task"] for one in settings.CELERY_BEAT_SCHEDULE.values()]


@pytest.mark.django_db
def test_who_has_given_an_order_wins_and_where_both_have_the_director_decides() -> None:
    made = due(2, "forfeit", end=timezone.now() + DAY)
    red, blue = fighting(made, IN_TIME)
    plot(red)
    pairing = Pairing.objects.get()
    assert meetings_of(pairing).moved == (True, False)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert ends() == [("forfeit", 2, 0)]
    line = record_of(read(made))[0]
    assert line.reason == f"Time is up, and {pairing.second} has not moved."
    reports.take_back_end(director_of(made.club), pairing, "Their line was down.")
    assert deadlines.settle_overdue(timezone.now()) == 0
    plot(blue)
    Round.objects.update(ends_at=timezone.now())
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert ends() == [("", None, None)]
    assert record_of(read(made))[0].reason == "Time is up, and both players have moved: a director decides."


@pytest.mark.django_db
def test_who_is_asked_for_an_order_only_shortly_before_the_end_forfeits_nothing() -> None:
    made = due(2, "forfeit")
    red, _ = fighting(made, LATE)
    plot(red)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert ends() == [("", None, None)]
    assert record_of(read(made))[0].reason == WAITED_NOT


@pytest.mark.django_db
def test_guest_who_takes_somebodys_place_in_a_battle_has_moved_where_they_had() -> None:
    made = due(2, "forfeit")
    red, blue = fighting(made, IN_TIME)
    plot(red)
    plot(blue)
    is_a_guest(Player.objects.get(member__username="bob"))
    assert meetings_of(Pairing.objects.get()).moved == (True, True)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert ends() == [("", None, None)]


@pytest.mark.django_db
def test_who_only_offers_a_draw_has_not_moved() -> None:
    made = due(2, "forfeit")
    red, _ = fighting(made, IN_TIME)
    give(red, "offer_draw", {}, expected=forms_of(red)[0])
    assert meetings_of(Pairing.objects.get()).moved == (False, False)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert ends() == [("double-forfeit", 0, 0)]


@pytest.mark.django_db
@pytest.mark.parametrize("who", [(), ("ann",), ("ann", "bob")])
def test_battle_broken_off_for_want_of_a_seed_is_forfeited_by_who_did_not_put_theirs_in(
    who: Sequence[str],
) -> None:
    made, (ann, _) = peopled(2, late="forfeit")
    pairing = fought_here(made)
    battle = begin_battle.begin(ann, pairing, FAIR)
    for name in who:
        commit(Seat.objects.get(battle=battle, holdings__member=member(name)))
    abandoning.break_off_overdue(timezone.now() + 4 * DAY)
    later = timezone.now() + 5 * DAY
    Round.objects.update(ends_at=later)
    assert deadlines.settle_overdue(later) == 1
    ann_is_first = ann in pairing.first.players.all()
    won = ("forfeit", 2, 0) if ann_is_first else ("forfeit", 0, 2)
    expected = {0: ("double-forfeit", 0, 0), 1: won, 2: ("", None, None)}
    assert ends() == [expected[len(who)]]


@pytest.mark.django_db
def test_older_battle_in_which_nobody_moves_makes_no_late_one_older() -> None:
    made = due(2, "forfeit")
    fighting(made, IN_TIME)
    red, _ = fighting(made, timedelta(minutes=1), at_table=False)
    plot(red)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert ends() == [("", None, None)]
    assert record_of(read(made))[0].reason == BESIDE


@pytest.mark.django_db
@pytest.mark.parametrize("both", [False, True])
def test_battle_of_the_lobby_on_the_scenario_of_the_round_makes_nobody_lose(*, both: bool) -> None:
    """Whoever agreed to it, with a month for each order perhaps, agreed to no round."""
    made = due(2, "forfeit")
    red, blue = fighting(made, IN_TIME, at_table=False)
    plot(red)
    if both:
        plot(blue)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert ends() == [("", None, None)]
    assert record_of(read(made))[0].reason == BESIDE


@pytest.mark.django_db
def test_battle_on_another_revision_is_none_of_the_round() -> None:
    made = due(2, "forfeit")
    red, blue = fighting(made, IN_TIME, at_table=False)
    Round.objects.update(revision=toy_revision(title="The coves again"))
    plot(red)
    give(blue, "resign", {}, expected=forms_of(blue)[0])
    met = meetings_of(Pairing.objects.get())
    assert ([one.battle for one in met.of_round], [one.battle for one in met.beside]) == ([], [red.battle_id])


@pytest.mark.django_db
@pytest.mark.parametrize("has_scenario", [True, False])
def test_first_order_that_is_missing_in_another_battle_is_forfeited_by_nobody(*, has_scenario: bool) -> None:
    made = due(2, "forfeit")
    red, _ = fighting(made, IN_TIME, at_table=False)
    other = publish(library_spec("first-night"), origin="library").scenario
    Round.objects.update(
        scenario=other if has_scenario else None, revision=other.current if has_scenario else None
    )
    plot(red)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert ends() == [("", None, None)]
    assert record_of(read(made))[0].reason == ELSEWHERE


def of_another_table(battle: Battle) -> None:
    """A battle is that of a table of another tournament."""
    other = running(2)
    drawn(other)
    Pairing.objects.filter(round__tournament=other).update(battle=battle)


@pytest.mark.django_db
def test_battle_of_another_table_lets_nobody_win() -> None:
    due(2, "forfeit")
    table = Pairing.objects.get()
    red, _ = fighting(table.round.tournament, IN_TIME, at_table=False)
    of_another_table(red.battle)
    plot(red)
    assert deadlines.settle(table.pk, timezone.now())
    assert ends()[0] == ("double-forfeit", 0, 0)


@pytest.mark.django_db
@pytest.mark.parametrize("is_over", [False, True])
def test_battle_of_another_table_excuses_nobody_from_the_round(*, is_over: bool) -> None:
    due(2, "forfeit")
    table = Pairing.objects.get()
    red, _ = fighting(table.round.tournament, IN_TIME)
    plot(red)
    _, blue = fighting(table.round.tournament, IN_TIME, at_table=False)
    of_another_table(blue.battle)
    give(blue, "resign", {}, expected=forms_of(blue)[0]) if is_over else plot(blue)
    assert deadlines.settle(table.pk, timezone.now())
    assert ends()[0] == ("forfeit", 2, 0)


@pytest.mark.django_db
def test_friendly_on_another_scenario_excuses_nobody_from_the_round() -> None:
    made = due(2, "forfeit")
    red, _ = fighting(made, IN_TIME)
    plot(red)
    other = begin(
        toy_revision("narrows"), {side: Holder(member=member(name)) for side, name in SIDES.items()}
    )
    plot(seats_of(other)["blue"])
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert ends() == [("forfeit", 2, 0)]


@pytest.mark.django_db
def test_no_battle_of_the_lobby_decides_a_round_without_a_scenario_of_the_site() -> None:
    """Its name may be anything: every friendly by the same rules would be of the round."""
    made = due(2, "forfeit")
    red, _ = fighting(made, IN_TIME, at_table=False)
    Round.objects.update(scenario=None, revision=None)
    Tournament.objects.update(system="toy")
    plot(red)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert ends() == [("", None, None)]
    assert record_of(read(made))[0].reason == ELSEWHERE


@pytest.mark.django_db
@pytest.mark.parametrize("rule", ["forfeit", "director"])
def test_battle_of_a_table_that_has_ended_is_forfeited_by_nobody(rule: str) -> None:
    """Who begins it and resigns has lost it, though the other was never asked for an order."""
    made, (ann, _) = peopled(2, late=rule)
    pairing = fought_here(made)
    battle = begin_battle.begin(ann, pairing, "sha256-1")
    seat = Seat.objects.get(battle=battle, holdings__member=ann.member)
    give(seat, "resign", {}, expected=forms_of(seat)[0])
    Round.objects.update(begins_at=timezone.now() - 3 * DAY, ends_at=timezone.now())
    begun(timezone.now() - 2 * DAY)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert ends() == [("", None, None)]
    assert (
        "the players have finished a battle: it is reported from its log" in record_of(read(made))[0].reason
    )
    (pairing,) = open_pairings(Round.objects.get())
    assert reports.report(director_of(made.club), pairing, Reported(reports.FIRST, battle=battle)).is_ratified


@pytest.mark.django_db
def test_battle_that_the_two_began_elsewhere_and_ended_is_forfeited_by_nobody_either() -> None:
    made = due(2, "forfeit")
    red, _ = fighting(made, IN_TIME, at_table=False)
    give(red, "resign", {}, expected=forms_of(red)[0])
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert ends() == [("", None, None)]
    assert "the players have finished a battle" in record_of(read(made))[0].reason


@pytest.mark.django_db
@pytest.mark.parametrize("leave", [leaves_the_club, leaves_the_site, is_a_guest, may_not_open])
def test_who_had_nobody_to_begin_a_battle_with_forfeits_nothing(leave: Callable[[Player], None]) -> None:
    made = due(2, "forfeit")
    leave(Player.objects.get(member__username="ann"))
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert ends() == [("", None, None)]
    assert record_of(read(made))[0].reason.endswith(" has nobody able to play here: a director decides.")


@pytest.mark.django_db
def test_who_takes_a_report_back_when_time_is_up_leaves_the_other_a_day_to_report() -> None:
    due(2, "forfeit")
    ann, bob = (Player.objects.get(member__username=name) for name in ("ann", "bob"))
    pairing = Pairing.objects.select_related("first", "second").get()
    result = reports.report(ann, pairing, Reported(reports.SECOND))
    results.void(result, ann, "No, it was not.")
    now = timezone.now()
    assert deadlines.settle_overdue(now) == deadlines.settle_overdue(now + timedelta(hours=23)) == 0
    again = reports.report(bob, pairing, Reported(reports.SECOND))
    assert deadlines.settle_overdue(now + timedelta(hours=25)) == 0
    results.void(again, bob, "Nor that.")
    assert deadlines.settle_overdue(now + timedelta(hours=25)) == 1
    assert ends() == [("", None, None)]


@pytest.mark.django_db
def test_report_after_report_that_is_made_void_puts_the_rule_off_three_times() -> None:
    made = due(2, "forfeit")
    ann = Player.objects.get(member__username="ann")
    pairing = Pairing.objects.select_related("first", "second").get()
    Round.objects.update(first_move_by=timezone.now() - 3 * DAY, begins_at=timezone.now() - 5 * DAY)
    settled = []
    for _ in range(3):
        results.void(reports.report(ann, pairing, Reported(reports.SECOND)), ann, "No, it was not.")
        settled.append(deadlines.settle_overdue(timezone.now()))
    assert settled == [0, 0, 1]
    assert ends() == [("", None, None)]
    assert record_of(read(made))[0].reason == "Time is up, and the report is void: a director decides."


@pytest.mark.django_db
def test_who_takes_a_true_report_back_before_time_is_up_wins_by_no_battle_begun_then() -> None:
    due(2, "forfeit")
    ann = Player.objects.get(member__username="ann")
    pairing = Pairing.objects.select_related("round__tournament", "first", "second").get()
    results.void(reports.report(ann, pairing, Reported(reports.SECOND)), ann, "No, it was not.")
    red, _ = fighting(pairing.round.tournament, IN_TIME)
    plot(red)
    assert deadlines.settle_overdue(timezone.now() + 2 * DAY) == 1
    assert ends() == [("", None, None)]


@pytest.mark.django_db
def test_who_has_reported_what_nobody_answered_forfeits_nothing() -> None:
    made = due(2, "forfeit")
    Club.objects.update(silence=Club.Silence.VOID)
    pairing = Pairing.objects.select_related("first", "second").get()
    result = reports.report(Player.objects.get(member__username="bob"), pairing, Reported(reports.SECOND))
    later = timezone.now() + timedelta(days=100)
    assert results.lapse(result.pk, later)
    assert deadlines.settle_overdue(later) == 1
    assert ends() == [("", None, None)]
    assert "the report is void: a director decides" in record_of(read(made))[0].reason


@pytest.mark.django_db
def test_who_has_moved_has_though_the_other_has_left_the_site() -> None:
    made, (ann, bob) = peopled(2, late="forfeit")
    pairing = fought_here(made)
    battle = begin_battle.begin(ann, pairing, "sha256-1")
    ordered("bob", battle)
    Round.objects.update(begins_at=timezone.now() - 3 * DAY, ends_at=timezone.now())
    begun(timezone.now() - 2 * DAY)
    assert ann.member is not None
    delete_account(ann.member)
    pairing = Pairing.objects.get()
    bobs_place = 0 if bob in pairing.first.players.all() else 1
    moved = meetings_of(pairing).moved
    assert (moved[bobs_place], moved[1 - bobs_place]) == (True, False)
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert ends()[0][1 + bobs_place] == 2


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_w1_worker_killed_in_the_middle_leaves_nothing_half_done_and_racing_ones_settle_once(
    tmp_path: Path,
) -> None:
    due(8, "forfeit")
    workers.kill_in_the_middle(workers.worker(SETTLE, tmp_path, "stop"))
    assert ends() == [("", None, None)] * 4
    racing = [workers.worker(SETTLE, tmp_path) for _ in range(2)]
    assert sum(map(int, workers.raced(racing))) == 4
    assert ends() == [("double-forfeit", 0, 0)] * 4
    assert AuditLine.objects.filter(deed="pairing.double-forfeit").count() == 4


@pytest.mark.django_db
@pytest.mark.parametrize("ends_in", [None, -2, 5])
def test_round_that_is_closed_and_reopened_keeps_its_dates_and_the_rule_stays_out(
    ends_in: int | None,
) -> None:
    """The director takes a decision back in a reopened round; a deadline of before decides nothing there."""
    made = due(4, "forfeit")
    by, now = director_of(made.club), timezone.now()
    end = None if ends_in is None else now + ends_in * DAY
    Round.objects.update(first_move_by=now - 3 * DAY, ends_at=end)
    before = Round.objects.values("begins_at", "first_move_by", "ends_at").get()
    found = Round.objects.get()
    for pairing in open_pairings(found):
        reports.forfeit(by, pairing, reports.FIRST, "Did not come.")
    for _ in range(2):
        rounds.close(by, found)
        found.refresh_from_db()
        assert found.closed_at is not None
        assert now <= found.closed_at <= timezone.now()
        rounds.reopen(by, found, "A slip was found.")
        assert Round.objects.values("begins_at", "first_move_by", "ends_at").get() == before
        assert Round.objects.get().closed_at is None
    first = found.pairings.all()[0]
    reports.take_back_end(by, first, "They came late.")
    assert deadlines.settle_overdue(timezone.now()) == 0
    if ends_in == 5:
        assert deadlines.overdue(timezone.now() + 6 * DAY) == [first.pk]
