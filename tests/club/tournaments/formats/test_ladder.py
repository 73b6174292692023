"""A ladder: who may challenge whom, on pages too, and what their battles make of its order."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from darkseas.club.models import Entrant, Player, Result, Round, Tournament
from darkseas.club.records.honours import honours_json
from darkseas.club.results import store
from darkseas.club.tournaments import reports, tournament_states
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.formats import ladders
from darkseas.club.tournaments.pages.page_data import ladder_page
from darkseas.club.tournaments.reports import Reported
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import read
from darkseas.club.tournaments.votes_and_bids import begin_battle, emails
from replays_app.models import Battle, Wish
from scenarios_app.revisions.store import publish
from tests.club.results.club_events import joined
from tests.club.tournaments.events import SETTING, director_of, drawn, open_pairings, peopled, running
from tests.replays_app.recording.table_battles import table_battle
from tests.support.builders import forms_of, give, seats_of
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in

pytestmark = pytest.mark.django_db

LADDER = Tournament.Kind.LADDER
ADDRESS = "/clubs/ironclads/tournaments/autumn-salvo/"
State = Tournament.State


def names(made: Tournament) -> list[str]:
    """The ladder from the top."""
    fought = read(made)
    return [fought.name(key) for key in ladders.order_of(fought)]


def entrant(made: Tournament, number: int) -> Entrant:
    """Who has entered under a number."""
    return Entrant.objects.get(tournament=made, number=number)


def challenged(made: Tournament, challenger: int, other: int, by: Player | None = None) -> Round:
    """A challenge, which the director makes for somebody where nobody else is named."""
    by = by or director_of(made.club)
    return ladders.challenge(by, made, entrant(made, challenger), entrant(made, other), SETTING)


def met(made: Tournament, challenger: int, other: int, winner: str = reports.FIRST) -> Result:
    """A challenge that was fought: the challenger wins."""
    found = challenged(made, challenger, other)
    return reports.report(director_of(made.club), open_pairings(found)[0], Reported(winner))


def page_of(name: str) -> str:
    """The page as somebody sees it."""
    return " ".join(logged_in(name).get(ADDRESS).content.decode().split())


def test_who_wins_takes_the_place_and_a_correction_makes_the_order_anew() -> None:
    made = running(5, LADDER)
    assert names(made) == [f"guest {number}" for number in range(5)]
    first = met(made, 4, 1)
    assert names(made) == ["guest 3", "guest 0", "guest 1", "guest 2", "guest 4"]
    met(made, 2, 4, reports.DRAW)
    met(made, 5, 2)
    assert names(made) == ["guest 3", "guest 0", "guest 4", "guest 1", "guest 2"]
    store.void(first, director_of(made.club), "They fought another scenario.")
    assert names(made) == ["guest 0", "guest 4", "guest 1", "guest 2", "guest 3"]


def test_what_the_ladder_does_not_let_is_refused_with_its_reason() -> None:
    made = running(5, LADDER)
    challenged(made, 3, 2)
    for challenger, other, why in (
        (5, 1, "guest 0 is more than 3 places above guest 4"),
        (1, 2, "guest 1 is below guest 0"),
        (4, 4, "Nobody can challenge themselves"),
        (4, 2, "Somebody else has already challenged guest 1"),
        (3, 1, "guest 2 already has an open challenge"),
    ):
        with pytest.raises(TournamentRefused, match=why):
            challenged(made, challenger, other)


def test_same_two_meet_again_only_after_another() -> None:
    made = running(4, LADDER)
    met(made, 2, 1, reports.SECOND)
    with pytest.raises(TournamentRefused, match="have just met"):
        challenged(made, 2, 1)
    met(made, 3, 2, reports.SECOND)
    assert challenged(made, 2, 1).number == 3


def test_members_challenge_report_and_take_back_on_the_page() -> None:
    made = running(2, LADDER)
    for name in ("ann", "bob"):
        client = joined(made.club, name) and logged_in(name)
        assert "You are entered." in _sent(client, "enter/", {})
    assert names(made)[2:] == ["ann", "bob"]
    page = page_of("bob")
    assert "Challenge a player" in page
    assert "Challenge for" not in page
    assert "3 rounds" not in page
    assert "You leave the ladder" in page
    body = {"by": "4", "whom": "3", "scenario": "The coves", "first_side": "Red", "second_side": "Blue"}
    assert "Your challenge is sent" in _sent(logged_in("bob"), "challenge/", body)
    found = Round.objects.get()
    assert "Withdraw challenge" in page_of("bob")
    assert "Withdraw challenge" not in page_of("stranger")
    _sent(logged_in("ann"), f"rounds/{found.number}/", {"deed": "withdraw", "reason": "No"}, 403)
    assert Round.objects.exists()
    said = _sent(logged_in("bob"), f"rounds/{found.number}/", {"deed": "withdraw", "reason": "Ill"})
    assert "The challenge is withdrawn." in said
    assert not Round.objects.exists()
    _sent(logged_in("bob"), "challenge/", body)
    table = open_pairings(Round.objects.get())[0]
    said = _sent(logged_in("bob"), f"tables/{table.pk}/", {"winner": "first"})
    assert "Your opponent can now confirm or dispute it." in said
    assert names(made)[2:] == ["ann", "bob"]
    store.confirm(Result.objects.get(), Player.objects.get(member__username="ann"))
    assert names(made)[2:] == ["bob", "ann"]
    assert "▲ 1" in page_of("ann")
    hidden = logged_in("ann").get(f"{ADDRESS}?spoilers=hide").content.decode()
    assert "▲" not in hidden
    assert "has-won" not in hidden


def test_round_of_another_kind_is_no_challenge_to_take_back() -> None:
    made = running(2, Tournament.Kind.KNOCK_OUT)
    final = drawn(made)
    with pytest.raises(TournamentRefused, match="only withdraw challenges on a ladder"):
        ladders.take_back(director_of(made.club), final, "I would lose it.")
    assert made.rounds.count() == 1


def test_it_ends_when_no_challenge_is_open_and_its_places_are_certified() -> None:
    made = running(3, LADDER)
    found = challenged(made, 3, 2)
    by = director_of(made.club)
    entries.withdraw(by, entrant(made, 1), "Moved away")
    tournament_states.move(by, made, State.CLOSING)
    with pytest.raises(TournamentRefused, match="A challenge is still open"):
        tournament_states.move(by, made, State.CLOSED)
    reports.report(by, open_pairings(found)[0], Reported(reports.FIRST))
    tournament_states.move(by, made, State.CLOSED)
    assert names(made) == ["guest 2", "guest 1"]
    client = logged_in("dora")
    rows = client.get(f"{ADDRESS}standings.csv").content.decode("utf-8-sig").splitlines()
    assert rows == ["place,name", "1,guest 2", "2,guest 1"]
    assert "guest 2" in client.get(f"{ADDRESS}print/certificates/").content.decode()
    # Honours are of the rungs on which people stand in the end, and of who stands there.
    ((_, places),) = honours_json(made.club, [])["tournaments"]
    players = [entrant(made, number).players.get().pk for number in (3, 2)]
    assert places == [[players[0], 1, 1], [players[1], 2, 2]]


def _sent(client: Any, address: str, body: dict[str, str], status: int = 200) -> str:
    answer = client.post(ADDRESS + address, body, follow=True)
    assert answer.status_code == status
    return " ".join(answer.content.decode().split())


def test_challenge_that_was_taken_back_meanwhile_is_neither_reported_nor_taken_back() -> None:
    made = running(5, LADDER)
    by, found = director_of(made.club), challenged(made, 4, 1)
    table = open_pairings(found)[0]
    ladders.take_back(by, Round.objects.get(pk=found.pk), "A slip.")
    acts: tuple[Callable[[], object], ...] = (
        lambda: reports.report(by, table, Reported(reports.FIRST)),
        lambda: reports.take_back_end(by, table, "A slip."),
        lambda: ladders.take_back(by, found, "A slip."),
    )
    for act in acts:
        with pytest.raises(TournamentRefused, match="removed in the meantime"):
            act()
    assert not Result.objects.exists()


def test_challenge_whose_battle_has_begun_stays_but_for_a_director() -> None:
    scenario = publish(library_spec("first-salvoes"), origin="library").scenario
    first, second = [side.key for side in library_spec("first-salvoes").sides]
    setting = Setting(scenario, "", first, second)
    made, (ann, bob) = peopled(2, kind=LADDER, battles_between=0)
    found = ladders.challenge(bob, made, entrant(made, 2), entrant(made, 1), setting)
    [table] = open_pairings(found)
    assert "Withdraw challenge" in page_of("bob")
    battle = begin_battle.begin(bob, table, "sha256-1")
    seat = seats_of(Battle.objects.get(pk=battle))[first]
    give(seat, "resign", {}, expected=forms_of(seat)[0])
    assert "Withdraw challenge" not in page_of("bob")
    body = {"deed": "withdraw", "reason": "Ill"}
    assert "The battle has begun" in _sent(logged_in("bob"), f"rounds/{found.number}/", body)
    assert Round.objects.exists()
    reports.report(ann, table, Reported(reports.DRAW, battle=battle))
    store.confirm(Result.objects.get(), bob)
    assert names(made) == ["guest 0", "guest 1"]
    again = ladders.challenge(bob, made, entrant(made, 2), entrant(made, 1), setting)
    begin_battle.begin(bob, open_pairings(again)[0], "sha256-1")
    assert "Withdraw challenge" in page_of("dora")
    ladders.take_back(director_of(made.club), again, "Begun by mistake.")
    assert Round.objects.get() == found


def test_challenge_is_taken_back_once_the_report_by_an_older_battle_is_void() -> None:
    scenario = publish(library_spec("first-salvoes"), origin="library").scenario
    first, second = [side.key for side in library_spec("first-salvoes").sides]
    made, (_, bob) = peopled(2, kind=LADDER)
    setting = Setting(scenario, "", first, second)
    found = ladders.challenge(bob, made, entrant(made, 2), entrant(made, 1), setting)
    older = table_battle("first-salvoes", "bob", "ann")
    seat = seats_of(older)[second]
    give(seat, "resign", {}, expected=forms_of(seat)[0])
    said = Reported(reports.FIRST, battle=older.pk, is_theirs=True)
    store.void(reports.report(bob, open_pairings(found)[0], said), bob, "Another evening.")
    ladders.take_back(bob, found, "Ill.")
    assert not Round.objects.exists()


def test_who_enters_after_a_challenge_was_taken_back_stands_below_who_came_before() -> None:
    made, (_, bob) = peopled(2, kind=LADDER)
    found = challenged(made, 2, 1, by=bob)
    for name in ("xena", "zoe"):
        entries.enter(joined(made.club, name), made, [Player.objects.get(member__username=name)])
    ladders.take_back(bob, found, "A slip.")
    entries.enter(joined(made.club, "yuri"), made, [Player.objects.get(member__username="yuri")])
    fought = read(made)
    assert [fought.name(key) for key in ladders.order_of(fought)][-3:] == ["xena", "zoe", "yuri"]


def test_whoever_is_challenged_and_wants_letters_gets_one() -> None:
    made, (ann, bob) = peopled(2, kind=LADDER)
    for player in (ann, bob):
        assert player.member is not None
        Wish.objects.create(member=player.member, letters=Wish.Letters.AT_ONCE)
    found = challenged(made, 2, 1, by=bob)
    for notice in emails.due(timezone.now()):
        emails.deliver(notice.pk.hex)
        emails.deliver(notice.pk.hex)
    (letter,) = mail.outbox
    assert letter.to == ["ann@example.org"]
    assert letter.subject == "darkseas: guest 1 challenges you in Autumn salvo"
    assert f"/tournaments/autumn-salvo/tables/{found.pairings.get().pk}/" in letter.body


def test_page_of_a_ladder_shows_the_newest_that_were_fought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder_page, "MOST_FOUGHT", 2)
    made, _ = peopled(2, kind=LADDER, battles_between=0)
    for _ in range(3):
        (table,) = open_pairings(challenged(made, 2, 1))
        reports.adjudicate(director_of(made.club), table, reports.DRAW, "So it was.")
    challenged(made, 2, 1)
    page = logged_in("ann").get("/clubs/ironclads/tournaments/autumn-salvo/").content.decode()
    assert "Completed challenges: 3" in page
    assert "The latest 2. Download the JSON file for all of them." in page
    assert [f'id="challenge-{number}"' in page for number in (1, 2, 3, 4)] == [False, True, True, True]


def test_nobody_challenges_any_more_while_a_ladder_closes() -> None:
    """Whoever challenged anew after each take-back would keep it open for ever."""
    made, (_, bob, cat) = peopled(3, kind=LADDER)
    by = director_of(made.club)
    found, other = challenged(made, 2, 1, by=bob), challenged(made, 3, 2, by=cat)
    tournament_states.move(by, made, State.CLOSING)
    dora = logged_in("dora")
    assert dora.get(ADDRESS).content.decode().count(">Withdraw challenge</button>") == 2
    body = {"deed": "withdraw", "reason": "It ends today."}
    assert dora.post(f"{ADDRESS}rounds/{found.number}/", body).status_code == 302
    with pytest.raises(TournamentRefused, match="on a running ladder"):
        challenged(made, 2, 1, by=bob)
    assert "Winner" in dora.get(f"{ADDRESS}tables/{other.pairings.get().pk}/").content.decode()
    reports.report(by, other.pairings.get(), Reported(reports.SECOND))
    tournament_states.move(by, made, State.CLOSED)


def test_page_asks_the_database_as_often_for_many_on_the_ladder_as_for_few(
    django_assert_max_num_queries: Any,
) -> None:
    for count in (3, 30):
        made = running(count, LADDER)
        for challenger in range(2, count + 1, 2):
            challenged(made, challenger, challenger - 1)
        client = logged_in("dora")
        address = f"/clubs/ironclads/tournaments/{made.slug}/"
        client.get(address)
        with django_assert_max_num_queries(36):
            assert client.get(address).status_code == 200


def test_closed_ladder_takes_no_reports() -> None:
    made, _ = peopled(2, kind=LADDER, battles_between=0)
    by = director_of(made.club)
    (table,) = open_pairings(challenged(made, 2, 1))
    result = reports.report(by, table, Reported(reports.SECOND))
    tournament_states.move(by, made, Tournament.State.CLOSING)
    tournament_states.move(by, made, Tournament.State.CLOSED)
    store.void(result, by, "It was none.")
    with pytest.raises(TournamentRefused, match="tournament is closed"):
        reports.report(by, table, Reported(reports.FIRST))
