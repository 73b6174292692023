"""The base of states: what is copied, what is compared, and which declarations are refused."""

from typing import Any, ClassVar

import pytest

from darkseas.engine.state import BattleState


class Half(BattleState):
    """What another state builds on."""

    __slots__ = ("called", "turn")

    turn: int
    called: tuple[str, ...]


class State(Half):
    """A state with fields of its own and a constant."""

    __slots__ = ("log", "met", "ships", "title")
    LIMIT: ClassVar[int] = 3

    ships: dict[str, int]
    log: list[str]
    met: set[str]
    title: str

    def __init__(self) -> None:
        self.turn, self.called, self.title = 1, ("red",), "Coves"
        self.ships, self.log, self.met = {"hood": 2}, ["begun"], {"renown"}


def test_copy_is_equal_and_shares_no_mutable_field() -> None:
    state = State()
    other = state.copy()
    assert type(other) is State
    assert other == state
    other.ships["hood"], other.turn = 1, 2
    other.log.append("fired")
    other.met.add("exeter")
    assert (state.ships, state.log, state.met, state.turn) == ({"hood": 2}, ["begun"], {"renown"}, 1)


def test_what_never_changes_is_shared() -> None:
    state = State()
    other = state.copy()
    assert other.called is state.called
    assert other.title is state.title


def test_mutable_fields_are_those_declared_so_of_the_base_first() -> None:
    assert State.mutable_fields == ("log", "met", "ships")
    assert Half.mutable_fields == ()


@pytest.mark.parametrize(
    ("name", "value"),
    [("turn", 2), ("called", ()), ("ships", {}), ("log", []), ("met", set()), ("title", "")],
)
def test_states_are_equal_when_every_field_is(name: str, value: Any) -> None:
    state, other = State(), State()
    assert state == other
    setattr(other, name, value)
    assert state != other


def test_states_of_two_kinds_are_never_equal_and_no_state_is_hashed() -> None:
    class Other(State):
        __slots__ = ()

    assert State() != Other()
    assert State() != 1
    with pytest.raises(TypeError, match="unhashable"):
        hash(State())


def test_copy_of_a_state_that_lacks_a_field_fails() -> None:
    state = State()
    del state.title
    with pytest.raises(AttributeError, match="title"):
        state.copy()


def test_field_without_a_slot_or_without_a_declaration_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Unslotted: .*'ships'"):

        class Unslotted(Half):
            __slots__ = ()
            ships: dict[str, int]

    with pytest.raises(TypeError, match=r"Undeclared: .*'ships'"):

        class Undeclared(Half):
            __slots__ = ("ships",)


@pytest.mark.parametrize(
    "hint", [dict[str, list[str]], dict[str, tuple[list[str], ...]], tuple[dict[str, int], ...]]
)
def test_what_lies_in_a_field_may_not_be_mutable(hint: Any) -> None:
    body = {"__slots__": ("held",), "__annotations__": {"held": hint}}
    with pytest.raises(TypeError, match="held: a copy is one level deep"):
        type("Nested", (Half,), body)
