"""The captain: sensible, and by what they may see alone."""

import pytest

from darkseas.rules.easyships.bot import choose_order
from tests.rules.easyships.bot.bot_battles import EQUALS, fight, large_action
from tests.support.time_limits import limits

BATTLES = 4


@pytest.mark.slow
@pytest.mark.parametrize("side", ["a", "b"])
@pytest.mark.parametrize("name", EQUALS)
def test_captain_beats_random_orders(name: str, side: str) -> None:
    seeds = [f"random/{name}/{side}/{number}" for number in range(BATTLES)]
    winners = [fight(EQUALS[name], {side: choose_order}, seed).winner for seed in seeds]
    assert winners.count(side) >= BATTLES - 1


@pytest.mark.parametrize("name", EQUALS)
def test_battles_of_captains_end_and_somebody_is_hurt(name: str) -> None:
    ended = fight(EQUALS[name], dict.fromkeys("ab", choose_order), f"captains/{name}")
    assert any(status.sunk or status.fires or status.flooding for status in ended.state.ship_status.values())


@pytest.mark.slow
def test_large_actions_are_decided_in_time() -> None:
    """Sixty ships a side: of a hundred orders, with forms and rules, ninety-five take less than 150 ms."""
    limit = limits()
    ended = fight(large_action(turns=2), dict.fromkeys("ab", choose_order), "large")
    seconds = sorted(ended.seconds)
    assert seconds[len(seconds) * 95 // 100] < limit(0.150)
