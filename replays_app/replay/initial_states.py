"""How a battle begins, made once for all cursors over it; and states written without what they share with it.

A state holds the scenario of its battle, which is the greater part of its bytes and the same from the
first entry to the last. So it is not written with a state, only the name that it bears in the initial state.
"""

import pickle
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from typing import Any

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import decode
from darkseas.engine.system import RulesSystem
from scenarios_app.revisions.store import spec_from

#: How many initial states a process remembers.
REMEMBERED = 64


class InitialState:
    """A scenario and the state before entry 0, both not to be changed by anybody."""

    def __init__(self, system: RulesSystem, spec: ScenarioSpec) -> None:
        self.spec = spec
        self.state: Any = system.initial_state(spec)
        self._named = _records_of(self.state)
        self._names = {id(record): name for name, record in self._named.items()}

    def to_bytes(self, record: Any) -> bytes:
        """Return the bytes of something made of this battle's states."""
        file = BytesIO()
        _Writer(file, self._names).dump(record)
        return file.getvalue()

    def from_bytes(self, data: bytes) -> Any:
        """Return what was written; its states share the records of the initial state."""
        return _Reader(data, self._named).load()


@lru_cache(maxsize=REMEMBERED)
def initial_state_of(system: RulesSystem, spec: bytes) -> InitialState:
    """Return how battles of a stored spec begin: the same object as long as it is remembered."""
    return InitialState(system, spec_from(decode(spec)))


def _records_of(state: Any) -> Mapping[str, Any]:
    """Return by their names the records that a state holds; lists, mappings and plain values are none."""
    slots = (name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ()))
    parts = {name: getattr(state, name, None) for name in (*slots, *getattr(state, "__dict__", ()))}
    return {name: part for name, part in parts.items() if type(part).__module__ != "builtins"}


class _Writer(pickle.Pickler):
    def __init__(self, file: BytesIO, names: Mapping[int, str]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._names = names

    def persistent_id(self, record: object) -> str | None:
        """Return the name of what is shared."""
        return self._names.get(id(record))


class _Reader(pickle.Unpickler):
    def __init__(self, data: bytes, named: Mapping[str, Any]) -> None:
        super().__init__(BytesIO(data))
        self._named = named

    def persistent_load(self, name: str) -> Any:
        """Return what is shared under this name."""
        return self._named[name]
