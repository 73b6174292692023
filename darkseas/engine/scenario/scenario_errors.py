"""Collects all errors of a scenario while it is read, so that its author sees them at once."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from ..serialization.codec import BadShape, read
from .spec import BadScenario, Finding

T = TypeVar("T")


class Findings:
    """The errors so far; reading continues after each."""

    def __init__(self) -> None:
        self._found: list[Finding] = []

    def add(self, where: str, text: str, rule: str = "") -> None:
        """Add an error at a dotted path."""
        self._found.append(Finding(where, text, rule))

    def extend(self, found: Iterable[Finding]) -> None:
        self._found.extend(found)

    def read(self, where: str, kind: type[T], value: Mapping[str, Any], otherwise: T) -> T:
        """Read a record from part of the scenario. If it is wrong, add the error and return `otherwise`."""
        try:
            record: T = read(kind, dict(value))
        except BadShape as error:
            self.add(f"{where}.{error.where}" if error.where else where, error.reason)
            return otherwise
        return record

    def settle(self) -> None:
        """Raise BadScenario with all errors, if there are any."""
        if self._found:
            raise BadScenario(tuple(self._found))
