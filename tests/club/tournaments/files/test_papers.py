"""A tournament on paper: PDF files in which every name and place can be read, in any letters."""

from dataclasses import replace
from functools import partial

import pytest
from django.test import Client

from darkseas.club.emblems.charges import CHARGES
from darkseas.club.emblems.drawing import device_of
from darkseas.club.emblems.fields import FIELDS, HEIGHT, WIDTH
from darkseas.club.emblems.outlines import pieces
from darkseas.club.models import Club, Entrant, Tournament
from darkseas.club.tournaments import rounds, tournament_states
from darkseas.club.tournaments.files.printed.sheets import SHEETS, sheet
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.club.tournaments.tournament_so_far import read
from darkseas.club.tournaments.votes_and_bids import bids
from tests.club.results.club_events import joined
from tests.club.tournaments.events import director_of, drawn, fought, peopled, planned, running
from tests.scenarios_app.printing.pdf_reader import Telling, Writing
from tests.support.members import logged_in
from tests.support.time_limits import within

BASE = "/clubs/ironclads/tournaments/autumn-salvo/print/"
NAMES = ("Jérôme Łuczak", "Θεμιστοκλής", "Степан Макаров", "東郷平八郎", "O’Neill (Ω)", "Þór")


def texts(made: Tournament, key: str, *, is_for_all: bool = False) -> list[str]:
    """What is written on a paper, line by line."""
    found: list[Writing] = []
    maker = partial(Telling, writings=found, pageCompression=0)
    sheet(read(made), key, is_for_all=is_for_all, canvas_maker=maker)
    return [one.text for one in found]


def named() -> Tournament:
    """A tournament of people from everywhere, one round of which was fought and one drawn."""
    made = running(len(NAMES))
    for number, name in enumerate(NAMES, start=1):
        made.entrants.filter(number=number).update(name=name)
    fought(drawn(made))
    drawn(made)
    return made


@pytest.mark.django_db
def test_every_paper_has_names_and_places_in_the_letters_of_their_people() -> None:
    made = named()
    everybody = texts(made, "certificates", is_for_all=True)
    standings = texts(made, "standings")
    pairings = texts(made, "pairings")
    for name in set(NAMES) - {"東郷平八郎"}:
        assert name in everybody
        assert name in standings
        assert name in pairings
    assert "Entrant 4" in everybody
    assert "Entrant 4" in standings
    assert "Place 1 so far" in everybody
    assert standings[standings.index("Place".lower()) + 1] == "name"
    places = [one for one in everybody if one.startswith("Place ")]
    assert len(places) == 6
    assert [one for one in texts(made, "certificates") if one.startswith("Place ")] == places[:3]
    assert sum(", against " in one for one in pairings) == 6
    slips = texts(made, "slips")
    assert slips.count("Signed") == 3
    assert slips.count("Степан Макаров") == 2
    assert any(
        one.endswith("replaces letters missing in these fonts")
        for one in texts(_of_mixed_letters(made), "standings")
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("scenario", "first", "second"),
    [("Trois îles", "Français", "Åland"), ("Ναυμαχία", "Ἕλληνες", "Πέρσες"), ("Цусима", "Россия", "Япония")],
)
def test_slips_name_scenario_sides_and_bid_in_any_letters(scenario: str, first: str, second: str) -> None:
    made, _ = peopled(2)
    by, setting = director_of(made.club), Setting(text=scenario, first_side=first, second_side=second)
    found = rounds.draw(by, made, replace(setting, bid_minutes=10))
    rounds.begin(by, found)
    pairing = found.pairings.get()
    for key in ("slips", "pairings"):
        written = texts(made, key)
        assert scenario in written
        assert first not in " ".join(written)  # whose side it is, the bids decide
    assert any(one.startswith("Sides are bid for") for one in texts(made, "slips"))
    for points, entrant in enumerate((pairing.first, pairing.second), start=3):
        assert entrant is not None
        bids.bid(entrant.players.get(), pairing, second, points)
    pairing.refresh_from_db()
    bid = f"{pairing.second} gets the side by bid, and {pairing.first} 4 points for it"
    assert {first, second} <= set(texts(made, "slips"))
    assert any(one.startswith(f"{bid}. Enter points without the bid") for one in texts(made, "slips"))
    seats = texts(made, "pairings")
    assert (f"{bid}." in seats, f"{second}, against {pairing.first}." in seats) == (True, True)


def _of_mixed_letters(made: Tournament) -> Tournament:
    Entrant.objects.filter(name="Þór").update(name="Togo 東郷")
    return made


@pytest.mark.django_db
def test_league_has_its_divisions_a_bye_its_slip_and_who_has_nobody_a_page() -> None:
    made = planned(Tournament.Kind.LEAGUE, divisions=("Upper", "Lower"), moves=1)
    assert "There are no places yet." in texts(made, "certificates")
    assert "No rounds yet." in texts(made, "slips")
    client = logged_in("dora")
    lines = "Upper:\nAnn\nBob\nCarl\nLower:\nDan\nEve"
    client.post("/clubs/ironclads/tournaments/autumn-salvo/enter/", {"names": lines, "guests": "1"})
    tournament_states.move(director_of(made.club), made, Tournament.State.RUNNING)
    drawn(made)
    standings = texts(made, "standings")
    assert (
        standings.index("Upper") < standings.index("Carl") < standings.index("Lower") < standings.index("Eve")
    )
    assert "Round 1: a bye" in texts(made, "pairings")


@pytest.mark.django_db
def test_files_open_to_whom_the_print_pages_open() -> None:
    made = named()
    joined(made.club, "ann")
    for key in SHEETS:
        answer = Client().get(f"{BASE}{key}.pdf")
        assert answer.headers["Content-Type"] == "application/pdf"
        assert f'"autumn-salvo-{key}.pdf"' in answer.headers["Content-Disposition"]
        assert answer.content.startswith(b"%PDF-")
        assert f"{BASE}{key}.pdf" in Client().get(BASE.removesuffix("print/")).content.decode()
    assert Client().get(f"{BASE}secrets.pdf").status_code == 404
    Club.objects.update(is_closed=True)
    assert {Client().get(f"{BASE}{key}.pdf").status_code for key in SHEETS} == {404}
    assert {logged_in("ann").get(f"{BASE}{key}.pdf").status_code for key in SHEETS} == {200}


@pytest.mark.slow
@pytest.mark.django_db
def test_papers_of_two_hundred_are_made_in_time_with_everybody_on_them() -> None:
    made = running(200, kind=Tournament.Kind.CAMPAIGN)
    for key in ("certificates", "standings"):
        with within(4):
            data = sheet(read(made), key, is_for_all=True)
        assert data.startswith(b"%PDF-")
    found = set(texts(made, "standings"))
    assert {f"guest {number}" for number in range(200)} <= found


def test_outlines_of_all_signs_stay_on_their_flag() -> None:
    for field in FIELDS.values():
        assert _within(field.path, WIDTH, HEIGHT, 3)
    for charge in CHARGES.values():
        for path in (charge.filled, *(path for _, path in charge.strokes)):
            assert _within(path, 24, 24, 1)
    circle = pieces("M0 5A5 5 0 0 1 10 5")
    assert circle[0] == ("M", (0, 5))
    top = circle[1][1][-2:]
    assert top == pytest.approx((5, 0))
    assert device_of("rose.waves.navy.white").field.path


def _within(path: str, width: float, height: float, over: float) -> bool:
    points = [numbers for _, numbers in pieces(path) if numbers]
    across = [x for numbers in points for x in numbers[::2]]
    down = [y for numbers in points for y in numbers[1::2]]
    return all(-over <= x <= width + over for x in across) and all(-over <= y <= height + over for y in down)
