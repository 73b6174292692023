"""Points given by a bid count from the beginning, in every system that takes bids, and for its verdict."""

from dataclasses import replace
from fractions import Fraction

import pytest

from darkseas.engine.bots.battle import fight
from darkseas.engine.events import EVERYONE, BattleEnded, BidsOpened, Entry, Fact, OrderGiven
from darkseas.engine.play.replay import set_facts
from darkseas.engine.play.verification import first_divergence
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.system import RulesSystem
from tests.rules.conformance.bot_battles import SYSTEMS, scenarios, seed_of

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)


def bids_of(spec: ScenarioSpec, points: int) -> BidsOpened:
    """Both wanted the first side; the second has its points."""
    first, second = (side.key for side in spec.sides)
    return BidsOpened({first: first, second: first}, {first: points, second: 0}, {second: points})


#: How often each scenario is fought to find a battle that was won on points.
SEEDS = 4


def with_bids(entries: list[Entry], event: BidsOpened) -> list[Entry]:
    """The log with the bids behind its first entry, in a step of their own."""
    later = [entry._replace(seq=entry.seq + 1, step=entry.step + 1) for entry in entries[1:]]
    return [entries[0], Entry(1, 1, event, EVERYONE), *later]


@every_system
def test_points_of_a_bid_stand_in_every_view_and_in_the_legend(system: RulesSystem) -> None:
    spec = scenarios(system.key)[0]
    event = bids_of(spec, 7)
    (side,) = event.points
    before = system.initial_state(spec)
    after = before.copy()
    set_facts(system.setters, after, [event])
    scores = system.standing(after).scores
    assert scores[side] == system.standing(before).scores[side] + 7
    assert [scores[other] for other in scores if other != side] == [
        points for other, points in system.standing(before).scores.items() if other != side
    ]
    legend = {(one.label, one.side): one.value for one in system.chart(after).captions}
    assert legend["Points from the bid", side] == "7"
    assert not [one for one in system.chart(before).captions if one.label == "Points from the bid"]
    assert before != after


@every_system
def test_bids_on_record_change_scores_at_the_end_and_are_checked_with_the_log(system: RulesSystem) -> None:
    """The same orders and dice: the log fits its bids alone, and only where they stand first."""
    spec = scenarios(system.key)[0]
    battle = fight(system, spec, seed_of(system.key, 3), bots={side.key: system.bot for side in spec.sides})
    initial, entries = system.initial_state(spec), list(battle.entries)
    assert first_divergence(system, initial, entries) is None
    found = first_divergence(system, initial, with_bids(entries, bids_of(spec, 7)))
    assert found is not None
    recorded, decided = (ending(fact) for fact in (found.recorded, found.decided))
    (side,) = bids_of(spec, 7).points
    assert Fraction(decided.scores[side]) == Fraction(recorded.scores[side]) + 7
    assert first_divergence(system, initial, with_bids(entries, bids_of(spec, 0))) is None
    last = next(entry for entry in reversed(entries) if isinstance(entry.event, OrderGiven))
    late = Entry(last.seq, last.step, bids_of(spec, 7), EVERYONE)
    behind = [entry._replace(seq=entry.seq + 1, step=entry.step + 1) for entry in entries[last.seq :]]
    found = first_divergence(system, initial, [*entries[: last.seq], late, *behind])
    assert found is not None
    assert found.seq == last.seq


@every_system
def test_bid_turns_a_victory_on_points(system: RulesSystem) -> None:
    """Somewhere in the library a battle that was won on points would have gone otherwise."""
    tried = ((spec, number) for number in range(SEEDS) for spec in scenarios(system.key))
    assert any(_is_turned(system, spec, number) for spec, number in tried)


def _is_turned(system: RulesSystem, spec: ScenarioSpec, number: int) -> bool:
    """Whether many points for who lost make them the winner."""
    battle = fight(
        system, spec, seed_of(spec.key, number), bots={side.key: system.bot for side in spec.sides}
    )
    ended = next(entry.event for entry in reversed(battle.entries) if isinstance(entry.event, BattleEnded))
    loser = next((side.key for side in spec.sides if side.key != ended.winner), "")
    event = replace(bids_of(spec, 500), points={loser: 500})
    found = first_divergence(system, system.initial_state(spec), with_bids(list(battle.entries), event))
    assert found is not None
    return ending(found.decided).winner == loser


def ending(fact: Fact | None) -> BattleEnded:
    """The end that a divergence names."""
    assert fact is not None
    assert isinstance(fact.event, BattleEnded)
    return fact.event
