"""Sentences for initiative, movement, smoke and speeds (§13, §14a, §15, §23)."""

from collections.abc import Iterable

from darkseas.engine.hexes.board import Hex
from darkseas.engine.presentation.narration import NORMAL, QUIET, STRONG, Die, Narration, Working
from darkseas.engine.presentation.words import capital, counted, joined, signed
from darkseas.engine.stages.side_and_ship_names import side_name

from ..model import events as e
from ..model.state import State
from ..tables.rules_tables import FIXED
from .names import block_name, block_names, focus_on, hex_words, is_many, place, ship_names
from .result_columns import initiative_column

#: How many moves one sentence lists; further moves are only in the workings.
MOST_MOVES = 3


def initiative_taken(state: State, event: e.InitiativeTaken) -> Narration:
    """Dice, training, sums, and the side that takes the initiative."""
    sides = sorted(event.dice, key=lambda side: side != event.side)
    sums = [event.dice[side] + event.training.get(side, 0) for side in sides]
    against = " against ".join(str(total) for total in sums)
    holder = side_name(state, event.side) if event.side else "nobody"
    if event.tied:
        sentence = f"Initiative is tied, {against}: it stays with {holder}."
    elif len(set(sums)) == 1:
        sentence = f"Initiative: {holder}, {against}, by better training."
    else:
        sentence = f"Initiative: {holder}, {against}."
    workings: list[Working] = []
    for side, total in zip(sides, sums, strict=True):
        name = side_name(state, side)
        workings += (
            Working(f"{name}, die", str(event.dice[side]), event.rule),
            Working(f"{name}, training", signed(event.training.get(side, 0)), "§13"),
            Working(f"{name}, sum", str(total), "§13"),
        )
    return Narration(
        sentence,
        (event.rule,),
        NORMAL,
        tuple(workings),
        " : ".join(str(total) for total in sums),
        tuple(Die(FIXED["spotting_die"], event.dice[side], side_name(state, side), "") for side in sides),
        side=event.side,
        column=initiative_column(state, event),
    )


def blocks_moved(state: State, event: e.BlocksMoved) -> Narration:
    """Each block's path; also in the sentence if they are few."""
    paths = [
        (block_name(state, move.block), _path_text(state, move, is_many(state, move.block)))
        for move in event.moves
    ]
    if not paths:
        sentence = f"{side_name(state, event.side)}: no block moves."
    elif len(paths) > MOST_MOVES:
        sentence = f"{side_name(state, event.side)}: {counted(len(paths), 'block')} move."
    else:
        sentence = f"{capital('; '.join(f'{name} {path}' for name, path in paths))}."
    focus = focus_on(
        state,
        (move.block for move in event.moves),
        *(place(move.path[-1]) for move in event.moves if move.path),
    )
    workings = tuple(Working(capital(name), path, "§15") for name, path in paths)
    return Narration(sentence, ("§14a", "§15"), NORMAL, workings, focus=focus, side=event.side)


def _path_text(state: State, move: e.BlockMoved, are_many: bool) -> str:
    moves, leaves, stays = ("move", "leave", "stay") if are_many else ("moves", "leaves", "stays")
    to = f" to {hex_words(state, move.path[-1])}" if move.path else ""
    if move.exit:
        return f"{leaves} the map over the {move.exit} edge"
    return f"{moves} {counted(len(move.path), 'hex', 'hexes')}{to}" if move.path else stays


def ships_exited(state: State, event: e.ShipsExited) -> Narration:
    ships = ship_names(state, event.ships) or block_name(state, event.block)
    verb = "leave" if len(event.ships) > 1 else "leaves"
    return Narration(
        f"{capital(ships)} {verb} the map over the {event.edge} edge.",
        (event.rule,),
        STRONG,
        workings=tuple(
            Working(ship_names(state, (key,)), f"turn {event.turn}", event.rule) for key in event.ships
        ),
        focus=(event.block, *event.ships),
        side=event.side,
    )


def movement_ended(state: State, event: e.MovementEnded) -> Narration:
    return Narration("Movement is over: every block is unspotted again.", ("§14a", "DS-R4"), QUIET)


def evasion_ended(state: State, event: e.EvasionEnded) -> Narration:
    return Narration("Evading is over for this turn.", (event.rule,), QUIET)


def speeds_set(state: State, event: e.SpeedsSet) -> Narration:
    count = len(event.speeds)
    return Narration(
        f"{side_name(state, event.side)}: speeds stated for {counted(count, 'block')}.",
        ("§23a.i", "DS-R31"),
        NORMAL,
        tuple(
            Working(capital(block_name(state, key)), f"speed {speed}", "DS-R31")
            for key, speed in event.speeds.items()
        ),
        focus=focus_on(state, event.speeds),
        side=event.side,
    )


def smoke_made(state: State, event: e.SmokeMade) -> Narration:
    places = [place(at) for at in event.hexes]
    maker = f"{capital(block_names(state, event.blocks))}: smoke" if event.blocks else "Smoke"
    return Narration(
        f"{maker} in {_hexes(state, event.hexes)}.",
        (event.rule,),
        NORMAL,
        focus=tuple(dict.fromkeys((*event.blocks, *places))),
        side=event.side,
    )


def _hexes(state: State, hexes: Iterable[Hex]) -> str:
    return joined([hex_words(state, at) for at in hexes]) or "no hex"


def smoke_lifted(state: State, event: e.SmokeLifted) -> Narration:
    """A dummy's smoke is removed."""
    places = [place(at) for at in event.hexes]
    return Narration(
        f"The smoke in {_hexes(state, event.hexes)} was a dummy's and is gone.",
        (event.rule,),
        NORMAL,
        focus=tuple(places),
    )


def smoke_cleared(state: State, event: e.SmokeCleared) -> Narration:
    return Narration("The smoke has cleared.", (event.rule,), NORMAL)
