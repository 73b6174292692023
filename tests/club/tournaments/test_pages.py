"""An evening on the pages, from plan to certificates; and what each role may do there."""

import html
import re
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from darkseas.club.membership.pages.date_fields import SpanField
from darkseas.club.models import Club, Entrant, Pairing, Player, Result, Right, Round, Season, Tournament
from darkseas.club.results.answers import own_decisions
from darkseas.club.results.naming.people import names_in
from darkseas.club.tournaments import reports
from darkseas.club.tournaments.pages import tournament_views
from darkseas.club.tournaments.pages.page_data import tournament_page
from darkseas.club.tournaments.pages.urls import urlpatterns
from replays_app.models import Battle, Job, LogEntry
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from replays_app.simulation import tasks
from replays_app.simulation.analysis import adjudication_advice
from tests.club.results.club_events import guest, joined, new_club
from tests.support.builders import fight_turns, register_toy, seats_of, toy_started
from tests.support.members import logged_in, member

from .events import asked_for_votes, director_of, drawn, fought, open_pairings, running

pytestmark = pytest.mark.django_db

BASE = "/clubs/ironclads/tournaments/"
PLAN = {"title": "Autumn salvo", "kind": "swiss", "system": "Fleet Battle", "rounds": "3", "points": "1"}
SCENARIO = {"scenario": "The coves", "first_side": "Red", "second_side": "Blue"}
EIGHT = "Ann, 1800\nBob, 1700\nCarl\nDora\nEve\nFred\nThe Old Salts: Gil + Hal, 1500\nIda"


def text_of(answer: Any) -> str:
    """What an answer says."""
    return " ".join(answer.content.decode().split())


@pytest.fixture
def director() -> Client:
    """A director of a club."""
    director_of(new_club())
    return logged_in("dora")


def send(client: Client, address: str, **body: Any) -> str:
    """Send a form, and return the page to which that leads."""
    answer = client.post(BASE + address, body, follow=True)
    assert answer.status_code == 200, (answer.status_code, text_of(answer)[:400])
    return text_of(answer)


def report_all(client: Client) -> None:
    """Report every open table of the newest round: the first side wins."""
    for pairing in open_pairings(Round.objects.latest("number")):
        says = (
            {"remarks": "Eve kept the slip."} if "dora" in (str(pairing.first), str(pairing.second)) else {}
        )
        address, points = f"autumn-salvo/tables/{pairing.pk}/", {"first_points": "4", "second_points": "12.5"}
        asked = client.post(BASE + address, {"winner": "first", **points})
        assert (asked.status_code, "Correct as entered: the winner has fewer points" in text_of(asked)) == (
            422,
            True,
        )
        points = {"first_points": "12.5", "second_points": "4", "second_losses": "2"}
        refused = client.post(BASE + address, {"winner": "first", **points, "first_losses": "-1"})
        assert (refused.status_code, "Correct as entered:" in text_of(refused)) == (422, False)
        page = send(client, address, winner="first", **points, **says)
        assert "Result saved. It counts." in page


def test_evening_of_eight_from_plan_to_certificates(director: Client) -> None:
    page = send(director, "new/", **PLAN)
    assert "The tournament is created." in page
    send(director, "autumn-salvo/move/", to="open")
    page = send(director, "autumn-salvo/enter/", names=EIGHT, guests="1")
    assert "Entered: 8. New guests: Ann, Bob, Carl, Eve, Fred, Gil, Hal, Ida. Members: dora." in page
    assert "(Gil, Hal)" in page
    send(director, "autumn-salvo/move/", to="running")
    for number in (1, 2, 3):
        page = send(director, "autumn-salvo/rounds/new/", **SCENARIO)
        assert f"Start round {number}" in page
        send(director, f"autumn-salvo/rounds/{number}/", deed="begin")
        report_all(director)
        page = send(director, f"autumn-salvo/rounds/{number}/", deed="close")
        assert "1 : 0" in page
    send(director, "autumn-salvo/move/", to="closing")
    page = send(director, "autumn-salvo/move/", to="closed")
    assert "Victory-point ratio" in page
    assert 'class="event-podium"' in page
    seed = bytes(Tournament.objects.get().lot_seed)
    assert seed.hex() in page
    assert sha256(seed).hexdigest() in page
    certificates = text_of(director.get(f"{BASE}autumn-salvo/print/certificates/"))
    assert certificates.count('class="certificate"') == 3
    assert "so far" not in certificates
    everybody = text_of(director.get(f"{BASE}autumn-salvo/print/certificates/?all"))
    assert everybody.count('class="certificate"') == 8
    assert text_of(director.get(f"{BASE}autumn-salvo/print/slips/")).count('class="slip"') == 4
    lines = director.get(f"{BASE}autumn-salvo/standings.csv").content.decode("utf-8-sig").splitlines()
    assert lines[0].startswith("place,name,points,victory-point ratio")
    assert len(lines) == 9
    assert not re.search(r"(?<!: )\b\d*½(?! :)", "\n".join(lines))
    assert Result.objects.filter(is_ratified=True).count() == 12
    assert "Autumn salvo" in text_of(Client().get(BASE))
    club_page = text_of(Client().get("/clubs/ironclads/"))
    assert "No current tournaments." in club_page
    assert "Closed: <a" in club_page
    result = Result.objects.latest("pk")
    assert "Autumn salvo</a>, round 3" in text_of(Client().get(f"/clubs/ironclads/results/{result.pk}/"))


def test_lines_that_name_nobody_are_refused_and_enter_nobody(director: Client) -> None:
    send(director, "new/", **PLAN)
    cases = [
        ({"names": "Ann\nBob"}, "The club has no players with these names: Ann, Bob."),
        ({"names": " \n", "guests": "1"}, "Enter at least one name."),
        ({"names": "Ann\nOld Salts: Bob +", "guests": "1"}, "Line 2 has no name"),
        ({"names": "Ann\nThe \u202eSalts: Bob", "guests": "1"}, "invisible characters"),
        ({"names": "Ann\n" + "\n".join(map(str, range(256))), "guests": "1"}, "Enter at most 256 lines"),
    ]
    for body, sentence in cases:
        page = director.post(f"{BASE}autumn-salvo/enter/", body)
        assert sentence in html.unescape(page.content.decode())
        assert page.context["lines"] == body["names"]
        assert ("checked" in page.content.decode()) == ("guests" in body)
        assert not Player.objects.filter(name="Ann").exists()
    assert Tournament.objects.get().entrants.count() == 0


def test_names_already_entered_are_skipped_and_the_rest_of_the_list_is_entered(director: Client) -> None:
    send(director, "new/", **PLAN)
    send(director, "autumn-salvo/enter/", names="Ann", guests="1")
    lists = {
        "Ann\nBob": ("Entered: 1. New guests: Bob.", "Skipped, because already entered: Ann."),
        "Cat\n cat ,1800\nSalts: Bob + Dan": ("New guests: Cat.", "already entered: cat, Salts."),
        "Ann\nBob\nCat": ("Entered: 0.", "already entered: Ann, Bob, Cat."),
    }
    for names, said in lists.items():
        page = send(director, "autumn-salvo/enter/", names=names, guests="1", sure="1")
        assert [one for one in said if one not in page] == []
    assert list(Entrant.objects.values_list("name", flat=True)) == ["Ann", "Bob", "Cat"]
    assert not Player.objects.filter(name="Dan").exists()


def test_round_that_is_refused_shows_its_form_again(director: Client) -> None:
    running(4)
    setting = {"scenario": "The coves", "first_side": "Rot", "second_side": "rot"}
    fixed = {**setting, "second_side": "Blau", "sides_are_bid": "on", "bid_minutes": "15 minutes"}
    Tournament.objects.update(terms={**Tournament.objects.get().terms, "is_mirrored": True})
    for sent, field in ((setting, "second_side"), (fixed, "sides_are_bid")):
        answer = director.post(f"{BASE}autumn-salvo/rounds/new/", sent)
        assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
        assert 'value="The coves"' in answer.content.decode()
    assert not Round.objects.exists()


def test_director_decides_their_own_table_with_a_remark_alone_which_all_may_read() -> None:
    made = running(2)
    dora, ann = director_of(made.club), joined(made.club, "ann")
    for entrant, player in zip(made.entrants.all(), (dora, ann), strict=True):
        entrant.players.set([player])
    [pairing] = open_pairings(drawn(made))
    client, here = logged_in("dora"), f"{BASE}{made.slug}/tables/{pairing.pk}/"
    assert "You report as a director and play at this table yourself" in text_of(client.get(here))
    refused = client.post(here, {"winner": "first", "remarks": " "})
    assert (refused.status_code, reports.OWN_TABLE in text_of(refused)) == (422, True)
    top, _, _ = text_of(refused).partition("sheet club-form")
    assert "The result was not saved." in top
    assert reports.OWN_TABLE in top
    client.post(here, {"winner": "first", "remarks": "Eve saw the last salvo."})
    result = Result.objects.get()
    assert result.is_ratified
    theirs = logged_in("ann")
    table, event = theirs.get(here), theirs.get(f"{BASE}{made.slug}/")
    assert "dora (a player at this table): <q>Eve saw the last salvo.</q>" in text_of(table)
    assert "Decided by dora, a player at this table: “Eve saw the last salvo.”" in text_of(event)
    assert "table 1, was reported by a director playing there." in text_of(event)
    page = text_of(theirs.get(f"/clubs/ironclads/results/{result.pk}/"))
    assert f"{own_decisions.OWN_WORD} Eve saw the last salvo." in page
    assert "Eve saw" not in text_of(Client().get(f"{BASE}{made.slug}/?spoilers=hide"))


def test_reports_of_ones_own_side_are_not_let_count_with_all_others() -> None:
    made = running(4)
    dora, ann, bob, cat = director_of(made.club), *(joined(made.club, name) for name in ("ann", "bob", "cat"))
    for entrant, team in zip(made.entrants.all(), ([dora, ann], [cat], [bob], []), strict=True):
        entrant.players.set(team or list(entrant.players.all()))
    found = drawn(made)
    theirs = found.pairings.get(Q(first__players=dora) | Q(second__players=dora))
    other = found.pairings.exclude(pk=theirs.pk).get()
    reporter = next(one for one in (bob, cat) if reports.may_report(one, other))
    reports.report(ann, theirs, reports.Reported(reports.FIRST))
    reports.report(reporter, other, reports.Reported(reports.FIRST))
    assert reports.accept_reported(dora, found) == 1
    theirs.refresh_from_db()
    assert theirs.result is not None
    assert not theirs.result.is_ratified


def test_projector_has_no_links_to_files_and_rows_say_their_numbers() -> None:
    made = running(4)
    fought(drawn(made))
    page = text_of(Client().get(f"{BASE}{made.slug}/"))
    assert ("standings.pdf" in page, 'data-label="Battles">1</td>' in page) == (True, True)
    for board in ("?board", "?board&spoilers=hide"):
        shown = Client().get(f"{BASE}{made.slug}/{board}")
        assert shown["Refresh"]
        links = re.findall(r'href="([^"]*)"', text_of(shown).split("<h1>")[1].split("</main>")[0])
        assert [link for link in links if re.search(r"\.(pdf|csv|json|trf)$|print/", link)] == []


def test_season_is_named_once_in_a_sentence(director: Client) -> None:
    days = {"first_day": date(2025, 1, 1), "last_day": date(2025, 12, 31)}
    club = Club.objects.get()
    for name in ("Season of 2025", "1943"):
        season = Season.objects.create(club=club, name=name, **days)
        send(director, "new/", **PLAN | {"title": name}, season=str(season.pk))
    page = text_of(director.get(BASE))
    assert ("entered · Season of 2025" in page, "entered · season 1943" in page) == (True, True)


def test_page_without_spoilers_holds_no_result_in_its_source() -> None:
    made = running(4)
    found = drawn(made)
    fought(found)
    open_page = text_of(Client().get(f"{BASE}autumn-salvo/"))
    hidden = text_of(Client().get(f"{BASE}autumn-salvo/?spoilers=hide"))
    a_result = re.compile(r'has-won|[01½] : [01½]|id="standings"|id="crosstable"|/ironclads/results/\d')
    assert {"has-won", 'id="standings"', 'id="crosstable"'} <= set(a_result.findall(open_page))
    assert a_result.findall(hidden) == []
    second = drawn(made)
    hidden = text_of(Client().get(f"{BASE}autumn-salvo/?spoilers=hide"))
    assert "both have" not in hidden  # why two meet tells how many points they have
    assert f"Round {second.number}" in hidden


def test_knock_out_shows_its_bracket_with_the_names_that_are_known() -> None:
    made = running(5, Tournament.Kind.KNOCK_OUT)
    page = text_of(Client().get(f"{BASE}autumn-salvo/"))
    assert '<svg class="bracket"' in page
    fought(drawn(made))
    fought(drawn(made))
    page = text_of(Client().get(f"{BASE}autumn-salvo/"))
    assert 'class="bracket-won"' in page
    assert "still in" in page
    assert "place,name" in Client().get(f"{BASE}autumn-salvo/standings.csv").content.decode("utf-8-sig")


def test_round_by_hand_says_what_it_does_not_keep(director: Client) -> None:
    made = running(4)
    fought(drawn(made))
    first = Round.objects.get()
    pairs = [(str(one.first_id), str(one.second_id)) for one in first.pairings.all()]
    body = {"first": [one for one, _ in pairs], "second": [other for _, other in pairs]}
    answer = director.post(f"{BASE}autumn-salvo/rounds/by-hand/", {**SCENARIO, **body, "reason": "Revenge."})
    assert (answer.status_code, "have met before" in text_of(answer)) == (422, True)
    page = send(director, "autumn-salvo/rounds/by-hand/", **SCENARIO, **body, reason="Revenge.", anyway="1")
    assert "Paired by the director." in page


def test_round_over_weeks_says_by_when_and_what_is_late(director: Client) -> None:
    made = running(4)
    Club.objects.update(time_zone="Europe/Berlin")
    dates = {"first_move_by": "2026-01-10T20:00", "ends_by": "2026-01-05T20:00"}
    assert "The deadline is before the first orders." in text_of(
        director.post(f"{BASE}{made.slug}/rounds/new/", SCENARIO | dates)
    )
    page = send(director, f"{made.slug}/rounds/new/", **SCENARIO, **(dates | {"ends_by": "2026-01-25T20:00"}))
    assert "first orders by" in page
    assert "10 January, 20:00" in page
    assert "overdue" not in page
    found = Round.objects.get()
    assert (found.first_move_by, found.ends_at) == (
        datetime(2026, 1, 10, 19, tzinfo=UTC),
        datetime(2026, 1, 25, 19, tzinfo=UTC),
    )
    page = send(director, f"{made.slug}/rounds/1/", deed="begin")
    assert "25 January, 20:00" in page
    assert "overdue" in page
    report_all(director)
    page = send(director, f"{made.slug}/rounds/1/", deed="close")
    assert "25 January" not in page


def test_names_that_want_to_run_are_told_as_they_are(director: Client) -> None:
    send(director, "new/", **{**PLAN, "title": "<script>alert(1)</script>"})
    slug = Tournament.objects.get().slug
    send(director, f"{slug}/enter/", names="<b>Ann</b>\n=Ann", guests="1")
    page = text_of(director.get(f"{BASE}{slug}/"))
    assert "<script>alert" not in page
    assert "<b>Ann" not in page
    assert "'=Ann" in director.get(f"{BASE}{slug}/standings.csv").content.decode("utf-8-sig")


# --- who may do what ---------------------------------------------------------------------------------

ROLES = ("anonymous", "outsider", "member", "umpire", "director", "owner")
EVERYBODY, DIRECTORS = ROLES, ("director", "owner")
#: Of each address: who may look, who may send, and what they send; none where that is not done there.
TABLE: dict[str, tuple[Any, Any, dict[str, str]]] = {
    "club-tournaments": (EVERYBODY, None, {}),
    "club-tournament-new": (DIRECTORS, DIRECTORS, PLAN),
    "club-tournament": (EVERYBODY, None, {}),
    "club-tournament-csv": (EVERYBODY, None, {}),
    "club-tournament-json": (EVERYBODY, None, {}),
    "club-tournament-trf": (EVERYBODY, None, {}),
    "club-round-sheet": (DIRECTORS, None, {}),
    "club-round-bring": (DIRECTORS, DIRECTORS, {"text": "table,winner\n1,draw"}),
    "club-tournament-slips": (EVERYBODY, None, {}),
    "club-certificates": (EVERYBODY, None, {}),
    "club-tournament-pdf": (EVERYBODY, None, {}),
    "club-tournament-change": (DIRECTORS, DIRECTORS, {**PLAN, "reason": "So"}),
    "club-tournament-move": (None, DIRECTORS, {"to": "closing"}),
    "club-tournament-enter": (None, DIRECTORS, {"names": "Late, 1", "guests": "1"}),
    "club-tournament-entrant": (None, DIRECTORS, {"deed": "withdraw", "reason": "So"}),
    "club-event-alternates": (None, ("member", "umpire", "director", "owner"), {}),
    "club-event-check-in": (None, DIRECTORS, {}),
    "club-event-there": (None, DIRECTORS, {"everybody": "1"}),
    "club-ladder-challenge": (None, ("member", "umpire", "director", "owner"), {}),
    "club-league-next": (DIRECTORS, DIRECTORS, {}),
    "club-tournament-draw": (DIRECTORS, DIRECTORS, SCENARIO),
    "club-tournament-by-hand": (DIRECTORS, DIRECTORS, SCENARIO),
    "club-tournament-round": (None, DIRECTORS, {"deed": "close"}),
    "club-table-times": (None, (), {"deed": "propose"}),
    "club-choice-new": (DIRECTORS, DIRECTORS, {}),
    "club-choice": (EVERYBODY, DIRECTORS, {"deed": "close", "reason": "So"}),
    "club-table-bid": (None, (), {"side": "Red", "points": "1"}),
    "club-table-battle": (None, (), {"dice": "house"}),
    "club-tournament-table": (EVERYBODY, ("umpire", "director", "owner"), {"winner": "first"}),
    "club-table-captains": (("director", "owner"), ("director", "owner"), {}),
    "club-tournament-decide": (None, ("umpire", "director", "owner"), {"what": "won-first", "reason": "So"}),
}


def clients(club: Club) -> dict[str, Client]:
    """Somebody of each role."""
    kinds = (Right.Kind.UMPIRE, Right.Kind.DIRECTOR, Right.Kind.OWNER)
    joined(club, "a-member")
    for kind in kinds:
        joined(club, f"an-{kind}", Right.Kind.MEMBER, kind)
    named = {"outsider": "stranger", "member": "a-member"} | {kind.value: f"an-{kind}" for kind in kinds}
    return {"anonymous": Client()} | {role: logged_in(name) for role, name in named.items()}


def test_table_has_every_address() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(TABLE)


@pytest.mark.parametrize(
    "is_closed", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["open", "closed"]
)
def test_every_deed_by_every_role(is_closed: bool) -> None:
    made = running(4)
    found = drawn(made)
    Club.objects.update(is_closed=is_closed)
    by_role = clients(made.club)
    numbers: dict[str, int | str] = {
        "club-tournament-pdf": "standings",
        "club-tournament-entrant": 1,
        "club-tournament-round": 1,
        "club-round-sheet": 1,
        "club-round-bring": 1,
        "club-tournament-table": open_pairings(found)[0].pk,
        "club-table-captains": open_pairings(found)[0].pk,
        "club-table-bid": open_pairings(found)[0].pk,
        "club-table-battle": open_pairings(found)[0].pk,
        "club-choice": asked_for_votes(made).pk,
        "club-table-times": open_pairings(found)[0].pk,
        "club-tournament-decide": open_pairings(found)[1].pk,
    }
    wrong = []
    for name, (lookers, senders, body) in TABLE.items():
        event = [] if name in ("club-tournaments", "club-tournament-new") else [made.slug]
        address = reverse(name, args=["ironclads", *event, *([numbers[name]] if name in numbers else [])])
        for method, allowed in (("get", lookers), ("post", senders)):
            for role, client in by_role.items():
                answer = getattr(client, method)(address, body if method == "post" else {})
                is_there = not is_closed or role not in ("anonymous", "outsider")
                expected = {405} if allowed is None else {200, 302, 422} if role in allowed else {403}
                if not is_there and allowed is not None:
                    expected = {404}
                if answer.status_code not in expected | ({404} if not is_there else set()):
                    wrong.append((name, method, role, answer.status_code))
    assert wrong == []


def test_player_reports_and_the_other_side_confirms() -> None:
    made = running(2)
    ann, bob = joined(made.club, "ann"), joined(made.club, "bob")
    for entrant, player in zip(made.entrants.all(), (ann, bob), strict=True):
        entrant.players.set([player])
    found = drawn(made)
    [pairing] = open_pairings(found)
    address = f"{BASE}autumn-salvo/tables/{pairing.pk}/"
    assert "Report result" in text_of(logged_in("ann").get(address))
    page = text_of(logged_in("ann").post(address, {"winner": "draw"}, follow=True))
    assert "Your opponent can now confirm or dispute it." in page
    result = Result.objects.get()
    logged_in("bob").post(f"/clubs/ironclads/results/{result.pk}/confirm/", {"seen": "1"})
    assert "½ : ½" in text_of(Client().get(f"{BASE}autumn-salvo/"))
    assert "Report result" not in text_of(logged_in("bob").get(address))
    assert Pairing.objects.get().result_id == result.pk
    assert reports.accept_reported(director_of(made.club), found) == 0


def test_number_of_queries_does_not_hang_on_the_number_of_entrants(
    django_assert_max_num_queries: Any,
) -> None:
    counts = []
    for count in (4, 12):
        made = running(count)
        fought(drawn(made))
        drawn(made)
        with django_assert_max_num_queries(40) as counted:
            assert Client().get(f"{BASE}{made.slug}/").status_code == 200
        counts.append(len(counted.captured_queries))
    assert counts[0] == counts[1], counts


def test_large_tournament_is_shown_in_parts_each_with_as_many_queries(
    django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_page, "MOST_AT_ONCE", 3)
    monkeypatch.setattr(tournament_views, "FIRST_PLACES", 2)
    counts = []
    for count in (4, 12):
        made = running(count)
        fought(drawn(made))
        drawn(made)
        pages, of_this = {}, []
        for part in ("", "round-1", "standings", "crosstable", "entrants"):
            with django_assert_max_num_queries(40) as counted:
                pages[part] = text_of(Client().get(f"{BASE}{made.slug}/?part={part}"))
            of_this.append(len(counted.captured_queries))
        counts.append(of_this)
        ids = {
            part: re.findall(r'id="(round-.|standings|crosstable|entrants)"', pages[part]) for part in pages
        }
        assert ids == {
            "": ["round-2", "standings"],
            "round-1": ["round-1"],
            "standings": ["standings"],
            "crosstable": ["crosstable"],
            "entrants": ["entrants"],
        }
        assert f"Show all {count} places" in pages[""]
        assert pages["crosstable"].count('<th scope="row">') == count
    assert counts[0] == counts[1], counts


def test_captains_fight_a_battle_on_for_a_director_who_has_no_seat_in_it() -> None:
    made = running(2)
    club = made.club
    people = [joined(club, name) for name in ("ann", "bob")]
    for entrant, player in zip(made.entrants.all(), people, strict=True):
        entrant.players.set([player])
    [pairing] = open_pairings(drawn(made))
    begun = toy_battle_of("ann", "bob")
    Round.objects.update(scenario=begun.revision.scenario)
    address, client = f"{BASE}{made.slug}/tables/{pairing.pk}/captains/", logged_in("dora")
    assert begun.title in text_of(client.get(address))
    entries = LogEntry.objects.filter(battle=begun).count()
    for _ in range(2):
        client.post(address, {"battle": begun.pk.hex})
    job = Job.objects.get(kind=adjudication_advice.KIND)
    assert "The captains are playing: 0 of 40." in text_of(client.get(address))
    tasks.work(job.pk.hex)
    job.refresh_from_db()
    assert isinstance(job.result, dict)
    assert sum(job.result["wins"].values()) + job.result["drawn"] == job.result["battles"] == 40
    assert "40 battles: " in text_of(client.get(address))
    assert LogEntry.objects.filter(battle=begun).count() == entries
    assert club.audit_lines.filter(deed="pairing.fought-on", subject=f"pairing:{pairing.pk}").count() == 1
    assert "was forecast by the captains" in text_of(Client().get(f"{BASE}{made.slug}/"))
    Right.objects.create(player=people[0], kind=Right.Kind.DIRECTOR)
    hers = logged_in("ann")
    assert begun.title not in text_of(hers.get(address))
    hers.post(address, {"battle": begun.pk.hex})
    assert club.audit_lines.filter(deed="pairing.fought-on").count() == 1


def toy_battle_of(*names: str) -> Battle:
    """A battle of the toy that has gone on for a turn, between members of these names."""
    register_toy()
    begun = toy_started().battle
    for seat, name in zip(seats_of(begun).values(), names, strict=False):
        taking_seats.sit(seat, Holder(member=member(name)), 0)
    fight_turns(begun, 1)
    return begun


def test_name_that_is_nearly_known_is_asked_about_and_new_ones_are_named(director: Client) -> None:
    club = Club.objects.get()
    guest(club, "Frank O'Neill")
    send(director, "new/", **PLAN)
    body = {"names": "Frank O'Neil\ndora\nBob", "guests": "1"}
    asked = director.post(f"{BASE}autumn-salvo/enter/", body)
    assert asked.status_code == 422
    for sentence in ("Frank O&#x27;Neil</strong> – did you mean", "Bob</strong> </li>"):
        assert sentence in text_of(asked)
    assert not Entrant.objects.exists()
    page = send(director, "autumn-salvo/enter/", **body | {"names": "Frank O’Neill\ndora\nBob"}, sure="1")
    known = "New guests: Bob. Known guests: Frank O&#x27;Neill. Members: dora."
    assert f"Entered: 3. {known}" in page
    assert Player.objects.filter(club=club, member=None).count() == 2


def test_typos_are_near_and_other_names_are_not(director: Client) -> None:
    club = Club.objects.get()
    for name in ("O'Neill", "Müller", "Нельсон", "Ann Smith", "Bob"):
        guest(club, name)
    names = names_in(club)
    meant = {
        "ONeill": "O'Neill",
        "Oneil": "O'Neill",
        "Müler": "Müller",
        "Нельсн": "Нельсон",
        "Smith": "Ann Smith",
    }
    assert {typed: names.near(typed) for typed in meant} == {typed: (name,) for typed, name in meant.items()}
    assert [names.near(name) for name in ("Bab", "Carl", "guest 11")] == [(), (), ()]


def test_span_of_time_is_read_and_told_in_words() -> None:
    field = SpanField(most=60 * 24 * 28, required=False)
    spans = {"15": 15, "2 days": 2880, "1 day and 6 hours": 1800, "90 min": 90, "1h 30": 90, "": None}
    assert {typed: field.clean(typed) for typed in spans} == spans
    assert [field.clean(field.prepare_value(one)) for one in (15, 2880, 1800, 90)] == [15, 2880, 1800, 90]


def test_plan_is_folded_by_theme_and_shows_what_is_not_usual(director: Client) -> None:
    def open_themes(answer: Any) -> list[str]:
        return [theme.title for theme in answer.context["form"].themes if theme.is_open]

    fresh = director.get(f"{BASE}new/")
    form = fresh.context["form"]
    assert open_themes(fresh) == []
    shown = {field.name for theme in form.themes for field in theme.fields}
    assert shown | {field.name for field in form.first_fields} == set(form.fields)
    assert ('value="2 days"' in text_of(fresh), "2880" in text_of(fresh)) == (True, False)
    wrong = director.post(f"{BASE}new/", PLAN | {"answer_minutes": "a while"})
    assert (wrong.status_code, "Scenarios and sides" in open_themes(wrong)) == (422, True)
    send(director, "new/", **PLAN, answer_minutes="6 hours", sides_are_bid="on")
    assert Tournament.objects.get().terms["answer_minutes"] == 360
    assert open_themes(director.get(f"{BASE}autumn-salvo/change/")) == ["Scenarios and sides"]


def test_more_than_a_tournament_holds_is_refused_before_anything_is_looked_up(
    director: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    send(director, "new/", **PLAN)
    send(director, "autumn-salvo/move/", to="open")
    cases = (
        ("enter/", {"names": "+".join(map(str, range(13))), "guests": "1"}, "a team has at most 12"),
        ("enter/", {"names": "\n".join(map(str, range(300))), "guests": "1"}, "Enter at most 256 lines"),
        ("choices/new/", {"way": "voted", "candidates": "\n".join(map(str, range(1000))), "minutes": "15"},
         "Enter at most 20 lines; there are 1000."),
    )  # fmt: skip
    for where, body, sentence in cases:
        with django_assert_max_num_queries(80):
            answer = director.post(f"{BASE}autumn-salvo/{where}", body, follow=True)
        assert sentence in text_of(answer)
    lines = "\n".join("+".join(f"{line} {name}" for name in range(12)) for line in range(60))
    known = Player.objects.count()
    told = director.post(f"{BASE}autumn-salvo/enter/", {"names": lines, "guests": "1", "sure": "1"})
    assert "720 names are new to the club: enter 500 at a time." in text_of(told)
    assert Player.objects.count() == known
