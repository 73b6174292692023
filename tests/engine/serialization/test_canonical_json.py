"""ds-json-1: the same bytes as RFC 8785, and nothing that is not its own canonical form."""

import json
import string
from enum import IntEnum

import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import BadJson, Json, NotCanonical
from tests.support.time_limits import within

KEYS = st.text(alphabet=string.ascii_letters + string.digits + "_.:/>-", min_size=1, max_size=12)
TEXTS = st.text(alphabet=st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)
SCALARS = st.none() | st.booleans() | st.integers(-canonical_json.MAX_INT, canonical_json.MAX_INT) | TEXTS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=30,
)


class Range(IntEnum):
    SHORT = 1


@given(VALUES)
@example({"a": '\x7f\x1f\b\t\n\f\r"\\/', "B": "\u2028€😀", "a-1": [], "_": {}, "10": 1, "9": 2})
def test_encode_writes_what_rfc_8785_asks_for(value: Json) -> None:
    assert canonical_json.encode(value) == rfc8785.dumps(value)


@given(VALUES)
def test_decode_gives_back_what_was_encoded(value: Json) -> None:
    data = canonical_json.encode(value)
    assert canonical_json.decode(data) == value


def test_tuple_is_written_as_list() -> None:
    assert canonical_json.encode({"faces": (1, (2, 3))}) == b'{"faces":[1,[2,3]]}'


def nested(depth: int, innermost: Json) -> Json:
    value = innermost
    for number in range(depth):
        value = [value] if number % 2 else {"a": value}
    return value


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        [1.5],
        float("nan"),
        {"a": float("inf")},
        2**53,
        -(2**53),
        [10**400],
        "a\0b",
        {"a": ["\0"]},
        "\\\\\0",
        "\ud800",
        {"a": "x\udfff"},
        {1: 2},
        {None: 1},
        {True: 1},
        {"": 1},
        {"é": 1},
        {"a b": 1},
        {"a\0": 1},
        {"\ud800": 1},
        {"k" * 201: 1},
        {"a" * 150: {"b" * 201: 1}},
        b"bytes",
        {"a": {1, 2}},
        object(),
        Range.SHORT,
        nested(33, 0),
        nested(32, []),
        nested(32, {}),
        nested(32, 1.0),
        "x" * canonical_json.MAX_BYTES,
    ],
    ids=lambda value: ascii(value).partition(" at 0x")[0][:30],
)
def test_encode_refuses_what_the_profile_excludes(value: Json) -> None:
    with pytest.raises(BadJson):
        canonical_json.encode(value)


def test_encode_refuses_a_value_that_holds_itself() -> None:
    value: list[Json] = []
    value.append(value)
    with pytest.raises(BadJson, match="more than 32"):
        canonical_json.encode(value)


def test_encode_goes_to_the_limits() -> None:
    for value in (
        nested(32, "x"),
        2**53 - 1,
        1 - 2**53,
        {"k" * 200: 1},
        "x" * (canonical_json.MAX_BYTES - 2),
    ):
        assert canonical_json.decode(canonical_json.encode(value)) == value


def test_backslash_u0000_as_text_is_not_taken_for_nul() -> None:
    assert canonical_json.decode(canonical_json.encode("\\u0000")) == "\\u0000"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"nul", "not JSON"),
        (b"'a'", "not JSON"),
        (b"[1,]", "not JSON"),
        (b" 1", "not JSON"),
        (b"\xef\xbb\xbf1", "not JSON"),
        (b"1\n", "bytes after the value"),
        (b"{}{}", "bytes after the value"),
        (b"1 ", "bytes after the value"),
        (b'"\xff"', "not UTF-8"),
        (b'"\xed\xa0\x80"', "not UTF-8"),
        ('"a"'.encode("utf-16"), "not UTF-8"),
        (b"NaN", "a float"),
        (b"[Infinity]", "a float"),
        (b"-Infinity", "a float"),
        (b"1e400", "a float"),
        (b"1.0", "a float"),
        (b'{"a":1e2}', "a float"),
        (b"9007199254740992", "a number"),
        (b"9" * 5000, "not JSON"),
        (b'"\\ud800"', "surrogate"),
        (b'"\\u0000"', "NUL"),
        (b'"a\x00"', "not JSON"),
        (b'{"a":1,"a":1}', "twice"),
        (b'{"a":1,"a":2}', "twice"),
        (b'[{"b":{"a":1,"a":2}}]', "twice"),
        (b'{"\xc3\xa9":1}', "a key"),
        (b'{"":1}', "a key"),
        (b"[" * 33 + b"]" * 33, "more than 32"),
        (b"[" * 100_000, "more than 32|not JSON"),
        (b'"' + b"x" * canonical_json.MAX_BYTES + b'"', "longer than"),
        (b"[" * (canonical_json.MAX_BYTES + 1), "longer than"),
    ],
    ids=lambda part: ascii(part)[:30],
)
def test_decode_refuses_bad_json_and_says_why(data: bytes, reason: str) -> None:
    with pytest.raises(BadJson, match=reason):
        canonical_json.decode(data)


def test_repeated_key_among_very_many_is_found_at_once() -> None:
    keys = ",".join(f'"{number}":0' for number in [*range(40_000), 39_999])
    with within(1), pytest.raises(BadJson, match="twice"):
        canonical_json.decode(f"{{{keys}}}".encode())


@pytest.mark.parametrize(
    "data",
    [
        b'{"b":1,"a":2}',
        b'{"a": 1}',
        b"[1, 2]",
        b"[ ]",
        b"-0",
        b'"\\u0041"',
        b'"\\/"',
        b'"\\u001F"',
        b'"\\u000a"',
        b'"\xc3\xa9\\u00e9"',
        b'"\\ud83d\\ude00"',
    ],
)
def test_decode_refuses_other_ways_to_write_the_same(data: bytes) -> None:
    json.loads(data)
    with pytest.raises(NotCanonical):
        canonical_json.decode(data)


@given(VALUES, st.data())
def test_bytes_that_decode_takes_are_the_only_ones_for_their_value(value: Json, draw: st.DataObject) -> None:
    data = bytearray(canonical_json.encode(value))
    place = draw.draw(st.integers(0, len(data) - 1))
    data[place] ^= 1 << draw.draw(st.integers(0, 7))
    try:
        found = canonical_json.decode(bytes(data))
    except BadJson:
        return
    assert canonical_json.encode(found) == bytes(data)
