"""Check many cases in one test and list every case that fails."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


class Failures:
    """Collects failed assertions by case."""

    def __init__(self) -> None:
        self._found: list[str] = []

    @contextmanager
    def of(self, *case: object) -> Iterator[None]:
        """Note an assertion or `pytest.raises` that fails for this case, and go on."""
        try:
            yield
        except (AssertionError, pytest.fail.Exception) as failure:
            self._found.append(f"{case}: {failure}")

    def check(self) -> None:
        """Fail if any case failed."""
        assert self._found == [], "\n".join(self._found)
