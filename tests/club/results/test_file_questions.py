"""What a file of old results leaves open: asked before anything is kept, or said what is assumed."""

from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from darkseas.club.models import Club, ImportBatch, Player, Result, Right
from darkseas.club.results import store
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.facts import SideFacts
from darkseas.club.results.files import importing
from darkseas.club.results.files.checking import Checked
from darkseas.club.results.files.csv_files import write_csv
from darkseas.club.results.files.export import records_of
from darkseas.club.results.files.questions import AGAIN, DOUBTED, RECORDED, SKIP
from tests.support.builders import register_toy, toy_battle, toy_revision
from tests.support.members import logged_in
from tests.support.one_line import one_line

from .club_events import facts, guest, joined, new_club

pytestmark = pytest.mark.django_db
HEADER = "day,scenario,system,side_1,players_1,ended_1,side_2,players_2,ended_2"
LINE = "1999-05-14,The coves,Toy,Red,Zoe,won,Blue,Max,lost"


def club_with(*names: str) -> tuple[Club, Player, list[Player]]:
    """A club with a director and these guests, on a site with the scenario of the toy rules."""
    register_toy()
    toy_revision()
    club = new_club()
    return club, joined(club, "dora", Right.Kind.DIRECTOR), [guest(club, name) for name in names]


def looked_at(club: Club, by: Player, line: str, **answers: str) -> Checked:
    said = {name.replace("_", ":", 1): value for name, value in answers.items()}
    return importing.preview(club, by, importing.old_file("old.csv", "", f"{HEADER}\n{line}".encode()), said)


def open_questions(checked: Checked) -> list[tuple[str, str, list[str]]]:
    """The questions without an answer, with the values of what may be chosen."""
    return [(one.where, one.sentence, [value for value, _ in one.choices]) for one in checked.open]


def test_a_name_near_a_known_one_or_of_several_is_asked_about_and_none_is_a_guest_unasked() -> None:
    club, by, (anna, *twins) = club_with("Anna", "Nelson", "nelson")
    line = LINE.replace("Zoe", "Ana|Nelson").replace("The coves", "Old book")
    numbered = [f"{one.name} (no. {one.pk})" for one in twins]
    assert open_questions(looked_at(club, by, line)) == [
        ("line 2, players_1", "Who is “Ana”?", ["Anna", "new"]),
        (
            "line 2, players_1",
            "Several players are called “Nelson”. Which one is meant?",
            [*sorted(numbered), "new"],
        ),
    ]
    found = looked_at(club, by, line, player_ana="Anna", player_nelson=numbered[1])
    assert found.open == []
    assert found.results[0].sides[0].players == (anna.pk, twins[1].pk)
    assert found.guests == ["Max"]
    anew = looked_at(club, by, line, player_ana="new", player_nelson="somebody else")
    assert [name for name in anew.guests if name != "Max"] == ["Ana", "Nelson"]
    assert [one.name for one in anew.open] == ["player:nelson"]


def test_a_title_of_a_scenario_here_is_asked_about_and_taken_beforehand_where_its_sides_fit() -> None:
    club, by, _ = club_with()
    assumed = looked_at(club, by, LINE)
    assert (assumed.open, assumed.results[0].scenario) == ([], "coves")
    assert [(one.sentence, one.chosen) for one in assumed.questions] == [
        ("Is “The coves” this scenario of the site?", "coves")
    ]
    name = assumed.questions[0].name.replace(":", "_", 1)
    assert looked_at(club, by, LINE, **{name: "name"}).results[0].scenario == ""
    other_sides = LINE.replace("Blue", "Green")
    assert len(looked_at(club, by, other_sides).open) == 1
    told = looked_at(club, by, other_sides, **{name: "coves"})
    assert [str(note) for note in told.notes] == [
        "line 2, side_2: The coves has no side “Green”. The name will be stored as entered."
    ]
    of_others = looked_at(club, by, LINE.replace("Toy", "Dark Seas"))
    assert (of_others.questions, of_others.results[0].scenario) == ([], "")
    assert "uses other rules" in str(of_others.notes[0])


def test_a_slip_of_a_rules_system_is_asked_about_and_other_rules_are_named_once() -> None:
    club, by, _ = club_with()
    line = LINE.replace("The coves,Toy", "Savo,Dark Sea")
    assert open_questions(looked_at(club, by, line)) == [
        ("line 2", "Which rules system is “Dark Sea”?", ["dark_seas", "name"])
    ]
    answer = {"system_dark sea": "dark_seas"}
    assert looked_at(club, by, line, **answer).results[0].system == "dark_seas"
    foreign = looked_at(
        club, by, "\n".join([LINE.replace("Toy", "General Quarters")] * 2).replace("coves", "bay")
    )
    assert [str(note) for note in foreign.notes] == [
        "line 2, system: “General Quarters” is not a rules system of this site. Only the name will be stored."
    ]


def test_a_key_of_a_scenario_goes_before_the_rules_that_the_file_names_and_that_is_said() -> None:
    club, by, _ = club_with()
    text = f"{HEADER},scenario_key\n{LINE.replace('Toy', 'Dark Seas')},coves"
    found = importing.preview(club, by, importing.old_file("old.csv", "", text.encode()))
    assert found.results[0].system == "toy"
    assert [str(note) for note in found.notes] == [
        "line 2, system: The coves does not use “Dark Seas”. The rules of the scenario are stored."
    ]


def test_whose_a_recorded_battle_was_is_asked_where_its_log_does_not_say() -> None:
    club, by, _ = club_with()
    red, blue, battle = joined(club, "ann"), joined(club, "bob"), toy_battle()
    kept = store.report(club, by, replace(facts(red, blue, battle=battle.pk), sides=(
        SideFacts("red", 2, (red.pk,)), SideFacts("blue", 0, (blue.pk,)))))  # fmt: skip
    store.decide(kept, by, "Seen.")
    file = importing.old_file("old.csv", "", write_csv(records_of(club)).encode())
    store.void(kept, by, "Anew.")
    doubted = importing.preview(club, by, file)
    assert [(one.where, one.name) for one in doubted.open] == [("line 2", DOUBTED)]
    assert "line 2, battle: This battle does not show that" in str(doubted.notes[-1])
    assert importing.preview(club, by, file, {DOUBTED: "without"}).results[0].battle is None
    assert importing.preview(club, by, file, {DOUBTED: "theirs"}).results[0].battle == battle.pk


OTHER_DAY = LINE.replace("1999-05-14", "1999-05-15")


@pytest.mark.parametrize("state", ["imported", "reported", "disputed", "void"])
def test_lines_that_equal_stored_results_are_named_and_skipped_unless_wanted_again(state: str) -> None:
    """The file is not the one of before: a download of ours, another order, a line more."""
    club, by, _ = club_with("Zoe", "Max")
    file = importing.old_file("old.csv", "", f"{HEADER}\n{LINE}\n{LINE}\n{OTHER_DAY}".encode())
    importing.keep(club, by, file, {"scenario:the coves|toy": "coves"})
    if state != "imported":
        Result.objects.update(state=state)
    is_void = state == "void"
    ours = write_csv(records_of(club)).encode() if state == "imported" else f"{file.text}\n".encode()
    swapped = LINE.replace("Red,Zoe", "Red,Max").replace("Blue,Max", "Blue,Zoe")
    changes = (("14,", "16,"), ("Zoe", "Eve"), ("The coves", "Old book"))
    others = [swapped, *(LINE.replace(before, after) for before, after in changes)]
    for name, data, recorded, number in (
        ("ours", ours, 3, 0),
        ("more", "\n".join([HEADER, OTHER_DAY, LINE, *others, LINE, LINE]).encode(), 3, 5),
    ):
        old = importing.old_file("new.csv", name, data)
        found = importing.preview(club, by, old)
        assert found.faults == []
        if is_void:
            assert (found.recorded, len(found.results)) == (0, recorded + number)
            continue
        question = next(one for one in found.questions if one.name == RECORDED)
        assert question.sentence == "3 results are already recorded."
        assert question.where == ("line 2, line 3, line 4" if name == "ours" else "line 2, line 3, line 8")
        assert (question.chosen, len(found.results)) == (SKIP, number)
        answers = {one.name: one.chosen for one in found.questions}
        again = importing.preview(club, by, old, {**answers, RECORDED: AGAIN})
        assert (again.faults, len(again.results)) == ([], number + recorded)
        if not number:
            with pytest.raises(ResultRefused, match="already recorded"):
                importing.keep(club, by, old, answers)
    assert Result.objects.count() == 3


def test_a_battle_that_our_download_names_is_no_fault_the_second_time() -> None:
    club, by, _ = club_with("Zoe", "Max")
    battle = toy_battle()
    importing.keep(club, by, importing.old_file("old.csv", "", f"{HEADER}\n{LINE}".encode()),
                   {"scenario:the coves|toy": "coves"})  # fmt: skip
    Result.objects.update(battle=battle)
    download = importing.old_file("new.csv", "", write_csv(records_of(club)).encode())
    assert battle.pk.hex in download.text
    found = importing.preview(club, by, download)
    assert (found.faults, found.recorded, found.results) == ([], 1, [])
    client, sent_file = logged_in("dora"), SimpleUploadedFile("new.csv", download.text.encode())
    page = one_line(client.post("/clubs/ironclads/results/import/", {"file": sent_file}).content.decode())
    assert "1 result is already recorded." in page
    assert '<option value="skip" selected>Skip it</option>' in page


def test_nothing_is_kept_before_every_question_has_its_answer() -> None:
    club, by, _ = club_with("Anna")
    text = f"{HEADER}\n{LINE.replace('Zoe', 'Ana')}"
    with pytest.raises(ResultRefused, match="Who is “Ana”"):
        importing.keep(club, by, importing.old_file("old.csv", "", text.encode()))
    client, here = logged_in("dora"), "/clubs/ironclads/results/import/"
    sent_file = SimpleUploadedFile("old.csv", text.encode())
    page = one_line(client.post(here, {"file": sent_file}).content.decode())
    assert "<legend>Questions</legend>" in page
    assert 'name="player:ana" required><option value="">Choose</option><option value="Anna">' in page
    sent: dict[str, Any] = {"name": "old.csv", "source": "", "text": text}
    again = client.post(f"{here}keep/", {**sent, "player:ana": ""})
    assert (again.status_code, "Answer all questions first" in again.content.decode()) == (422, True)
    assert (Result.objects.count(), ImportBatch.objects.count()) == (0, 0)
    scenario = {"scenario:the coves|toy": "coves", "player:ana": "Anna"}
    assert client.post(f"{here}keep/", {**sent, **scenario}).status_code == 302
    assert sorted(Player.objects.filter(member=None).values_list("name", flat=True)) == ["Anna", "Max"]


def test_what_figures_mean_is_asked_once_and_shown_by_other_dates_of_the_file() -> None:
    club, by, _ = club_with()

    def days(*written: str, **answers: str) -> tuple[list[str], list[str]]:
        lines = "\n".join(LINE.replace("1999-05-14", day).replace("The coves", "Old book") for day in written)
        found = looked_at(club, by, lines, **answers)
        return [str(one.day) for one in found.results], [one.where for one in found.open]

    assert days("3/4/1999", "5-6-1999")[1] == ["line 2"]
    assert days("3/4/1999", "5-6-1999", dates_order="month-first") == (["1999-03-04", "1999-05-06"], [])
    assert days("3/4/1999", dates_order="day-first") == (["1999-04-03"], [])
    assert days("3/4/1999", "3/31/1999") == (["1999-03-04", "1999-03-31"], [])
    assert days("3/4/1999", "31/3/1999") == (["1999-04-03", "1999-03-31"], [])
    assert days("3/4/1999", "31/3/1999", "3/31/1999")[1] == ["line 2"]
    assert days("3.4.1999", "4/4/1999") == (["1999-04-03", "1999-04-04"], [])


def test_a_name_of_a_file_is_the_known_one_however_it_is_composed() -> None:
    club, by, (known,) = club_with("Zoë O’Neill")
    for written in ("Zoe\u0308 O'Neill", "ZOË o’neill", "Zoë\u00a0 O’Neill", "Ｚｏë O’Neill"):
        found = looked_at(club, by, LINE.replace("Zoe", written).replace("The coves", "Old book"))
        assert (found.results[0].sides[0].players, found.guests, found.open) == ((known.pk,), ["Max"], [])
    line = LINE.replace("Zoe", "Bjo\u0308rn|Björn").replace("The coves", "Old book")
    found = looked_at(club, by, line)
    assert found.guests == ["Björn", "Max"]
