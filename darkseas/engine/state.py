"""What the engine asks of a system's state, and a base for states that are written as a list of fields."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, ClassVar, Protocol, Self, get_args, get_origin, get_type_hints

#: Sets on a state what an event says: (state, event).
Setter = Callable[[Any, Any], None]
#: A stored payload of an old shape in the next one.
Upcast = Callable[[dict[str, Any]], dict[str, Any]]

#: What can be changed in place.
_MUTABLE = (dict, list, set)


class State(Protocol):
    """What the engine asks of a system's state.

    A state is a value to everybody outside the engine: setters change only a copy that the engine
    made for one fold. `copy` must therefore give something that shares no mutable part. States are equal
    by value; what a scenario says (`scenario`) is held by identity and shared by all states of a battle.
    """

    turn: int

    def copy(self) -> Self:
        """A state equal to this one that can be changed without touching it."""
        ...


class BattleState:
    """A base for states: equality by value, and a copy that shares no mutable part.

    An heir names its fields twice: in `__slots__`, and with their types in the body of the class. A field
    declared as `dict`, `list` or `set` is copied, every other is shared, so it must hold what never changes.
    TypeError where slots and declarations differ, and where what would be shared could be changed.
    """

    __slots__ = ()

    #: The fields that are copied, in the order of the slots, the base's first.
    mutable_fields: ClassVar[tuple[str, ...]] = ()
    _values: ClassVar[Callable[[Any], tuple[Any, ...]]]
    _copied: ClassVar[Callable[[Any], Any]]

    def __init_subclass__(cls) -> None:
        """Make copy and comparison from the fields, once."""
        names = _slots_of(cls)
        hints = {n: hint for n, hint in get_type_hints(cls).items() if get_origin(hint) is not ClassVar}
        if set(names) != hints.keys():
            raise TypeError(f"{cls.__name__}: slots and declared fields differ: {set(names) ^ hints.keys()}")
        cls.mutable_fields = tuple([name for name in names if _is_copied(name, hints[name])])
        cls._values = attrgetter(*names)
        cls._copied = _copier(cls, names)

    def copy(self) -> Self:
        """An equal state that shares only what never changes."""
        other: Self = self._copied()
        return other

    def __eq__(self, other: object) -> bool:
        kind = type(self)
        if type(other) is not kind:
            return NotImplemented
        return kind._values(self) == kind._values(other)

    __hash__ = None  # type: ignore[assignment]


def _slots_of(kind: type) -> tuple[str, ...]:
    return tuple([name for base in reversed(kind.__mro__) for name in vars(base).get("__slots__", ())])


def _is_copied(name: str, hint: Any) -> bool:
    """Whether a field of this type is copied; TypeError where its copy would share what can be changed."""
    is_mutable = (get_origin(hint) or hint) in _MUTABLE
    if any(_can_change(part) for part in get_args(hint)):
        raise TypeError(f"{name}: a copy is one level deep, and would share what lies in it: {hint}")
    return is_mutable


def _can_change(hint: Any) -> bool:
    return (get_origin(hint) or hint) in _MUTABLE or any(_can_change(part) for part in get_args(hint))


def _copier(kind: type[BattleState], names: tuple[str, ...]) -> Callable[[Any], Any]:
    """What copies field by field, in no loop over their names: every order begins with a copy."""
    known: dict[str, Any] = {"_new": object.__new__, "_kind": kind}
    body = ["other = _new(_kind)"]
    for name in names:
        body.append(f"other.{name} = self.{name}" + (".copy()" if name in kind.mutable_fields else ""))
    lines = "\n    ".join([*body, "return other"])
    # The same way as records are made (`records.py`).
    exec(f"def copied(self):\n    {lines}", known)  # noqa: S102
    made: Callable[[Any], Any] = known["copied"]
    return made
