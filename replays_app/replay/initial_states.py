"""Initial states of battles, shared by all cursors, and the pickling of states without the shared records.

A state includes the scenario, which takes most of its bytes and never changes. So a pickle only refers to the
scenario in the initial state.
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

#: How many initial states a process caches.
REMEMBERED = 64


class InitialState:
    """A scenario and the state before entry 0, neither of which may be changed."""

    def __init__(self, system: RulesSystem, spec: ScenarioSpec) -> None:
        self.spec = spec
        self.state: Any = system.initial_state(spec)
        self._named = _records_of(self.state)
        self._names = {id(record): name for name, record in self._named.items()}

    def to_bytes(self, record: Any) -> bytes:
        """Pickle an object made of this battle's states."""
        file = BytesIO()
        _Writer(file, self._names).dump(record)
        return file.getvalue()

    def from_bytes(self, data: bytes) -> Any:
        """Unpickle an object; its states share the records of the initial state."""
        return _Reader(data, self._named).load()


@lru_cache(maxsize=REMEMBERED)
def initial_state_of(system: RulesSystem, spec: bytes) -> InitialState:
    """Return the initial state for a stored spec, the same object as long as it is cached."""
    return InitialState(system, spec_from(decode(spec)))


def _records_of(state: Any) -> Mapping[str, Any]:
    """Return the records that a state contains, by name, without lists, mappings and plain values."""
    slots = (name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ()))
    parts = {name: getattr(state, name, None) for name in (*slots, *getattr(state, "__dict__", ()))}
    return {name: part for name, part in parts.items() if type(part).__module__ != "builtins"}


class _Writer(pickle.Pickler):
    def __init__(self, file: BytesIO, names: Mapping[int, str]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._names = names

    def persistent_id(self, record: object) -> str | None:
        return self._names.get(id(record))


class _Reader(pickle.Unpickler):
    def __init__(self, data: bytes, named: Mapping[str, Any]) -> None:
        super().__init__(BytesIO(data))
        self._named = named

    def persistent_load(self, name: str) -> Any:
        return self._named[name]
