"""Entrants from TRF files: our own and others' lines, and every bad line named."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from darkseas.club.models import Player, Tournament
from darkseas.club.tournaments.entries.trf_entrants import read_trf, text_of
from darkseas.club.tournaments.files.fide_report import report_file
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import read
from tests.club.results.club_events import guest
from tests.club.tournaments.events import director_of, drawn, fought, planned, running
from tests.support.members import logged_in

pytestmark = pytest.mark.django_db
BASE = "/clubs/ironclads/tournaments/autumn-salvo/"


def line(number: str, name: str, rating: str = "", rest: str = "") -> str:
    """A player line in the columns of TRF16."""
    return f"001 {number:>4} m    {name:<33} {rating:>4} ENG {'':11} {'':10}  0.0    1{rest}"


def imported(data: bytes, **more: str) -> str:
    """The director brings a file: the page that follows."""
    sent = {"trf": SimpleUploadedFile("open.trf", data), **more}
    answer = logged_in("dora").post(f"{BASE}enter/", sent, follow=True)
    return " ".join(answer.content.decode().split())


def test_our_own_file_is_read_as_it_was_written() -> None:
    made = running(5)
    fought(drawn(made))
    players = read_trf(report_file(read(made)))
    entered = made.entrants.values_list("number", "name", "strength")
    assert [(one.number, one.name, one.strength) for one in players] == list(entered)


def test_players_are_entered_by_starting_number_and_known_ones_are_found() -> None:
    made = planned()
    by = director_of(made.club)
    known = guest(made.club, "Ann Jones")
    rows = [
        "012 Open of Portsmouth",
        "### a comment",
        line("12", "Jones, Ann", "1850", "     1 w 1  0000 - U"),
        line("2", "Ødegård, Åse", "0"),
        "132" + " " * 88 + "26/10/01",
        line("1", "Dupré, Zoé"),
    ]
    for ending, encoding in (("\n", "utf-8"), ("\r\n", "utf-8-sig"), ("\r", "cp1252")):
        Tournament.objects.get().entrants.all().delete()
        page = imported(ending.join(rows).encode(encoding), guests="1", sure="1")
        assert "Entered: 3." in page
        found = made.entrants.order_by("number")
        assert [(one.name, one.strength) for one in found] == [
            ("Dupré, Zoé", None), ("Ødegård, Åse", None), ("Ann Jones", 1850),
        ]  # fmt: skip
        assert list(found[2].players.all()) == [known]
    assert by.club.players.filter(name="Jones, Ann").count() == 0


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([line("x", "Ann")], "Line 2: “x” in columns 5 to 8 is no starting number."),
        ([line("0", "Ann")], "Line 2: “0” in columns 5 to 8"),
        ([line("1", "")], "Line 2: columns 15 to 47 have no name."),
        (["001    1"], "Line 2: columns 15 to 47 have no name."),
        ([line("1", "Ann", "18a0")], "Line 2: “18a0” in columns 49 to 52 is no rating."),
        ([line("1", "Ann", "-20")], "Line 2: “-20” in columns 49 to 52"),
        ([line("1", "Ann"), line("1", "Bob")], "Line 3: the starting number 1 is already in line 2."),
        ([line("1", "Ann"), "", line("2", "ANN")], "Line 4: the name “ANN” is already in line 2."),
        (["001\t1\tAnn\t1850"], "Line 2: it contains a tab."),
        ([line("1", "Ann + Bob")], "Line 2: the name “Ann + Bob” contains a colon or a plus."),
        ([line("1", "Team: Ann")], "Line 2: the name “Team: Ann” contains"),
        (["013 a team"], "The file has no player lines"),
        ([line(str(one), f"P{one}") for one in range(1, 258)], "The file has 257 players; 256 can enter."),
        ([line("x", f"P{one}") for one in range(8)], "And 3 more."),
    ],
)
def test_bad_line_is_named_and_nobody_is_entered(rows: list[str], why: str) -> None:
    planned()
    good = [] if "player" in why else [line("900", "Last")]
    assert why in imported("\n".join(["012 Open", *rows, *good]).encode(), guests="1", sure="1")
    assert Tournament.objects.get().entrants.count() == 0
    assert not Player.objects.filter(name="Last").exists()


def test_file_that_is_none_is_refused() -> None:
    for data, why in ((b"PK\x03\x04\0\0", "not a text file"), (b"001" * 400_000, "larger than 1 MB")):
        with pytest.raises(TournamentRefused, match=why):
            text_of(data)


def test_new_names_are_asked_about_before_they_become_guests() -> None:
    made = planned()
    guest(made.club, "Anne Jones")
    page = imported(line("1", "Ann Jones", "1700").encode(), guests="1")
    assert ("Check new names" in page, "Ann Jones, 1700" in page) == (True, True)
    assert made.entrants.count() == 0
