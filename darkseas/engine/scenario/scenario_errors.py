"""What is wrong with a scenario, gathered while it is read: an author sees all of it at once."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from ..serialization.codec import BadShape, read
from .spec import BadScenario, Finding

T = TypeVar("T")


class Findings:
    """Findings so far; reading goes on after one."""

    def __init__(self) -> None:
        self._found: list[Finding] = []

    def add(self, where: str, text: str, rule: str = "") -> None:
        """Note what is wrong at a dotted place."""
        self._found.append(Finding(where, text, rule))

    def extend(self, found: Iterable[Finding]) -> None:
        """Note what a check has found."""
        self._found.extend(found)

    def read(self, where: str, kind: type[T], value: Mapping[str, Any], otherwise: T) -> T:
        """A record from a part of the scenario; one that is wrong is noted, and `otherwise` stands in."""
        try:
            record: T = read(kind, dict(value))
        except BadShape as error:
            self.add(f"{where}.{error.where}" if error.where else where, error.reason)
            return otherwise
        return record

    def settle(self) -> None:
        """BadScenario with everything that was noted, if anything was."""
        if self._found:
            raise BadScenario(tuple(self._found))
