"""The captain's damage control: each die goes to the area where it helps most to keep the ship afloat."""

from collections.abc import Sequence
from typing import NamedTuple

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.orders import Choice, Fixed, OrderForm, Rows
from darkseas.engine.serialization.canonical_json import Json

from ..damage.repairs import AREAS, lost_moves
from ..model.scenario import Ship
from ..model.state import State
from ..tables.rules_tables import FIXED, REPAIRS, row_of
from .assessment import damage_of
from .expected_damage import WHOLE, Damage, frailty_of, loss

Answer = dict[str, Json]

#: Value of regaining one move.
_A_MOVE = WHOLE // 10
_FACES = range(1, FIXED["die"] + 1)


class Repaired(NamedTuple):
    """A die for an area, and its mean benefit."""

    area: str
    saves: int


def control_damage(view: State, side: str, form: OrderForm, _: Chooser) -> Answer:
    """Use every repair die that may help; never abandon a ship that can still be saved."""
    rows = next((blank.rows for blank in form.blanks if isinstance(blank, Rows)), ())
    repairs: list[Json] = []
    now: dict[str, Damage] = {}
    for row in rows:
        key = next(str(blank.value) for blank in row if isinstance(blank, Fixed))
        ship = view.scenario.ships[key]
        damage = now.get(key, damage_of(view.ship_status[key]))
        line: Answer = {"ship": key}
        for choice in row:
            best = _best(view, ship, damage, _areas(choice)) if isinstance(choice, Choice) else None
            if best is not None:
                line[choice.name] = best
                damage = _after(damage, best)
        if len(line) > 1:
            repairs.append(line)
            now[key] = damage
    return {"repairs": repairs}


def _areas(choice: Choice) -> list[str]:
    """Return the areas for which a die may be rolled alone."""
    return [str(value) for value in choice.values if value in AREAS]


def _best(view: State, ship: Ship, damage: Damage, areas: Sequence[str]) -> str | None:
    """Return the area where a die saves most if earlier dice succeed; None if no die helps.

    Between equal areas, the one where a die saves most if earlier dice fail.
    """
    found = damage_of(view.ship_status[ship.key])
    saves = {
        area: (repaired(view, ship, damage, area).saves, repaired(view, ship, found, area).saves)
        for area in areas
    }
    best = max(saves, key=lambda area: saves[area])
    return best if any(saves[best]) else None


def repaired(view: State, ship: Ship, damage: Damage, area: str) -> Repaired:
    """Return the mean benefit of a die for an area; 0 if there is nothing to repair."""
    if area == "speed":
        lost = lost_moves(view, ship.key)
        won = [row_of(REPAIRS, face) for face in _FACES]
        gains = sum(row.speed for row in won if row.speed_if_lost and lost >= row.speed_if_lost)
        return Repaired(area, gains * _A_MOVE // len(_FACES))
    level = damage.fires if area == "fires" else damage.flooding
    if level <= 0:
        return Repaired(area, 0)
    before = loss(frailty_of(ship), damage)
    less = FIXED["carrier_fire_roll"] if area == "fires" and ship.ratings.air else 0
    saved = sum(before - loss(frailty_of(ship), _rolled(damage, area, face + less)) for face in _FACES)
    spared = max(0, loss(frailty_of(ship), _changed(damage, area, 1)) - before)
    return Repaired(area, (saved + spared) // len(_FACES) + 1)


def _rolled(damage: Damage, area: str, roll: int) -> Damage:
    row = row_of(REPAIRS, roll)
    return _changed(damage, area, row.fires if area == "fires" else row.flooding)


def _changed(damage: Damage, area: str, change: int) -> Damage:
    if area == "fires":
        return damage._replace(fires=max(0, damage.fires + change))
    return damage._replace(flooding=max(0, damage.flooding + change))


def _after(damage: Damage, area: str) -> Damage:
    """Return the likely damage left for the next die: one level less in the area being repaired."""
    return damage if area == "speed" else _changed(damage, area, -1)
