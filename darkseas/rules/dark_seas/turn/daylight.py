"""Daylight turns (§23): stated speeds, three sub-phases of movement, smoke.

Evasion is declared with the speeds, before any block has been sighted this turn. So it depends on the
sightings of the last spotting phase, and no block evades in turn 1 (our ruling DS-H6). Smoke is declared with
the moves of a sub-phase and placed after them (our ruling DS-H7).
"""

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import EVERYONE
from darkseas.engine.hexes.board import Hex, distance
from darkseas.engine.orders import Blank, Choice, Fixed, IllegalOrder, OrderForm, Row, Rows, Several
from darkseas.engine.stages.stage import Stage

from ..model.block_key import BlockKey
from ..model.events import DummyRemoved, EvasionDeclared, SmokeLifted, SmokeMade, SpeedsSet
from ..model.lines_of_sight_and_fire import sight_is_clear
from ..model.orders import MoveBlocks, SetSpeeds
from ..model.queries import blocks_of, is_dummy, ships_in
from ..model.state import State
from ..movement import detachments, entering, movement
from ..movement.deadlines import deadline_notes
from ..spotting.phase import may_evade
from ..tables.rules_tables import DAYLIGHT_STEPS

#: Defence classes that can make smoke (§18l; §23b.ii changes only when, our ruling DS-H3).
SMOKE_MAKERS = ("C", "D")
#: The stages in which blocks move, in order.
SUB_PHASES = ("sub-1", "sub-2", "sub-3")


def sub_phase(stage: Stage) -> int:
    """Which of the three sub-phases a stage belongs to, from 0."""
    return SUB_PHASES.index(stage.kind)


# --- speeds and evasion --------------------------------------------------------------------------


def set_speeds(adjudication: Adjudication[State], side: str, order: SetSpeeds) -> None:
    """Set each block's speed and which blocks evade (§23a.i, DS-R31). Unnamed blocks are stopped."""
    state = adjudication.state
    due = due_blocks(state, side)
    stated = _stated(state, side, due, order)
    for place, key in enumerate(order.evading):
        if key not in due or not may_evade(state, key) or key in order.evading[:place]:
            reason = "Choose blocks that spotted an enemy in the last spotting phase, each once."
            raise _refuse(reason, "§17f", f"evading.{place}")
    # Record all blocks, so that nobody can tell which of those off the map are not due yet.
    adjudication.record(
        SpeedsSet(side, {block.key: stated.get(block.key, 0) for block in blocks_of(state, side)})
    )
    adjudication.record(EvasionDeclared(side, order.evading, "§23a.i"))


def _stated(state: State, side: str, due: tuple[str, ...], order: SetSpeeds) -> dict[str, int]:
    stated: dict[str, int] = {}
    for place, stated_speed in order.by_blank:
        if stated_speed.block not in due or stated_speed.block in stated:
            raise _refuse("Choose blocks that can move this turn, each once.", "§23a.i", f"{place}.block")
        best = top_speed(state, stated_speed.block)
        if not 0 <= stated_speed.speed <= best:
            reason = f"Choose a speed of 0 to {best} for {stated_speed.block}."
            raise _refuse(reason, "DS-R31", f"{place}.speed")
        stated[stated_speed.block] = stated_speed.speed
    coming = [key for key, speed in stated.items() if speed]
    entering.check(state, side, {key: top_speed(state, key) for key in due}, coming)
    return stated


def _refuse(reason: str, rule: str, field: str) -> IllegalOrder:
    return IllegalOrder(reason, rule=rule, field=f"blanks.{field}")


def due_blocks(state: State, side: str) -> tuple[str, ...]:
    """The side's blocks on the map or due to enter it."""
    return tuple(k for k, b in state.blocks.items() if b.side == side and movement.is_due(state, b))


def top_speed(state: State, key: str) -> int:
    return min(movement.allowance(state, key), max(DAYLIGHT_STEPS))


def speeds_form(view: State, side: str) -> OrderForm:
    due = due_blocks(view, side)
    best = {key: top for key in due if (top := top_speed(view, key))}
    bound = entering.bound(view, side, best)
    rows: dict[str, Row] = {
        key: (Fixed("block", key, "piece"), Choice("speed", "Speed", _speeds(top, least=int(key in bound))))
        for key, top in best.items()
    }
    evading = tuple(key for key in due if may_evade(view, key))
    return OrderForm(
        "dark_seas.set_speeds",
        "State speeds",
        "DS-R31",
        (
            *entering.blanks(rows, bound, "speeds", "Speeds"),
            Several("evading", "Evading", evading, subject="piece"),
        ),
        because="By day you state every block's speed before anybody moves.",
    )


def _speeds(best: int, least: int) -> tuple[int, ...]:
    """The possible speeds, highest first."""
    return tuple(range(best, least - 1, -1))


# --- sub-phases ----------------------------------------------------------------------------------


def is_called(state: State, side: str, stage: Stage) -> bool:
    """Whether a side has orders due in a sub-phase, judged by public facts: one of its blocks may move.

    In the last sub-phase, any side with blocks on the map, because ships may then leave their task groups
    (§10).
    """
    number = sub_phase(stage)
    if stage.kind == SUB_PHASES[-1] and any(block.hex is not None for block in blocks_of(state, side)):
        return True
    return any(DAYLIGHT_STEPS[state.speeds.get(b.key, 0)][number] for b in blocks_of(state, side))


def steps_now(state: State, side: str, stage: Stage) -> dict[str, int]:
    """The hexes that each eligible block of a side may enter in a sub-phase."""
    number = sub_phase(stage)
    steps = {key: DAYLIGHT_STEPS[state.speeds.get(key, 0)][number] for key in due_blocks(state, side)}
    return {key: count for key, count in steps.items() if count}


def move(adjudication: Adjudication[State], side: str, order: MoveBlocks) -> None:
    """Move a side's eligible blocks in one sub-phase and make smoke with them (§23a.i, §23b.ii)."""
    state = adjudication.state
    steps = steps_now(state, side, state.stage)
    moved = movement.moves_made(state, side, order, steps)
    _check_smoke(state, order.smoke, steps)
    if order.detachments and state.stage.kind != SUB_PHASES[-1]:
        raise _refuse("Ships can only leave their task group in the last sub-phase.", "§10", "detachments")
    leaving = movement.leaving_map(moved)
    plotted = detachments.check(state, side, order.detachments, due_blocks(state, side), leaving)
    movement.record(adjudication, side, moved)
    entered = {made.block: made.path for made in moved}
    for key in order.smoke:
        _make_smoke(adjudication, side, key, entered.get(key, ()))
    if plotted:
        detachments.plot(adjudication, side, plotted)


def _check_smoke(state: State, smoke: tuple[str, ...], steps: dict[str, int]) -> None:
    for place, key in enumerate(smoke):
        if key not in steps or key in smoke[:place]:
            raise _refuse("Choose blocks that may move now, each once.", "§23b.ii", f"smoke.{place}")
        if not makes_smoke(state, key):
            raise _refuse(f"{key} has no ship that can make smoke.", "§18l", f"smoke.{place}")


def makes_smoke(state: State, key: str) -> bool:
    """Whether a block can make smoke or, if a dummy, pretend to (§23b.ii)."""
    return is_dummy(state, key) or any(s.ratings.defence_class in SMOKE_MAKERS for s in ships_in(state, key))


def _make_smoke(adjudication: Adjudication[State], side: str, key: str, entered: tuple[Hex, ...]) -> None:
    """Place smoke in the hexes that a block entered, or in its own hex; none off the map."""
    block = adjudication.state.blocks.get(key)
    hexes = entered or ((block.hex,) if block is not None and block.hex is not None else ())
    if hexes:
        adjudication.record(SmokeMade(side, hexes, "§23b.ii", (key,)))


def move_form(view: State, side: str) -> OrderForm:
    """The possible moves of each eligible block in this sub-phase, and which blocks may make smoke."""
    steps = steps_now(view, side, view.stage)
    smoke = tuple(key for key in steps if view.blocks[key].hex is not None and makes_smoke(view, key))
    blanks: list[Blank] = [
        *movement.path_blanks(view, side, steps),
        Several("smoke", "Smoke", smoke, subject="piece"),
    ]
    if view.stage.kind == SUB_PHASES[-1]:
        apart = detachments.rows(view, side, due_blocks(view, side))
        blanks.append(Rows("detachments", "Ships leaving their task group", apart))
    part = ("first", "second", "third")[sub_phase(view.stage)]
    now = f"By day blocks move in three sub-phases, according to their speed; this is the {part}."
    return OrderForm(
        "dark_seas.move_blocks",
        "Move",
        "§23a.i",
        tuple(blanks),
        because=" ".join((now, *deadline_notes(view, side))),
    )


# --- false smoke ---------------------------------------------------------------------------------


def own_up(adjudication: Adjudication[State]) -> None:
    """Remove dummies whose smoke would prevent a sighting (§23b.ii).

    A dummy may stay if a real block of the side makes smoke in the same hex. What would be seen is judged by
    the positions of blocks, whatever they hold (our ruling DS-H8).
    """
    for side in adjudication.state.scenario.sides:
        for at in tuple(adjudication.state.smoke_makers):
            makers = _makers(adjudication.state, side, at)
            if (
                makers
                and all(is_dummy(adjudication.state, key) for key in makers)
                and _hides(adjudication.state, side, at)
            ):
                for key in makers:
                    adjudication.record(DummyRemoved(key, side, "§23b.ii"), EVERYONE)
                lift_false_smoke(adjudication)


def _makers(state: State, side: str, at: Hex) -> tuple[str, ...]:
    """The blocks of a side that have made smoke in a hex, each once."""
    made = (key for key in state.smoke_makers.get(at, ()) if BlockKey.of(key).side == side)
    return tuple(dict.fromkeys(made))


def lift_false_smoke(adjudication: Adjudication[State]) -> None:
    """By day, remove smoke that was made only by dummies that are no longer on the map (§23b.ii)."""
    if not (adjudication.state.smoke and adjudication.state.daylight):
        return
    for side in adjudication.state.scenario.sides:
        smoke = adjudication.state.smoke.items()
        hexes = tuple(
            at for at, sides in smoke if side in sides and not _makers(adjudication.state, side, at)
        )
        if hexes:
            adjudication.record(SmokeLifted(hexes, "§23b.ii", side))


def _hides(state: State, side: str, at: Hex) -> bool:
    """Return whether any block would see more without a side's smoke in this hex."""
    without = state.copy()
    others = tuple(maker for maker in state.smoke[at] if maker != side)
    without.smoke[at] = others
    if not others:
        del without.smoke[at]
    reach = state.conditions.visibility
    return any(
        sight_is_clear(without, watcher.side, watcher.hex, target.hex)
        and not sight_is_clear(state, watcher.side, watcher.hex, target.hex)
        for watcher in state.blocks.values()
        for target in state.blocks.values()
        if watcher.side != target.side
        and watcher.hex is not None
        and target.hex is not None
        and distance(watcher.hex, target.hex) <= reach
    )
