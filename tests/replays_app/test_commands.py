"""The commands: prose, files, bots."""

import io
import os
import re
import subprocess
import sys
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from darkseas.engine.log import battle_file
from darkseas.rules import registry
from replays_app.export import battle_files
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.simulation import bot_battles
from tests.support.builders import toy_battle, toy_file, toy_revision, toy_scenario, toy_started
from tests.support.every_case import every_case
from tests.support.library.library_battles import library_battle
from tests.support.toys.toy_system import TOY

pytestmark = pytest.mark.django_db


def output_of(*call: str, **options: Any) -> str:
    """What a command prints."""
    out = io.StringIO()
    call_command(*call, stdout=out, **options)
    return out.getvalue()


# --- show_battle ---------------------------------------------------------------------------


def test_battle_is_told_under_turns_and_phases_with_citations() -> None:
    text = output_of("show_battle", toy_battle().pk.hex).splitlines()
    assert text[0] == "The coves"
    assert [line for line in text if line.startswith("Turn ")] == [f"Turn {turn}" for turn in range(1, 7)]
    assert text.count("  Fire  [T-2]") == 6
    entries = [line for line in text if line.startswith("    ")]
    assert [int(line[4:8]) for line in entries] == list(range(len(entries)))
    assert all("[T-" in line for line in entries)
    assert any("d6: " in line for line in entries)


def test_sums_are_told_below_their_sentences_with_what_else_might_have_been_rolled() -> None:
    battle = library_battle().pk.hex
    text = output_of("show_battle", battle, "--sums").splitlines()
    shot = next(number for number, line in enumerate(text) if ", rolled " in line and line[4:8].strip())
    below = list(takewhile(lambda line: line.startswith(" " * 12), text[shot + 1 :]))
    assert below[0].endswith("[§5]")
    assert below[-2].startswith(f"{' ' * 12}makes ")
    assert re.match(r" {12}D12 at .*: [1-9].* \(\d+ %\)\.", below[-1])
    sentences = [line for line in text if not line.startswith(" " * 12)]
    assert sentences == output_of("show_battle", battle).splitlines()


def test_file_is_told_like_the_battle_that_it_holds(tmp_path: Path) -> None:
    file = tmp_path / "coves.jsonl"
    file.write_bytes(b"".join(toy_file()))
    assert output_of("show_battle", str(file)) == output_of("show_battle", toy_battle().pk.hex)


def test_side_s_prose_holds_only_what_it_may_know() -> None:
    battle = toy_battle()
    red = output_of("show_battle", battle.pk.hex, "--as", "red")
    assert "red hides in cove" in red
    assert "blue hides in cove" not in red
    assert "swell" not in output_of("show_battle", battle.pk.hex, "--as", "observer")
    assert "The swell is" in output_of("show_battle", battle.pk.hex)


@every_case("call", [("show_battle", "nothing"), ("show_battle", "00" * 16), ("export_battle", "x")])
def test_unknown_battle_is_named(call: tuple[str, str]) -> None:
    with pytest.raises(CommandError, match=f"no battle {call[1]}"):
        output_of(*call)


def test_unknown_perspective_and_bad_file_are_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--as must be one of all, red, blue, observer"):
        output_of("show_battle", toy_battle().pk.hex, "--as", "green")
    file = tmp_path / "bad.jsonl"
    file.write_bytes(b"".join(toy_file())[:-40])
    with pytest.raises(CommandError, match=r"bad.jsonl, line \d+"):
        output_of("show_battle", str(file))


# --- files ---------------------------------------------------------------------------------


def test_file_goes_out_and_comes_in(tmp_path: Path) -> None:
    battle = toy_battle()
    file = tmp_path / "out.jsonl"
    assert f"{log_store.length(battle.pk)} entries" in output_of(
        "export_battle", battle.pk.hex, "--out", str(file)
    )
    assert file.read_bytes() == b"".join(toy_file())
    assert "is here already: The coves" in output_of("import_battle", str(file))


def test_bad_file_is_refused_with_its_name_and_line(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_bytes(b"".join(toy_file("1")))
    bad.write_bytes(b"".join(toy_file("2")).replace(b'"hide":1', b'"hide":2', 1))
    with pytest.raises(CommandError, match=r"bad.jsonl: line \d+: the leaf of entry"):
        output_of("import_battle", str(good), str(bad))
    assert Battle.objects.count() == 1


# --- bots ----------------------------------------------------------------------------------


def test_record_battle_puts_no_other_battle_in_the_place_of_one_under_its_id(tmp_path: Path) -> None:
    """Under changed rules a seed makes another battle: no site could take it in that has the first."""
    toy_revision()
    file = tmp_path / "coves.jsonl"
    output_of("record_battle", "coves", str(file))
    output_of("record_battle", "coves", str(file))
    kept = file.read_bytes().replace(b'"entries":', b'"entries":1', 1)
    file.write_bytes(kept)
    with pytest.raises(CommandError, match="another battle with the same id"):
        output_of("record_battle", "coves", str(file))
    assert file.read_bytes() == kept
    output_of("record_battle", "coves", str(file), "--seed", "2")
    assert file.read_bytes() != kept


def test_record_battle_writes_the_same_file_every_time(tmp_path: Path) -> None:
    toy_revision()
    files = [tmp_path / name for name in ("one.jsonl", "two.jsonl", "other.jsonl")]
    for file, seed in zip(files, ("7", "7", "8"), strict=True):
        output_of("record_battle", "coves", str(file), "--seed", seed)
    assert files[0].read_bytes() == files[1].read_bytes() != files[2].read_bytes()
    read = battle_file.read(io.BytesIO(files[0].read_bytes()))
    assert read.entries[-1]["kind"] == "seed_opened"
    assert battle_files.import_battle(io.BytesIO(files[0].read_bytes())).is_new


def test_captains_fight_otherwise_than_chance(tmp_path: Path) -> None:
    toy_revision()
    files = [tmp_path / name for name in ("captains.jsonl", "random.jsonl")]
    output_of("record_battle", "coves", str(files[0]))
    output_of("record_battle", "coves", str(files[1]), "--random")
    assert files[0].read_bytes() != files[1].read_bytes()


def test_unknown_scenario_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no scenario atlantis"):
        output_of("record_battle", "atlantis", str(tmp_path / "x.jsonl"))
    with pytest.raises(CommandError, match="There are no scenarios"):
        output_of("play_random", "--scenario", "atlantis")


@every_case("more", [(), ("--captain",), ("--system", "toy"), ("--scenario", "coves")])
def test_play_random_fights_as_many_battles_as_asked_for(more: tuple[str, ...]) -> None:
    toy_revision()
    text = output_of("play_random", "--battles", "5", "--seed", "x", *more)
    assert text.startswith("5 battles of 1 scenarios, ")
    assert text.endswith(" 0 bugs.\n")


def test_play_random_stops_when_its_time_is_over() -> None:
    toy_revision()
    assert output_of("play_random", "--minutes", "0").startswith("0 battles")


def test_v10_fault_is_kept_as_a_battle_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toy_revision()

    def falling(case: Any, given: Any) -> None:
        if case.state.turn == 3:
            raise ZeroDivisionError("a planted fault")
        TOY.decide(case, given)

    faulty = type(TOY)(**{**vars(TOY), "decide": falling})
    monkeypatch.setattr(registry, "SYSTEMS", (faulty,))
    out = io.StringIO()
    with pytest.raises(CommandError, match="2 battles of 1 scenarios, 0 entries, 2 bugs"):
        call_command("play_random", "--battles", "2", "--keep", str(tmp_path), stdout=out)
    assert "a planted fault" in out.getvalue()
    kept = sorted(tmp_path.glob("coves-1-*.jsonl"))
    assert len(kept) == 2
    monkeypatch.undo()
    battle, _ = battle_files.import_battle(io.BytesIO(kept[0].read_bytes()))
    assert battle.status == Battle.Status.BROKEN_OFF
    assert battle.summary.turns == 3


def test_file_of_a_battle_stops_where_its_entries_stop() -> None:
    battle = bot_battles.fight_bots(toy_scenario(), "1")
    part = list(bot_battles.file_of(toy_scenario(), "1", battle.entries[:9]))
    assert [row.seq for row in battle_file.read(part).rows] == list(range(9))
    assert part[1:5] == toy_file("1")[1:5]


def test_battle_fought_here_is_told_as_well() -> None:
    assert "The squadrons meet." in output_of("show_battle", toy_started().battle.pk.hex)


@pytest.mark.slow
def test_showing_a_battle_ends_quietly_when_nobody_reads_on() -> None:
    file = settings.BASE_DIR / "replays_app" / "simulation" / "library" / "savo-island.jsonl"
    call = [sys.executable, str(settings.BASE_DIR / "manage.py"), "show_battle", str(file)]
    environment = {**os.environ, "DARKSEAS_NO_BOOTSTRAP": "1"}
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as shown:
        assert shown.stdout is not None
        assert shown.stderr is not None
        assert shown.stdout.readline() == b"Savo Island\n"
        shown.stdout.close()
        assert shown.stderr.read() == b""
