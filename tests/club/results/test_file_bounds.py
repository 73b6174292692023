"""What a file of old results may bring, and how little a hostile one costs."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile

from darkseas.club.membership import guests
from darkseas.club.membership.refusals import ClubRefused
from darkseas.club.models import Club, Player, Result, Right
from darkseas.club.results.checks import MOST_OF_A_CLUB, ResultRefused
from darkseas.club.results.files import bounds, checking, csv_files, csv_rows, importing
from darkseas.club.results.files.checking import Checked
from darkseas.club.results.files.file_records import MOST_LINES, MOST_RESULTS, BadFile
from tests.support.members import logged_in

from .club_events import guest, joined, new_club

pytestmark = pytest.mark.django_db
HEADER = "day,scenario,system,side_1,players_1,ended_1,side_2,players_2,ended_2"


def line(first: str, second: str = "dora") -> str:
    return f"1999-05-14,Savo Island,dark seas,Japan,{first},won,Allies,{second},lost"


def file_of(*lines: str) -> importing.OldFile:
    return importing.old_file("old.csv", "", "\n".join((HEADER, *lines)).encode())


def people(*names: str) -> list[str]:
    """Lines of a file that name these, twelve a side."""
    return [line("|".join(names[at : at + 12])) for at in range(0, len(names), 12)]


def names(number: int) -> list[str]:
    """So many names none of which is near another."""
    return [f"{chr(0x4E00 + 2 * one)}{chr(0x4E01 + 2 * one)}" for one in range(number)]


@pytest.fixture
def club() -> Club:
    made = new_club()
    joined(made, "dora", Right.Kind.DIRECTOR)
    return made


@pytest.fixture
def by(club: Club) -> Player:
    return Player.objects.get(club=club)


def looked_at(club: Club, by: Player, *lines: str) -> Checked:
    return importing.preview(club, by, file_of(*lines))


def test_reading_stops_at_the_row_behind_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    plain = csv_rows.rows_of

    def rows_of(text: str) -> Any:
        for row in plain(text):
            read.append(row[0])
            yield row

    monkeypatch.setattr(csv_files, "rows_of", rows_of)
    monkeypatch.setattr(csv_files, "_record", pytest.fail)
    with pytest.raises(BadFile, match="at most 5000 results"):
        csv_files.read_csv("\n".join([HEADER, *["z"] * 3 * MOST_RESULTS]))
    assert len(read) == 1 + MOST_RESULTS + 1


def test_a_file_may_be_full_and_has_a_bound_of_lines() -> None:
    assert len(csv_files.read_csv("\n".join([HEADER, *[line("Ann")] * MOST_RESULTS]))) == MOST_RESULTS
    assert len(csv_files.read_csv(f"{HEADER}\r\n{line('Ann')}" + "\r\n" * (MOST_LINES - 1))) == 1
    for ending in ("\n", "\r", "\r\n"):
        with pytest.raises(BadFile, match="at most 50000 lines"):
            csv_files.read_csv(HEADER + ending * (MOST_LINES + 1))


def test_a_side_with_very_many_names_is_refused_before_they_are_read(
    club: Club, by: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking.Checker, "_player", pytest.fail)
    many = "|".join(names(13))
    found = looked_at(club, by, line(many, many))
    assert str(found.faults[0]) == "line 2, players_1: Name 1 to 12 players."
    sides = [{"side": str(one), "players": ["dora"], "ended": "lost"} for one in range(7)]
    text = json.dumps({"format": "darkseas-results/1", "results": [{"sides": sides}]})
    with pytest.raises(BadFile, match="a list of at most 6 sides"):
        importing.preview(club, by, importing.old_file("old.json", "", text.encode()))


def test_a_file_brings_at_most_500_new_names(club: Club, by: Player) -> None:
    assert bounds.MOST_NEW_NAMES == 500
    found = looked_at(club, by, *people(*names(500)))
    assert (found.faults, len(found.guests)) == ([], 500)
    found = looked_at(club, by, *people(*names(501)))
    assert str(found.faults[0]).startswith("More than 500 names in this file are new to the club.")
    assert (bounds.most_new_names(500), bounds.most_new_names(1000), bounds.most_new_names(5000)) == (
        500, 250, 50,
    )  # fmt: skip


def test_a_club_has_bounds_that_are_said_with_nothing_kept(
    club: Club, by: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (guests.MOST_PLAYERS, MOST_OF_A_CLUB) == (5_000, 50_000)
    guest(club, "Ann")
    monkeypatch.setattr(bounds, "MOST_PLAYERS", 3)
    monkeypatch.setattr(bounds, "MOST_OF_A_CLUB", 2)
    said = [str(fault) for fault in looked_at(club, by, line("Oda|Ute"), line("Ann"), line("Ann")).faults]
    assert said == [
        "A club can have at most 3 players; this club has 2.",
        "A club can have at most 2 results, including void ones; this club has 0.",
    ]
    with pytest.raises(ResultRefused, match="at most 3 players"):
        importing.keep(club, by, file_of(line("Oda|Ute")))
    assert (Player.objects.count(), Result.objects.count()) == (2, 0)
    importing.keep(club, by, file_of(line("Oda"), line("Ann")))
    monkeypatch.setattr(guests, "MOST_PLAYERS", 3)
    with pytest.raises(ClubRefused, match="at most 3 players"):
        guests.add(by, "Ute")
    assert (Player.objects.count(), Result.objects.count()) == (3, 2)
    with pytest.raises(ResultRefused, match="at most 2 results"):
        importing.keep(club, by, file_of(line("Oda|Ann")))


def test_a_member_has_so_many_files_looked_at_and_kept_an_hour(club: Club, settings: Any) -> None:
    settings.MEMBER_LIMITS = {**settings.MEMBER_LIMITS, "import": {"name": (2, 3600)}}
    cache.clear()
    client, here = logged_in("dora"), f"/clubs/{club.slug}/results/import/"
    text = file_of(line("Ann")).text

    def sent() -> Any:
        return client.post(here, {"file": SimpleUploadedFile("old.csv", text.encode())})

    assert [sent().status_code, sent().status_code] == [200, 200]
    refused = sent()
    assert (refused.status_code, int(refused["Retry-After"]) > 0) == (429, True)
    assert client.post(f"{here}keep/", {"name": "old.csv", "source": "", "text": text}).status_code == 429
    assert client.get(here).status_code == 200
    assert not Result.objects.exists()
