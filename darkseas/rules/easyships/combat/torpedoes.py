"""Torpedoes (ES-27 to ES-29, ES-A7, ES-A22, ES-A39, ES-A40)."""

from collections.abc import Sequence
from typing import NamedTuple

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import EVERYONE
from darkseas.engine.hexes.board import Hex, distance
from darkseas.engine.orders import IllegalOrder

from ..damage.apply_hits import note
from ..model import audiences
from ..model.events import TorpedoesFired, TorpedoHit, TubesEmptied, WakeSeen
from ..model.hit_effects import Effect
from ..model.options import Options
from ..model.orders import TorpedoFire
from ..model.scenario import Ship
from ..model.state import State
from ..tables.rules_tables import CRITICAL_HITS, FIXED, PERISCOPE, row_of
from . import line_of_sight
from .gun_arithmetic import is_submerged_near, torpedo_range
from .gunnery import fires_by_die
from .line_of_sight import Surface

_TWO = 2


class Spread(NamedTuple):
    """Torpedoes fired at one target; `near` means a submerged boat fired them at close range (ES-28)."""

    side: str
    ship: str
    target: str
    torpedoes: int
    near: bool
    purpose: str


def next_launch(state: State, key: str) -> int | None:
    """Return the first turn in which a ship can launch, or None if never again (ES-27, ES-A22)."""
    ship, status = state.scenario.ships[key], state.ship_status[key]
    if not status.torpedo_turn:
        return 1
    if ship.dives:
        return status.torpedo_turn + FIXED["torpedo_wait_submarine"]
    return status.torpedo_turn + FIXED["torpedo_wait_heavy"] if ship.type.heavy else None


def check(state: State, side: str, orders: Sequence[TorpedoFire]) -> None:
    """Raise IllegalOrder if a ship may not launch as ordered."""
    seen: set[str] = set()
    surface = line_of_sight.surface_of(state)
    for place, order in enumerate(orders):
        field = f"blanks.torpedoes.{place}"
        if order.ship in seen:
            raise IllegalOrder("A ship launches once a turn.", rule="ES-27", field=f"{field}.ship")
        seen.add(order.ship)
        check_one(state, side, order, field, surface)


def check_one(state: State, side: str, order: TorpedoFire, field: str, surface: Surface) -> None:
    """Raise IllegalOrder if this ship may not launch as ordered."""
    ship = _launcher(state, side, order, f"{field}.ship")
    most = _TWO if ship.dives or ship.ratings.torpedoes >= FIXED["torpedo_split"] else 1
    if not 1 <= len(order.targets) <= most or len(set(order.targets)) != len(order.targets):
        reason = f"{ship.name} launches at {'one target or two' if most > 1 else 'one target'}."
        raise IllegalOrder(reason, rule="ES-27", field=f"{field}.targets")
    for number, target in enumerate(order.targets):
        _check_target(state, ship, target, f"{field}.targets.{number}", surface)
    _check_wake(state, ship, order.wake, f"{field}.wake")


def _launcher(state: State, side: str, order: TorpedoFire, field: str) -> Ship:
    ship = state.scenario.ships.get(order.ship)
    if ship is None or ship.side != side or not ship.ratings.torpedoes:
        raise IllegalOrder("Launch with a ship of yours that has torpedoes.", rule="ES-27", field=field)
    status = state.ship_status[ship.key]
    if status.sunk or status.bow is None or status.depth > PERISCOPE:
        reason = f"{ship.name} launches from the surface or periscope depth."
        raise IllegalOrder(reason, rule="ES-12", field=field)
    if status.forced_up and status.submerged:
        reason = f"{ship.name} is rising and cannot launch."
        raise IllegalOrder(reason, rule="ES-30", field=field)
    due = next_launch(state, ship.key)
    if due is None or state.turn < due:
        reason = f"{ship.name} has no torpedoes ready" + (f" before turn {due}." if due else " left.")
        raise IllegalOrder(reason, rule="ES-27", field=field)
    return ship


def _check_target(state: State, ship: Ship, target: str, field: str, surface: Surface) -> None:
    aim = line_of_sight.check_target(state, ship.side, target, field, "ES-27")
    most, away = torpedo_range(state, ship), line_of_sight.range_of(state, ship.key, target)
    if away > most:
        reason = f"{aim.name} is {away} hexes off; torpedoes run {most}."
        raise IllegalOrder(reason, rule="ES-27", field=field)
    line_of_sight.check_seen(state, ship.key, target, field, surface)


def _check_wake(state: State, ship: Ship, wake: Hex | None, field: str) -> None:
    """Check that a submerged boat reveals her own or an adjacent hex (ES-29), and that no other ship names a
    wake.
    """
    status = state.ship_status[ship.key]
    if not status.submerged:
        if wake is not None:
            raise IllegalOrder("Only a submerged boat has a wake.", rule="ES-29", field=field)
        return
    if wake is None or status.bow is None or distance(wake, status.bow) > 1:
        raise IllegalOrder("Name the boat's hex, or one beside it.", rule="ES-29", field=field)
    if not state.scenario.board.contains(wake):
        raise IllegalOrder("Name a hex of the map.", rule="ES-29", field=field)


def shares(torpedoes: int, targets: int) -> tuple[int, ...]:
    """Return how many torpedoes go to each target (ES-27, ES-A39)."""
    each, odd = divmod(torpedoes, targets)
    return (each + odd, *(each,) * (targets - 1))


def resolve(adjudication: Adjudication[State], side: str, orders: Sequence[TorpedoFire]) -> None:
    """Launch a side's torpedoes, ship by ship in the order of battle."""
    ships = adjudication.state.scenario.ships
    for order in sorted(orders, key=lambda order: ships[order.ship].place):
        _launch(adjudication, side, order)


def _launch(adjudication: Adjudication[State], side: str, order: TorpedoFire) -> None:
    state = adjudication.state
    ship, status = state.scenario.ships[order.ship], state.ship_status[order.ship]
    counts = shares(ship.ratings.torpedoes, len(order.targets))
    for target, count in zip(order.targets, counts, strict=True):
        near = is_submerged_near(status, line_of_sight.range_of(state, ship.key, target))
        purpose = (
            f"torpedoes/{'boat' if status.submerged else ship.key}/{target}/{_number(adjudication, target)}"
        )
        shown = "" if status.submerged else ship.key
        run(adjudication, Spread(side, shown, target, count, near, purpose))
    adjudication.record(TubesEmptied(ship.key, state.turn), audiences.of_place(state, ship))
    if order.wake is not None:
        adjudication.record(WakeSeen(side, order.wake), EVERYONE)


def _number(adjudication: Adjudication[State], target: str) -> int:
    """Return the number of this spread among those at the same target, which keeps roll purposes distinct."""
    return sum(
        isinstance(fact.event, TorpedoesFired) and fact.event.target == target for fact in adjudication.facts
    )


def most_face(state: State, target: str, *, near: bool) -> int:
    """Return the highest face that hits (ES-28, ES-A7 if the target evades); 0 if none does."""
    return face_at(state.scenario.options, near=near, evades=state.ship_status[target].evading)


def face_at(options: Options, *, near: bool, evades: bool) -> int:
    """Return the highest face that hits a ship, evading or not; 0 or less if none does."""
    most = FIXED["torpedo_hits_near"] if near else FIXED["torpedo_hits"]
    if not evades:
        return most
    return most + FIXED["evasion_torpedo"] * (1 if options.evasive_torpedo == "literal" else -1)


def run(adjudication: Adjudication[State], spread: Spread) -> None:
    """Roll a die for each torpedo; each hit causes flooding and a roll for critical hits (ES-28)."""
    state = adjudication.state
    if not spread.torpedoes:
        return
    most = most_face(state, spread.target, near=spread.near)
    faces = adjudication.roll(spread.torpedoes, FIXED["die"], spread.purpose)
    hits = _hits_counted(state, spread.target, sum(face <= most for face in faces))
    rules = ("ES-28", "ES-A7") if state.ship_status[spread.target].evading else ("ES-28",)
    adjudication.record(TorpedoesFired(spread.side, spread.ship, spread.target, faces, most, hits, rules))
    for number in range(hits):
        _strike(adjudication, spread, number)


def _hits_counted(state: State, target: str, hits: int) -> int:
    """Return the number of hits that count: at most one per attack on an evading ship (ES-11, ES-A40)."""
    return min(1, hits) if state.ship_status[target].evading else hits


def _strike(adjudication: Adjudication[State], spread: Spread, number: int) -> None:
    purpose = f"{spread.purpose}/hit/{number}"
    dice = adjudication.roll(_TWO, FIXED["die"], purpose)
    over = sum(dice) - FIXED["torpedo_critical_less"]
    row = row_of(CRITICAL_HITS, over).roll if over > 0 else 0
    adjudication.record(TorpedoHit(spread.side, spread.target, dice, row))
    fires = fires_by_die(adjudication, row, f"{purpose}/fires")
    effect = Effect(spread.target, "torpedo", row, fires, FIXED["torpedo_flooding"], rule="ES-28")
    note(adjudication, effect)
