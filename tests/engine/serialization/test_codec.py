"""Records to JSON and back: what is left out, what is refused and where, and what reading makes."""

import pickle
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass, field
from fractions import Fraction
from typing import Any, Literal

import pytest

from darkseas.engine.hexes.board import Hex
from darkseas.engine.serialization.codec import MAX_INT, MAX_TEXT, BadShape, read, write


@dataclass(frozen=True, slots=True)
class Mount:
    """A record inside another one."""

    weapon: str
    factor: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Salvo:
    """A record with a field of each sort."""

    ship: str
    at: Hex | None
    mounts: tuple[Mount, ...]
    span: tuple[int, Hex]
    hits: Mapping[str, tuple[Hex, ...]] = field(default_factory=dict)
    light: Literal["day", "night"] = "night"
    is_last: bool = False
    turn: int = 0


@dataclass(frozen=True)
class Unslotted:
    """A frozen record that has no slots."""

    name: str
    turn: int = 1


@dataclass(frozen=True, slots=True)
class Checked:
    """A record that looks at itself when it is made."""

    size: int

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError("a size under 0")


@dataclass(frozen=True, slots=True)
class Heir(Mount):
    """A record that has some of its fields from another one."""

    turn: int = 0


SALVO = Salvo(
    "duncan",
    Hex(8, 6),
    (Mount("B"), Mount("T", Fraction(3, 2))),
    (3, Hex(100, 6)),
    {"aoba": (Hex(1, 2),), "ashi": ()},
    turn=4,
)
SALVO_JSON: dict[str, Any] = {
    "ship": "duncan",
    "at": "0806",
    "mounts": [{"weapon": "B"}, {"weapon": "T", "factor": "3/2"}],
    "span": [3, "100.06"],
    "hits": {"aoba": ["0102"], "ashi": []},
    "turn": 4,
}


NO_HEX = "must be a hex such as 0806 (not a hex label: '806')"
NO_FRACTION = "must be a fraction such as 3/2"


def salvo_json(**changes: Any) -> dict[str, Any]:
    """The JSON of the salvo with other fields, in copies that a reader may use up."""
    fresh = write(SALVO)
    return {**fresh, **changes}


# --- writing -------------------------------------------------------------------------------------


def test_write_leaves_out_defaults_and_names_hexes_and_fractions() -> None:
    assert write(SALVO) == SALVO_JSON


def test_write_keeps_what_only_looks_like_the_default() -> None:
    assert write(Salvo("a", None, (), (1, Hex(0, 0)), turn=False))["turn"] is False
    assert write(Mount("B", 1)) == {"weapon": "B", "factor": 1}  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [1.5, {1, 2}, b"x", object()])
def test_write_refuses_what_has_no_json_form(value: Any) -> None:
    with pytest.raises(TypeError, match=f"no JSON form for {type(value).__name__}"):
        write(Mount(value))


# --- reading ----------------------------------------------------------------


def test_what_is_read_is_what_was_written() -> None:
    found = read(Salvo, salvo_json())
    assert found == SALVO
    assert type(found) is Salvo
    assert [type(mount) for mount in found.mounts] == [Mount, Mount]
    assert found.is_last is False
    assert found.light == "night"


def test_records_that_were_read_are_as_frozen_as_any() -> None:
    found, same = read(Mount, {"weapon": "T", "factor": "3/2"}), Mount("T", Fraction(3, 2))
    with pytest.raises(FrozenInstanceError):
        found.weapon = "B"
    assert hash(found) == hash(same)
    assert repr(found) == repr(same)
    assert pickle.loads(pickle.dumps(found)) == same
    assert not hasattr(found, "__dict__")


def test_records_share_no_default_that_could_change() -> None:
    bare = {"ship": "a", "at": None, "mounts": [], "span": [1, "0000"]}
    first, second = read(Salvo, dict(bare)), read(Salvo, dict(bare))
    assert first.hits == second.hits == {}
    assert first.hits is not second.hits


@pytest.mark.parametrize(
    ("kind", "value", "made"),
    [
        (Unslotted, {"name": "x"}, Unslotted("x")),
        (Checked, {"size": 3}, Checked(3)),
        (Heir, {"weapon": "B", "factor": "2", "turn": 1}, Heir("B", Fraction(2), 1)),
    ],
)
def test_records_of_other_makes_are_read_as_well(kind: type, value: dict[str, Any], made: object) -> None:
    assert read(kind, dict(value)) == made


def test_record_that_looks_at_itself_does_so_when_it_is_read() -> None:
    with pytest.raises(ValueError, match="a size under 0"):
        read(Checked, {"size": -1})


# --- what strict reading refuses -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "where", "reason"),
    [
        ([], "", "must be an object"),
        (salvo_json(speed=3, aim=1), "aim", "is not a field here"),
        ({"ship": "a", "mounts": []}, "at", "is missing"),
        (salvo_json(ship=7), "ship", "must be text"),
        (salvo_json(ship="x" * (MAX_TEXT + 1)), "ship", "is longer than 4000 characters"),
        (salvo_json(turn=True), "turn", "must be a whole number"),
        (salvo_json(turn=MAX_INT + 1), "turn", "is too large a number"),
        (salvo_json(is_last=1), "is_last", "must be true or false"),
        (salvo_json(light="dusk"), "light", "must be one of day, night"),
        (salvo_json(at="806"), "at", NO_HEX),
        (salvo_json(mounts={}), "mounts", "must be a list"),
        (salvo_json(mounts=[{"weapon": "B"}, {}]), "mounts.1.weapon", "is missing"),
        (salvo_json(mounts=[Mount("B", Fraction(1, 2))]), "mounts.0", "must be an object"),
        *[
            (salvo_json(mounts=[{"weapon": "B", "factor": wrong}]), "mounts.0.factor", NO_FRACTION)
            for wrong in ("1/0", "1e2000000000", "1e-2000000000", " 1", "1_0", "9" * 19)
        ],
        (salvo_json(span=[1]), "span", "must be a list of 2"),
        (salvo_json(span=[1, 2]), "span.1", "must be text"),
        (salvo_json(hits=[]), "hits", "must be an object"),
        (salvo_json(hits={"aoba": ["0102", "806"]}), "hits.aoba.1", NO_HEX),
    ],
)  # fmt: skip
def test_read_names_the_first_field_that_is_wrong(value: Any, where: str, reason: str) -> None:
    with pytest.raises(BadShape) as caught:
        read(Salvo, value)
    assert (caught.value.where, caught.value.reason) == (where, reason)


def test_name_of_an_unknown_field_is_cut_short() -> None:
    with pytest.raises(BadShape) as caught:
        read(Mount, {"weapon": "B", "x" * 500: 1})
    assert caught.value.where == "x" * 80
