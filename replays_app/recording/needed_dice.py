"""Find the dice that an order at the table still needs, without recording anything."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.rolls import DiceNeeded
from darkseas.engine.events import DiceRolled, Fact
from darkseas.engine.orders import Given
from darkseas.engine.play import free_actions, steps
from darkseas.engine.presentation.narration import Narration, ResultColumn
from darkseas.engine.presentation.result_columns import TO, result_column
from replays_app.log.store import LogConflict
from replays_app.models import Seat
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.cursor import ReplayCursor
from replays_app.replay.perspectives import ALL, of_seat

from . import dice_schemes
from .orders import BattleOver, Order, refuse_of_nobody
from .table_dice import MOST_SIDES, BadThrow, TableDice
from .table_recorders.duplicate_orders import RecordedAlready
from .table_recorders.orders_with_asked_dice import bind

#: The origin of the missing throw.
_TABLE = "table"
_ANY_FACE = 1


@dataclass(frozen=True, slots=True)
class NeededDice:
    """The next throw of an order: number and sides of the dice, scope, and purpose in words."""

    count: int
    sides: int
    scope: str
    what: str
    rules: tuple[str, ...]
    column: ResultColumn | None


def next_throw(context: BattleContext, seat: Seat, order: Order, *, sees_all: bool) -> NeededDice | None:
    """Return the next dice that an order needs, None if it has all of them.

    If the player ``sees_all`` and one table decides, the answer includes the effect of each face. For all
    other players the order is then fixed (`orders_with_asked_dice.bind`). Raises the errors of `give_order`
    except DiceNeeded, and LogConflict if the player has not seen the newest entries.
    """
    refuse_of_nobody(order.name, order.blanks)
    full = cursor_cache.newest(context, ALL)
    view = cursor_cache.newest(context, of_seat(seat))
    if view.length != order.expected:
        conflict = LogConflict(order.expected, view.length)
        raise RecordedAlready.of(context, seat, order.name, order.blanks, conflict) or conflict
    if full.is_over or context.battle.is_over or context.battle.broken_at is not None:
        raise BattleOver
    throws = order.throws or ()
    try:
        facts, needed = _tried(context, full, seat, order, throws)
    except BadThrow as fault:
        bind(context, seat, full, view, replace(order, throws=throws[: fault.place]))
        raise
    free_actions.refuse_repeated(view.repeats, [fact.event for fact in facts])
    bind(context, seat, full, view, order)
    if needed is None:
        return None
    roll = DiceRolled(
        needed.purpose, needed.sides, (_ANY_FACE,) * needed.count, full.turn, _TABLE, needed.scope
    )
    told = context.system.describe(full.state, roll)
    column = _column(context, full, seat, order, needed) if sees_all and needed.count == 1 else None
    return NeededDice(needed.count, needed.sides, needed.scope, told.dice[0].label, told.rules, column)


def _tried(
    context: BattleContext, full: ReplayCursor, seat: Seat, order: Order, throws: Sequence[Sequence[int]]
) -> tuple[list[Fact], DiceNeeded | None]:
    """Adjudicate the order with these throws; return the results so far, and the missing throw."""
    given = context.rules.read_order(seat.side, order.name, order.blanks)
    dice = dice_schemes.table_dice(context, full, throws)
    if not context.rules.are_todays:
        return _tried_elsewhere(context, full, given, dice)
    adjudication: Adjudication[Any] = Adjudication(context.system.setters, full.state, dice, full.draw_offer)
    try:
        steps.adjudicate(context.system, adjudication, given)
    except DiceNeeded as needed:
        return adjudication.facts, needed
    dice.check_all_used()
    return adjudication.facts, None


def _tried_elsewhere(
    context: BattleContext, full: ReplayCursor, given: Given, dice: TableDice
) -> tuple[list[Fact], DiceNeeded | None]:
    """Adjudicate with an older release, which returns results only after all dice are thrown."""
    try:
        facts = list(context.rules.take_step(full, given, dice))
    except DiceNeeded as needed:
        return [], needed
    dice.check_all_used()
    return facts, None


def _column(
    context: BattleContext, full: ReplayCursor, seat: Seat, order: Order, needed: DiceNeeded
) -> ResultColumn | None:
    """Return the table for the next die, built from the result of each face.

    A draw from a pool has no table by faces. Each face is described on its own, because players at the table
    draw a counter, not a number.
    """
    told = _reading_of(context, full, seat, order, needed, _ANY_FACE)
    if told is None or told.column is None:
        return None
    if all(row.roll.replace(TO, "").isdecimal() for row in told.column.rows) or needed.sides > MOST_SIDES:
        return told.column
    results = [
        each.sentence if each is not None else "a further draw decides"
        for face in range(1, needed.sides + 1)
        for each in [_reading_of(context, full, seat, order, needed, face)]
    ]
    return result_column(told.column.title, results, _ANY_FACE)


def _reading_of(
    context: BattleContext, full: ReplayCursor, seat: Seat, order: Order, needed: DiceNeeded, face: int
) -> Narration | None:
    """Return the text of the first event that looks the next die up in a table, if it shows this face."""
    facts, _ = _tried(context, full, seat, order, [*(order.throws or ()), (face,)])
    state = full.state.copy()
    has_rolled = False
    for event, _audience in facts:
        if has_rolled:
            told = context.system.describe(state, event)
            if told.column is not None:
                return told
        has_rolled = has_rolled or (isinstance(event, DiceRolled) and event.purpose == needed.purpose)
        setter = context.system.setters.get(type(event))
        if setter is not None:
            setter(state, event)
    return None
