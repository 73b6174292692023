"""The captain's sightings, evasion and gunnery: what he does once there is an enemy in sight.

He fires the fewest batteries that give an attack good odds and starts another with the rest, spends
torpedoes only on good odds or at the last chance, and holds fire where friends are likelier to be
hit than enemies.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from ...engine.bots import Chooser
from ...engine.canon import Json
from ...engine.hexes import Hex, distance, parse_label
from ...engine.orders import Choice, Fixed, OrderForm, Row, Rows, Several
from .draws import blanks_for
from .gunnery import factor_at
from .sheet import Battery, Ship
from .state import UNSPOTTED, State
from .tables import capabilities, weapon_factor
from .view import blocks_at, level_of, ships_in

Answer = dict[str, Json]

#: Odds that an attack of guns aims at, and that torpedoes ask for before they are spent.
GOOD_ODDS, TORPEDO_ODDS = Fraction(3), Fraction(2)
#: How much stronger the enemy must look before the captain evades.
OUTGUNNED = Fraction(3, 2)
TORPEDO = "T"


class Shot(NamedTuple):
    """A battery that may fire: its mount as the form has it, its weapon, what it is likely worth."""

    mount: Json
    weapon: str
    worth: Fraction


class Prey(NamedTuple):
    """What a target hex is likely to hold: ships told, and an average enemy ship of that kind."""

    ships: int
    classes: str
    defence: Fraction
    value: Fraction


def declare_sightings(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Keep every sighting; a dummy that alone has sighted says that it saw nothing."""
    answer: Answer = {}
    for blank in form.blanks:
        if isinstance(blank, Rows) and blank.name == "dummies":
            answer["dummies"] = [{"block": _fixed(row, "block"), "answer": "void"} for row in blank.rows]
    return answer


def declare_evasion(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Evade with blocks that cannot fire, or that look outgunned."""
    able = next(blank.values for blank in form.blanks if isinstance(blank, Several))
    return {"blocks": [key for key in able if _should_evade(view, side, str(key))]}


def _should_evade(view: State, side: str, key: str) -> bool:
    sound = [ship for ship in ships_in(view, key) if not view.plights[ship.key].damaged]
    if not sound:
        return True
    at = view.blocks[key].hex
    facing = [b for b in view.blocks.values() if b.side != side and b.spotted and b.hex and at]
    if not facing or at is None:
        return False
    nearest = min(distance(at, block.hex) for block in facing if block.hex is not None)
    own = sum(_guns(ship, nearest) for ship in sound)
    told = sum(view.reports[block.key].ships for block in facing if block.key in view.reports)
    enemy = _average(_guns(ship, nearest) for ship in _enemies(view, side)) * told
    return enemy > own * OUTGUNNED


def _guns(ship: Ship, range_hexes: int) -> int:
    return sum(factor_at(b, range_hexes) for b in ship.ratings.batteries if b.weapon != TORPEDO)


def _enemies(view: State, side: str) -> list[Ship]:
    sheet = view.sheet
    keys = sheet.sides[sheet.enemy_of(side)].ships
    return [sheet.ships[key] for key in keys if view.plights[key].afloat]


def _average(values: Iterable[int | Fraction]) -> Fraction:
    found = list(values)
    return Fraction(sum(found)) / len(found) if found else Fraction(0)


# --- attacks -------------------------------------------------------------------------------------


def declare_attacks(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Each block attacks into the hex where it is likely to do most."""
    lines = next((blank.rows for blank in form.blanks if isinstance(blank, Rows)), ())
    by_block: dict[str, list[Row]] = {}
    for row in lines:
        by_block.setdefault(str(_fixed(row, "block")), []).append(row)
    attacks: list[Json] = []
    for rows in by_block.values():
        attacks.extend(_best_of(view, side, rows))
    return {"attacks": attacks}


def _best_of(view: State, side: str, rows: Sequence[Row]) -> list[Json]:
    plans = [_plan(view, side, row) for row in rows]
    promise, attacks = max(plans, key=lambda plan: plan[0])
    return attacks if promise > 0 else []


def _plan(view: State, side: str, row: Row) -> tuple[Fraction, list[Json]]:
    """What an attack into one hex promises, and the attacks that make it up."""
    block, target = str(_fixed(row, "block")), parse_label(str(_fixed(row, "target")))
    origin = view.blocks[block].hex
    if origin is None:
        return Fraction(0), []
    range_hexes = distance(origin, target)
    prey = _prey(view, side, target, row)
    if _friends_likelier(view, side, block, target, prey):
        return Fraction(0), []
    shots = _shots(view, block, row, range_hexes, prey)
    attacks = [_attack(row, prey, mounts) for mounts in _masses(view, shots, prey)]
    promise = sum((shot.worth for shot in shots), Fraction(0)) / prey.defence * prey.value
    return promise, attacks


def _prey(view: State, side: str, target: Hex, row: Row) -> Prey:
    """The group of classes worth most among those that the form offers."""
    offered = next(
        (blank.values for blank in row if isinstance(blank, Choice) and blank.name == "classes"), ("",)
    )
    blocks = [
        b.key for b in view.blocks.values() if b.side != side and b.hex == target and b.key in view.reports
    ]
    return max((_prey_of(view, side, blocks, str(group)) for group in offered), key=lambda prey: prey.value)


def _prey_of(view: State, side: str, blocks: Sequence[str], group: str) -> Prey:
    ships = sum(_told(view, key, group) for key in blocks)
    likely = [s for s in _enemies(view, side) if not group or s.ratings.defence_class in group]
    defence = _average(ship.ratings.defence for ship in likely) or Fraction(1)
    return Prey(max(1, ships), group, defence, _average(ship.ratings.points for ship in likely))


def _told(view: State, key: str, group: str) -> int:
    report = view.reports[key]
    if not group or not report.classes:
        return report.ships
    return sum(number for told, number in report.classes if set(told) & set(group))


def _friends_likelier(view: State, side: str, block: str, target: Hex, prey: Prey) -> bool:
    friends = sum(len(ships_in(view, b.key)) for b in blocks_at(view, target, side) if b.key != block)
    percent = capabilities(level_of(view, side)).friendly_fire_percent
    return blanks_for(percent, friends) >= prey.ships


def _shots(view: State, block: str, row: Row, range_hexes: int, prey: Prey) -> list[Shot]:
    mounts = next(blank.values for blank in row if isinstance(blank, Several))
    shots = []
    for mount in mounts:
        ship = view.sheet.ships[str(mount["ship"])]
        battery = ship.ratings.batteries[int(mount["battery"])]
        shots.append(Shot(mount, battery.weapon, _worth(view, block, battery, range_hexes, prey)))
    return sorted(shots, key=lambda shot: -shot.worth)


def _worth(view: State, block: str, battery: Battery, range_hexes: int, prey: Prey) -> Fraction:
    """A battery's factor against a likely target class; unspotted torpedoes count twice."""
    likely = prey.classes[-1] if prey.classes else "C"
    worth = factor_at(battery, range_hexes) * weapon_factor(battery.weapon, likely, range_hexes)
    unspotted = battery.weapon == TORPEDO and view.blocks[block].spotted == UNSPOTTED
    return worth * 2 if unspotted else worth


def _masses(view: State, shots: Sequence[Shot], prey: Prey) -> list[list[Json]]:
    """Batteries put together until each attack has good odds; the rest joins the last one."""
    guns = _gathered([s for s in shots if s.weapon != TORPEDO], GOOD_ODDS * prey.defence)
    torpedoes = [s for s in shots if s.weapon == TORPEDO]
    spread = _gathered(torpedoes, TORPEDO_ODDS * prey.defence)
    last_chance = view.turn + 1 >= view.sheet.aims.turn_limit
    worthy = [mass for mass in spread if last_chance or _sum(mass) >= TORPEDO_ODDS * prey.defence]
    return [[shot.mount for shot in mass] for mass in (*guns, *worthy)]


def _gathered(shots: Sequence[Shot], enough: Fraction) -> list[list[Shot]]:
    masses: list[list[Shot]] = []
    for shot in shots:
        if masses and _sum(masses[-1]) < enough:
            masses[-1].append(shot)
        else:
            masses.append([shot])
    if len(masses) > 1 and _sum(masses[-1]) < enough:
        masses[-2].extend(masses.pop())
    return masses


def _sum(mass: Iterable[Shot]) -> Fraction:
    return sum((shot.worth for shot in mass), Fraction(0))


def _attack(row: Row, prey: Prey, mounts: list[Json]) -> Answer:
    attack: Answer = {"block": _fixed(row, "block"), "target": _fixed(row, "target"), "mounts": mounts}
    if prey.classes:
        attack["classes"] = prey.classes
    if any(isinstance(blank, Choice) and blank.name == "keep_out" for blank in row):
        attack["keep_out"] = True
    return attack


def _fixed(row: Row, name: str) -> Json:
    return next(blank.value for blank in row if isinstance(blank, Fixed) and blank.name == name)
