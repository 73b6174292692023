"""Records: frozen, slotted dataclasses that are quickly made.

A frozen dataclass fills its fields one call at a time, since plain assignment is what it forbids. Records
are made by the ten thousand where a battle is decided or drawn; so a record is filled as an open twin of
the same layout, by plain assignment, and is given its true class last.
"""

from dataclasses import MISSING, dataclass, field, fields, make_dataclass
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(kind: type[T]) -> type[T]:
    """Make a class a frozen dataclass with slots."""
    made = dataclass(frozen=True, slots=True)(kind)
    if made.__bases__ == (object,):  # an heir's slots lie in two classes, so its layout has no twin
        made.__init__ = _quick_init(made)  # type: ignore[method-assign]
    return made


def _quick_init(kind: Any) -> Any:
    parts = fields(kind)
    twin = make_dataclass(kind.__name__, [(part.name, Any) for part in parts], slots=True)
    known: dict[str, Any] = {"_set": object.__setattr__, "_twin": twin, "_kind": kind, "_missing": MISSING}
    asked, body = ["self"], ['_set(self, "__class__", _twin)']
    for part in parts:
        name = part.name
        if part.default_factory is not MISSING:
            known[f"_make_{name}"] = part.default_factory
            asked.append(f"{name}=_missing")
            body.append(f"self.{name} = _make_{name}() if {name} is _missing else {name}")
            continue
        if part.default is not MISSING:
            known[f"_default_{name}"] = part.default
        asked.append(name if part.default is MISSING else f"{name}=_default_{name}")
        body.append(f"self.{name} = {name}")
    body.append("self.__class__ = _kind")
    if hasattr(kind, "__post_init__"):
        body.append("self.__post_init__()")
    lines = "\n    ".join(body)
    # The same way as dataclasses themselves make theirs.
    exec(f"def __init__({', '.join(asked)}):\n    {lines}", known)  # noqa: S102
    return known["__init__"]
