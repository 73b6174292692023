"""Preview movement, detachments and speeds (§10, §11, §14a, §15, §23)."""

from collections.abc import Iterator

from darkseas.engine.hexes.board import EDGES, Hex, distance, parse_label
from darkseas.engine.presentation.words import capital, counted, joined, mixed
from darkseas.engine.system import PreviewLine, Warned

from ..model.orders import Detachment, Move, MoveBlocks, SetSpeeds
from ..model.queries import is_dummy, ships_in
from ..model.state import State
from ..narration.names import hex_words, place, place_words, ship_names
from ..tables.rules_tables import DAYLIGHT_STEPS, FIXED, MULTIPLIERS, SPOTTING
from .preview_combat import evasion
from .value_labels import title_of

#: Numbers of hexes moved that make a block easier to spot (DS-R8).
_SEEN_MOVING = {2: SPOTTING["moved_2"], 3: SPOTTING["moved_3"]}


def move_blocks(view: State, side: str, order: MoveBlocks) -> Iterator[PreviewLine]:
    """The destination of each block, which ships leave their groups, and who makes smoke."""
    moves = [(blank, move) for blank, move in order.by_blank if move.path]
    if not moves:
        yield PreviewLine("moves", "No block moves.", "§14a")
    for blank, move in moves:
        yield _move(view, side, blank, move)
    for number, detachment in enumerate(order.detachments):
        yield _detachment(view, number, detachment)
    for number, key in enumerate(order.smoke):
        yield _smoke(view, number, key)


def _move(view: State, side: str, blank: str, move: Move) -> PreviewLine:
    edge = move.path[-1] if move.path[-1] in EDGES else ""
    hexes = move.path[:-1] if edge else move.path
    start = view.blocks[move.block].hex
    title = title_of(view, move.block)
    if edge:
        last = place_words(view, (place(start), *hexes)[-1])
        text = f"{title} leaves the map over the {edge} edge, from {last}."
        warnings = _of_leaving(view, move.block)
    else:
        began = f"goes from {hex_words(view, start)} to" if start is not None else "enters, to"
        ways = counted(len(hexes), "hex", "hexes")
        end, nearest = place_words(view, hexes[-1]), _nearest(view, side, parse_label(hexes[-1]))
        text = f"{title} {began} {end}, {ways}{nearest}."
        warnings = _of_moving(view, move.block, len(hexes))
    return PreviewLine(blank, text, "§15", warnings=warnings)


def _nearest(view: State, side: str, at: Hex) -> str:
    """The present distance to the nearest enemy block."""
    ranges = [
        distance(at, block.hex)
        for block in view.blocks.values()
        if block.side != side and block.hex is not None
    ]
    if not ranges:
        return ""
    away = min(ranges)
    if not away:
        return "; an enemy block is there"
    return f"; the nearest enemy block is {counted(away, 'hex', 'hexes')} away"


def _of_moving(view: State, key: str, entered: int) -> tuple[Warned, ...]:
    moved = min(view.blocks[key].moved + entered, max(_SEEN_MOVING))
    modifier = _SEEN_MOVING.get(moved)
    if modifier is None:
        return ()
    return (Warned(f"After moving {moved} hexes it is easier to spot by {modifier.amount}.", modifier.rule),)


def _of_leaving(view: State, key: str) -> tuple[Warned, ...]:
    if is_dummy(view, key):
        return (Warned("A dummy that leaves the map is out for good.", "DS-H5"),)
    good = Warned("Ships that leave the map do not return.", "§15d")
    hurt = [ship.key for ship in ships_in(view, key) if view.ship_status[ship.key].damaged]
    if not hurt:
        return (good,)
    return (good, Warned(f"{ship_names(view, hurt)} will still count as damaged.", "DS-H27"))


def _detachment(view: State, number: int, detachment: Detachment) -> PreviewLine:
    ships, title = ship_names(view, detachment.ships), title_of(view, detachment.block)
    verb = "leaves" if len(detachment.ships) == 1 else "leave"
    when = f"{ships} {verb} {title} after all moves"
    if detachment.name:
        return PreviewLine(f"detachments.{number}", f"{when}, as {detachment.name}.", "§10")
    loss, share = FIXED["single_allowance_loss"], mixed(MULTIPLIERS["single"].factor)
    single = Warned(f"A single ship is {loss} hex slower, and her fire counts {share}.", "§11")
    return PreviewLine(f"detachments.{number}", f"{when}, each alone.", "§10", warnings=(single,))


def _smoke(view: State, number: int, key: str) -> PreviewLine:
    title = title_of(view, key)
    false = Warned("A dummy is removed if its smoke would hide anybody.", "§23b.ii")
    warnings = (false,) if is_dummy(view, key) else ()
    return PreviewLine(
        f"smoke.{number}", f"{title} makes smoke in the hexes that it enters.", "§23b.ii", warnings=warnings
    )


def set_speeds(view: State, side: str, order: SetSpeeds) -> Iterator[PreviewLine]:
    """The speed of each block by day, and which blocks evade."""
    if not order.by_blank:
        yield PreviewLine("speeds", "Every block is stopped.", "DS-R31")
    for blank, stated in order.by_blank:
        steps = joined([str(count) for count in DAYLIGHT_STEPS[stated.speed]])
        goes = f"may enter {steps} hexes in the three sub-phases" if stated.speed else "lies stopped"
        text = capital(f"{title_of(view, stated.block)} {goes}.")
        yield PreviewLine(blank, text, "DS-R31")
    for number, key in enumerate(order.evading):
        yield evasion(view, key, f"evading.{number}")
