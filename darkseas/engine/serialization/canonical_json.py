"""Canonical JSON (ds-json-1): the only way to write a value of a battle as bytes.

A restriction of RFC 8785: no floats, integers below 2**53, text without NUL and lone surrogates, ASCII keys,
at most 32 nested containers, at most 1 MiB. Within these limits the standard library's encoder with sorted
keys and no spaces conforms to RFC 8785.
"""

import json
import re
from typing import Any, TypeAlias

#: A JSON value. `Any` instead of a union, because the codec checks the structure when it reads a value.
Json: TypeAlias = Any

MAX_BYTES = 1 << 20
MAX_DEPTH = 32
MAX_INT = (1 << 53) - 1
MAX_KEY = 200

# RFC 8785 sorts keys by UTF-16 code unit, Python by code point; for ASCII both agree. So slugs, ids and dice
# purposes can be keys as well as field names.
_KEY_CHARACTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:/>-"
# NUL as the encoder writes it; an even number of backslashes before it means the text "\u0000".
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
_TOO_DEEP = f"more than {MAX_DEPTH} nested containers"

_to_text = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode
_from_text = json.JSONDecoder().raw_decode


class BadJson(ValueError):
    """Something that ds-json-1 does not allow."""


class NotCanonical(BadJson):
    """Valid JSON, but not in canonical form."""


def encode(value: Json) -> bytes:
    """Return the canonical bytes of a value of None, bool, int, str, list, tuple and dict; else raise
    BadJson.

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
    """Parse canonical bytes from any source. Raise BadJson or NotCanonical for other bytes."""
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
    """Refuse values that the encoder accepts but ds-json-1 does not. Texts are checked after encoding."""
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
    """Return the content of a layer's containers and append their keys to `keys`.

    Layer by layer instead of recursively, because this runs on every append and calls are expensive.
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
        raise BadJson("a key that is not plain text") from None
    if joined.translate(None, _KEY_CHARACTERS) or "" in keys:
        raise BadJson("a key that is empty or has a character other than A-Z a-z 0-9 _ . : / > -")
    if len(joined) > MAX_KEY and max(map(len, keys)) > MAX_KEY:
        raise BadJson(f"a key of more than {MAX_KEY} characters")


def _refuse_repeated_keys(pairs: list[tuple[str, object]]) -> None:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise BadJson(f"key {key!a} appears twice in one object")
        seen.add(key)
