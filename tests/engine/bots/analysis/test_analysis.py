"""Analysis of a battle: values add up, do not depend on the order of work, and follow what was decided."""

import random
from statistics import fmean, stdev

import pytest

from darkseas.engine.bots.analysis.budget import FEWEST, MOST, seeds_for
from darkseas.engine.bots.analysis.luck_and_judgement import Analysis, analysis_of
from darkseas.engine.bots.analysis.nodes import (
    SeedValues,
    nodes_of,
    recorded_outcome,
    turn_starts,
    values_with_seed,
)
from darkseas.engine.bots.analysis.positions import RecordedBattle, positions_of
from darkseas.engine.bots.analysis.turning_points import best_and_worst, turning_points
from darkseas.engine.bots.battle import fight
from darkseas.engine.play.replay import Views
from darkseas.rules import registry
from tests.support.library.library_specs import library_spec

#: Captains finish it within milliseconds.
CARDS = "denmark-strait"


def recorded(seed: int, scenario: str = CARDS, *, with_captains: bool = True) -> RecordedBattle:
    spec = library_spec(scenario)
    system = registry.system(spec.system)
    sides = [side.key for side in spec.sides]
    bots = dict.fromkeys(sides, system.bot) if with_captains else {}
    battle = fight(system, spec, bytes([seed % 256, seed // 256]) * 16, bots=bots)
    return positions_of(system, battle.initial, sides, battle.entries)


def analysed(battle: RecordedBattle, seeds: int, more_at_turns: int = 0, first: int = 0) -> Analysis:
    nodes = nodes_of(battle)
    turns = turn_starts(battle, nodes)
    middle = first + seeds
    at_all = [values_with_seed(battle, nodes, one, range(len(nodes))) for one in range(first, middle)]
    at_turns = [values_with_seed(battle, nodes, one, turns) for one in range(middle, middle + more_at_turns)]
    return analysis_of(battle, nodes, at_all, at_turns, turns)


@pytest.mark.parametrize("scenario", [CARDS, "first-night", "first-salvoes"])
def test_luck_and_judgement_add_up_to_the_result(scenario: str) -> None:
    for with_captains in (True, False):
        analysis = analysed(recorded(3, scenario, with_captains=with_captains), 3)
        changes = sum(step.judgement.mean + step.luck.mean for step in analysis.steps)
        assert changes == pytest.approx(analysis.end.win - analysis.start, abs=1e-9)
        first, other = analysis.sides
        assert analysis.judgement_of(first) - analysis.judgement_of(other) + analysis.luck == pytest.approx(
            analysis.end.win - analysis.start, abs=1e-9
        )


def test_values_depend_on_neither_the_order_of_work_nor_what_else_is_wanted() -> None:
    battle = recorded(5, with_captains=False)
    nodes = nodes_of(battle)
    whole = values_with_seed(battle, nodes, 7, range(len(nodes)))
    wanted = list(range(len(nodes)))
    random.Random(1).shuffle(wanted)
    alone: dict[int, object] = {}
    for number in wanted:
        alone |= values_with_seed(battle, nodes, 7, [number]).values
    assert alone == whole.values
    assert values_with_seed(battle, nodes, 8, range(len(nodes))).values != whole.values
    seeds = [values_with_seed(battle, nodes, number, range(len(nodes))) for number in range(4)]
    turns = turn_starts(battle, nodes)
    backwards = analysis_of(battle, nodes, seeds[::-1], [], turns)
    forwards = analysis_of(battle, nodes, seeds, [], turns)
    assert [step.seq for step in backwards.steps] == [step.seq for step in forwards.steps]
    for one, other in zip(backwards.steps, forwards.steps, strict=True):
        assert one.judgement.mean == pytest.approx(other.judgement.mean, abs=1e-12)


def test_play_outs_change_no_recorded_position() -> None:
    battle = recorded(1)
    nodes = nodes_of(battle)
    before = [
        (position.views.whole.copy(), [position.views.of(side).copy() for side in battle.sides])
        for position in battle.positions
    ]
    values_with_seed(battle, nodes, 0, range(len(nodes)))
    for position, (whole, views) in zip(battle.positions, before, strict=True):
        assert position.views.whole == whole
        assert [position.views.of(side) for side in battle.sides] == views


def test_captains_see_their_own_views_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A captain who reads the full state would be another object than the side's view."""
    battle = recorded(2)
    shown: list[object] = []
    bot = battle.system.bot

    def watched(view: object, *rest: object) -> object:
        shown.append(view)
        return bot(view, *rest)  # type: ignore[arg-type]

    wholes: list[object] = []
    copy = Views.copy

    def copied(views: Views) -> Views:
        made = copy(views)
        wholes.append(made.whole)
        return made

    monkeypatch.setattr(Views, "copy", copied)
    object.__setattr__(battle.system, "bot", watched)
    try:
        nodes = nodes_of(battle)
        values_with_seed(battle, nodes, 0, range(len(nodes)))
    finally:
        object.__setattr__(battle.system, "bot", bot)
    assert shown
    assert not {id(view) for view in shown} & {id(whole) for whole in wholes}


def test_captains_own_orders_are_judged_zero_and_more_seeds_narrow_the_band() -> None:
    battle = recorded(4)
    few, many = analysed(battle, 4), analysed(battle, 4, more_at_turns=60)
    assert many.curve_seeds == 64
    assert many.curve[0].chance.half < few.curve[0].chance.half
    end = recorded_outcome(battle)
    assert (many.curve[-1].chance.mean, many.curve[-1].chance.half) == (end.win, 0)
    always = [step for step in many.steps if step.as_captain == 1]
    assert all(step.judgement.mean == 0 for step in always)


def test_turning_points_are_certain_and_in_the_order_of_the_log() -> None:
    analysis = analysed(recorded(6, with_captains=False), 24)
    points = turning_points(analysis)
    assert [point.seq for point in points] == sorted(point.seq for point in points)
    assert all(abs(point.change.mean) >= max(0.03, point.change.half) for point in points)
    for side in analysis.sides:
        best, worst = best_and_worst(analysis, side)
        sign = analysis.sign(side)
        assert best is None or sign * best.judgement.mean > 0
        assert worst is None or sign * worst.judgement.mean < 0


def test_budget_counts_orders() -> None:
    def cost(orders: int) -> SeedValues:
        return SeedValues({}, frozenset(), orders)

    assert seeds_for(cost(1_000), 300, 60_000).at_all == 30
    assert seeds_for(cost(1_000), 300, 60_000).at_turns == 100
    assert seeds_for(cost(1), 1).at_all == MOST
    assert seeds_for(cost(10**9), 10**9).at_all == FEWEST
    assert seeds_for(cost(10**9), 10**9).at_turns == 0


@pytest.mark.slow
def test_mean_luck_of_captains_is_zero() -> None:
    """Over 200 battles between captains, within two standard errors.

    Each battle has seeds of its own, because one set would err in the same direction in all of them.
    """
    luck = [analysed(recorded(seed), 8, first=8 * seed).luck for seed in range(200)]
    assert abs(fmean(luck)) <= 2 * stdev(luck) / len(luck) ** 0.5
