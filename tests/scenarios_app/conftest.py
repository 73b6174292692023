"""Keys without chance, so that tests can say the address of what they make."""

import pytest

from scenarios_app.revisions import free_keys


@pytest.fixture(autouse=True)
def plain_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let keys be titles, with a number where one is taken; ``monkeypatch.undo()`` brings chance back."""
    monkeypatch.setattr(free_keys, "endings", lambda: ["", *(f"-{number}" for number in range(2, 9))])
