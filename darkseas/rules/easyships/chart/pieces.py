"""Ship pieces on the map: each lies along her hexes from bow to stern, with her damage."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.hexes.board import FACINGS
from darkseas.engine.presentation.chart import Figure, Piece, WeaponRange
from darkseas.engine.presentation.words import capital, counted

from ..combat.gun_arithmetic import most_range, torpedo_range
from ..combat.torpedoes import next_launch
from ..model.firing_arcs import FULL_DEGREES
from ..model.scenario import RulesScenario, Ship
from ..model.ships import battery_name, guns_left, is_silent, speed
from ..model.state import ShipStatus, State
from ..narration.names import depth_words, guns_words, places

UP, OUT = "up", "out"


class _Seen(NamedTuple):
    """Everything needed to draw a ship, apart from the scenario."""

    ship: Ship
    status: ShipStatus
    hexes: tuple[str, ...]
    in_smoke: bool
    fired: bool
    targeted: bool
    torpedo_range: int


def pieces(state: State) -> Iterator[Piece]:
    """Yield a piece for each ship that this view can place on the map, and one for each ship sunk."""
    targeted = set(_targets(state))
    for ship in state.scenario.ships.values():
        status = state.ship_status[ship.key]
        if status.bow is not None or status.sunk:
            yield _piece(state.scenario, _seen(state, ship, status, ship.key in targeted))


def _targets(state: State) -> Iterator[str]:
    """Yield the ships that guns fired at this turn."""
    for status in state.ship_status.values():
        for target, turn in zip(status.targets, status.fired, strict=True):
            if turn and turn == state.turn:
                yield target


def _seen(state: State, ship: Ship, status: ShipStatus, targeted: bool) -> _Seen:
    board = state.scenario.board
    lies = [at for at in state.hull_of(ship.key) if board.contains(at)]
    in_smoke = not status.submerged and any(state.has_smoke(at) for at in lies)
    fired = bool(state.turn) and state.turn in (*status.fired, status.torpedo_turn)
    return _Seen(ship, status, places(lies), in_smoke, fired, targeted, _torpedo_range(state, ship, status))


def _torpedo_range(state: State, ship: Ship, status: ShipStatus) -> int:
    """Return the range of a ship's torpedoes; 0 if she cannot launch any this turn (ES-27)."""
    due = next_launch(state, ship.key) if ship.ratings.torpedoes and status.afloat else None
    return torpedo_range(state, ship) if due is not None and due <= max(1, state.turn) else 0


# Cached: a battle is drawn at every step, and most ships are the same as in the step before.
@lru_cache(maxsize=4096)
def _piece(scenario: RulesScenario, seen: _Seen) -> Piece:
    ship, status = seen.ship, seen.status
    at = places([status.bow])[0] if status.bow is not None else ""
    title = capital(ship.type.title)
    if status.sunk:
        note = f"{title}; sunk in turn {status.sunk}"
        return Piece(ship.key, ship.side, at, OUT, ship.type.key, ship.name, 1, ("sunk",), note=note)
    return Piece(
        ship.key,
        ship.side,
        at,
        UP,
        ship.type.key,
        ship.name,
        1,
        tuple(_marks(seen)),
        note="; ".join((title, *_damage(ship, status))),
        figures=tuple(_figures(scenario, ship, status)),
        facing=FACINGS[status.facing],
        hexes=seen.hexes,
        ranges=tuple(_ranges(seen)),
    )


def _marks(seen: _Seen) -> Iterator[str]:
    status = seen.status
    holds = {
        "submerged": status.submerged,
        "evading": status.evading,
        "burning": status.fires > 0,
        "flooding": status.flooding > 0,
        "damaged": status.moves_lost > 0 or any(status.guns_lost),
        "smoke": seen.in_smoke,
        "fired": seen.fired,
        "targeted": seen.targeted,
    }
    return (mark for mark, is_so in holds.items() if is_so)


def _damage(ship: Ship, status: ShipStatus) -> Iterator[str]:
    """Yield a ship's damage as far as this view knows it."""
    if ship.dives:
        yield f"depth: {depth_words(status.depth)}"
    if status.fires:
        yield counted(status.fires, "fire")
    if status.flooding:
        yield f"flooding {status.flooding}"
    if status.moves_lost:
        yield f"{counted(status.moves_lost, 'move')} lost"
    if sum(status.guns_lost):
        yield f"{counted(sum(status.guns_lost), 'gun')} lost"


def _figures(scenario: RulesScenario, ship: Ship, status: ShipStatus) -> Iterator[Figure]:
    """Yield a ship's ratings and how much is left of each."""
    ratings = ship.ratings
    for place, battery in enumerate(ship.batteries):
        lost = status.guns_lost[place]
        workings = [f"{counted(guns_left(ship, status, place), 'gun')} left"] if lost else []
        if is_silent(status, place):
            workings.append("silenced by fires (ES-31)")
        yield Figure(f"{capital(battery_name(place))} guns", guns_words(battery), tuple(workings))
    if ratings.torpedoes:
        last = status.torpedo_turn
        launched = (f"last launched in turn {last}",) if last else ()
        yield Figure("Torpedoes", str(ratings.torpedoes), launched)
    if ratings.air:
        yield Figure("Planes", _left(status.air, ratings.air))
    yield Figure("Armour", str(ratings.armour))
    yield Figure("Defence", str(ratings.defence))
    yield Figure("Moves", _left(speed(ship, status), ratings.moves))
    if scenario.aims.value == "points":
        yield Figure("Points", str(ship.points))


def _ranges(seen: _Seen) -> Iterator[WeaponRange]:
    """Yield the ranges of torpedoes and guns that are ready, with the arcs where all guns bear."""
    ship, status = seen.ship, seen.status
    for place, battery in enumerate(ship.batteries):
        if guns_left(ship, status, place) and not is_silent(status, place) and not status.submerged:
            label = f"{capital(battery_name(place))} guns, {guns_words(battery)}"
            yield WeaponRange(label, most_range(battery.size), *FULL_DEGREES)
    if seen.torpedo_range:
        yield WeaponRange("Torpedoes", seen.torpedo_range)


def _left(now: int, printed: int) -> str:
    return str(printed) if now == printed else f"{now} of {printed}"
