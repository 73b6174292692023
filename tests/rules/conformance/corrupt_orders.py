"""Orders spoiled in every way that comes to mind, from good ones and a seed."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.serialization.canonical_json import Json

Place = tuple[Any, Any]

ABSURD: Sequence[Json] = (
    -1, 0, 2**31, 2**53, 2**63, 10**400, 1.5, True, None, "", "x", "x" * 5000, "0000", "9999", "north",
    "\u202e", "\x00", "\ud800", [], {}, [[]], {"": 1}, [None] * 300, {"block": "x"}, "1/0",
    "../../etc/passwd", "ijn-99", "everyone",
)  # fmt: skip

FORBIDDEN_FIELDS = ("side", "seq", "seed", "dice", "is_staff", "audience", "given_by", "__class__", "state")


def spoiled(blanks: dict[str, Json], other: dict[str, Json], chooser: Chooser) -> Json:
    """The blanks with one or two things wrong in them; `other` are blanks of another order."""
    out = deepcopy(blanks)
    for _ in range(1 + chooser.below(2)):
        out = chooser.one_of(WAYS)(out, other, chooser)
    return out


def _places(value: Json) -> list[Place]:
    """Every (container, key) in a JSON value."""
    found: list[Place] = []
    pending = [value]
    while pending:
        one = pending.pop()
        keys = list(one) if isinstance(one, dict) else list(range(len(one))) if isinstance(one, list) else []
        for key in keys:
            found.append((one, key))
            pending.append(one[key])
    return found


def _absurd(blanks: Json, other: Json, chooser: Chooser) -> Json:
    places = _places(blanks)
    if not places:
        return deepcopy(chooser.one_of(ABSURD))
    container, key = chooser.one_of(places)
    container[key] = deepcopy(chooser.one_of(ABSURD))
    return blanks


def _extra_field(blanks: Json, other: Json, chooser: Chooser) -> Json:
    if isinstance(blanks, dict):
        blanks[chooser.one_of(FORBIDDEN_FIELDS)] = deepcopy(chooser.one_of(ABSURD))
    return blanks


def _lost_field(blanks: Json, other: Json, chooser: Chooser) -> Json:
    places = _places(blanks)
    if places:
        container, key = chooser.one_of(places)
        del container[key]
    return blanks


def _twice(blanks: Json, other: Json, chooser: Chooser) -> Json:
    lists = [
        value for container, key in _places(blanks) if isinstance(value := container[key], list) and value
    ]
    if lists:
        whole = chooser.one_of(lists)
        whole.append(chooser.one_of(whole))  # no copy: it may be nested too deep for one
    return blanks


def _strange_leaf(blanks: Json, other: Json, chooser: Chooser) -> Json:
    """A leaf of another order in place of one of this: right in kind, wrong in place."""
    own, strange = _places(blanks), _places(other)
    if own and strange:
        container, key = chooser.one_of(own)
        source, name = chooser.one_of(strange)
        container[key] = deepcopy(source[name])
    return blanks


def _deep(blanks: Json, other: Json, chooser: Chooser) -> Json:
    nested: Json = []
    for _ in range(500):
        nested = [nested]
    return {"moves": nested} if chooser.below(2) else nested


WAYS: Sequence[Callable[[Json, Json, Chooser], Json]] = (
    _absurd, _absurd, _absurd, _extra_field, _lost_field, _twice,
    _strange_leaf, _strange_leaf, _strange_leaf, _deep,
)  # fmt: skip
