"""Who is there for a round: people say so until a time, and the round is drawn without the others.

Two who change an entry at the same time do so to the entry as it stands by then.
"""

import html
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from darkseas.club.models import Candidate, Entrant, Round, Tournament
from darkseas.club.tournaments import rounds, tournament_states
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from scenarios_app.revisions.store import publish
from tests.club.results.club_events import guest, joined
from tests.club.tournaments.events import SETTING, State, director_of, drawn, planned, running
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in

pytestmark = pytest.mark.django_db

BASE = "/clubs/ironclads/tournaments/autumn-salvo/"
SCENARIO = {"scenario": "The coves", "first_side": "Red", "second_side": "Blue"}


def send(client: Client, address: str, **body: Any) -> str:
    """Send a form, and return the page to which that leads."""
    return " ".join(client.post(BASE + address, body, follow=True).content.decode().split())


def test_round_is_drawn_without_whoever_has_not_said_that_they_are_there() -> None:
    made = running(6)
    for number in (1, 2):
        made.entrants.get(number=number).players.set([joined(made.club, f"ann{number}")])
    dora, ann, late = logged_in("dora"), logged_in("ann1"), logged_in("ann2")
    assert "Check-in is not open" in send(ann, "entrants/1/", deed="there")
    assert "This time is in the past" in send(dora, "check-in/", until="2020-01-01T10:00")
    page = send(dora, "check-in/", until=(timezone.now() + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M"))
    assert "0 of 6 checked in." in page
    assert "You are checked in." in send(ann, "entrants/1/", deed="there")
    assert ann.post(f"{BASE}entrants/3/", {"deed": "there"}).status_code == 403
    assert "Fewer than two have checked in" in send(dora, "rounds/new/", present="1", **SCENARIO)
    Tournament.objects.update(check_in_until=timezone.now())
    assert "Check-in is closed" in send(late, "entrants/2/", deed="there")
    assert "Select at least one player." in send(dora, "there/")
    assert "Checked in: guest 2, guest 3." in send(dora, "there/", there=["3", "4"])
    send(dora, "entrants/5/", deed="there")
    asked = " ".join(dora.get(f"{BASE}rounds/new/").content.decode().split())
    assert "Not checked in: guest 1, guest 5." in asked
    send(dora, "rounds/new/", present="1", **SCENARIO)
    found = Round.objects.get()
    paired = {one for pair in found.pairings.values_list("first", "second") for one in pair}
    assert paired == set(Entrant.objects.filter(number__in=(1, 3, 4, 5)).values_list("pk", flat=True))
    # Who draws it once more, because of a slip, need not ask everybody again.
    send(dora, "rounds/1/", deed="take-back", reason="The wrong scenario")
    assert "Not checked in: guest 1, guest 5." in " ".join(
        dora.get(f"{BASE}rounds/new/").content.decode().split()
    )
    send(dora, "rounds/new/", present="1", **SCENARIO)
    send(dora, "rounds/1/", deed="begin")
    made.refresh_from_db()
    assert made.check_in_until is None
    assert not Entrant.objects.filter(is_checked_in=True).exists()


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Tournament.Kind.SWISS, "You will not be paired from the next round on."),
        (Tournament.Kind.ROUND_ROBIN, "your remaining tables will be forfeited."),
        (Tournament.Kind.KNOCK_OUT, "your remaining tables will be forfeited."),
    ],
)
def test_who_withdraws_reads_what_becomes_of_their_rounds(kind: str, words: str) -> None:
    made = running(4, kind)
    made.entrants.get(number=1).players.set([joined(made.club, "ann")])
    assert words in logged_in("ann").get(BASE).content.decode()


def test_all_who_are_not_down_yet_are_put_down_at_once() -> None:
    running(4)
    dora = logged_in("dora")
    send(dora, "check-in/", until=(timezone.now() + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M"))
    send(dora, "there/", everybody="1")
    assert Entrant.objects.filter(is_checked_in=True).count() == 4


def test_title_that_may_be_a_slip_is_asked_about() -> None:
    publish(library_spec("savo-island"), origin="library")
    running(4)
    Tournament.objects.update(system="dark_seas")
    dora = logged_in("dora")
    assert "Did you mean “Savo Island”?" in html.unescape(send(dora, "rounds/new/", scenario="Savo Iland"))
    assert not Round.objects.exists()
    assert "Did you mean" not in send(
        dora, "rounds/new/", scenario="savo island", sides_are_bid="on", bid_minutes="x"
    )
    send(dora, "rounds/new/", scenario="Savo Iland", is_own_name="on")
    assert Round.objects.get().scenario_text == "Savo Iland"


def test_scenario_is_one_by_the_rules_of_the_tournament() -> None:
    """River Plate is a scenario of Dark Seas, and there is one by EasyShips as well."""
    for key in ("river-plate", "river-plate-easyships"):
        publish(library_spec(key), origin="library")
    running(4)
    Tournament.objects.update(system="easyships")
    dora = logged_in("dora")
    form = dora.get(f"{BASE}rounds/new/").content.decode()
    assert ("River Plate (EasyShips)" in form, "is_own_name" in form) == (True, False)
    asked = html.unescape(send(dora, "rounds/new/", scenario="River Plate"))
    assert "EasyShips has no such scenario. Did you mean “River Plate (EasyShips)”?" in asked
    assert 'name="is_own_name"' in asked
    ways: dict[str, str | None] = {"river plate (easyships)": "river-plate-easyships", "river-plate": None}
    for text, wanted in ways.items():
        send(dora, "rounds/new/", scenario=text, is_own_name="on")
        found = Round.objects.get()
        assert (found.scenario.key if found.scenario else None) == wanted
        send(dora, "rounds/1/", deed="take-back", reason="another scenario")
    send(dora, "choices/new/", way="voted", candidates="River Plate\nRiver Plate (EasyShips)", minutes="15")
    offered = Candidate.objects.order_by("pk").values_list("scenario__key", flat=True)
    assert list(offered) == [None, "river-plate-easyships"]


def test_tables_that_are_open_are_named_when_a_round_is_closed() -> None:
    drawn(running(4))
    page = send(logged_in("dora"), "rounds/1/", deed="close")
    assert "You cannot close the round: tables 1, 2 are open." in page


def test_what_somebody_else_wrote_meanwhile_is_not_lost() -> None:
    made = running(6)
    by = director_of(made.club)
    stale, fresh = made.entrants.get(number=1), made.entrants.get(number=1)
    entries.stay_away(by, fresh, 2)
    entries.stay_away(by, stale, 1)
    assert made.entrants.get(number=1).absences == [[2, 2], [1, 1]]
    stale = made.entrants.get(number=1)
    entries.withdraw(by, fresh, "They are ill.")
    with pytest.raises(TournamentRefused, match="has already withdrawn"):
        entries.withdraw(by, stale, "They are ill.")
    rounds.draw(by, made, SETTING)


def test_absence_from_the_next_round_is_shown_undone_and_listed_in_the_round() -> None:
    made = running(5)
    dora, absent = logged_in("dora"), "absent from the next round"
    for deed, shown in (
        ("away", True),
        ("away", True),
        ("not-away", False),
        ("not-away", False),
        ("away", True),
    ):
        page = send(dora, "entrants/1/", deed=deed)
        assert (absent in page, "Undo absence of guest 0" in page) == (shown, shown)
        assert (made.entrants.get(number=1).absences == [[1, 1]]) == shown
    send(dora, "rounds/new/", **SCENARIO)
    page = send(dora, "entrants/1/", deed="there")
    assert ("Absent: guest 0." in page, absent in page) == (True, False)
    assert "not absent from round 2" in send(dora, "entrants/1/", deed="not-away")
    send(dora, "entrants/2/", deed="withdraw", reason="They are ill.")
    assert "has withdrawn" in send(dora, "entrants/2/", deed="away")
    assert made.entrants.get(number=2).has_withdrawn


def test_entry_that_is_gone_is_refused_with_a_sentence() -> None:
    made = planned()
    by = director_of(made.club)
    tournament_states.move(by, made, State.OPEN)
    entries.enter(by, made, [guest(made.club, "bob")])
    stale, fresh = made.entrants.get(), made.entrants.get()
    entries.withdraw(by, fresh)
    with pytest.raises(TournamentRefused, match="removed in the meantime"):
        entries.withdraw(by, stale)
