"""Tournaments as files: read by a stranger's program, and a round's results brought in from a sheet."""

import json
from typing import Any

import pytest
from caissify_pairings.trf import TRFParser
from django.core.files.uploadedfile import SimpleUploadedFile

from darkseas.club.models import Entrant, Pairing, Result, Round, Tournament
from darkseas.club.tournaments import reports, rounds
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.entries.entry_lines import read_lines
from darkseas.club.tournaments.regulations import DUTCH
from tests.club.tournaments.events import SETTING, director_of, drawn, fought, open_pairings, running
from tests.support.members import logged_in

pytestmark = pytest.mark.django_db

BASE = "/clubs/ironclads/tournaments/autumn-salvo/"


def answer_to(address: str) -> Any:
    """What the director is answered."""
    director = Tournament.objects.get().club
    return logged_in(str(director_of(director))).get(BASE + address, follow=True)


def brought(text: str, number: int = 1, **more: str) -> tuple[int, str]:
    """The director brings a sheet: status and page."""
    file = SimpleUploadedFile("sheet.csv", text.encode())
    answer = logged_in("dora").post(f"{BASE}rounds/{number}/bring/", {"file": file, **more}, follow=True)
    return answer.status_code, " ".join(answer.content.decode().split())


def test_report_file_is_read_by_another_program_as_it_was_fought() -> None:
    made = running(5)
    first = drawn(made)
    by = director_of(made.club)
    lost, *_ = open_pairings(first)
    reports.forfeit(by, lost, reports.FIRST, "Did not come.")
    fought(first)
    fought(drawn(made), lambda pairing: reports.DRAW)
    read = TRFParser(answer_to("tournament.trf").content.decode()).parse()
    assert (read["tournament"]["name"], read["tournament"]["total_rounds"]) == ("Autumn salvo", 3)
    players = {one["starting_number"]: one for one in read["players"]}
    assert [one["name"] for one in players.values()] == [f"guest {number}" for number in range(5)]
    assert players[1]["rating"] == 2000
    forfeited, won = lost.first.number, lost.second.number if lost.second else 0
    assert players[forfeited]["results"][1] == {"opponent": won, "color": "w", "result": "-"}
    assert players[won]["results"][1] == {"opponent": forfeited, "color": "b", "result": "+"}
    for number, player in players.items():
        worth = {"1": 1, "+": 1, "U": 1, "=": 0.5, "0": 0, "-": 0}
        assert player["score"] == sum(worth[one["result"]] for one in player["results"].values())
        for round_number, one in player["results"].items():
            if one["opponent"]:
                assert players[one["opponent"]]["results"][round_number]["opponent"] == number


def results_of(name: str) -> dict[int, str]:
    """What the report file says of an entrant, by round."""
    players = TRFParser(answer_to("tournament.trf").content.decode()).parse()["players"]
    return {
        number: one["result"]
        for player in players
        if player["name"] == name
        for number, one in player["results"].items()
    }


def test_report_file_between_two_rounds_marks_who_will_not_be_paired() -> None:
    made = running(6, rounds=4)
    by = director_of(made.club)
    gone, away = made.entrants.all()[:2]
    entries.stay_away(by, away, 1)
    assert (results_of(gone.name), results_of(away.name)) == ({}, {1: "Z"})
    fought(drawn(made))
    entries.withdraw(by, gone, "The last bus.")
    entries.stay_away(by, away, 3)
    assert set(results_of(gone.name)) == {1, 2}
    assert results_of(gone.name)[2] == "Z"
    assert set(results_of(away.name)) == {1}
    second = drawn(made)
    assert set(results_of(gone.name)) == {1, 2}
    fought(second)
    assert [set(results_of(one.name)) for one in (gone, away)] == [{1, 2, 3}, {1, 2, 3}]
    assert set(results_of("guest 5")) == {1, 2}
    fought(drawn(made))
    fought(drawn(made))
    assert set(results_of(gone.name)) == {1, 2, 3, 4}  # no round comes after the last


def test_round_that_the_dutch_system_could_not_pair_is_announced() -> None:
    """After three rounds of four entrants everybody has met everybody."""
    made = running(4, rounds=4, paired_by=DUTCH)
    for _ in range(3):
        fought(drawn(made))
    note = "The Dutch system found no pairing, so the round is paired at least cost."
    assert note not in answer_to("").content.decode()
    assert "###" not in answer_to("tournament.trf").content.decode()
    drawn(made)
    assert answer_to("").content.decode().count(note) == 1
    report = answer_to("tournament.trf").content.decode()
    assert f"### Round 4: {note}" in report.splitlines()
    assert len(TRFParser(report).parse()["players"]) == 4


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"kind": Tournament.Kind.KNOCK_OUT}, "TRF has no brackets, ladders or divisions"),
        ({"is_mirrored": True}, "a mirrored tournament two"),
        ({"win": 6, "draw": 2}, "this tournament does not"),
    ],
)
def test_what_fits_no_report_file_is_told(terms: dict[str, Any], why: str) -> None:
    running(4, **terms)
    answer = answer_to("tournament.trf")
    assert why in answer.content.decode()
    assert "tournament.trf" not in answer_to("").content.decode()


def test_json_holds_all_of_it_and_the_seed_only_at_the_end() -> None:
    made = running(5)
    fought(drawn(made))
    told = json.loads(answer_to("tournament.json").content)
    assert told["lot_seed"] is None
    assert [len(one["pairings"]) for one in told["rounds"]] == [3]
    assert sorted(one["entrant"] for one in told["places"]) == [1, 2, 3, 4, 5]
    ends = [one["end"] for one in told["rounds"][0]["pairings"]]
    assert ends.count("bye") == 1
    assert all(one["counts"] for one in told["rounds"][0]["pairings"])


def sheet_of(number: int = 1) -> list[str]:
    """The lines of the sheet that a round gives."""
    return str(answer_to(f"rounds/{number}/results.csv").content.decode("utf-8-sig")).splitlines()


def test_sheet_is_filled_in_looked_at_and_kept() -> None:
    found = drawn(running(5))
    head, *lines = sheet_of()
    assert len(lines) == 2
    first, second = open_pairings(found)
    filled = [f"{lines[0].removesuffix(',,,,,,')},{str(first.second).upper()},2.5,7,3,1,Fog", lines[1]]
    text = "\r\n".join([head, *filled])
    status, page = brought(text)
    assert status == 200
    assert "Nothing is imported yet." in page
    assert "2.50 : 7.00" in page
    assert Result.objects.count() == 0
    answer = logged_in("dora").post(f"{BASE}rounds/1/bring/", {"text": text, "keep": "yes"}, follow=True)
    assert "1 result imported." in answer.content.decode()
    kept = Pairing.objects.get(pk=first.pk)
    assert kept.result is not None
    assert kept.result.is_ratified
    assert Pairing.objects.get(pk=second.pk).result is None
    assert len(sheet_of()) == 2


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("sign", [";", "\t"])
def test_sheet_comes_back_from_a_spreadsheet_of_another_country(encoding: str, sign: str) -> None:
    drawn(running(6))
    pairings = open_pairings(Round.objects.get())
    Entrant.objects.filter(pk=pairings[0].first_id).update(name="Zoë")
    Entrant.objects.filter(pk=pairings[1].first_id).update(name="Bjo\u0308rn")
    head = "TABLE*Leg*First*Second*Winner*First points*Second points*First losses*Second losses*Remarks*"
    lines = ["1*1*ZOË**zoë*12,5*½*3,0*0**", "*" * 9, "2*1*Björn**½*0,5*0,5", "3*1***0,5*****"]
    text = "\r\n".join(["sep=*", head, *lines, ""]).replace("*", sign)
    file = SimpleUploadedFile("sheet.csv", text.encode(encoding))
    answer = logged_in("dora").post(f"{BASE}rounds/1/bring/", {"file": file, "keep": "yes"}, follow=True)
    assert "3 results imported." in answer.content.decode()
    kept = [read(one) for one in Pairing.objects.order_by("table")]
    assert kept == [((2, 0), ("12.50", "0.50"), (3, 0)), ((1, 1), ("0.50", "0.50"), (None, None)),
                    ((1, 1), ("None", "None"), (None, None))]  # fmt: skip


def read(pairing: Pairing) -> tuple[Any, ...]:
    """The scores, points and losses of a reported table, the first player's first."""
    assert pairing.result is not None
    sides = list(pairing.result.sides.order_by("place"))
    return (
        tuple(one.score for one in sides),
        tuple(str(one.points) for one in sides),
        tuple(one.losses for one in sides),
    )


def test_lines_of_entrants_come_from_a_spreadsheet_too() -> None:
    lines = {
        "Ann, 1850": ("", ("Ann",), 1850, ""),
        "Bob;1700;;": ("", ("Bob",), 1700, ""),
        "Cat\t1600,0\t": ("", ("Cat",), 1600, ""),
        "Dan,,\n;;;": ("", ("Dan",), None, ""),
        "Salts: Eva + Finn; 1500": ("Salts", ("Eva", "Finn"), 1500, ""),
        "Oh\u00a0Neill, Jr.": ("", ("Oh Neill, Jr.",), None, ""),
        "Pool A:;;\nZoe\u0308": ("", ("Zoë",), None, "Pool A"),
    }
    read_as = [(one.name, one.players, one.strength, one.group) for one in read_lines("\n".join(lines))]
    assert read_as == list(lines.values())


def test_fault_in_a_sheet_is_named_and_nothing_is_kept() -> None:
    drawn(running(4))
    head = sheet_of()[0]
    cases = [
        (
            "9,1,,,draw,,,,,",
            "line 2, table: This round needs no result for this table. Tables without a result: 1, 2.",
        ),
        ("1,1,nobody,,draw,,,,,", "line 2, first: The player at this table is"),
        ("1,1,,,nobody,,,,,", "line 2, winner: Enter"),
        ("1,1,,,draw,many,,,,", "line 2, first_points: &#x27;many&#x27; is not a number of points."),
        ("1,1,,,draw,,,-1,,", "line 2, first_losses: &#x27;-1&#x27; is not a number of ships."),
        ("1,1,,,draw,,,,,\n1,1,,,draw,,,,,", "line 3, table: This table appears twice."),
        ("1,1,,,,,,,,", "winner: This file has no winners"),
    ]
    for line, fault in cases:
        status, page = brought(f"{head}\n{line}", keep="yes")
        assert (status, fault in page) == (422, True), page
    assert Result.objects.count() == 0


def test_entrant_called_draw_is_no_draw() -> None:
    drawn(running(2))
    one = open_pairings(Round.objects.get())[0]
    Entrant.objects.filter(pk=one.first_id).update(name="Draw")
    head = sheet_of()[0]
    status, page = brought(f"{head}\n1,1,,,draw,,,,,")
    assert (status, "line 2, winner: draw is a player at this table" in page) == (422, True)
    status, page = brought(f"{head}\n1,1,,,first,,,,,")
    assert (status, "Nothing is imported yet." in page) == (200, True)


def test_columns_that_are_none_and_a_sheet_that_is_late_are_refused() -> None:
    found = drawn(running(4))
    assert "line 1, winner: This column is missing." in brought("table,who\n1,me")[1]
    assert "line 1, who: This column is unknown." in brought("table,winner,who\n1,draw,me")[1]
    fought(found)
    assert Round.objects.get().state == Round.State.CLOSED
    assert "Tables without a result: none." in brought("table,winner\n1,draw")[1]


def test_mirrored_round_has_a_line_for_each_battle() -> None:
    made = running(4, is_mirrored=True)
    found = rounds.draw(director_of(made.club), made, SETTING)
    rounds.begin(director_of(made.club), found)
    assert [line.split(",")[:2] for line in sheet_of()[1:]] == [
        ["1", "1"],
        ["1", "2"],
        ["2", "1"],
        ["2", "2"],
    ]
