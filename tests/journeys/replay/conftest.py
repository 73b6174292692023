"""The battle that journeys of the replay watch."""

import pytest

from replays_app.models import Battle
from tests.support.library.library_battles import library_battle


@pytest.fixture
def battle() -> Battle:
    """A whole battle of Savo Island between captains."""
    return library_battle()
