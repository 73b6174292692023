"""S-1, syntax and JSON's tricks: what is doubtful is refused."""

import io
import tracemalloc

import pytest
from pytest_django import Settings
from rest_framework.exceptions import ParseError

from darkseas.web.problems import Problem
from darkseas.web.strict_json import DEEPEST, LongJSONParser, StrictJSONParser, read


def nested(depth: int) -> bytes:
    """Return a list in a list and so on, so many deep."""
    return b"[" * depth + b"]" * depth


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b'{"order": "fire", "at": ["hood"], "salvos": 3}', {"order": "fire", "at": ["hood"], "salvos": 3}),
        (b"[9007199254740991, -9007199254740991, 0]", [2**53 - 1, 1 - 2**53, 0]),
        ('"Königsberg 😀"'.encode(), "Königsberg 😀"),
        (b'"\\ud83d\\ude00"', "😀"),
        (b"[true, null, 1.5]", [True, None, 1.5]),
    ],
)
def test_json_is_read(body: bytes, value: object) -> None:
    assert read(body) == value


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'{"a": 1,}',
        b"{} {}",
        b"\xef\xbb\xbf{}",
        '{"a": 1}'.encode("utf-16"),
        b'"\xff"',
        b'{"a": 1, "a": 2}',
        b'{"a": {"b": 1, "b": 1}}',
        b"NaN",
        b"[-Infinity]",
        b"1e400",
        b"1e17",
        b"9007199254740992",
        b"-9223372036854775809",
        b"1" * 5000,
        b'"\\ud800"',
        b'{"\\udfff": 1}',
        b'["a\\u0000b"]',
    ],
    ids=lambda body: repr(body[:24]),
)
def test_doubtful_json_is_refused(body: bytes) -> None:
    with pytest.raises(ParseError):
        read(body)


def test_nesting_ends_somewhere() -> None:
    assert read(nested(DEEPEST)) is not None
    for depth in (DEEPEST + 1, 100_000):
        with pytest.raises(Problem) as refusal:
            read(nested(depth))
        assert refusal.value.status_code == 413


def test_long_body_is_refused_unread(settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    assert StrictJSONParser().parse(io.BytesIO(b'"12345678"')) == "12345678"
    endless = io.BytesIO(b'"' + b"x" * 1000 + b'"')
    with pytest.raises(Problem) as refusal:
        StrictJSONParser().parse(endless)
    assert refusal.value.status_code == 413
    assert endless.tell() == 11


@pytest.mark.parametrize("parser", [StrictJSONParser(), LongJSONParser()])
@pytest.mark.parametrize("part", [b"{},", b"1,", b"[],", b'{"a":1},', b'"",'])
def test_s1_values_are_counted_before_one_is_made(parser: StrictJSONParser, part: bytes) -> None:
    room = (parser.most or 2 * 1024 * 1024) - 20
    body = b"[" + part * (room // len(part)) + b"1]"
    tracemalloc.start()
    with pytest.raises(Problem) as refused:
        parser.parse(io.BytesIO(body))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (refused.value.status_code, refused.value.name) == (413, "too-large")
    assert peak < 3 * len(body)
    parser.parse(io.BytesIO(b"[" + b"1," * 40_000 + b"1]"))
