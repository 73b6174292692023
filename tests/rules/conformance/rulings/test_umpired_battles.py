"""Whatever an umpire rules, and whenever, a battle between captains goes on to its end with a sound log."""

from functools import cache
from itertools import groupby
from operator import attrgetter

import pytest

from darkseas.engine.events import BattleEnded, Fact, RulingMade, may_know
from darkseas.engine.log.entry_codec import LogCodec
from darkseas.engine.play import rulings
from darkseas.engine.play.replay import Views, state_after
from darkseas.engine.play.verification import first_divergence
from darkseas.engine.serialization import canonical_json
from darkseas.engine.system import RulesSystem
from tests.rules.conformance.bot_battles import SYSTEMS, scenarios
from tests.rules.conformance.rulings.umpired_battles import Umpired, fight_umpired

#: Battles of a system, and in full so many for one; one of EasyShips takes as long as ten of others.
BATTLES, EASYSHIPS_BATTLES, IN_FULL = 64, 7, 12
#: So many battles of a system are told and drawn.
TOLD = 6


@pytest.fixture(params=SYSTEMS, ids=lambda system: system.key)
def system(request: pytest.FixtureRequest) -> RulesSystem:
    """Each system in turn."""
    asked: RulesSystem = request.param
    return asked


@pytest.fixture
def battles(system: RulesSystem, in_full: bool) -> tuple[Umpired, ...]:
    """Its battles with an umpire, the scenarios in turn."""
    return _fought(system, IN_FULL if in_full else 1)


@cache
def _fought(system: RulesSystem, times: int) -> tuple[Umpired, ...]:
    specs = scenarios(system.key)
    count = (EASYSHIPS_BATTLES if system.key == "easyships" else BATTLES) * times
    return tuple(
        fight_umpired(system, specs[place % len(specs)], place // len(specs)) for place in range(count)
    )


def test_battles_come_to_an_end_whatever_is_ruled(battles: tuple[Umpired, ...]) -> None:
    """Nothing is raised on the way but a system's own refusals: `fight_umpired` lets all else through."""
    for battle in battles:
        assert [type(entry.event) for entry in battle.entries].count(BattleEnded) == 1
        assert type(battle.entries[-1].event) is BattleEnded


def test_all_that_a_system_offers_is_ruled_also_several_times_in_a_battle(
    battles: tuple[Umpired, ...],
) -> None:
    offered = {form for battle in battles for form in battle.offered}
    assert {form for battle in battles for form in battle.ruled} == offered
    assert {"turn_began", rulings.THE_END} < offered
    assert max(len(battle.ruled) for battle in battles) > 3
    for battle in battles:
        made = [entry for entry in battle.entries if type(entry.event) is RulingMade]
        assert len(made) == len(battle.ruled)


def test_it_is_ruled_between_two_sides_answers_to_one_question(battles: tuple[Umpired, ...]) -> None:
    """Where a system lets anything be ruled then: none does while a plot lies sealed."""
    assert any(battle.between for battle in battles) == any(battle.between_answers for battle in battles)


def test_logs_with_rulings_fold_and_check(system: RulesSystem, battles: tuple[Umpired, ...]) -> None:
    codec = LogCodec(system)
    for battle in battles:
        assert first_divergence(system, battle.initial, battle.entries) is None
        events = []
        for entry in battle.entries:
            read = codec.decode(canonical_json.decode(codec.encode(entry, None)))
            assert read == entry
            events.append(read.event)
        assert state_after(system, battle.initial, events) == battle.views.whole


def test_battles_with_rulings_are_told_and_drawn_for_everybody(
    system: RulesSystem, battles: tuple[Umpired, ...]
) -> None:
    for battle in battles[:TOLD]:
        sides = list(system.standing(battle.initial).scores)
        views = Views(system, battle.initial, sides)
        for _, step in groupby(battle.entries, key=attrgetter("step")):
            for entry in step:
                told = [views.whole, *(views.of(side) for side in sides if may_know(entry.audience, side))]
                assert all(system.describe(state, entry.event).sentence for state in told)
                views.add([Fact(entry.event, entry.audience)])
            for state in (views.whole, *(views.of(side) for side in sides)):
                system.chart(state)
                system.standing(state)
