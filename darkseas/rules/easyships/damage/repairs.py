"""Repair rolls, both chosen and compulsory (ES-33, ES-34)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import EVERYONE, Audience
from darkseas.engine.orders import IllegalOrder

from ..model import audiences
from ..model.events import RepairRolled
from ..model.orders import Area, Repair, each_roll
from ..model.scenario import Ship
from ..model.ships import speed
from ..model.state import ShipStatus, State
from ..tables.rules_tables import FIXED, REPAIRS, row_of
from .apply_hits import record_hull, set_fires
from .flooding import flooded

AREAS: tuple[Area, ...] = ("fires", "flooding", "speed")
_COMPULSORY: tuple[Area, ...] = ("fires", "flooding")
_PAIR = 2
_RULES: Mapping[Area, str] = {"fires": "ES-31", "flooding": "ES-32", "speed": "ES-33"}


def allotted(ship: Ship) -> int:
    """Return a ship's number of repair dice: one per ten points of defence, rounded up (ES-33)."""
    return -(-ship.ratings.defence // FIXED["repair_share"])


def lost_moves(state: State, key: str) -> int:
    """Return the lost moves that repairs can address (ES-A12)."""
    ship, status = state.scenario.ships[key], state.ship_status[key]
    return ship.ratings.moves - speed(ship, status)


def hurt_areas(state: State, key: str) -> tuple[Area, ...]:
    """Return the areas in which a ship has something to repair."""
    status = state.ship_status[key]
    amounts = {"fires": status.fires, "flooding": status.flooding, "speed": status.moves_lost}
    return tuple(area for area in AREAS if amounts[area])


def check(state: State, side: str, repairs: Sequence[Repair]) -> None:
    """Raise IllegalOrder if a roll names no valid ship or damage, or a ship rolls too often."""
    spent: Counter[str] = Counter()
    for place, repair in enumerate(repairs):
        field = f"blanks.repairs.{place}"
        ship = state.scenario.ships.get(repair.ship)
        if ship is None or ship.side != side or state.ship_status[repair.ship].sunk:
            raise IllegalOrder("Repair a ship of yours that is afloat.", rule="ES-33", field=f"{field}.ship")
        if state.ship_status[repair.ship].no_repairs:
            reason = f"{ship.name} has no damage control this turn."
            raise IllegalOrder(reason, rule="ES-A15", field=f"{field}.ship")
        rolls = each_roll([repair])
        for number, roll in enumerate(rolls):
            if roll.area not in hurt_areas(state, roll.ship):
                reason = f"{ship.name} has nothing to repair there."
                named = "second" if number else "area"
                raise IllegalOrder(reason, rule="ES-33", field=f"{field}.{named}")
        spent[repair.ship] += sum(_PAIR if roll.pair else 1 for roll in rolls)
    for key in spent:
        most = allotted(state.scenario.ships[key])
        if spent[key] > most:
            reason = f"{state.scenario.ships[key].name} has {most} dice for repairs, not {spent[key]}."
            raise IllegalOrder(reason, rule="ES-33", field="blanks.repairs")


def neglected(state: State, key: str, areas: Sequence[Area]) -> Iterator[Area]:
    """Yield fires and flooding of a ship that her chosen rolls leave out (ES-34)."""
    hurt = hurt_areas(state, key)
    return (area for area in _COMPULSORY if area in hurt and area not in areas)


def resolve(adjudication: Adjudication[State], side: str, repairs: Sequence[Repair]) -> None:
    """Roll a side's chosen repairs, ship by ship, then the compulsory ones (ES-34).

    Dice are numbered within their area. Numbers across areas would reveal, through a public fire roll, how
    many dice were spent on secret damage (ES-A44).
    """
    check(adjudication.state, side, repairs)
    for ship in list(adjudication.state.afloat(side)):
        own = [repair for repair in repairs if repair.ship == ship.key]
        left_alone = tuple(neglected(adjudication.state, ship.key, [repair.area for repair in own]))
        rolled: Counter[Area] = Counter()
        for repair in own:
            _roll(adjudication, ship, repair.area, f"{rolled[repair.area]}", pair=repair.pair)
            rolled[repair.area] += 1
        for area in left_alone:
            _roll(adjudication, ship, area, "compulsory", compulsory=True)


def _roll(
    adjudication: Adjudication[State], ship: Ship, area: Area, number: str, *, pair: bool = False,
    compulsory: bool = False,
) -> None:  # fmt: skip
    state = adjudication.state
    if area not in hurt_areas(state, ship.key):
        return
    audience: Audience = EVERYONE if area == "fires" else audiences.of_damage(state, ship)
    purpose = f"repairs/{ship.key}/{area}/{number}"
    faces = adjudication.roll(_PAIR if pair else 1, FIXED["die"], purpose, audience)
    added = added_to_die(ship, area)
    row = row_of(REPAIRS, max(faces) + added)
    change = change_of(state, ship, area, row.roll)
    if compulsory:
        change = max(0, change)
    rule = "ES-34" if compulsory else "ES-33"
    adjudication.record(
        RepairRolled(ship.key, area, faces, added, row.roll, change, compulsory, rule), audience
    )
    _apply(adjudication, ship, area, change)


def added_to_die(ship: Ship, area: Area) -> int:
    """Return the modifier of a repair roll: −1 for fires on a ship with planes (ES-33, ES-A42)."""
    return FIXED["carrier_fire_roll"] if area == "fires" and ship.ratings.air else 0


def change_of(state: State, ship: Ship, area: Area, roll: int) -> int:
    """Return what a roll changes: the number of fires or flooding levels, or moves regained."""
    row = row_of(REPAIRS, roll)
    if area == "fires":
        return row.fires
    if area == "flooding":
        return row.flooding
    enough = row.speed_if_lost and lost_moves(state, ship.key) >= row.speed_if_lost
    return row.speed if enough else 0


def _apply(adjudication: Adjudication[State], ship: Ship, area: Area, change: int) -> None:
    state = adjudication.state
    if area == "fires":
        set_fires(adjudication, ship, change, _RULES[area])
        return
    status = state.ship_status[ship.key]
    now = _repaired(ship, status, area, change)
    record_hull(adjudication, ship, now, 0, _RULES[area])


def _repaired(ship: Ship, status: ShipStatus, area: Area, change: int) -> ShipStatus:
    if area == "speed":
        return status._replace(moves_lost=max(0, status.moves_lost - change))
    wet = flooded(ship, status, change)
    return status._replace(flooding=wet.flooding, flood_applied=wet.applied, moves_lost=wet.moves_lost)
