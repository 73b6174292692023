"""Canonical JSON, ds-json-1: the one way in which a value of a battle is written as bytes.

RFC 8785 restricted: no floats, integers below 2**53 in size, text without NUL and lone surrogates,
keys of plain ASCII, at most 32 containers inside each other, at most 1 MiB. Within these bounds the
standard library's encoder with sorted keys and no spaces writes what RFC 8785 asks for.
"""

import json
import re
from typing import Any, TypeAlias

#: A JSON value. Any, not a union: what a value must look like is checked where it is read (codec).
Json: TypeAlias = Any

MAX_BYTES = 1 << 20
MAX_DEPTH = 32
MAX_INT = (1 << 53) - 1
MAX_KEY = 200

# RFC 8785 sorts keys by UTF-16 code unit, Python by code point: alike for ASCII. So slugs, ids and
# the purposes of dice may be keys as well as the names of fields.
_KEY_CHARACTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:/>-"
# NUL as the encoder writes it; an even number of backslashes before it means the text "\u0000".
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
_TOO_DEEP = f"more than {MAX_DEPTH} containers inside each other"

_to_text = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode
_from_text = json.JSONDecoder().raw_decode


class BadJson(ValueError):
    """Something that ds-json-1 does not allow."""


class NotCanonical(BadJson):
    """Sound JSON, but not in its one canonical form."""


def encode(value: Json) -> bytes:
    """The canonical bytes of a value of None, bool, int, str, list, tuple and dict; else BadJson.

    Source: RFC 8785 sections 3.2.2 and 3.2.3.
    """
    _check(value)
    text = _to_text(value)
    if "\\u0000" in text and _NUL.search(text):
        raise BadJson("NUL in a text")
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise BadJson("a lone surrogate in a text") from None
    if len(data) > MAX_BYTES:
        raise BadJson(f"longer than {MAX_BYTES} bytes")
    return data


def decode(data: bytes) -> Json:
    """The value of canonical bytes from anywhere; BadJson or NotCanonical for all other bytes."""
    if len(data) > MAX_BYTES:
        raise BadJson(f"longer than {MAX_BYTES} bytes")
    try:
        text = data.decode()
        value, end = _from_text(text)
    except UnicodeDecodeError:
        raise BadJson("not UTF-8") from None
    except RecursionError:
        raise BadJson(_TOO_DEEP) from None
    except ValueError as trouble:
        raise BadJson(f"not JSON: {trouble}") from None
    if end != len(text):
        raise BadJson("bytes after the value")
    if encode(value) != data:
        json.loads(text, object_pairs_hook=_refuse_repeated_keys)
        raise NotCanonical("not written in canonical form")
    return value


def _check(value: Json) -> None:
    """Refuse what the encoder would take and ds-json-1 does not; texts are checked once written."""
    keys: list[str] = []
    layer = [value]
    for _ in range(MAX_DEPTH):
        layer = _next_layer(layer, keys)
        if not layer:
            break
    else:
        if any(isinstance(part, dict | list | tuple) for part in layer):
            raise BadJson(_TOO_DEEP)
        _next_layer(layer, keys)
    _check_keys(keys)


def _next_layer(layer: list[Json], keys: list[str]) -> list[Json]:
    """What the containers of a layer hold; their keys go to the end of `keys`.

    Layer by layer, not by recursion: this runs on every append, and calls are what costs.
    """
    inner: list[Json] = []
    for part in layer:
        kind = type(part)
        if kind is str or kind is bool or part is None:
            continue
        if kind is int:
            if not -MAX_INT <= part <= MAX_INT:
                raise BadJson("a number of 2**53 or more")
        elif kind is dict:
            keys.extend(part)
            inner.extend(part.values())
        elif kind is list or kind is tuple:
            inner.extend(part)
        else:
            raise BadJson(f"a {kind.__name__}")
    return inner


def _check_keys(keys: list[str]) -> None:
    try:
        joined = "".join(keys).encode()
    except (TypeError, UnicodeEncodeError):
        raise BadJson("a key that is no plain text") from None
    if joined.translate(None, _KEY_CHARACTERS) or "" in keys:
        raise BadJson("a key that is empty or has a character outside of A-Z a-z 0-9 _ . : / > -")
    if len(joined) > MAX_KEY and max(map(len, keys)) > MAX_KEY:
        raise BadJson(f"a key of more than {MAX_KEY} characters")


def _refuse_repeated_keys(pairs: list[tuple[str, object]]) -> None:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise BadJson(f"key {key!a} stands twice in one object")
        seen.add(key)
