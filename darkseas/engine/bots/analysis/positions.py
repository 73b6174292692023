"""The positions of a recorded battle: the full state and each side's view before every order."""

from collections.abc import Iterable, Sequence
from typing import Any

from ...events import BattleBegan, BattleEnded, DiceRolled, Fact, OrderGiven, Recorded
from ...play.replay import Views
from ...play.steps import read_order
from ...serialization.records import record
from ...system import RulesSystem


@record
class Position:
    """The moment before an order.

    `seq` and `step` are the order's place in the log. `is_of_the_rules` is False for orders that every system
    shares, such as resigning; captains never give those. `has_dice` says whether its step rolled dice.
    """

    seq: int
    step: int
    turn: int
    side: str
    order: OrderGiven
    is_of_the_rules: bool
    has_dice: bool
    views: Views


@record
class RecordedBattle:
    """The positions of a finished battle, and how it ended."""

    system: RulesSystem
    sides: tuple[str, ...]
    positions: tuple[Position, ...]
    ended: BattleEnded


def positions_of(
    system: RulesSystem, initial: Any, sides: Sequence[str], entries: Iterable[Recorded]
) -> RecordedBattle:
    """Fold a log once, and return the position before every order of a side.

    `entries` is the whole log, entry 0 included. Umpires' rulings and withdrawn plots are folded, but are no
    positions of their own. Raises ValueError if the battle has not ended.
    """
    views, found = Views(system, initial, sides), []
    ended = None
    for step in _steps(entries):
        first = step[0].event
        if isinstance(first, OrderGiven) and first.side in sides:
            found.append(_position(system, views, step))
        views.add([Fact(entry.event, entry.audience) for entry in step])
        ended = next((entry.event for entry in step if isinstance(entry.event, BattleEnded)), ended)
    if ended is None:
        raise ValueError("the battle has not ended")
    return RecordedBattle(system, tuple(sides), tuple(found), ended)


def _steps(entries: Iterable[Recorded]) -> Iterable[list[Recorded]]:
    step: list[Recorded] = []
    for entry in entries:
        if step and step[0].step != entry.step:
            yield step
            step = []
        if not isinstance(entry.event, BattleBegan):
            step.append(entry)
    if step:
        yield step


def _position(system: RulesSystem, views: Views, step: Sequence[Recorded]) -> Position:
    first = step[0]
    order: OrderGiven = first.event
    return Position(
        first.seq,
        first.step,
        views.whole.turn,
        order.side,
        order,
        order.order in system.orders,
        any(isinstance(entry.event, DiceRolled) for entry in step),
        views.copy(),
    )


def order_of(system: RulesSystem, position: Position) -> Any:
    """Return the recorded order, parsed."""
    return read_order(system, position.side, position.order.order, position.order.blanks)
