"""Ways to change the structure of a battle file, none of which may pass (T-2)."""

import json
from collections.abc import Callable
from typing import TypeAlias

from darkseas.engine.serialization.canonical_json import Json

Lines: TypeAlias = list[bytes]


def encoded(record: Json, *, sort_keys: bool = True) -> bytes:
    text = json.dumps(record, ensure_ascii=False, sort_keys=sort_keys, separators=(",", ":"))
    return text.encode() + b"\n"


def with_entry(line: bytes, **changes: Json) -> bytes:
    """The line with parts of its record replaced, canonical again; leaf and link as they were."""
    record = json.loads(line)
    for name, value in changes.items():
        (record if name in record else record["entry"])[name] = value
    return encoded(record)


def with_header(lines: Lines, **changes: Json) -> Lines:
    return [encoded({**json.loads(lines[0]), **changes}), *lines[1:]]


def renumbered(lines: Lines, first: int) -> Lines:
    return [with_entry(line, seq=seq) for seq, line in enumerate(lines, first)]


def swapped(lines: Lines, one: int, two: int) -> Lines:
    lines = list(lines)
    lines[one], lines[two] = lines[two], lines[one]
    return lines


def upper(line: bytes, name: str) -> bytes:
    value: bytes = json.loads(line)[name].encode()
    return line.replace(value, value.upper())


#: What editors and mail programs make of a file.
RESAVED: dict[str, Callable[[bytes], bytes]] = {
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "CRLF in the header": lambda data: data.replace(b"\n", b"\r\n", 1),
    "CRLF at the end": lambda data: data[:-1] + b"\r\n",
    "BOM": lambda data: b"\xef\xbb\xbf" + data,
    "BOM and CRLF": lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"),
}

#: What is done to the lines of a battle, `own`, sometimes with those of another.
OF_LINES: dict[str, Callable[[Lines, Lines], Lines]] = {
    "empty file": lambda own, other: [],
    "header alone": lambda own, other: own[:1],
    "header alone that says so": lambda own, other: with_header(own, entries=0)[:1],
    "no header": lambda own, other: own[1:],
    "header twice": lambda own, other: [own[0], *own],
    "header at the end": lambda own, other: [*own[1:], own[0]],
    "header of another battle": lambda own, other: [other[0], *own[1:]],
    "entry 0 alone": lambda own, other: own[:2],
    "entry 0 alone, count agreed": lambda own, other: with_header(own, entries=1)[:2],
    "entry 0 missing": lambda own, other: [own[0], *own[2:]],
    "entry missing in the middle": lambda own, other: [*own[:9], *own[10:]],
    "two entries missing": lambda own, other: [*own[:9], *own[11:]],
    "entry missing, rest numbered anew": lambda own, other: [*own[:9], *renumbered(own[10:], 8)],
    "all numbered from 1": lambda own, other: [own[0], *renumbered(own[1:], 1)],
    "last entry missing": lambda own, other: own[:-1],
    "last entry missing, count agreed": lambda own, other: with_header(own, entries=len(own) - 2)[:-1],
    "tail missing": lambda own, other: own[:12],
    "entry twice": lambda own, other: [*own[:9], own[8], *own[9:]],
    "last entry twice": lambda own, other: [*own, own[-1]],
    "last entry twice, count agreed": lambda own, other: [*with_header(own, entries=len(own)), own[-1]],
    "neighbours swapped": lambda own, other: swapped(own, 8, 9),
    "far entries swapped": lambda own, other: swapped(own, 4, 20),
    "entries backwards": lambda own, other: [own[0], *reversed(own[1:])],
    "entry of another battle put in": lambda own, other: [*own[:9], other[9], *own[9:]],
    "entry of another battle instead": lambda own, other: [*own[:9], other[9], *own[10:]],
    "first half of one, second of another": lambda own, other: [*own[:15], *other[15:]],
    "another battle behind": lambda own, other: [*own, *other],
    "entries of another battle behind": lambda own, other: [*own, *other[1:]],
    "beginning of another battle": lambda own, other: [own[0], other[1], *own[2:]],
    "head of another battle": lambda own, other: with_header(own, head=json.loads(other[0])["head"]),
    "head of the entry before": lambda own, other: with_header(own, head=json.loads(own[-2])["link"]),
    "id of another battle": lambda own, other: with_header(own, battle=json.loads(other[0])["battle"]),
    "one entry too many announced": lambda own, other: with_header(own, entries=len(own)),
    "one entry too few announced": lambda own, other: with_header(own, entries=len(own) - 2),
    "count as text": lambda own, other: with_header(own, entries=str(len(own) - 1)),
    "count as truth": lambda own, other: with_header(own, entries=True)[:2],
    "unknown hash": lambda own, other: with_header(own, hash="sha-1"),
    "unknown canon": lambda own, other: with_header(own, canon="ds-json-2"),
    "unknown format": lambda own, other: with_header(own, format="darkseas-battle/2"),
    "field more in the header": lambda own, other: with_header(own, zone="UTC"),
    "key twice in the header": lambda own, other: [own[0].replace(b"{", b'{"battle":"",', 1), *own[1:]],
    "format missing": lambda own, other: [own[0].replace(b'"format":"darkseas-battle/1",', b""), *own[1:]],
    "upper-case head": lambda own, other: [upper(own[0], "head"), *own[1:]],
    "upper-case id": lambda own, other: [upper(own[0], "battle"), *own[1:]],
    "blank line first": lambda own, other: [b"\n", *own],
    "blank line in the middle": lambda own, other: [*own[:9], b"\n", *own[9:]],
    "blank line last": lambda own, other: [*own, b"\n"],
    "bytes behind": lambda own, other: [*own, b"x"],
    "NUL behind": lambda own, other: [*own, b"\0"],
    "space behind": lambda own, other: [*own, b" "],
    "no last newline": lambda own, other: [*own[:-1], own[-1][:-1]],
    "two CR before a newline": lambda own, other: [own[0][:-1] + b"\r\r\n", *own[1:]],
    "CRLF twice at the end": lambda own, other: [*own, b"\r\n"],
    "CR for newlines": lambda own, other: [b"\r".join(line[:-1] for line in own)],
    "two BOM": lambda own, other: [b"\xef\xbb\xbf\xef\xbb\xbf" + own[0], *own[1:]],
    "BOM in the middle": lambda own, other: [own[0], b"\xef\xbb\xbf" + own[1], *own[2:]],
    "UTF-16": lambda own, other: [b"".join(own).decode().encode("utf-16")],
}

#: What is done to the line of one entry; the next line is there to borrow from.
OF_ENTRY: dict[str, Callable[[bytes, bytes], bytes]] = {
    "salt replaced": lambda line, after: with_entry(line, salt="00" * 16),
    "salt of the next": lambda line, after: with_entry(line, salt=json.loads(after)["salt"]),
    "salt too short": lambda line, after: with_entry(line, salt="00" * 15),
    "leaf of the next": lambda line, after: with_entry(line, leaf=json.loads(after)["leaf"]),
    "link of the next": lambda line, after: with_entry(line, link=json.loads(after)["link"]),
    "numbered anew": lambda line, after: with_entry(line, seq=9),
    "number negative": lambda line, after: with_entry(line, seq=-8),
    "number as text": lambda line, after: with_entry(line, seq="8"),
    "kind changed": lambda line, after: with_entry(line, kind="order_withdrawn"),
    "kind that begins a battle": lambda line, after: with_entry(line, kind="battle_began"),
    "audience changed": lambda line, after: with_entry(line, audience=["axis"]),
    "audience as text": lambda line, after: with_entry(line, audience="axis"),
    "giver changed": lambda line, after: with_entry(line, given_by="00" * 16),
    "payload as list": lambda line, after: with_entry(line, payload=[]),
    "shape changed": lambda line, after: with_entry(line, shape=2),
    "step changed": lambda line, after: with_entry(line, step=9),
    "field more in the entry": lambda line, after: with_entry(line, payload={}, zone="UTC"),
    "field more beside the entry": lambda line, after: encoded({**json.loads(line), "note": ""}),
    "leaf missing": lambda line, after: line[: line.index(b',"leaf"')] + line[line.index(b',"link"') :],
    "a list": lambda line, after: b"[]\n",
    "no JSON": lambda line, after: b"chokai\n",
    "upper-case salt": lambda line, after: upper(line, "salt"),
    "upper-case leaf": lambda line, after: upper(line, "leaf"),
    "upper-case link": lambda line, after: upper(line, "link"),
    "key twice in the entry": lambda line, after: line.replace(b'"step":', b'"step":7,"step":'),
    "key twice beside the entry": lambda line, after: line.replace(b"}\n", b',"salt":""}\n'),
    "keys in another order": lambda line, after: encoded(
        dict(reversed(json.loads(line).items())), sort_keys=False
    ),
    "space behind": lambda line, after: line[:-1] + b" \n",
    "space inside": lambda line, after: line.replace(b'":{', b'": {', 1),
    "letter escaped": lambda line, after: line.replace(b'"kind":"d', b'"kind":"\\u0064'),
    "number as float": lambda line, after: line.replace(b'"shape":1', b'"shape":1.0'),
    "number with a sign": lambda line, after: line.replace(b'"shape":1', b'"shape":-0'),
    "number that is NaN": lambda line, after: line.replace(b'"shape":1', b'"shape":NaN'),
    "number that is too large": lambda line, after: with_entry(line, step=2**53),
    "NUL in a text": lambda line, after: with_entry(line, given_by="a\0"),
    "lone surrogate": lambda line, after: line.replace(b'"kind":"d', b'"kind":"\\ud800'),
    "containers too deep": lambda line, after: line.replace(b'"payload":{', b'"payload":{"a":' * 40 + b"{"),
}
