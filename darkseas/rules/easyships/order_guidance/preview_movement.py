"""Previews of deployment and movement (ES-2, ES-4 to ES-13)."""

from collections.abc import Iterator

from darkseas.engine.hexes.board import FACINGS, Hex, distance, label, neighbour
from darkseas.engine.presentation.words import counted, joined, tally
from darkseas.engine.stages.side_and_ship_names import ship_name
from darkseas.engine.system import PreviewLine, Warned

from ..combat.gun_arithmetic import guns_bearing, most_range
from ..model.orders import EndMoves, Ready, SetUp, ShipMove
from ..model.ship_hexes import CIRCLE, direction, faces_of_way, hull
from ..model.ships import battery_name, guns_left, is_silent
from ..model.state import CHEMICAL, FUNNEL, State
from ..movement import move, smoke
from ..movement.collisions import in_the_way, struck_ship
from ..movement.sonar import searched_hexes
from ..movement.submarines import is_under_way_below
from ..narration.names import FORMATION_WORDS, depth_words, facing_words, hex_words, ship_names
from ..tables.rules_tables import FIXED
from ..turn.movement_forms import unmoved

#: How many enemies within range are named.
_NAMED = 3


def ready(view: State, side: str, order: Ready) -> Iterator[PreviewLine]:
    yield PreviewLine("", "You are ready; the battle begins when both sides are.", "ES-2")


def set_up(view: State, side: str, order: SetUp) -> Iterator[PreviewLine]:
    where = ""
    if order.hex is not None:
        formation = FORMATION_WORDS[order.formation]
        where = f" {formation} behind {label(order.hex)}, facing {facing_words(order.facing)}"
    text = f"Your ships set up on the {order.edge} edge{where}."
    yield PreviewLine("hex", text, "ES-2")
    if order.depth:
        yield PreviewLine("depth", f"Your boats begin at {depth_words(order.depth)} depth, unseen.", "ES-12")
    for number, placed in enumerate(order.ships):
        name, facing = ship_name(view, placed.ship), facing_words(placed.facing)
        yield PreviewLine(
            f"ships.{number}", f"{name} begins in {label(placed.hex)}, facing {facing}.", "ES-2"
        )


def end_moves(view: State, side: str, order: EndMoves) -> Iterator[PreviewLine]:
    """Preview the end of movement: the ships that stay."""
    left = unmoved(view, side)
    verb = "stays where she is" if len(left) == 1 else "stay where they are"
    text = f"{ship_names(view, left)} {verb}." if left else "All your ships have moved."
    yield PreviewLine("", text, "ES-5")


# --- one ship's move -------------------------------------------------------------------------------------


def move_ship(view: State, side: str, order: ShipMove) -> Iterator[PreviewLine]:
    """Preview a move: its path, collisions and targets at its end."""
    if is_under_way_below(view, order):
        yield _below(view, order)
        return
    after = _moved(view, order)
    yield PreviewLine("way", _way_text(view, order), "ES-5", warnings=tuple(_of_way(view, after, order)))
    yield from _of_manner(view, order)
    if order.ping:
        status = after.ship_status[order.ship]
        bow = status.bow
        reach = searched_hexes(bow, status.facing, len(order.way)) if bow is not None else ()
        hexes = [at for at in reach if view.scenario.board.contains(at)]
        yield PreviewLine("ping", f"She searches {hex_words(hexes) or 'nothing'} for boats.", "ES-13")
    yield _targets_from(after, side, order.ship)


def _moved(view: State, order: ShipMove) -> State:
    """Return the view after an unobstructed move."""
    after, status = view.copy(), view.ship_status[order.ship]
    if status.bow is not None and order.way:
        last = (status.bow, *order.way)[-2:]
        status = status._replace(bow=last[1], facing=direction(last[0], last[1]))
    after.ship_status[order.ship] = status._replace(evading=order.evade, smoke=order.smoke)
    return after


def _way_text(view: State, order: ShipMove) -> str:
    status, name = view.ship_status[order.ship], ship_name(view, order.ship)
    if not order.way or status.bow is None:
        return f"{name} stays where she is, facing {facing_words(status.facing)}."
    faces = sum(faces_of_way(status.bow, status.facing, order.way))
    turned = f", with {counted(faces, 'hex-face')} turned" if faces else ""
    facing = direction((status.bow, *order.way)[-2], order.way[-1])
    most = move.allowance(view, order.ship, evade=order.evade)
    return (
        f"{name} goes from {label(status.bow)} to {label(order.way[-1])}, {len(order.way)} of "
        f"{counted(most, 'hex', 'hexes')}{turned}, and then faces {facing_words(facing)}."
    )


def _of_way(view: State, after: State, order: ShipMove) -> Iterator[Warned]:
    """Warn about ships in the way, smoke, and a path that ends facing land or the edge."""
    ship, status = view.scenario.ships[order.ship], view.ship_status[order.ship]
    if status.bow is None:
        return
    lying = in_the_way(view, ship.key)
    for lies in move.positions(ship, status.bow, status.facing, order.way):
        struck = struck_ship(lying, lies)
        if struck is not None:
            other = ship_name(view, struck[0])
            text = f"She runs into {other} in {label(struck[1])}: both stop, lose speed and take water."
            yield Warned(text, "ES-8")
            return
    then = after.ship_status[ship.key]
    if then.bow is None:
        return
    if not order.smoke and any(after.has_smoke(at) for at in hull(then.bow, then.facing, ship.hexes)):
        yield Warned("She ends in smoke: ships cannot fire out of it or into it.", "ES-A27")
    if not any(_sea_onwards(after, ship.key, then.bow, then.facing)):
        yield Warned("She cannot move next turn: there is no sea ahead of her bow.", "ES-4")


def _sea_onwards(after: State, key: str, bow: Hex, facing: int) -> Iterator[bool]:
    """Yield for each hex that she could enter next turn whether it is sea."""
    faces = move.faces_allowed(after, key)
    for turned in range(-faces, faces + 1):
        ahead = neighbour(bow, FACINGS[(facing + turned) % CIRCLE])
        yield after.scenario.board.is_sea(ahead)


def _of_manner(view: State, order: ShipMove) -> Iterator[PreviewLine]:
    name = ship_name(view, order.ship)
    if order.evade:
        own = Warned("Her own guns hit less often too, and she launches no planes.", "ES-11")
        text = f"{name} evades: until the end of the turn, guns, bombs and torpedoes hit her less often."
        yield PreviewLine("evade", text, "ES-11", warnings=(own,))
    if order.smoke == FUNNEL:
        blind = Warned("She cannot fire out of it, and others cannot fire into it.", "ES-10")
        text = f"Funnel smoke hides {name}. {_smoke_left(view, order)}"
        yield PreviewLine("smoke", text, "ES-9", warnings=(blind,))
    if order.smoke == CHEMICAL:
        text = f"Smoke stays in the hexes that {name} leaves. {_smoke_left(view, order)}"
        yield PreviewLine("smoke", text, "ES-9")


def _smoke_left(view: State, order: ShipMove) -> str:
    """Describe the smoke left before and after this move, and the wait that follows (ES-9)."""
    left = smoke.hexes_left(view, order.ship, order.smoke)
    after = max(0, left - smoke.cost(order.smoke, len(order.way)))
    turns = counted(FIXED["smoke_wait"], "turn")
    return (
        f"She may fill {tally(left, 'hex', 'hexes')} with it, {after} more after this move; "
        f"after it ends she must wait {turns}."
    )


def _targets_from(after: State, side: str, key: str) -> PreviewLine:
    """Describe which guns bear on which enemies after the move, nearest first."""
    ship, status = after.scenario.ships[key], after.ship_status[key]
    lines, nearest = [], _enemies_by_range(after, side, key)
    for battery, guns in enumerate(ship.batteries):
        if is_silent(status, battery) or not guns_left(ship, status, battery):
            continue
        names = [
            f"{guns_bearing(after, key, battery, enemy)} on {ship_name(after, enemy)}"
            for away, enemy in nearest
            if away <= most_range(guns.size)
        ]
        if names:
            lines.append(f"of the {battery_name(battery)} guns {joined(names[:_NAMED])}")
    if lines:
        text = f"Targets from there, at current positions: {'; '.join(lines)}."
    elif nearest:
        away, enemy = nearest[0]
        there = f"{ship_name(after, enemy)} is {counted(away, 'hex', 'hexes')} away"
        text = f"No enemy is within range of her guns from there: {there}."
    else:
        text = "No enemy is in sight."
    return PreviewLine("", text, "ES-22")


def _enemies_by_range(after: State, side: str, key: str) -> list[tuple[int, str]]:
    bow = after.ship_status[key].bow
    found = []
    for enemy in after.afloat(after.scenario.enemy_of(side)):
        status = after.ship_status[enemy.key]
        if bow is not None and status.bow is not None and not status.submerged:
            found.append((distance(bow, status.bow), enemy.key))
    return sorted(found, key=lambda one: one[0])


def _below(view: State, order: ShipMove) -> PreviewLine:
    """Preview a dive or a move below the surface."""
    name, status = ship_name(view, order.ship), view.ship_status[order.ship]
    if order.depth:
        depth = status.depth + order.depth
        text = f"{name} goes to {depth_words(depth)}{' depth' if depth == 1 else ''}."
        if not depth:
            text = f"{name} surfaces."
        return PreviewLine("depth", text, "ES-12")
    if not order.way:
        return PreviewLine("", f"{name} stays where she is, {depth_words(status.depth)}.", "ES-12")
    return PreviewLine("way", f"{name} goes to {label(order.way[-1])} below the surface.", "ES-12")
