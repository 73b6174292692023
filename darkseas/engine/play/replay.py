"""Replay: fold facts into states. Nothing here decides or rolls."""

from collections.abc import Iterable, Mapping
from typing import Any, Self, TypeVar

from ..events import Entry, Fact, may_know
from ..state import Setter, State
from ..system import RulesSystem

S = TypeVar("S", bound=State)


def state_after(system: RulesSystem, state: S, events: Iterable[object]) -> S:
    """Return the state after these events; the given state does not change."""
    working = state.copy()
    set_facts(system.setters, working, events)
    return working


def set_facts(setters: Mapping[type, Setter], working: Any, events: Iterable[object]) -> None:
    """Apply events to a state that the caller owns."""
    find = setters.get
    for event in events:
        setter = find(type(event))
        if setter is not None:
            setter(working, event)


def known_to(side: str | None, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that a side may know (None: a spectator)."""
    return [entry for entry in entries if may_know(entry.audience, side)]


def numbered(entries: Iterable[Entry]) -> list[Entry]:
    """Renumber the entries without gaps, which would reveal how much a side has missed (H-6)."""
    out: list[Entry] = []
    step, last = -1, None
    for seq, entry in enumerate(entries):
        if entry.step != last:
            step, last = step + 1, entry.step
        out.append(Entry(seq, step, entry.event, entry.audience))
    return out


class Views:
    """The full state and each side's view, updated with every fact.

    A view is the fold of what its side may know, so nothing else can leak into it.
    """

    __slots__ = ("_setters", "_sides", "whole")

    def __init__(self, system: RulesSystem, initial: Any, sides: Iterable[str]) -> None:
        self._setters = system.setters
        self.whole = initial.copy()
        self._sides = {side: initial.copy() for side in sides}

    @classmethod
    def at(cls, system: RulesSystem, whole: Any, sides: Mapping[str, Any]) -> Self:
        """Return views that continue from these states, which do not change."""
        views = cls(system, whole, ())
        views._sides = {side: state.copy() for side, state in sides.items()}
        return views

    def copy(self) -> Self:
        """Return views that can be continued independently."""
        copied = object.__new__(type(self))
        copied._setters, copied.whole = self._setters, self.whole.copy()
        copied._sides = {side: state.copy() for side, state in self._sides.items()}
        return copied

    def of(self, side: str) -> Any:
        """Return a side's view; callers must not change it."""
        return self._sides[side]

    def add(self, facts: Iterable[Fact]) -> None:
        """Apply new facts to the full state and to every view that may know them."""
        for fact in facts:
            setter = self._setters.get(type(fact.event))
            if setter is None:
                continue
            setter(self.whole, fact.event)
            for side, view in self._sides.items():
                if may_know(fact.audience, side):
                    setter(view, fact.event)
