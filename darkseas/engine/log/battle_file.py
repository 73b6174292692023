"""The battle file, format darkseas-battle/1: a battle as JSON lines, for export, import and checks.

The first line is the header; every other line is an entry with its leaf, link and salt in hex. Lines are
canonical JSON and end with one newline. The stored bytes of an entry appear unchanged, so the hashes cover
what the file shows.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from ..serialization import canonical_json
from ..serialization.canonical_json import Json
from .chain import GENESIS_LINK, Row, first_break

FORMAT = "darkseas-battle/1"
MAX_ENTRIES = 200_000

_HEADER = {"battle", "canon", "entries", "format", "hash", "head"}
_ENTRY = {"audience", "given_by", "kind", "payload", "seq", "shape", "step"}
_BEFORE = b'{"entry":'
_AFTER = re.compile(rb',"leaf":"([0-9a-f]{64})","link":"([0-9a-f]{64})","salt":"([0-9a-f]{32})"}\n')
_AFTER_BYTES = len(b',"leaf":"","link":"","salt":""}\n') + 64 + 64 + 32
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_ID = re.compile(r"[0-9a-f]{32}")
_HASH = re.compile(r"[0-9a-f]{64}")
_KIND = re.compile(r"[a-z0-9_.]{1,100}")

#: The longest line: the longest canonical entry and its wrapper.
MAX_LINE = len(_BEFORE) + canonical_json.MAX_BYTES + _AFTER_BYTES


class BadBattleFile(ValueError):
    """The first error in a battle file; lines are counted from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class BattleFile(NamedTuple):
    """A complete battle: its id (32 hex digits), stored rows, and their entries as JSON."""

    battle: str
    rows: tuple[Row, ...]
    entries: tuple[dict[str, Json], ...]


def write(battle: str, rows: Iterable[tuple[bytes, bytes, bytes, bytes]]) -> Iterator[bytes]:
    """Yield the lines of a battle from its rows (data, salt, leaf, link) in order.

    Stored bytes are copied. Raises ValueError if there are no rows or too many.
    """
    stored = list(rows)
    if not 1 <= len(stored) <= MAX_ENTRIES:
        raise ValueError(f"{len(stored)} entries; a file holds 1 to {MAX_ENTRIES}")
    header = {
        "battle": battle,
        "canon": "ds-json-1",
        "entries": len(stored),
        "format": FORMAT,
        "hash": "sha-256",
        "head": stored[-1][3].hex(),
    }
    yield canonical_json.encode(header) + b"\n"
    for data, salt, leaf, link in stored:
        after = f',"leaf":"{leaf.hex()}","link":"{link.hex()}","salt":"{salt.hex()}"}}\n'
        yield _BEFORE + data + after.encode()


def read(lines: Iterable[bytes]) -> BattleFile:
    """Return the battle of a file if every line and the chain are valid; otherwise raise BadBattleFile.

    Lines come as a binary file yields them, each with its newline. A byte order mark and CRLF, which mail
    programs and editors add, are ignored.
    """
    numbered = iter(lines)
    header = read_header(next(numbered, b""))
    rows: list[Row] = []
    entries: list[dict[str, Json]] = []
    last = GENESIS_LINK
    for seq, line in enumerate(islice(map(_with_newline, numbered), header["entries"])):
        row, entry = _row(line, seq)
        broken = first_break([row], after=last, first=seq)
        if broken is not None:
            raise BadBattleFile(seq + 2, f"the {broken.what} of entry {seq} does not match")
        _check_beginning(entry, header["battle"])
        last = row.link
        rows.append(row)
        entries.append(entry)
    _check_end(header, len(rows), last, next(numbered, None))
    return BattleFile(header["battle"], tuple(rows), tuple(entries))


def read_header(line: bytes) -> dict[str, Json]:
    """Return the header in a file's first line. Raises BadBattleFile."""
    line = _with_newline(line).removeprefix(_BYTE_ORDER_MARK)
    _check_frame(line, 1)
    header = _value(line[:-1], 1)
    if type(header) is not dict or header.keys() != _HEADER:
        raise BadBattleFile(1, "not the header of a battle file")
    for name, value in (("format", FORMAT), ("canon", "ds-json-1"), ("hash", "sha-256")):
        if header[name] != value:
            raise BadBattleFile(1, f"{name} is not {value}")
    for name, form in (("battle", _ID), ("head", _HASH)):
        if type(header[name]) is not str or not form.fullmatch(header[name]):
            raise BadBattleFile(1, f"{name} is not lower-case hex of the right length")
    if type(header["entries"]) is not int or not 1 <= header["entries"] <= MAX_ENTRIES:
        raise BadBattleFile(1, f"entries is not a number from 1 to {MAX_ENTRIES}")
    return header


def _with_newline(line: bytes) -> bytes:
    """Return a line that ends with CRLF as one that ends with a newline; no entry contains either."""
    return line[:-2] + b"\n" if line.endswith(b"\r\n") else line


def _row(line: bytes, seq: int) -> tuple[Row, dict[str, Json]]:
    number = seq + 2
    _check_frame(line, number)
    after = _AFTER.fullmatch(line, len(line) - _AFTER_BYTES) if len(line) > _AFTER_BYTES else None
    if after is None or not line.startswith(_BEFORE):
        raise BadBattleFile(number, "not an entry with leaf, link and salt")
    data = line[len(_BEFORE) : -_AFTER_BYTES]
    entry = _value(data, number)
    _check_entry(entry, number)
    leaf, link, salt = (bytes.fromhex(part.decode()) for part in after.groups())
    return Row(entry["seq"], salt, data, leaf, link), entry


def _check_frame(line: bytes, number: int) -> None:
    if not line:
        raise BadBattleFile(number, "the file is empty")
    if len(line) > MAX_LINE:
        raise BadBattleFile(number, f"longer than {MAX_LINE} bytes")
    if line.find(b"\n") != len(line) - 1:
        raise BadBattleFile(number, "does not end with exactly one newline")


def _value(data: bytes, number: int) -> Json:
    try:
        return canonical_json.decode(data)
    except canonical_json.BadJson as trouble:
        raise BadBattleFile(number, str(trouble)) from None


def _check_entry(entry: Json, number: int) -> None:
    if type(entry) is not dict or entry.keys() != _ENTRY:
        raise BadBattleFile(number, "not the fields of an entry")
    wrong = [name for name, is_sound in _FIELDS.items() if not is_sound(entry[name])]
    if wrong:
        raise BadBattleFile(number, f"{wrong[0]} has a value that no entry may have")


def _is_audience(value: Json) -> bool:
    return type(value) is list and all(type(side) is str for side in value)


def _is_kind(value: Json) -> bool:
    return type(value) is str and _KIND.fullmatch(value) is not None


def _is_count(value: Json) -> bool:
    return type(value) is int and value >= 0


_FIELDS = {
    "audience": _is_audience,
    "given_by": lambda value: value is None or type(value) is str,
    "kind": _is_kind,
    "payload": lambda value: type(value) is dict,
    "seq": _is_count,
    "shape": lambda value: _is_count(value) and value > 0,
    "step": _is_count,
}


def _check_beginning(entry: dict[str, Json], battle: str) -> None:
    seq = entry["seq"]
    if (entry["kind"] == "battle_began") != (seq == 0):
        raise BadBattleFile(seq + 2, "a battle has exactly one entry 0, at the beginning")
    if seq == 0 and entry["payload"].get("battle") != battle:
        raise BadBattleFile(2, "entry 0 belongs to another battle than the header")


def _check_end(header: dict[str, Json], found: int, last: bytes, more: bytes | None) -> None:
    if found < header["entries"]:
        raise BadBattleFile(found + 2, f"the file ends after {found} of {header['entries']} entries")
    if more is not None:
        raise BadBattleFile(found + 2, f"more than the {found} entries that the header names")
    if last.hex() != header["head"]:
        raise BadBattleFile(1, "head is not the link of the last entry")
