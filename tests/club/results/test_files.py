"""Results as files: out and in again equal; old ones looked at first, and taken back at once."""

import codecs
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from darkseas.club.models import Club, ImportBatch, Player, Result, Right
from darkseas.club.results import store
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.confirmed_results import ratified
from darkseas.club.results.facts import ResultFacts, SideFacts
from darkseas.club.results.files import importing
from darkseas.club.results.files.cells import CellFault, days_in, losses_in, points_in, score_in
from darkseas.club.results.files.csv_files import read_csv, write_csv
from darkseas.club.results.files.csv_rows import guarded, unguarded
from darkseas.club.results.files.export import records_of
from darkseas.club.results.files.file_records import BadFile, ResultRecord, SideRecord
from darkseas.club.results.files.json_files import read_json, write_json
from darkseas.club.results.files.questions import AGAIN, DOUBTED, RECORDED
from darkseas.club.results.naming.people import names_in
from darkseas.club.results.result_states import ResultConflict
from tests.club.rebuild_results import ratified_by_steps, rebuild
from tests.support.builders import register_toy, toy_battle, toy_revision
from tests.support.every_case import every_case
from tests.support.members import logged_in
from tests.support.one_line import one_line

from .club_events import DAY, facts, guest, joined, new_club

pytestmark = pytest.mark.django_db
HEADER = "day,scenario,system,side_1,players_1,ended_1,side_2,players_2,ended_2"
LINE = "1999-05-14,Savo Island,dark seas,Japan,Ann,won,Allies,Bob|Cat,lost"
JSON_OF = """{"format": "darkseas-results/1", "results": [{"day": "1999-05-14", "scenario": "Savo Island",
 "system": "dark seas", "sides": [{"side": "Japan", "players": ["Ann"], "ended": "won"},
 {"side": "Allies", "players": ["Bob"], "ended": "lost"}]}]}"""


def director(club: Club) -> Player:
    return joined(club, "dora", Right.Kind.DIRECTOR)


def brought(club: Club, by: Player, text: str, answers: dict[str, str] | None = None) -> ImportBatch:
    return importing.keep(club, by, importing.old_file("old.csv", "The old book", text.encode()), answers)


def faults_of(text: str) -> list[str]:
    club = new_club()
    by = director(club)
    try:
        found = importing.preview(club, by, importing.old_file("old.csv", "", text.encode()))
    except BadFile as bad:
        return [str(bad)]
    return [str(fault) for fault in found.faults]


def as_named(club: Club) -> list[Any]:
    """The results of a club that count, with names in the place of numbers."""
    names = names_in(club)
    return [
        replace(
            record,
            result=0,
            sides=tuple(replace(side, players=names.listed(side.players)) for side in record.sides),  # type: ignore[arg-type]
        )
        for record in ratified(club)
    ]


def full_club() -> tuple[Club, Player]:
    """A club with results of every kind that count, and some that do not."""
    register_toy()
    toy_revision()
    club = new_club()
    ann, bob, by = joined(club, "ann"), joined(club, "bob"), director(club)
    odd = guest(club, 'O"Brien, | ; the =elder')
    twins = [guest(club, "Nelson"), guest(club, "nelson")]
    battle = toy_battle()
    typed = facts(ann, bob, battle=battle.pk)
    linked = replace(
        typed,
        sides=tuple(replace(side, side=key) for side, key in zip(typed.sides, ("red", "blue"), strict=True)),
    )
    three = (*facts(ann, bob).sides, SideFacts("Green", 0, (odd.pk,), bid=Decimal("2.25")))
    said = [
        facts(ann, bob, 1, remarks="=cmd()\nand\tmore", place="-the 'Anchor'"),
        facts(ann, odd, None, scenario="coves", scenario_text="The coves", system="toy"),
        facts(twins[0], twins[1], source="A letter"),
        replace(facts(ann, bob), sides=three),
        linked,
    ]
    for one in said:
        store.decide(store.report(club, by, one), by, "Seen.")
    store.report(club, ann, facts(ann, bob, scenario_text="Not answered"))
    store.void(store.report(club, ann, facts(ann, bob, scenario_text="Void")), by, "No.")
    return club, by


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "＝", "＋", "－", "＠"])
def test_no_spreadsheet_takes_a_text_for_a_sum(sign: str) -> None:
    assert guarded(f"{sign}1") == f"'{sign}1"
    assert unguarded(guarded(f"{sign}1")) == f"{sign}1"


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_what_is_written_out_comes_back_equal_into_an_empty_club(kind: str) -> None:
    club, _ = full_club()
    write: Callable[[Any], str] = write_csv if kind == "csv" else lambda found: write_json(club.name, found)
    other = new_club("others")
    brought(other, director(other), write(records_of(club)), {DOUBTED: "theirs"})
    assert len(as_named(club)) == 5
    assert as_named(other) == as_named(club)
    assert ratified(other) == ratified_by_steps(other)
    assert rebuild(other) == 0


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), max_size=12).map(
    lambda text: " ".join(text.split())
)
sides = st.builds(
    SideRecord, side=texts, players=st.lists(texts.filter(bool), min_size=1, max_size=3).map(tuple),
    ended=texts, points=texts, losses=texts, bid=texts,
)  # fmt: skip
records = st.builds(
    ResultRecord, where=st.just(""), sides=st.lists(sides, min_size=2, max_size=4).map(tuple),
    day=texts, scenario=texts, place=texts, remarks=texts,
)  # fmt: skip


@settings(max_examples=60)
@given(st.lists(records.filter(lambda record: bool(record.day)), min_size=1, max_size=3))
def test_no_text_is_bent_on_its_way_through_a_file(given_records: list[ResultRecord]) -> None:
    for read, text in (
        (read_csv, write_csv(given_records)),
        (read_json, write_json("A club", given_records)),
    ):
        assert [replace(record, where="") for record in read(text)] == given_records


def test_old_results_are_kept_with_source_and_day_and_marked() -> None:
    club = new_club()
    by, ann = director(club), joined(club, "Ann")
    batch = brought(club, by, f"{HEADER},points_1,source\n{LINE},12.5,\n{LINE},,A letter\n")
    first, second = Result.objects.order_by("id")
    assert (first.day.isoformat(), first.source, second.source) == ("1999-05-14", "The old book", "A letter")
    assert (first.batch, first.is_ratified, first.system) == (batch, True, "dark_seas")
    assert [step.kind for step in first.steps.all()] == ["imported"]
    said = store.last_facts(first)
    assert said.sides[0] == SideFacts("Japan", 2, (ann.pk,), Decimal("12.50"))
    assert sorted(Player.objects.filter(member=None).values_list("name", flat=True)) == ["Bob", "Cat"]
    line = club.audit_lines.get(deed="results.imported")
    assert line.after is not None
    assert line.after["results"] == 2
    assert ratified(club) == ratified_by_steps(club)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The file is empty."),
        (f"{HEADER}\n", "This file contains no results."),
        (HEADER.replace("day,", ""), "line 1, day: This column is missing."),
        (f"{HEADER},colour\n{LINE},red", "line 1, colour: This column is unknown."),
        (f"{HEADER},day\n{LINE},x", "line 1, day: This column appears twice."),
        ("date,where,system", "line 1, date, where: These columns are unknown. Missing: day, side_1,"),
        ("day,side_1,players_1", "line 1, system, ended_1, side_2, players_2, ended_2: These columns"),
        (f'{HEADER}\n{LINE}\n\n"{LINE}', "line 4: This is not valid CSV"),
        (f"{HEADER}\n{LINE},one,two", "line 2: This line has 11 columns, but the first line has only 9."),
        (f"{HEADER}\n{LINE}\n{LINE.replace('1999-05-14', '32.5.99')}", "line 3, day: '32.5.99' is not"),
        (f"{HEADER}\n{LINE.replace('1999-05-14', 'May 1999')}", "line 2, day: 'May 1999' is not a date"),
        (f"{HEADER}\n{LINE.replace('1999', '1066')}", "line 2, day: Enter a date between"),
        (f"{HEADER}\n{LINE.replace('won', 'beat')}", "line 2, ended_1: 'beat' is none of won, drew, lost."),
        (f"{HEADER}\n{LINE.replace('lost', 'won')}", "line 2, ended_1: Choose one winner"),
        (f"{HEADER}\n{LINE.replace('Ann', '')}", "line 2, players_1: Name 1 to 12 players."),
        (f"{HEADER}\n{LINE.replace('Ann', 'bob')}", "line 2, players_1: A player appears twice"),
        (f"{HEADER}\n{LINE.replace('Savo Island', '')}", "line 2, scenario: Enter a scenario"),
        (f"{HEADER},points_2\n{LINE},NaN", "line 2, points_2: Enter points from"),
        (f"{HEADER},points_2\n{LINE},1e999999999", "line 2, points_2"),
        (f"{HEADER},points_2\n{LINE},1.234", "line 2, points_2: Points have at most two decimal places"),
        (f"{HEADER},losses_1\n{LINE},-1", "line 2, losses_1: '-1' is not a number of ships."),
        (f"{HEADER},battle\n{LINE},none", "line 2, battle: 'none' cannot be read."),
        (f"{HEADER}\n{LINE}\0", "This is not a text file."),
        ('{"format": "other"}', "format: The format must be darkseas-results/1."),
        ("{", "This is not valid JSON"),
        ('{"format": "darkseas-results/1", "results": 1}', "results: This must be a list"),
        ('{"format": "darkseas-results/1", "results": [{"x": 1}]}', "result 1, x: This field is unknown."),
        ('{"format": "darkseas-results/1", "results": [{"day": []}]}', "result 1, sides: This must"),
        ('{"format": "darkseas-results/1", "results": [{"\\ud800": 1}]}', "The file contains half a"),
        (JSON_OF.replace("Ann", "\\ud83d"), "The file contains half a"),
        (JSON_OF.replace("Ann", "A\\u0000nn"), "result 1, players_1: Remove the NUL character"),
        (JSON_OF.replace("Ann", " "), "result 1, players_1: Enter a name."),
        (JSON_OF.replace("Ann", "A\\u202enn"), "result 1, players_1: This contains invisible characters."),
        ("[" * 100_000, "line 1"),
        ('{"a":' * 100_000, "This is not valid JSON"),
    ],
)  # fmt: skip
def test_each_fault_is_told_with_line_and_column(text: str, sentence: str) -> None:
    found = faults_of(text)
    assert found
    assert sentence in found[0]
    assert not Result.objects.exists()


@pytest.mark.parametrize("written", ["14.5.1999", "14 May 1999", "14/05/1999", "5/14/1999", "May 14 1999"])
def test_days_are_read_as_people_write_them(written: str) -> None:
    club = new_club()
    brought(club, director(club), f"{HEADER}\n{LINE.replace('1999-05-14', written)}")
    assert Result.objects.get().day.isoformat() == "1999-05-14"


def test_the_mended_file_is_brought_where_the_faults_are_told() -> None:
    club = new_club()
    director(club)
    client = logged_in("dora")
    file = SimpleUploadedFile("old.csv", f"{HEADER}\n{LINE.replace('won', 'x')}".encode())
    answer = client.post(f"/clubs/{club.slug}/results/import/", {"file": file, "source": "The old book"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert f'action="/clubs/{club.slug}/results/import/"' in page
    assert 'type="file" id="old-file"' in page
    assert 'value="The old book"' in page


def test_faults_of_all_lines_are_told_at_once_and_nothing_is_stored() -> None:
    club = new_club()
    by = director(club)
    text = f"{HEADER}\n{LINE.replace('won', 'x')}\n{LINE}\n{LINE.replace('lost', 'y')}"
    found = importing.preview(club, by, importing.old_file("old.csv", "", text.encode()))
    assert [(fault.where, fault.column) for fault in found.faults] == [
        ("line 2", "ended_1"),
        ("line 4", "ended_2"),
    ]
    with pytest.raises(ResultRefused):
        brought(club, by, text)
    assert (Result.objects.count(), Player.objects.count(), ImportBatch.objects.count()) == (0, 1, 0)


def test_file_of_another_encoding_or_size_is_refused() -> None:
    with pytest.raises(BadFile, match="line 2: The file is not in UTF-8"):
        importing.old_file("old.csv", "", b"day\n\x81\xfe")
    with pytest.raises(BadFile, match="line 1: The file is not in UTF-8"):
        importing.old_file("old.json", "", b'{"\xe4": 1}')
    with pytest.raises(BadFile, match="larger than 1 MB"):
        importing.old_file("old.csv", "", b"x" * 1_100_000)
    assert importing.old_file("", "", "\ufeffday".encode()).text == "day"


ACCENTED = LINE.replace("Ann", "Zoë").replace("Savo Island", "Curaçao")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("sign", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_sheets_of_any_spreadsheet_read_the_same(encoding: str, sign: str, end: str) -> None:
    heading = HEADER.replace("side_1", "Side 1").replace("players", "PLAYERS").replace("ended_2", "Ended2")
    rows = [heading, ACCENTED, "", ",,", f"{ACCENTED},,,,", ""]
    texts = [end.join(rows).replace(",", sign)]
    texts += [f"{first}{end}{texts[0]}" for first in (f"sep={sign}", f'"sep={sign}"', f"{end}{end}")]
    plain = [replace(one, where="") for one in read_csv(f"{HEADER}\n{ACCENTED}\n{ACCENTED}")]
    for text in texts:
        file = importing.old_file("old.csv", "", text.encode(encoding))
        assert [replace(one, where="") for one in read_csv(file.text)] == plain, text
        assert bool(file.doubt) == (encoding == "cp1252")
    assert [one.where for one in read_csv(texts[1])] == ["line 3", "line 6"]


def test_a_guessed_encoding_is_told_in_the_preview() -> None:
    club = new_club()
    file = importing.old_file("old.csv", "", f"{HEADER}\n{ACCENTED}".encode("cp1252"))
    found = importing.preview(club, director(club), file)
    assert ("Windows-1252" in str(found.notes[0]), "Zoë" in found.guests) == (True, True)


@every_case(
    "written",
    [
        "12. März 1942", "12 March 1942", "1942-03-12T10:00", "1942-03-12 00:00:00", "12.03.1942 10:30",
        "Thursday, 12 March 1942", "Thursday, March 12, 1942", "12 de marzo de 1942", "12 mars 1942",
        "den 12. marts 1942", "12 marca 1942", "12. března 1942", "12 березня 1942", "1942年3月12日",
        "1942-03-12T23:00:00+02:00", "1942-03-12T01:00:00.000Z", "12. maaliskuuta 1942", "12-mrt-1942",
        "DONNERSTAG, 12. MA\u0308RZ 1942", "12.3.1942\u00a0", "12. Mrz 1942", "12 mar. 1942",
        "12.03.42 10:30",
    ],
)  # fmt: skip
def test_days_of_other_countries_are_read(written: str) -> None:
    days = days_in(written)
    assert (days.first, days.turned) == (date(1942, 3, 12), None)


@every_case(
    ("months", "month"),
    [
        ("led jan gen ene tammi janv janv. stycz січ Jän", 1), ("úno feb febr févr. fev helmi lut лют", 2),
        ("bře Mrz mär maalis mar mrt бер", 3), ("dub apr abr avr huhti kwie квіт", 4),
        ("kvě maj mai mag mei touko трав", 5), ("čvn giu jun kesäk czer черв", 6),
        ("čvc lug juil heinä lip лип", 7), ("srp ago août elok aug sierp серп", 8),
        ("zář set sett sept syysk wrz вер", 9), ("říj okt oct ott out lokak paź жовт", 10),
        ("nov marrask лист", 11), ("pro dez dic déc des jouluk gru груд", 12),
    ],
)  # fmt: skip
def test_months_are_read_by_the_abbreviations_of_the_languages_of_clubs(months: str, month: int) -> None:
    assert {one: days_in(f"5. {one} 2012").first.month for one in months.split()} == dict.fromkeys(
        months.split(), month
    )


def test_two_digit_years_are_the_latest_that_are_not_in_the_future(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 29, tzinfo=UTC))
    read = {
        "12.03.26": (date(2026, 3, 12), None),
        "31.12.26": (date(1926, 12, 31), None),
        "1. Mrz 99": (date(1999, 3, 1), None),
        "29.2.00": (date(2000, 2, 29), None),
        "7/12/26": (date(1926, 12, 7), date(2026, 7, 12)),
        "7/12/2026": (date(2026, 12, 7), date(2026, 7, 12)),
    }
    assert {text: (days_in(text).first, days_in(text).turned) for text in read} == read


@every_case(
    ("written", "points"),
    [
        ("12,5", "12.5"), ("12.5", "12.5"), ("12½", "12.5"), ("12 ½", "12.5"), ("½", "0.5"), ("1 1/2", "1.5"),
        ("−3,5", "-3.5"), ("1.234,5", "1234.5"), ("1,234.5", "1234.5"), ("1 234,5", "1234.5"),
        ("1\u202f234,5", "1234.5"), ("1’234.5", "1234.5"), ("-½", "-0.5"), ("7,0", "7"),
    ],
)  # fmt: skip
def test_numbers_of_other_countries_are_read(written: str, points: str) -> None:
    assert points_in(written) == Decimal(points)


def test_what_may_be_two_numbers_is_refused() -> None:
    for written in ("1,234", "1.234", "12,5,6", "1,2.3,4"):
        with pytest.raises(CellFault):
            points_in(written)
    for written in ("3,5", "-1", "1,000,0"):
        with pytest.raises(CellFault):
            losses_in(written)
    assert [losses_in(written) for written in ("3", "3,0", "3.00", "1 000")] == [3, 3, 3, 1000]


def test_scores_are_read_for_outcomes() -> None:
    scores = {2: ("won", "Win", " WON ", "1", "1.0", "1,0"), 1: ("drew", "Draw", "½", "0,5", "0.5", "1/2"),
              0: ("lost", "loss", "0", "0,0")}  # fmt: skip
    assert {score: tuple(map(score_in, words)) for score, words in scores.items()} == {
        score: (score,) * len(words) for score, words in scores.items()
    }


def test_a_file_is_imported_once_until_it_is_taken_back() -> None:
    club = new_club()
    by = director(club)
    text = f"{HEADER}\n{LINE}\n{LINE}\n"
    first = brought(club, by, text)
    with pytest.raises(ResultRefused, match="already imported"):
        brought(club, by, text)
    store.correct(Result.objects.all()[0], by, "Typo.", facts(by, joined(club, "bob")))
    store.void(Result.objects.order_by("id")[0], by, "Twice.")
    assert importing.take_back(first, by, "The wrong book.") == 1
    with pytest.raises(ResultConflict, match="already undone"):
        importing.take_back(first, by, "Again.")
    assert ratified(club) == ratified_by_steps(club) == []
    assert rebuild(club) == 0
    assert {result.steps.order_by("-number")[0].kind for result in Result.objects.all()} == {"voided"}
    brought(club, by, text, {"player:bob": "new"})
    assert len(ratified(club)) == 2


def test_the_battle_of_a_file_has_to_say_the_same_and_be_free() -> None:
    club, by = full_club()
    with pytest.raises(ResultRefused, match="battle: This battle already has a result in this club"):
        brought(club, by, write_csv(records_of(club)), {RECORDED: AGAIN})
    other = new_club("others")
    told_otherwise = [record for record in records_of(club) if record.battle]
    bent = replace(
        told_otherwise[0], sides=tuple(replace(side, points="99") for side in told_otherwise[0].sides)
    )
    with pytest.raises(ResultRefused, match="has different sides"):
        brought(other, director(other), write_csv([bent]))
    elsewhere = replace(told_otherwise[0], battle="0" * 32)
    found = importing.preview(
        other, director_of(other), importing.old_file("a", "", write_csv([elsewhere]).encode())
    )
    assert [str(note) for note in found.notes] == [
        "line 2, battle: This battle is not on this site. The result will be stored without it."
    ]


def director_of(club: Club) -> Player:
    return Player.objects.get(club=club, rights__kind=Right.Kind.DIRECTOR)


def test_pages_show_the_preview_before_anything_is_kept() -> None:
    club = new_club()
    director(club)
    client, here = logged_in("dora"), "/clubs/ironclads/results/import/"
    text = f"{HEADER}\n{LINE}\n"
    sent = SimpleUploadedFile("old.csv", text.encode())
    answer = client.post(here, {"file": sent, "source": "The book"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "New guests: Ann, Bob, Cat." in one_line(page)
    assert "1 result can be imported" in page
    assert not Result.objects.exists()
    kept = client.post(f"{here}keep/", {"name": "old.csv", "source": "The book", "text": text})
    batch = ImportBatch.objects.get()
    assert kept["Location"] == f"{here}{batch.pk}/"
    assert "Savo Island" in client.get(kept["Location"]).content.decode()
    assert "imported" in client.get("/clubs/ironclads/results/").content.decode()
    again = client.post(f"{here}keep/", {"name": "old.csv", "source": "The book", "text": text})
    assert (again.status_code, "already imported" in again.content.decode()) == (422, True)
    back = f"{here}{batch.pk}/take-back/"
    assert client.post(back, {"reason": ""}).status_code == 422
    assert client.post(back, {"reason": "Wrong."}).status_code == 302
    assert client.post(back, {"reason": "Wrong."}).status_code == 409
    wrong = client.post(here, {"file": SimpleUploadedFile("old.csv", text.replace("won", "x").encode())})
    assert (wrong.status_code, "line 2, ended_1" in wrong.content.decode()) == (422, True)
    assert client.post(here, {}).status_code == 422


def test_files_are_for_whoever_may_see_the_club() -> None:
    club, _ = full_club()
    answer = logged_in("stranger").get("/clubs/ironclads/results/results.json")
    assert len(json.loads(answer.content)["results"]) == 5
    assert (
        len(read_csv(logged_in("stranger").get("/clubs/ironclads/results/results.csv").content.decode())) == 5
    )
    data = logged_in("stranger").get("/clubs/ironclads/results/results.csv").content
    assert data.startswith(codecs.BOM_UTF8)  # or Excel shows no accents
    Club.objects.filter(pk=club.pk).update(is_closed=True)
    assert logged_in("stranger").get("/clubs/ironclads/results/results.csv").status_code == 404
    assert logged_in("ann").get("/clubs/ironclads/results/results.csv").status_code == 200


def test_export_asks_few_questions(django_assert_max_num_queries: Any) -> None:
    club, _ = full_club()
    with django_assert_max_num_queries(6):
        records_of(club)


def test_facts_of_a_file_know_the_day() -> None:
    assert ResultFacts("toy", DAY, ()).players == ()
