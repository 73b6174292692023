"""A battle as JSON lines: written as stored, read strictly, the first problem named by its line."""

import json
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO

import pytest

from darkseas.engine.log import battle_file, chain
from darkseas.engine.log.battle_file import BadBattleFile, BattleFile
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json
from tests.engine.log.battle_samples import DATA, SAMPLES, file_of, seeded_battle
from tests.engine.log.battle_tampering import RESAVED


def lines_of(name: str = "battle-sha256-1.jsonl") -> list[bytes]:
    return (DATA / name).read_bytes().splitlines(keepends=True)


def refused(lines: Iterable[bytes]) -> tuple[int, str]:
    with pytest.raises(BadBattleFile) as caught:
        battle_file.read(lines)
    return caught.value.line, caught.value.reason


@pytest.mark.parametrize("name", SAMPLES)
def test_battle_comes_back_as_it_was_written(name: str) -> None:
    entries = SAMPLES[name]()
    found = battle_file.read(lines_of(name))
    assert isinstance(found, BattleFile)
    assert found.battle == entries[0]["payload"]["battle"]
    assert list(found.entries) == entries
    assert [row.data for row in found.rows] == [canonical_json.encode(entry) for entry in entries]
    assert chain.first_break(found.rows) is None
    rows = [(row.data, row.salt, row.leaf, row.link) for row in found.rows]
    assert list(battle_file.write(found.battle, rows)) == lines_of(name)


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("how", RESAVED)
def test_resaved_file_is_the_same_battle(name: str, how: str) -> None:
    resaved = BytesIO(RESAVED[how]((DATA / name).read_bytes()))
    assert battle_file.read(resaved) == battle_file.read(lines_of(name))


def test_open_file_can_be_read_line_by_line() -> None:
    with (DATA / "battle-sha256-1.jsonl").open("rb") as file:
        assert len(battle_file.read(file).rows) == len(seeded_battle())


def test_lines_are_canonical_and_framed_as_the_format_says() -> None:
    header, *entries = lines_of()
    assert json.loads(header) == {
        "battle": seeded_battle()[0]["payload"]["battle"],
        "canon": "ds-json-1",
        "entries": len(entries),
        "format": "darkseas-battle/1",
        "hash": "sha-256",
        "head": json.loads(entries[-1])["link"],
    }
    for line in (header, *entries):
        assert line.endswith(b"\n")
        assert canonical_json.encode(json.loads(line)) + b"\n" == line
    assert all(json.loads(line).keys() == {"entry", "leaf", "link", "salt"} for line in entries)


def test_stored_bytes_are_spliced_in_and_never_made_anew() -> None:
    """Bytes that are not canonical come out as they went in, so that a fault stays to be seen."""
    data = b'{"b": 1.0}'
    _, line = battle_file.write("00" * 16, [(data, bytes(16), bytes(32), bytes(32))])
    assert line == b'{"entry":%b,"leaf":"%b","link":"%b","salt":"%b"}\n' % (
        data,
        b"00" * 32,
        b"00" * 32,
        b"00" * 16,
    )


@pytest.mark.parametrize("count", [0, battle_file.MAX_ENTRIES + 1])
def test_write_refuses_no_rows_and_too_many(count: int) -> None:
    with pytest.raises(ValueError, match="a file holds 1 to 200000"):
        list(battle_file.write("00" * 16, [(b"{}", b"", b"", b"")] * count))


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (lambda own: [], 1, "empty"),
        (lambda own: own[:1], 2, "ends after 0 of"),
        (lambda own: own[:5], 6, "ends after 4 of"),
        (lambda own: [*own, own[-1]], len(seeded_battle()) + 2, "more than the"),
        (lambda own: [own[0][:-1], *own[1:]], 1, "newline"),
        (lambda own: [*own[:-1], own[-1][:-1]], len(seeded_battle()) + 1, "newline"),
        (lambda own: [*own[:3], b"\n", *own[3:]], 4, "not an entry"),
        (lambda own: [own[0], b"\xef\xbb\xbf" + own[1], *own[2:]], 2, "not an entry"),
        (lambda own: [own[0][:-1] + b"\r\r\n", *own[1:]], 1, "bytes after the value"),
        (lambda own: [own[0].replace(b":", b": ", 1), *own[1:]], 1, "canonical"),
        (lambda own: [b"[]\n", *own[1:]], 1, "not the header"),
        (lambda own: [b"{}\n", *own[1:]], 1, "not the header"),
        (lambda own: [own[0].replace(b"battle/1", b"battle/2"), *own[1:]], 1, "format is not"),
        (lambda own: [own[0].replace(b"ds-json-1", b"ds-json-2"), *own[1:]], 1, "canon is not"),
        (lambda own: [own[0].replace(b"sha-256", b"sha-512"), *own[1:]], 1, "hash is not"),
        (lambda own: [own[0].replace(b'":29', b'":0'), *own[1:]], 1, "entries is not"),
        (lambda own: [own[0].replace(b'":29', b'":200001'), *own[1:]], 1, "entries is not"),
        (lambda own: [own[0].replace(b'":29', b'":true'), *own[1:]], 1, "entries is not"),
        (lambda own: [own[0].replace(b'":29', b'":"29"'), *own[1:]], 1, "entries is not"),
        (lambda own: [own[0][:-4] + b'0"}\n', *own[1:]], 1, "head is not the link"),
        (lambda own: [own[0][:-5] + b'"}\n', *own[1:]], 1, "head is not lower-case hex"),
        (lambda own: [own[0], own[2], *own[2:]], 2, "the sequence of entry 0"),
        (lambda own: [*own[:3], own[4], own[3], *own[5:]], 4, "the sequence of entry 2"),
        (
            lambda own: [*own[:3], own[3].replace(b'"step":1', b'"step":2'), *own[4:]],
            4,
            "the leaf of entry 2",
        ),
    ],
)
def test_first_problem_is_named_with_its_line(
    change: Callable[[list[bytes]], list[bytes]], line: int, reason: str
) -> None:
    found = refused(change(lines_of()))
    assert found[0] == line
    assert reason in found[1]


def test_error_reads_as_line_and_reason() -> None:
    with pytest.raises(BadBattleFile, match=r"^line 1: the file is empty$"):
        battle_file.read([])


def test_wrong_link_is_named() -> None:
    lines = lines_of()
    place = lines[3].index(b'"link":"') + 8
    digit = b"0" if lines[3][place : place + 1] != b"0" else b"1"
    lines[3] = lines[3][:place] + digit + lines[3][place + 1 :]
    assert refused(lines) == (4, "the link of entry 2 does not match")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"audience": "everyone"}, "audience"),
        ({"audience": [None]}, "audience"),
        ({"given_by": 7}, "given_by"),
        ({"kind": ""}, "kind"),
        ({"kind": "Dark Seas"}, "kind"),
        ({"kind": None}, "kind"),
        ({"payload": []}, "payload"),
        ({"payload": None}, "payload"),
        ({"seq": "2"}, "seq"),
        ({"seq": -1}, "seq"),
        ({"seq": True}, "seq"),
        ({"shape": 0}, "shape"),
        ({"shape": None}, "shape"),
        ({"step": -1}, "step"),
        ({"step": False}, "step"),
        ({"note": ""}, "fields of an entry"),
        ({"kind": "battle_began"}, "exactly one entry 0"),
    ],
)
def test_entry_of_another_form_is_refused_though_its_chain_is_sound(
    changes: dict[str, Json], reason: str
) -> None:
    entries = seeded_battle()
    entries[2].update(changes)
    line, why = refused(file_of(entries).splitlines(keepends=True))
    assert line == 4
    assert reason in why


@pytest.mark.parametrize("missing", ["audience", "given_by", "kind", "payload", "seq", "shape", "step"])
def test_entry_without_a_field_is_refused_though_its_chain_is_sound(missing: str) -> None:
    entries = seeded_battle()
    del entries[2][missing]
    assert refused(file_of(entries).splitlines(keepends=True)) == (4, "not the fields of an entry")


def test_entry_0_must_begin_the_battle_of_the_header() -> None:
    entries = seeded_battle()
    rows = battle_file.read(file_of(entries).splitlines(keepends=True)).rows
    other = battle_file.write("00" * 16, [(row.data, row.salt, row.leaf, row.link) for row in rows])
    assert refused(other) == (2, "entry 0 belongs to another battle than the header")
    entries[0]["kind"] = "turn_began"
    assert refused(file_of(entries).splitlines(keepends=True)) == (
        2,
        "a battle has exactly one entry 0, at the beginning",
    )


def test_longest_entry_can_be_written_and_read() -> None:
    entries = seeded_battle()[:2]
    entries[1]["payload"] = {"text": ""}
    entries[1]["payload"]["text"] = "x" * (canonical_json.MAX_BYTES - len(canonical_json.encode(entries[1])))
    lines = file_of(entries).splitlines(keepends=True)
    assert len(lines[2]) == battle_file.MAX_LINE
    assert battle_file.read(lines).entries[1] == entries[1]
    longer = [*lines[:2], lines[2].replace(b"xx", b"xxx", 1)]
    assert refused(longer) == (3, f"longer than {battle_file.MAX_LINE} bytes")


def test_problem_is_found_before_the_rest_is_read() -> None:
    def endless() -> Iterator[bytes]:
        yield lines_of()[0]
        yield lines_of()[2]
        raise AssertionError("read on behind the first problem")

    assert refused(endless())[0] == 2


def test_reading_stops_one_line_behind_the_announced_end() -> None:
    def lines() -> Iterator[bytes]:
        yield from lines_of()
        yield b"\n"
        raise AssertionError("read on behind the end")

    assert "more than the" in refused(lines())[1]


def test_reader_takes_bytes_io() -> None:
    assert battle_file.read(BytesIO(b"".join(lines_of()))) == battle_file.read(lines_of())
