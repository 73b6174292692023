"""The context of a battle: what everybody needs who reads its log or adds to it, found once."""

from typing import Any
from uuid import UUID

import pytest

from darkseas.engine.events import BattleBegan
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.replay.battle_context import BattleContext
from tests.support.builders import bare_battle, fight_turns, plot, seats_of, toy_scenario, toy_started
from tests.support.toys.toy_system import TOY

pytestmark = pytest.mark.django_db


def test_making_it_costs_no_query_and_entry_0_one_when_it_is_asked_for(
    django_assert_num_queries: Any,
) -> None:
    key = bare_battle().pk
    battle = Battle.objects.select_related("revision").get(pk=key)
    with django_assert_num_queries(0):
        context = BattleContext.of(battle)
    with django_assert_num_queries(1):
        header = context.header
    with django_assert_num_queries(0):
        assert context.header is header
    assert isinstance(header, BattleBegan)
    assert header.battle == key.hex
    assert (context.system, context.initial.spec) == (TOY, toy_scenario())


@pytest.mark.parametrize(("broken_at", "sound_end"), [(None, log_store.NO_END), (12, 12), (0, 0)])
def test_log_is_sound_up_to_where_its_chain_breaks(broken_at: int | None, sound_end: int) -> None:
    battle = bare_battle()
    battle.broken_at = broken_at
    assert BattleContext.of(battle).sound_end == sound_end


def test_rules_system_that_is_not_ours_has_no_context() -> None:
    battle = bare_battle()
    battle.system = "chess"
    with pytest.raises(LookupError, match="chess"):
        BattleContext.of(battle)


def test_order_that_ends_a_battle_reads_entry_0_once(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = toy_started().battle
    seats = seats_of(battle)
    fight_turns(battle, 5)
    plot(seats["red"], 1, 1)
    parts: list[tuple[int, int]] = []
    read = log_store.read_decoded

    def counted(battle_id: UUID, first: int = 0, stop: int = log_store.NO_END, *more: Any) -> list[Any]:
        parts.append((first, stop))
        return read(battle_id, first, stop, *more)

    monkeypatch.setattr(log_store, "read_decoded", counted)
    plot(seats["blue"], 2, 2)
    assert Battle.objects.get(pk=battle.pk).status == Battle.Status.FINISHED
    assert parts.count((0, 1)) == 1
