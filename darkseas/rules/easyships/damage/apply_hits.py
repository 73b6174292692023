"""Effects of hits on ships, applied after the combat phase (ES-26, ES-28, ES-A21)."""

from darkseas.engine.adjudication import Adjudication

from ..model import audiences
from ..model.events import EffectNoted, EffectsTaken, FiresSet, HullDamaged, ShipSunk
from ..model.hit_effects import Effect
from ..model.scenario import Options, Ship
from ..model.state import ShipStatus, State
from ..tables.rules_tables import CRITICAL_HITS, CriticalHit, row_of
from .flooding import flooded
from .lost_guns import guns_lost


def note(adjudication: Adjudication[State], effect: Effect) -> None:
    """Record an effect, which is applied when the combat phase ends."""
    state = adjudication.state
    audience = audiences.of_damage(state, state.scenario.ships[effect.ship])
    adjudication.record(EffectNoted(effect), audience)


def take_all(adjudication: Adjudication[State]) -> None:
    """Apply all effects, ship by ship in the order in which each was first hit (ES-A21)."""
    state = adjudication.state
    for key in dict.fromkeys(effect.ship for effect in state.effects):
        own = [effect for effect in state.effects if effect.ship == key]
        for effect in own:
            if not state.ship_status[key].sunk:
                _take(adjudication, effect)
    if state.effects:
        adjudication.record(EffectsTaken())


def _take(adjudication: Adjudication[State], effect: Effect) -> None:
    """Apply one effect to its ship: she sinks, or takes fires and other damage."""
    state = adjudication.state
    ship = state.scenario.ships[effect.ship]
    row = row_of(CRITICAL_HITS, effect.row) if effect.row else None
    if row is not None and row.magazine:
        adjudication.record(ShipSunk(ship.key, ship.side, state.turn, "magazine", effect.rule))
        return
    set_fires(adjudication, ship, _fires_of(effect, row), effect.rule)
    status = state.ship_status[ship.key]
    hurt = struck(state.scenario.options, ship, status, effect.flooding, row)
    record_hull(adjudication, ship, hurt, effect.row, effect.rule)


def _fires_of(effect: Effect, row: CriticalHit | None) -> int:
    """Return how many fires an effect starts."""
    by_gun = row.fires_by_gun if row is not None and effect.cause != "torpedo" else 0
    return effect.fires + by_gun + (row.fires if row is not None else 0)


def struck(
    options: Options, ship: Ship, status: ShipStatus, flooding: int, row: CriticalHit | None
) -> ShipStatus:
    """Return a ship's status after flooding and a critical hit, except for fires."""
    wet = flooded(ship, status, flooding + (row.flooding if row is not None else 0))
    status = status._replace(flooding=wet.flooding, flood_applied=wet.applied, moves_lost=wet.moves_lost)
    if row is None:
        return status
    for guns, largest in ((row.small_guns, False), (row.large_guns, True)):
        if guns:
            lost = guns_lost(options, ship, status, guns, largest=largest)
            status = status._replace(guns_lost=lost)
    if row.no_repairs:
        status = status._replace(no_repairs=True)
    return slowed(ship, status, row.speed, row.speed_floor) if row.speed else status


def slowed(ship: Ship, status: ShipStatus, moves: int, floor: int = 0) -> ShipStatus:
    """Return a ship's status after losing moves, with at least `floor` left."""
    lost = min(moves, max(0, ship.ratings.moves - status.moves_lost - floor))
    return status._replace(moves_lost=status.moves_lost + lost)


def set_fires(adjudication: Adjudication[State], ship: Ship, added: int, rule: str) -> None:
    """Add fires to a ship, or remove them if `added` is negative; both sides see it."""
    fires = adjudication.state.ship_status[ship.key].fires
    now = max(0, fires + added)
    if now != fires:
        adjudication.record(FiresSet(ship.key, now, rule))


def record_hull(adjudication: Adjudication[State], ship: Ship, now: ShipStatus, row: int, rule: str) -> None:
    """Record every change to a ship except fires, visible only to the sides allowed to see her damage."""
    state = adjudication.state
    if now == state.ship_status[ship.key]:
        return
    damaged = HullDamaged(
        ship.key, now.flooding, now.flood_applied, now.moves_lost, now.guns_lost, now.no_repairs, row, rule
    )
    adjudication.record(damaged, audiences.of_damage(state, ship))
