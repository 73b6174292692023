"""A league: divisions with tables of their own, and the season that follows with its people moved."""

import re
from typing import Any

import pytest
from django.test import Client

from darkseas.club.membership import joining
from darkseas.club.models import Entrant, Tournament
from darkseas.club.pairing.round_by_hand import DraftPairing
from darkseas.club.tournaments import create_and_change, rounds, tournament_states
from darkseas.club.tournaments.formats import leagues
from darkseas.club.tournaments.formats.points_standings import finishes
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import read
from tests.club.results.club_events import joined, new_club
from tests.club.tournaments.events import SETTING, director_of, drawn, fought, planned
from tests.support.members import logged_in

pytestmark = pytest.mark.django_db

BASE = "/clubs/ironclads/tournaments/"
PLAN = {
    "title": "League 2026", "kind": "league", "system": "Fleet Battle", "points": "1",
    "divisions": "Upper\n  Lower  deck \n", "moves": "1", "cycles": "1",
}  # fmt: skip
NAMES = "Upper:\nAnn, 2000\nBob, 1900\nCarl, 1800\nLower deck:\nDan, 1700\nEve, 1600\nFay, 1500\nGus, 1400"
State = Tournament.State


def send(client: Client, address: str, **body: Any) -> str:
    """Send a form, and return the page to which that leads."""
    answer = client.post(BASE + address, body, follow=True)
    assert answer.status_code == 200, answer.content.decode()[:400]
    return " ".join(answer.content.decode().split())


def divisions(made: Tournament) -> list[list[str]]:
    """Who is in each division, by name."""
    found = read(made)
    return [[found.name(key) for key in one.keys] for one in found.divisions]


def season_fought() -> tuple[Client, Tournament]:
    """A league of two divisions that the director has entered on its page, fought and closed."""
    by = director_of(new_club())
    client = logged_in("dora")
    send(client, "new/", **PLAN)
    page = send(client, "league-2026/enter/", names=NAMES, guests="1")
    assert "Entered: 7." in page
    made = Tournament.objects.get()
    tournament_states.move(by, made, State.OPEN)
    tournament_states.move(by, made, State.RUNNING)
    for _ in range(3):
        fought(drawn(made))
    with pytest.raises(TournamentRefused, match="there are no further rounds"):
        rounds.draw(by, made, SETTING)
    tournament_states.move(by, made, State.CLOSING)
    tournament_states.move(by, made, State.CLOSED)
    return client, made


def test_season_is_fought_in_divisions_and_the_next_one_begins_with_its_people_moved() -> None:
    client, made = season_fought()
    assert divisions(made) == [["Ann", "Bob", "Carl"], ["Dan", "Eve", "Fay", "Gus"]]
    assert [one.pairings.exclude(second=None).count() for one in made.rounds.all()] == [3, 3, 3]
    found = read(made)
    assert [(found.name(one.who), one.first_place) for one in finishes(found)][2:5] == [
        ("Carl", 3), ("Dan", 4), ("Eve", 5),
    ]  # fmt: skip
    page = " ".join(client.get(f"{BASE}league-2026/").content.decode().split())
    assert page.count("▼ relegated") == page.count("▲ promoted") == 1
    assert "Create next season" in page
    assert page.count("event-division") == 2 * 3  # a bye stands with its division
    rows = client.get(f"{BASE}league-2026/standings.csv").content.decode("utf-8-sig").splitlines()
    assert rows[0].startswith("division,place,name,points")
    assert (rows[3].split(",")[2], rows[3].split(",")[-1]) == ("Carl", "down")
    asked = " ".join(client.get(f"{BASE}league-2026/next-season/").content.decode().split())
    assert 'value="League 2027"' in asked
    assert "Carl goes down from Upper to Lower deck." in asked
    ann = str(Entrant.objects.get(name="Ann").pk)
    looked = send(client, "league-2026/next-season/", title="League 2027", leaving=ann, look="1")
    assert "Carl stays in Upper, because an entrant left that division." in looked
    assert Tournament.objects.count() == 1
    send(client, "league-2026/next-season/", title="League 2027", leaving=ann)
    after = Tournament.objects.get(follows=made)
    assert divisions(after) == [["Bob", "Carl", "Dan"], ["Eve", "Fay", "Gus"]]
    assert after.entrants.get(name="Dan").strength == 1700
    with pytest.raises(TournamentRefused, match="exists already"):
        leagues.plan_next(director_of(made.club), made, "Once more", [])
    page = send(client, f"{after.slug}/entrants/1/", deed="division", division="Lower deck")
    assert "Previous season: League 2026" in page
    assert divisions(after)[1][0] == "Bob"


def test_page_heads_each_division_of_a_round_once_with_its_bye_below() -> None:
    made = planned(Tournament.Kind.LEAGUE, divisions=("Upper", "Lower"), moves=1)
    by, client = director_of(made.club), logged_in("dora")
    send(client, "autumn-salvo/enter/", names="Upper:\nAnn\nBob\nCarl\nLower:\nDan\nEve\nFay", guests="1")
    tournament_states.move(by, made, State.RUNNING)
    drawn(made)
    page = client.get(f"{BASE}autumn-salvo/").content.decode()
    tables = page[page.index('<ul class="event-tables">') :]
    assert re.findall(r'event-division">(.*?)<', tables) == ["Upper", "Lower"]
    lower = tables.index('event-division">Lower')
    assert re.findall(r">bye<", tables[:lower]) == re.findall(r">bye<", tables[lower:]) == [">bye<"]


def test_what_does_not_go_in_a_league_is_refused_with_its_reason() -> None:
    made = planned(Tournament.Kind.LEAGUE, divisions=("Upper", "Lower"), moves=1)
    by, client = director_of(made.club), logged_in("dora")
    wrong = client.post(f"{BASE}autumn-salvo/enter/", {"names": "Uper:\nAnn", "guests": "1"})
    assert "There is no division “Uper”" in wrong.content.decode()
    send(client, "autumn-salvo/enter/", names="Upper:\nAnn\nBob\nLower:\nCarl", guests="1")
    assert "Lower needs 2 entrants to start, and has 1" in send(client, "autumn-salvo/move/", to="running")
    send(client, "autumn-salvo/enter/", names="Dan", guests="1")
    tournament_states.move(by, made, State.RUNNING)
    ann, carl = (str(Entrant.objects.get(name=name).pk) for name in ("Ann", "Carl"))
    with pytest.raises(TournamentRefused, match="in the same division"):
        rounds.draw_by_hand(by, made, SETTING, [DraftPairing(ann, carl)], "So it shall be.")
    drawn(made)
    made.refresh_from_db()
    plan = create_and_change.plan_of(made)
    changed = plan.terms.__class__(tie_breaks=("points",), divisions=("Upper",))
    with pytest.raises(TournamentRefused, match="divisions and the number of meetings cannot change"):
        create_and_change.change(
            by, made, create_and_change.Plan(plan.title, plan.kind, plan.system, changed), "Why not"
        )
    with pytest.raises(TournamentRefused, match="Close this season first"):
        leagues.plan_next(by, made, "Spring salvo", [])
    assert leagues.next_title("Spring salvo") == "Spring salvo, season 2"


def test_team_of_which_somebody_has_left_goes_on_with_the_others() -> None:
    _, made = season_fought()
    ann, gone = Entrant.objects.get(name="Ann"), joined(made.club, "gone")
    Entrant.objects.get(name="Bob").players.set([gone])
    ann.players.add(gone)
    joining.leave(gone)
    after = leagues.plan_next(director_of(made.club), made, "League 2027", [])
    assert not after.entrants.filter(name="Bob").exists()
    assert [str(one) for one in after.entrants.get(name="Ann").players.all()] == ["Ann"]
