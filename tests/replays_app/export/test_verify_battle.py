"""The standalone verifier, and that it and `battle_file.read` refuse the same files."""

import json
import random
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darkseas.engine.log import battle_file
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json
from tests.engine.log.battle_samples import DATA, SAMPLES, file_of, sealed, seeded_battle
from tests.engine.log.battle_tampering import OF_ENTRY, OF_LINES, RESAVED, with_entry
from tests.replays_app.export.verifier import PROGRAM, refusal, refused, verified
from tests.support.every_case import every_case


def reader_refused(data: bytes) -> tuple[int, str]:
    found = reader_refusal(data)
    assert found is not None
    return found


def reader_refusal(data: bytes) -> tuple[int, str] | None:
    try:
        battle_file.read(BytesIO(data))
    except battle_file.BadBattleFile as why:
        return why.line, why.reason
    return None


def sample(name: str = "battle-sha256-1.jsonl") -> bytes:
    return (DATA / name).read_bytes()


# --- what is sound ---------------------------------------------------------------------------------


@every_case("name", SAMPLES)
def test_stored_sample_is_what_is_written_today(name: str) -> None:
    assert file_of(SAMPLES[name]()) == sample(name)


@every_case(
    "name, rolls",
    [
        ("battle-sha256-1.jsonl", {"house": 14}),
        ("battle-table.jsonl", {"house": 12, "table": 2}),
        ("battle-ds-dice-1.jsonl", {"house": 10}),
    ],
)
def test_sound_battle_is_told_in_two_lines(name: str, rolls: dict[str, int]) -> None:
    done = run(DATA / name)
    count = sample(name).count(b"\n") - 1
    head = json.loads(sample(name).splitlines()[0])["head"]
    first, second = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert first.startswith("sound: battle ")
    assert first.endswith(f", {count} entries, head {head}")
    assert second == (
        f"rolls: {rolls['house']} derived, {rolls.get('table', 0)} on the table, 0 not opened yet"
    )


@every_case("name", SAMPLES)
def test_resaved_file_is_as_sound(name: str) -> None:
    for change in RESAVED.values():
        found = verified(change(sample(name)))
        assert (found.head, found.rolls) == (verified(sample(name)).head, verified(sample(name)).rolls)


def test_only_sides_of_the_battle_are_counted_as_witnesses_and_each_once(tmp_path: Path) -> None:
    sides = [key for key in seeded_battle()[0]["payload"]["seats"] if key != "umpire"]
    for by, confirmed, told in (
        ([*sides, sides[0], sides[0]], sides[0], "seen by 2"),
        ("abcd", "nobody-at-all", "seen by 0"),
        (["abcd"], sides[1], "seen by 1"),
    ):
        [began, *rest] = seeded_battle("table")
        witnessed = {**rest[-1], "kind": "table_witnessed", "payload": {"by": by}}
        word = {**rest[-1], "kind": "table_confirmed", "payload": {"side": confirmed}}
        entries = [began, witnessed, *rest[:-2], word, *rest[-2:]]
        file = tmp_path / "table.jsonl"
        file.write_bytes(file_of([{**entry, "seq": seq} for seq, entry in enumerate(entries)]))
        done = run(file)
        assert (done.returncode, done.stderr) == (0, "")
        assert f"on the table, {told} of the sides: 2" in done.stdout


def test_battle_without_its_end_or_its_seed_is_not_called_sound(tmp_path: Path) -> None:
    for name, make in SAMPLES.items():
        for cut in (1, 2):
            file = tmp_path / name
            file.write_bytes(file_of(make()[:-cut]))
            done = run(file)
            assert (done.returncode, done.stderr) == (3, "")
            assert done.stdout.startswith("incomplete: battle ")


def test_verifier_is_one_short_file_without_the_project() -> None:
    text = PROGRAM.read_text()
    imported = {line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert len(text.splitlines()) < 190
    assert imported <= set(sys.stdlib_module_names)


# --- T-1 -------------------------------------------------------------------------------------------

PARTS = 4


@pytest.mark.parametrize("part", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, PARTS))])
def test_t1_every_byte_with_one_flipped_bit_is_refused_by_both(part: int) -> None:
    data = sample()
    assert 18_000 < len(data) < 25_000
    chance = random.Random(part)
    lines = data.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    undetected: list[int] = []
    misplaced: list[tuple[int, int, tuple[int, str]]] = []
    for place in range(part, len(data), PARTS):
        flipped = bytearray(data)
        flipped[place] ^= 1 << chance.randrange(8)
        line = next(number for number, start in enumerate(starts) if start > place)
        for found in (refusal(bytes(flipped)), reader_refusal(bytes(flipped))):
            if found is None:
                undetected.append(place)
            elif found[0] != line and line > 1 and place < len(data) - 1:
                misplaced.append((place, line, found))
    assert undetected == []
    assert misplaced == []


# --- T-2 -------------------------------------------------------------------------------------------


def test_t2_has_enough_cases() -> None:
    assert len(OF_LINES) + len(OF_ENTRY) >= 40


@every_case("what", OF_LINES)
def test_t2_changed_structure_is_refused_by_both(what: str) -> None:
    lines = sample().splitlines(keepends=True)
    other = sample("battle-ds-dice-1.jsonl").splitlines(keepends=True)
    data = b"".join(OF_LINES[what](lines, other))
    assert data != sample()
    assert refusal(data) is not None
    assert reader_refusal(data) is not None


@every_case("what", OF_ENTRY)
def test_t2_changed_entry_is_refused_by_both_at_its_line(what: str) -> None:
    lines = sample().splitlines(keepends=True)
    sound, lines[9] = lines[9], OF_ENTRY[what](*lines[9:11])
    assert lines[9] != sound
    assert refused(b"".join(lines))[0] == 10
    assert reader_refused(b"".join(lines))[0] == 10


@every_case(
    "payload",
    [
        b'{"range":1.5}',
        b'{"range":NaN}',
        b'{"range":9007199254740992}',
        b'{"range":-9007199254740992}',
        b'{"note":"a\\u0000"}',
        b'{"note":"\\ud800"}',
        b'{"caf\xc3\xa9":1}',
        b'{"":1}',
        b'{"%b":1}' % (b"k" * 201),
        b'{"a":' * 32 + b"1" + b"}" * 32,
        b'{"a":1,"a":1}',
        b'{"b":1,"a":2}',
        b'{"a": 1}',
        b'{"a":-0}',
        b'{"a":"\\u0041"}',
        b'{"a":"%b"}' % (b"x" * canonical_json.MAX_BYTES),
    ],
)
def test_content_outside_of_ds_json_1_is_refused_by_both_though_its_chain_is_sound(payload: bytes) -> None:
    entries = [canonical_json.encode(entry) for entry in seeded_battle()[:2]]
    before, behind = entries[1].split(b'"payload":')[0], entries[1][entries[1].index(b',"seq"') :]
    battle = seeded_battle()[0]["payload"]["battle"]
    assert refusal(sealed(battle, [entries[0], before + b'"payload":{"a":1}' + behind])) is None
    data = sealed(battle, [entries[0], before + b'"payload":' + payload + behind])
    assert refused(data)[0] == 3
    assert reader_refused(data)[0] == 3


@every_case(
    "changes",
    [
        {"note": ""},
        {"kind": 7},
        {"kind": None},
        {"payload": []},
        {"payload": None},
        {"seq": 3},
        {"seq": 1},
        {"seq": "2"},
        {"seq": None},
        {"kind": "battle_began"},
    ],
)
def test_entry_of_another_form_is_refused_by_both_though_its_chain_is_sound(changes: dict[str, Json]) -> None:
    entries = seeded_battle()
    entries[2].update(changes)
    assert refused(file_of(entries))[0] == 4
    assert reader_refused(file_of(entries))[0] == 4


@every_case("kind", ["turn_began", "dice_rolled"])
def test_battle_that_is_never_begun_is_refused_by_both(kind: str) -> None:
    entries = seeded_battle()
    entries[0]["kind"] = kind
    assert refused(file_of(entries))[0] == 2
    assert reader_refused(file_of(entries))[0] == 2


# --- the programs on what is no battle file at all -------------------------------------------------


@given(st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_refused_by_both(data: bytes) -> None:
    assert refusal(data) is not None
    assert reader_refusal(data) is not None


@every_case(
    "data",
    [
        b"[" * 100_000 + b"\n",
        b'{"battle":' * 5_000 + b"\n\n",
        b"9" * 6_000 + b"\n",
        b'{"entry":{' + b'"a":{' * 50_000 + b"\n",
        b"\n" * 1000,
        b"\xff\xfe" * 500 + b"\n\n",
    ],
)
def test_hostile_file_ends_in_one_line_and_no_traceback(data: bytes, tmp_path: Path) -> None:
    for number, text in enumerate((data, sample().splitlines(keepends=True)[0] + data)):
        path = tmp_path / f"{number}.jsonl"
        path.write_bytes(text)
        done = run(path)
        assert done.returncode == 1
        assert done.stdout == ""
        assert done.stderr.startswith("refused at line ")
        assert done.stderr.count("\n") == 1
        assert reader_refusal(text) is not None


@every_case("arguments", [[], ["no-such-file.jsonl"], ["."], ["name\udcff"]])
def test_missing_file_ends_in_one_line_and_no_traceback(arguments: list[str], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, PROGRAM, *arguments], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_refusal_names_line_and_reason(tmp_path: Path) -> None:
    lines = sample().splitlines(keepends=True)
    lines[9] = with_entry(lines[9], salt="00" * 16)
    path = tmp_path / "changed.jsonl"
    path.write_bytes(b"".join(lines))
    done = run(path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "refused at line 10: the leaf does not fit\n"


def run(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, PROGRAM, path], capture_output=True, text=True, check=False)
