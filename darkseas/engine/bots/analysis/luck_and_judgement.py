"""What every step changed: luck and judgement, and the chance to win over a battle.

All figures are those of the battle's first side. *Judgement* is what an order changed before its dice, *luck*
what its dice changed. With the same seeds at every node, both add up exactly to the difference between the
result and the value of the start.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean

from ...serialization.records import record
from .nodes import Node, SeedValues, recorded_outcome
from .play_out import Outcome
from .positions import RecordedBattle

#: Half the width of a 95 % interval, in standard errors.
_Z = 1.96


@record
class Estimate:
    """A mean and half the width of its 95 % interval."""

    mean: float
    half: float


@record
class CurvePoint:
    """The chance to win (0 to 1) and the expected lead in points before entry `seq`."""

    seq: int
    turn: int
    chance: Estimate
    points: Estimate


@record
class StepValue:
    """What one order and its dice changed, in chance to win and in points.

    `chance` is the chance before the order; `as_captain` the share of seeds with which the captain gives the
    recorded order.
    """

    seq: int
    turn: int
    side: str
    order: str
    chance: float
    judgement: Estimate
    luck: Estimate
    judgement_points: Estimate
    luck_points: Estimate
    as_captain: float


@record
class Analysis:
    """The analysis of a battle, with the numbers of seeds of its steps and of its curve."""

    sides: tuple[str, ...]
    start: float
    end: Outcome
    curve: tuple[CurvePoint, ...]
    steps: tuple[StepValue, ...]
    step_seeds: int
    curve_seeds: int

    @property
    def luck(self) -> float:
        """The sum of luck over all steps."""
        return sum(step.luck.mean for step in self.steps)

    def judgement_of(self, side: str) -> float:
        """Return the sum of a side's judgement, from that side's point of view: never above 0 by much."""
        sign = self.sign(side)
        return sign * sum(step.judgement.mean for step in self.steps if step.side == side)

    def sign(self, side: str) -> int:
        """Return 1 for the first side and -1 for the other."""
        return 1 if side == self.sides[0] else -1


def analysis_of(
    battle: RecordedBattle,
    nodes: tuple[Node, ...],
    at_all: Sequence[SeedValues],
    at_turns: Sequence[SeedValues],
    turns: Iterable[int],
) -> Analysis:
    """Combine the values of seeds, in any order.

    `at_all` holds every node, `at_turns` only the nodes in `turns`, with further seeds. Raises ValueError
    without two seeds at all nodes.
    """
    if len(at_all) < 2:
        raise ValueError("an analysis needs two seeds at every node")
    end = recorded_outcome(battle)
    columns = _Columns(at_all, len(nodes), end)
    starts = [_curve_point(battle, nodes, turn, (*at_all, *at_turns)) for turn in turns]
    last = battle.positions[-1]
    certain = CurvePoint(last.seq, last.turn, Estimate(end.win, 0.0), Estimate(end.points, 0.0))
    return Analysis(
        battle.sides,
        fmean(value.win for value in columns.of(0)),
        end,
        (*starts, certain),
        tuple(_steps(battle, nodes, columns, at_all)),
        len(at_all),
        len(at_all) + len(at_turns),
    )


class _Columns:
    """The values of each node by seed; behind the last node the result."""

    def __init__(self, seeds: Sequence[SeedValues], count: int, end: Outcome) -> None:
        self._seeds, self._count, self._end = seeds, count, end

    def of(self, number: int) -> list[Outcome]:
        if number == self._count:
            return [self._end] * len(self._seeds)
        return [seed.values[number] for seed in self._seeds]


def _curve_point(
    battle: RecordedBattle, nodes: tuple[Node, ...], number: int, seeds: Sequence[SeedValues]
) -> CurvePoint:
    position = battle.positions[nodes[number].position]
    values = [seed.values[number] for seed in seeds]
    return CurvePoint(
        position.seq,
        position.turn,
        Estimate(fmean(value.win for value in values), _half_of_share([value.win for value in values])),
        _estimate([value.points for value in values]),
    )


def _steps(
    battle: RecordedBattle, nodes: tuple[Node, ...], columns: _Columns, seeds: Sequence[SeedValues]
) -> Iterable[StepValue]:
    number = 0
    for place, position in enumerate(battle.positions):
        before = columns.of(number)
        has_luck = number + 1 < len(nodes) and nodes[number + 1].position == place
        ordered = columns.of(number + 1)
        after = columns.of(number + 2) if has_luck else ordered
        number += 2 if has_luck else 1
        yield StepValue(
            position.seq,
            position.turn,
            position.side,
            position.order.order,
            fmean(value.win for value in before),
            *_changes(before, ordered, after),
            sum(place in seed.same_orders for seed in seeds) / len(seeds),
        )


def _changes(
    before: list[Outcome], ordered: list[Outcome], after: list[Outcome]
) -> tuple[Estimate, Estimate, Estimate, Estimate]:
    """Return judgement and luck in chance, then in points."""
    return (
        _estimate([now.win - then.win for then, now in zip(before, ordered, strict=True)]),
        _estimate([now.win - then.win for then, now in zip(ordered, after, strict=True)]),
        _estimate([now.points - then.points for then, now in zip(before, ordered, strict=True)]),
        _estimate([now.points - then.points for then, now in zip(ordered, after, strict=True)]),
    )


def _estimate(values: Sequence[float]) -> Estimate:
    mean, count = fmean(values), len(values)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, _Z * sqrt(variance / count))


def _half_of_share(wins: Sequence[float]) -> float:
    """Return the half width for a share (Agresti and Coull 1998); above 0 even if all seeds agree."""
    count = len(wins) + 4
    share = (sum(wins) + 2) / count
    return _Z * sqrt(share * (1 - share) / count)
