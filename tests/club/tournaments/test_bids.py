"""Bids for the sides of tables: sealed, opened together, in the battle, the result and what ratings know."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.test import Client
from django.utils import timezone

from darkseas.club.membership import joining
from darkseas.club.models import (
    AskNotice,
    AuditLine,
    Pairing,
    Player,
    Result,
    Right,
    Round,
    SideBid,
    Tournament,
)
from darkseas.club.records.rated_results import rated_battles
from darkseas.club.results.confirmed_results import ratified
from darkseas.club.tournaments import reports, rounds, tournament_states
from darkseas.club.tournaments.dates import deadlines, tasks
from darkseas.club.tournaments.reports import FIRST, SECOND, Reported
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import read
from darkseas.club.tournaments.votes_and_bids import begin_battle, bids, emails
from darkseas.engine.events import BidsOpened, TableWitnessed
from darkseas.members.account_sections import delete_account
from darkseas.members.models import Member
from replays_app.lobby import seat_taking
from replays_app.log import store as log_store
from replays_app.models import Battle, Holding, Summary, Wish
from replays_app.recording.dice_schemes import TABLE
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from scenarios_app.revisions.store import publish
from tests.club.results.club_events import joined
from tests.support.builders import forms_of, give, register_toy, seats_of, toy_started
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in, member

from .events import SETTING, bid_round, director_of, drawn, peopled, running

pytestmark = pytest.mark.django_db
RESULTS = "/clubs/ironclads/results/"
BASE = "/clubs/ironclads/tournaments/autumn-salvo/"
RED, BLUE = "Red", "Blue"


def table(found: Round) -> tuple[Pairing, Player, Player]:
    """The only table of a round, with who has the first and the second side by the drawing."""
    pairing = found.pairings.select_related("round", "first", "second").get()
    assert pairing.second is not None
    return pairing, pairing.first.players.get(), pairing.second.players.get()


@pytest.mark.parametrize(
    ("first", "second", "sides", "given"),
    [
        ((RED, 5), (RED, 3), (RED, BLUE), (5, 0)),
        ((RED, 3), (RED, 5), (BLUE, RED), (0, 5)),
        ((RED, 4), (RED, 4), (RED, BLUE), (4, 0)),
        ((BLUE, 4), (BLUE, 4), (RED, BLUE), (0, 4)),
        ((BLUE, 6), (BLUE, 4), (BLUE, RED), (6, 0)),
        ((RED, 9), (BLUE, 2), (RED, BLUE), (0, 0)),
        ((BLUE, 9), (RED, 2), (BLUE, RED), (0, 0)),
        ((BLUE, 2), None, (BLUE, RED), (2, 0)),
        ((RED, 0), None, (RED, BLUE), (0, 0)),
        (None, (RED, 7), (BLUE, RED), (0, 7)),
        (None, None, (RED, BLUE), (0, 0)),
    ],
)
def test_what_comes_of_two_bids(
    first: tuple[str, int] | None,
    second: tuple[str, int] | None,
    sides: tuple[str, str],
    given: tuple[int, int],
) -> None:
    made, _ = peopled(2)
    found = bid_round(made)
    pairing, one, other = table(found)
    for player, bid in ((one, first), (other, second)):
        if bid:
            bids.bid(player, pairing, *bid)
    if first is None or second is None:
        assert table(found)[0].bids_opened_at is None
        Round.objects.update(bids_by=timezone.now())
        tasks.settle_rounds()
        tasks.settle_rounds()
    row = table(found)[0]
    assert (row.first_side, row.second_side) == sides
    assert (row.first_bid, row.second_bid) == given
    assert AuditLine.objects.filter(deed="bids.opened").count() == 1
    for kept in SideBid.objects.all():
        assert sha256(f"{kept.nonce} {kept.points} {kept.side}".encode()).hexdigest() == kept.digest
    with pytest.raises(TournamentRefused, match="cannot bid at this table now"):
        bids.bid(one, row, RED, 1)


@pytest.mark.parametrize("other_bids", [True, False])
def test_bid_of_who_has_left_the_club_does_not_count(*, other_bids: bool) -> None:
    made, _ = peopled(2)
    found = bid_round(made)
    pairing, one, other = table(found)
    bids.bid(one, pairing, RED, 9)
    joining.leave(one)
    if other_bids:
        bids.bid(other, pairing, RED, 2)
    else:
        Round.objects.update(bids_by=timezone.now())
        tasks.settle_rounds()
    row = table(found)[0]
    assert row.bids_opened_at is not None
    won = (BLUE, RED, 0, 2) if other_bids else (RED, BLUE, 0, 0)
    assert (row.first_side, row.second_side, row.first_bid, row.second_bid) == won
    after = AuditLine.objects.get(deed="bids.opened").after or {}
    assert after["left"] == [row.first.number]
    assert 9 in [bid["points"] for bid in after["bids"]]
    assert list(SideBid.objects.values_list("points", flat=True)) == ([2] if other_bids else [])


def seen(client: Client, pairing: Pairing, made: Tournament) -> str:
    """All that somebody is shown of a tournament, but for what chance and the clock put there."""
    player = made.entrants.get(number=1).players.get()
    rooms = ["", "?board", "?spoilers=hide", "tournament.json", "standings.csv", "tournament.trf"]
    rooms += ["print/slips/", f"tables/{pairing.pk}/", "rounds/1/results.csv"]
    club = ["", "calendar/", "results/", "results.atom", f"members/{player.pk}/", "tournaments/"]
    pages = [BASE + room for room in rooms] + [f"/clubs/ironclads/{room}" for room in club]
    text = "".join(client.get(page).content.decode() for page in pages)
    lines = list(AuditLine.objects.order_by("pk").values_list("deed", "before", "after"))
    text += json.dumps(lines, sort_keys=True)
    return re.sub(r'[0-9a-f]{32,}|csrfmiddlewaretoken" value="\w+|\d\d:\d\d(:\d\d(\.\d+)?)?', "", text)


def test_h1_sealed_bid_is_nowhere_but_on_the_page_of_who_made_it() -> None:
    """Two bids that differ are the same to everybody else, director and opponent too, to the byte."""
    made, _ = peopled(2)
    found = bid_round(made)
    pairing, one, other = table(found)
    assert one.member is not None
    assert other.member is not None
    names = {"own": one.member.username, "other": other.member.username, "director": "dora", "nobody": ""}
    by_role = {role: logged_in(name) if name else Client() for role, name in names.items()}
    worlds = []
    for side, points in ((RED, 5), (BLUE, 888)):
        bids.bid(one, pairing, side, points)
        worlds.append({role: seen(client, pairing, made) for role, client in by_role.items()})
    before, after = worlds
    lines = '["bid.sealed", null, {"digest": "", "entrant": %d}]' % pairing.first.number  # noqa: UP031
    for role in ("other", "director", "nobody"):
        assert after[role].replace(f"{lines}, {lines}", lines) == before[role], role
        assert "has bid." in after[role]
    assert "Your bid: <strong>888 for Blue" in after["own"]


def test_who_does_not_fight_there_bids_nothing_and_nothing_is_reported_before() -> None:
    made, _ = peopled(4)
    found, by = bid_round(made), director_of(made.club)
    theirs, others = found.pairings.select_related("round", "first", "second")
    for outsider in (by, others.first.players.get()):
        with pytest.raises(PermissionDenied):
            bids.bid(outsider, theirs, RED, 3)
    with pytest.raises(TournamentRefused, match="still open"):
        reports.report(by, theirs, Reported(FIRST))
    for side, points in (("Green", 1), (RED, 1000)):
        with pytest.raises(TournamentRefused):
            bids.bid(theirs.first.players.get(), theirs, side, points)
    assert not SideBid.objects.exists()


def test_bid_counts_in_points_result_and_what_ratings_are_fitted_from() -> None:
    made, _ = peopled(2)
    found = bid_round(made)
    pairing, one, other = table(found)
    bids.bid(one, pairing, BLUE, 3)
    bids.bid(other, pairing, BLUE, 1)
    page = logged_in("dora").get(f"{BASE}tables/{pairing.pk}/").content.decode()
    assert "Without the bid; the site adds its 3 points." in page
    body = {"winner": SECOND, "first_points": "10", "second_points": "8"}
    page = logged_in("dora").post(f"{BASE}tables/{pairing.pk}/", body, follow=True).content.decode()
    assert "It counts." in page
    result = Result.objects.get()
    assert "Red 8 made + 3 of the bid = 11" in logged_in("ann").get(f"{RESULTS}{result.pk}/").content.decode()
    told = {side.side: (side.points, side.bid, side.score) for side in result.sides.all()}
    assert told == {BLUE: (Decimal(10), Decimal(3), 0), RED: (Decimal(11), Decimal(0), 2)}
    assert read(made).scores(table(found)[0]) == (0, 2)
    [rated] = rated_battles(ratified(made.club))
    paid = rated.bid if rated.first_side == BLUE.casefold() else -rated.bid
    assert (paid, rated.score) == (Fraction(3, 21), 0 if rated.first_side == BLUE.casefold() else 2)
    [row] = json.loads(Client().get(f"{BASE}tournament.json").content)["rounds"][0]["pairings"]
    assert row["given"] == [3, 0]
    assert {(bid["side"], bid["points"]) for bid in row["bids"]} == {(BLUE, 3), (BLUE, 1)}


def test_table_without_bids_is_fought_here_too() -> None:
    scenario = publish(library_spec("first-salvoes"), origin="library").scenario
    sides = [side.key for side in library_spec("first-salvoes").sides]
    made, _ = peopled(2)
    by = director_of(made.club)
    found = rounds.draw(by, made, Setting(scenario, "", sides[0], sides[1]))
    pairing, one, other = table(found)
    assert one.member is not None
    client = logged_in(one.member.username)
    address = f"{BASE}tables/{pairing.pk}/"
    assert "Start battle here" not in client.get(address).content.decode()
    rounds.begin(by, found)
    assert "Start battle here" in client.get(address).content.decode()
    assert "Start battle here" not in logged_in(str(by)).get(address).content.decode()
    client.post(f"{address}battle/", {"dice": "sha256-1"})
    held = dict(Holding.objects.values_list("seat__side", "member"))
    assert held == {sides[0]: one.member_id, sides[1]: other.member_id}
    assert table(found)[0].battle_id == Battle.objects.get().pk


def test_who_has_fought_a_table_here_is_led_back_to_report_it() -> None:
    revision = publish(library_spec("first-salvoes"), origin="library")
    sides = [side.key for side in library_spec("first-salvoes").sides]
    made, _ = peopled(2)
    by = director_of(made.club)
    found = rounds.draw(by, made, Setting(revision.scenario, "", sides[0], sides[1]))
    rounds.begin(by, found)
    pairing, one, _ = table(found)
    assert one.member is not None
    client = logged_in(one.member.username)
    address, event = f"{BASE}tables/{pairing.pk}/", f"{BASE[:-1]}/"

    def buttons() -> str:
        return client.get(event).content.decode()

    assert ">Play or report<" in buttons()
    client.post(f"{address}battle/", {"dice": "sha256-1"})
    battle = Battle.objects.get()
    assert ">Continue or report<" in buttons()
    directors = logged_in(str(by)).get(event).content.decode()  # who reports it, and does not fight there
    assert (">Report result<" in directors, "Continue or report" in directors) == (True, False)
    assert "Propose a time" not in client.get(address).content.decode()
    seat = seats_of(battle)[sides[1]]
    give(seat, "resign", {}, expected=forms_of(seat)[0])
    assert ">Report finished battle<" in buttons()
    page = client.get(f"/battles/{battle.pk}/play/").content.decode()
    assert f'data-occasion="{address}"' in page
    assert f'data-occasion-words="Report result: {made.title}"' in page
    Right.objects.filter(player=by).delete()  # with another director it would wait for an answer
    Right.objects.create(player=one, kind=Right.Kind.DIRECTOR)
    alone = seat_taking.begin(revision, dict.fromkeys(sides, Holder(member=one.member)), TABLE)
    loser = seats_of(alone)[sides[1]]
    give(loser, "resign", {}, expected=forms_of(loser)[0])
    own_log = {"battle": alone.pk.hex, "remarks": "", "is_theirs": "on"}
    assert reports.OWN_TABLE in client.post(address, own_log).content.decode()
    form = {"battle": battle.pk.hex, "remarks": ""}
    theirs = Holding.objects.filter(seat__battle=battle).exclude(member=one.member)
    [left] = theirs.values_list("member", flat=True)
    theirs.update(member=None, bot="captain")  # as after one who has deleted the account
    assert reports.OWN_TABLE in client.post(address, form).content.decode()
    theirs.update(member=left, bot="")
    assert client.post(address, form).status_code == 302  # the log says how it ended
    reported = client.get(address)
    assert (reported.status_code, "Link a recorded battle" in reported.content.decode()) == (200, False)
    result = client.get(f"{RESULTS}{Result.objects.get().pk}/").content.decode()
    assert reports.BY_ITS_LOG in result
    page = client.get(f"/battles/{battle.pk}/play/").content.decode()
    assert f'data-occasion-words="Back to {made.title}"' in page


@pytest.mark.parametrize("gone", ["left the club", "was shut out"])
def test_nobody_is_seated_at_a_table_who_is_there_no_more(gone: str) -> None:
    revision = publish(library_spec("first-salvoes"), origin="library")
    sides = [side.key for side in library_spec("first-salvoes").sides]
    made, _ = peopled(2)
    by = director_of(made.club)
    found = rounds.draw(by, made, Setting(revision.scenario, "", sides[0], sides[1]))
    rounds.begin(by, found)
    pairing, one, other = table(found)
    assert one.member is not None
    client, address = logged_in(one.member.username), f"{BASE}tables/{pairing.pk}/"
    assert "Start battle here" in client.get(address).content.decode()
    if gone == "left the club":
        joining.leave(other)
    else:
        Member.objects.filter(username=str(other)).update(is_active=False)
    assert "Start battle here" not in client.get(address).content.decode()
    answer = client.post(f"{address}battle/", {"dice": "sha256-1"}, follow=True)
    assert "Each side needs one player of the club" in answer.content.decode()
    assert not Battle.objects.exists()


def test_who_leaves_while_a_table_begins_is_seated_or_nothing_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    revision = publish(library_spec("first-salvoes"), origin="library")
    sides = [side.key for side in library_spec("first-salvoes").sides]
    made, _ = peopled(2)
    by = director_of(made.club)
    found = rounds.draw(by, made, Setting(revision.scenario, "", sides[0], sides[1]))
    rounds.begin(by, found)
    pairing, one, other = table(found)
    look = begin_battle._why_not

    def overtaken(*seen: Any) -> str:
        why = look(*seen)
        Player.objects.filter(pk=other.pk).update(left_at=timezone.now())
        return why

    monkeypatch.setattr(begin_battle, "_why_not", overtaken)
    begin_battle.begin(one, pairing, "sha256-1")
    assert set(Holding.objects.values_list("member", flat=True)) == {one.member_id, other.member_id}


def test_page_of_a_battle_tells_who_is_not_of_the_club_of_no_table() -> None:
    register_toy()
    made, _ = peopled(2)
    battle, pairing = toy_started().battle, drawn(made).pairings.get()
    Pairing.objects.filter(pk=pairing.pk).update(battle=battle)
    stranger = member("zoe")
    taking_seats.sit(seats_of(battle)["red"], Holder(member=stranger), 0)
    assert "data-occasion" not in logged_in("zoe").get(f"/battles/{battle.pk}/play/").content.decode()
    joined(made.club, "zoe")
    assert "data-occasion" in logged_in("zoe").get(f"/battles/{battle.pk}/play/").content.decode()


def test_battle_of_the_table_has_the_bids_in_its_log_and_gives_the_result() -> None:
    scenario = publish(library_spec("first-salvoes"), origin="library").scenario
    sides = [side.key for side in library_spec("first-salvoes").sides]
    made, _ = peopled(2)
    by = director_of(made.club)
    found = rounds.draw(by, made, Setting(scenario, "", sides[0], sides[1], bid_minutes=10))
    rounds.begin(by, found)
    pairing, one, other = table(found)
    bids.bid(one, pairing, sides[1], 7)
    bids.bid(other, pairing, sides[1], 2)
    assert one.member is not None
    client = logged_in(one.member.username)
    assert "Start battle here" in client.get(f"{BASE}tables/{pairing.pk}/").content.decode()
    answer = client.post(f"{BASE}tables/{pairing.pk}/battle/", {"dice": "sha256-1"})
    battle = Battle.objects.get()
    assert answer["Location"] == f"/battles/{battle.pk}/play/"
    held = dict(Holding.objects.values_list("seat__side", "member"))
    assert held == {sides[1]: one.member_id, sides[0]: other.member_id}
    event = log_store.read(battle.pk)[1].event
    bid = dict(zip(sides, (2, 7), strict=True))
    assert event == BidsOpened(dict.fromkeys(sides, sides[1]), bid, {sides[0]: 7})
    assert "The bids are revealed: " in client.get(f"/battles/{battle.pk}/seats/").content.decode()
    again = client.post(f"{BASE}tables/{pairing.pk}/battle/", {"dice": "sha256-1"}, follow=True)
    assert "already has a battle or a result" in again.content.decode()
    seat = seats_of(battle)[sides[1]]
    give(seat, "resign", {}, expected=forms_of(seat)[0])
    battle.refresh_from_db()
    assert str(battle.pk) in client.get(f"{BASE}tables/{pairing.pk}/").content.decode()
    reports.report(by, table(found)[0], Reported(SECOND, battle=battle.pk))
    kept = {side.side: side for side in Result.objects.get().sides.all()}
    assert {key: side.bid for key, side in kept.items()} == {sides[0]: Decimal(0), sides[1]: Decimal(7)}
    assert kept[sides[0]].points == Decimal(Summary.objects.get().scores[sides[0]])
    assert kept[sides[0]].score == 2


def test_battle_that_knows_nothing_of_the_bid_is_refused() -> None:
    made, _ = peopled(2)
    found = bid_round(made)
    pairing, one, other = table(found)
    bids.bid(one, pairing, RED, 3)
    bids.bid(other, pairing, RED, 1)
    with pytest.raises(TournamentRefused, match="does not have it"):
        reports.report(one, table(found)[0], Reported(FIRST, battle=uuid4()))


def test_who_must_bid_and_wants_letters_gets_one_once() -> None:
    made, _ = peopled(2)
    found = bid_round(made)
    pairing, one, other = table(found)
    for player in (one, other):
        assert player.member is not None
        Wish.objects.create(member=player.member, letters=Wish.Letters.AT_ONCE)
    bids.bid(one, pairing, RED, 739)
    for _ in range(2):
        for notice in emails.due(timezone.now()):
            emails.deliver(notice.pk.hex)
    [letter] = mail.outbox
    assert other.member is not None
    assert letter.to == [other.member.email]
    assert f"{BASE}tables/{pairing.pk}/" in letter.body
    assert "739" not in letter.body


def test_guests_are_not_waited_for() -> None:
    made = running(2)
    bid_round(made)
    row = Pairing.objects.get()
    assert (row.bids_opened_at is None, row.first_bid, row.second_bid) == (False, 0, 0)
    assert not AskNotice.objects.exists()


def test_sides_by_bid_are_not_balanced_and_plain_rounds_are() -> None:
    made, _ = peopled(4, rounds=2, sides_are_bid=True)
    found = bid_round(made)
    assert [one.reasons[-1]["kind"] for one in found.pairings.all()] == ["sides_are_bid"] * 2
    Round.objects.update(bids_by=timezone.now() - timedelta(minutes=1))
    tasks.settle_rounds()
    by = director_of(made.club)
    for pairing in found.pairings.select_related("round"):
        reports.report(by, pairing, Reported(FIRST))
    rounds.close(by, found)
    assert all(one.reasons[-1]["kind"] != "sides_are_bid" for one in drawn(made).pairings.all())
    page = Client().get(BASE).content.decode()
    assert "The pairing does not balance sides that come from bids" in page


def test_where_nobody_can_bid_it_is_refused() -> None:
    with pytest.raises(TournamentRefused, match="either mirroring or bids"):
        peopled(2, is_mirrored=True, sides_are_bid=True)
    made, _ = peopled(2)
    same = Setting(text="The coves", first_side="Red", second_side="red", bid_minutes=5)
    with pytest.raises(TournamentRefused, match="Both sides have the same name"):
        rounds.draw(director_of(made.club), made, same)
    assert made.state == tournament_states.State.RUNNING


def test_round_that_is_drawn_with_bids_is_laid_out_anew_with_them() -> None:
    made, _ = peopled(2)
    rounds.draw(director_of(made.club), made, replace(SETTING, bid_minutes=45))
    page = logged_in("dora").get(f"{BASE}rounds/by-hand/")
    assert page.context["form"].initial["sides_are_bid"] is True
    assert page.context["form"].initial["bid_minutes"] == 45


def test_fewer_points_are_asked_about_with_the_bid_in_them() -> None:
    made, _ = peopled(2)
    found = bid_round(made)
    pairing, one, other = table(found)
    bids.bid(one, pairing, BLUE, 3)
    bids.bid(other, pairing, BLUE, 1)
    dora, here = logged_in("dora"), f"{BASE}tables/{pairing.pk}/"
    body = {"winner": FIRST, "first_points": "10", "second_points": "8"}
    asked = dora.post(here, body).content.decode()
    names = {"first": str(pairing.first), "second": str(pairing.second)}
    told = "({first} 10; {second} 8 made + 3 of the bid = 11)".format(**names)
    assert told in asked
    assert "It counts." in dora.post(here, body | {"is_sure": "on"}, follow=True).content.decode()
    result = Result.objects.get()
    decide = f"{RESULTS}{result.pk}/correct/"
    form = dora.get(decide)
    assert "Enter the total including the bid: Red 8 made + 3 of the bid = 11." in form.content.decode()
    sent = {name: form.context["form"].initial.get(name, "") for name in form.context["form"].fields}
    sent |= {"reason": "A slip.", "seen": result.steps_taken, "points_0": "10", "points_1": "11"}
    sent = {name: value for name, value in sent.items() if value not in ("", None)}
    again = dora.post(decide, sent)
    assert (again.status_code, "Red 8 made + 3 of the bid = 11" in again.content.decode()) == (422, True)
    assert dora.post(decide, {**sent, "is_sure": "on"}).status_code == 302


def test_dice_of_the_table_wait_for_the_word_of_who_did_not_begin() -> None:
    scenario = publish(library_spec("first-salvoes"), origin="library").scenario
    sides = [side.key for side in library_spec("first-salvoes").sides]
    made, _ = peopled(2)
    by = director_of(made.club)
    found = rounds.draw(by, made, Setting(scenario, "", sides[0], sides[1]))
    rounds.begin(by, found)
    pairing, *both = table(found)
    sides = [pairing.first_side, pairing.second_side]
    for player, side in zip(both, sides, strict=True):
        with transaction.atomic():
            log = log_store.read(begin_battle.begin(player, pairing, TABLE))
            assert [one.event.by for one in log if isinstance(one.event, TableWitnessed)] == [(side,)]
            transaction.set_rollback(True)


def test_who_bids_nothing_is_told_once_bids_are_open() -> None:
    """Whoever knew beforehand that the other one has no account any more would bid against a 0."""
    made, _ = peopled(2)
    pairing, one, other = table(bid_round(made))
    assert one.member is not None
    assert other.member is not None
    client, address = logged_in(one.member.username), f"{BASE}tables/{pairing.pk}/"
    delete_account(other.member)
    page = client.get(address).content.decode()
    assert "Bids close at" in page
    for words in ("no account", "gave no bid"):
        assert words not in page
    bids.bid(one, pairing, RED, 3)
    assert f"{pairing.second} did not bid: 0." in client.get(address).content.decode()


def test_half_the_time_of_a_round_is_left_to_fight_in_when_its_bids_open() -> None:
    """Whoever withheld theirs could let both forfeit."""
    made, _ = peopled(2, late="forfeit")
    by, now = director_of(made.club), timezone.now()
    setting = replace(SETTING, bid_minutes=2880, ends_by=now + timedelta(days=2))
    found = rounds.draw(by, made, setting)
    rounds.begin(by, found)
    found.refresh_from_db()
    assert found.bids_by is not None
    assert abs(found.bids_by - now - timedelta(days=1)) < timedelta(minutes=5)


def test_nobody_forfeits_a_table_whose_sides_are_still_bid_for() -> None:
    made, _ = peopled(2, late="forfeit")
    found = bid_round(made)
    Round.objects.update(begins_at=timezone.now() - timedelta(days=3), ends_at=timezone.now())
    assert deadlines.settle_overdue(timezone.now()) == 1
    assert found.pairings.get().end == ""
    assert AuditLine.objects.get(deed="pairing.overdue").reason.endswith("still open: a director decides.")
