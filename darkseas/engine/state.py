"""The state of a battle: what the engine requires, and a base class for systems."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, ClassVar, Protocol, Self, get_args, get_origin, get_type_hints

#: Apply handler: applies an event to a state.
Setter = Callable[[Any, Any], None]
#: Turns a stored payload of one schema version into the next.
Upcast = Callable[[dict[str, Any]], dict[str, Any]]

_MUTABLE = (dict, list, set)


class State(Protocol):
    """The interface that the engine requires of a system's state.

    Outside the engine, treat a state as immutable: apply handlers change only a copy that the engine made for
    one fold. So `copy` must return a state that shares no mutable part. States compare by value; equal states
    share one `scenario` object.
    """

    turn: int

    def copy(self) -> Self:
        """Return an equal state that can be changed independently."""
        ...


class BattleState:
    """Base class of states: derives equality and a safe copy from the declared fields.

    A subclass lists its fields in `__slots__` and with types in its body. Fields typed `dict`, `list` or
    `set` are copied; all others are shared and must be immutable. Raises TypeError if slots and declarations
    differ, or if a shared field would be mutable.
    """

    __slots__ = ()

    #: Copied fields in the order of the slots, those of the base class first.
    mutable_fields: ClassVar[tuple[str, ...]] = ()
    _values: ClassVar[Callable[[Any], tuple[Any, ...]]]
    _copied: ClassVar[Callable[[Any], Any]]

    def __init_subclass__(cls) -> None:
        names = _slots_of(cls)
        hints = {n: hint for n, hint in get_type_hints(cls).items() if get_origin(hint) is not ClassVar}
        if set(names) != hints.keys():
            raise TypeError(f"{cls.__name__}: slots and declared fields differ: {set(names) ^ hints.keys()}")
        cls.mutable_fields = tuple([name for name in names if _is_copied(name, hints[name])])
        cls._values = attrgetter(*names)
        cls._copied = _copier(cls, names)

    def copy(self) -> Self:
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
    """Return whether a field of this type is copied. Raise TypeError if its copy would share mutable
    parts.
    """
    is_mutable = (get_origin(hint) or hint) in _MUTABLE
    if any(_can_change(part) for part in get_args(hint)):
        raise TypeError(f"{name}: a copy is one level deep, and would share what lies in it: {hint}")
    return is_mutable


def _can_change(hint: Any) -> bool:
    return (get_origin(hint) or hint) in _MUTABLE or any(_can_change(part) for part in get_args(hint))


def _copier(kind: type[BattleState], names: tuple[str, ...]) -> Callable[[Any], Any]:
    """Build a copy function without a loop over the field names, because every order starts with a copy."""
    known: dict[str, Any] = {"_new": object.__new__, "_kind": kind}
    body = ["other = _new(_kind)"]
    for name in names:
        body.append(f"other.{name} = self.{name}" + (".copy()" if name in kind.mutable_fields else ""))
    lines = "\n    ".join([*body, "return other"])
    # Generated as in `records.py`.
    exec(f"def copied(self):\n    {lines}", known)  # noqa: S102
    made: Callable[[Any], Any] = known["copied"]
    return made
