"""The context of a battle: what everybody needs who reads its log or adds to it, found once."""

from typing import Any

import pytest

from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.replay.battle_context import BattleContext
from tests.support.builders import bare_battle, toy_scenario
from tests.support.every_case import every_case
from tests.support.toys.toy_system import TOY

pytestmark = pytest.mark.django_db


def test_making_it_costs_no_query(django_assert_num_queries: Any) -> None:
    battle = Battle.objects.select_related("revision").get(pk=bare_battle().pk)
    with django_assert_num_queries(0):
        context = BattleContext.of(battle)
    assert (context.system, context.initial.spec) == (TOY, toy_scenario())


@every_case("broken_at, sound_end", [(None, log_store.NO_END), (12, 12), (0, 0)])
def test_log_is_sound_up_to_where_its_chain_breaks(broken_at: int | None, sound_end: int) -> None:
    battle = bare_battle()
    battle.broken_at = broken_at
    assert BattleContext.of(battle).sound_end == sound_end


def test_rules_system_that_is_not_ours_has_no_context() -> None:
    battle = bare_battle()
    battle.system = "chess"
    with pytest.raises(LookupError, match="chess"):
        BattleContext.of(battle)
