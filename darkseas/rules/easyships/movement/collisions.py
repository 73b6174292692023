"""Collisions (ES-8, ES-A3, ES-A4)."""

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import Hex

from ..damage.apply_hits import record_hull, slowed
from ..damage.flooding import flooded
from ..model.events import ShipsCollided
from ..model.scenario import Ship
from ..model.state import State
from ..tables.rules_tables import FIXED, SURFACE


def in_the_way(state: State, mover: str) -> dict[Hex, str]:
    """Return the hexes of other surface ships, each mapped to the ship's key (ES-A4)."""
    lying: dict[Hex, str] = {}
    for key, status in state.ship_status.items():
        if key != mover and status.depth == SURFACE:
            for at in state.hull_of(key):
                lying.setdefault(at, key)
    return lying


def struck_ship(lying: dict[Hex, str], hexes: tuple[Hex, ...]) -> tuple[str, Hex] | None:
    """Return the ship that one lying in these hexes would hit, and the hex; the bow's hex is checked
    first.
    """
    return next(((lying[at], at) for at in hexes if at in lying), None)


def collide(adjudication: Adjudication[State], mover: str, struck: str, at: Hex) -> None:
    """Resolve a collision: both ships lose speed, take flooding and end their movement this turn (ES-8)."""
    state = adjudication.state
    pair = (state.scenario.ships[mover], state.scenario.ships[struck])
    dice = adjudication.roll(2 * len(pair), FIXED["die"], f"collision/{mover}/{struck}")
    larger = _larger(*pair)
    speed = {ship.key: _amount(dice[2 * place]) for place, ship in enumerate(pair)}
    if larger is not None:
        speed[larger.key] -= FIXED["collision_loss"]
    water = {ship.key: _amount(dice[2 * place + 1]) for place, ship in enumerate(pair)}
    adjudication.record(ShipsCollided(mover, struck, at, speed, water))
    for ship in pair:
        status = slowed(ship, adjudication.state.ship_status[ship.key], speed[ship.key])
        wet = flooded(ship, status, water[ship.key])
        now = status._replace(flooding=wet.flooding, flood_applied=wet.applied, moves_lost=wet.moves_lost)
        record_hull(adjudication, ship, now, 0, "ES-8")


def _amount(face: int) -> int:
    """Return 1 for an odd face, 2 for an even one."""
    return FIXED["collision_loss"] + (face + 1) % 2


def _larger(first: Ship, second: Ship) -> Ship | None:
    """Return the ship that is large enough compared with the other to lose less speed, if any."""
    less = second.ratings.defence - first.ratings.defence
    if abs(less) <= FIXED["collision_defence"]:
        return None
    return second if less > 0 else first
