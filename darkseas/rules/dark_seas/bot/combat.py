"""The bot's gunnery: it decides which blocks attack which hex with which batteries.

Each attack uses the fewest batteries that give good odds; the other batteries make another attack. Attacks
agree on their targets: a ship that others are likely to sink is worth less. The bot fires torpedoes only at
good odds or at the last chance. A block holds its fire if it would rather hit friends than enemies, or if no
die roll can cause damage.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import Hex, distance, parse_label
from darkseas.engine.hexes.lines import crosses
from darkseas.engine.orders import Choice, Fixed, OrderForm, Row, Rows, Several
from darkseas.engine.serialization.canonical_json import Json

from ..combat.gunnery import Circumstances, factor_at, multipliers, odds_halves
from ..combat.target_draws import blanks_for
from ..model.attack_results import GUNS, NONE, TORPEDOES, result_of
from ..model.lines_of_sight_and_fire import fire_halved_by_smoke
from ..model.queries import is_evading, is_single, level_of, ships_in
from ..model.scenario import Ship
from ..model.state import UNSPOTTED, State
from ..tables.rules_tables import capabilities
from .assessment import BOLDNESS, Assessment, assess
from .strengths import HUNDRED, TORPEDO

Answer = dict[str, Json]

#: The target odds of a gun attack in hundredths, and the minimum odds for torpedoes.
GOOD_ODDS, TORPEDO_ODDS = 300, 200
#: The number of enemies that weigh as much as one friend.
_FRIEND = 3
#: The odds, in hundredths, that surely sink a ship; the part of a target left to do, in hundredths, below
#: which torpedoes are saved.
_CERTAIN_ODDS, _SERVED = 600, 22
#: A certain chance, in parts.
_SURE = 1_000_000
#: Why batteries hold fire: no roll could hurt anybody, other attacks are enough, the odds are low.
VAIN, SERVED, WEAK = "vain", "served", "weak"


class Gun(NamedTuple):
    """A battery that may fire: its mount as in the form, its weapon, its printed factor at a range in hexes,
    and the circumstances that modify it.
    """

    mount: Json
    weapon: str
    factor: int
    away: int
    how: Circumstances


class Shot(NamedTuple):
    """A battery at a target: its mount, its weapon, its estimated worth in hundredths."""

    mount: Json
    weapon: str
    worth: int
    gun: Gun


class BestTarget(NamedTuple):
    """The estimated contents of a target hex for one group of classes; `defence` in hundredths.

    `likely` are the enemy ships that may be there.
    """

    group: str
    ships: int
    likely: tuple[Ship, ...]
    classes: tuple[tuple[str, int], ...]
    defence: int
    promise: int


class Assigned:
    """The attacks that a side has already decided on, so that the next ones leave well-served targets alone.

    An attack at odds of 6:1 surely sinks the ship that it draws. Weaker ones count as a part of that, and
    parts add up, because a damaged ship sinks when she is damaged again (§20).
    """

    def __init__(self) -> None:
        self._made: dict[str, list[tuple[str, int, int]]] = {}

    def add(self, plan: "AttackPlan") -> None:
        """Count an attack."""
        odds = HUNDRED * worth_together(plan.mass) // max(1, plan.target.defence)
        done = min(HUNDRED, odds * HUNDRED // _CERTAIN_ODDS)
        self._made.setdefault(plan.at, []).append((plan.target.group, plan.target.ships, done))

    def left(self, at: str, group: str) -> int:
        """Return how much of another attack on a group in a hex would be of use, in hundredths."""
        chances = {0: _SURE}
        for other, ships, done in self._made.get(at, ()):
            if not group or not other or set(group) & set(other):
                chances = _drawn(chances, ships, done)
        return sum(chance * min(HUNDRED, 2 * (HUNDRED - part)) for part, chance in chances.items()) // _SURE


def _drawn(chances: Mapping[int, int], ships: int, done: int) -> dict[int, int]:
    """Return the chances of how much is done to a ship after an attack that draws one of so many."""
    after: dict[int, int] = {}
    for part, chance in chances.items():
        hit = chance // ships
        for done_to_her, share in ((part, chance - hit), (min(HUNDRED, part + done), hit)):
            after[done_to_her] = after.get(done_to_her, 0) + share
    return after


def declare_attacks(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Attack with each block the hexes where its attacks probably have the greatest effect."""
    plans = attack_plans(assess(view, side), form)
    return {"attacks": [_attack(plan) for each in plans.values() for plan in each if plan.mass]}


def attack_plans(assessment: Assessment, form: OrderForm) -> dict[str, list["AttackPlan"]]:
    """Return each block's attacks: guns first, then torpedoes where they are still of use.

    Every attack allows for those of the blocks before it. The last plan for a weapon may be one that fires
    nothing, and says what would have been the target.
    """
    lines = next((blank.rows for blank in form.blanks if isinstance(blank, Rows)), ())
    by_block: dict[str, list[Row]] = {}
    for row in lines:
        by_block.setdefault(str(fixed_value(row, "block")), []).append(row)
    assigned = Assigned()
    plans: dict[str, list[AttackPlan]] = {block: [] for block in by_block}
    for torpedoes in (False, True):
        for block, rows in by_block.items():
            plans[block] += _plans_of(assessment, rows, assigned, torpedoes=torpedoes)
    return plans


def _plans_of(
    assessment: Assessment, rows: Sequence[Row], assigned: Assigned, *, torpedoes: bool
) -> Iterator["AttackPlan"]:
    """Yield a block's attacks with one kind of weapon, until nothing is left that is worth firing."""
    batteries = [(row, _shots(assessment, row, torpedoes=torpedoes)) for row in rows]
    fired: list[Json] = []
    while True:
        plans = [
            _plan_of(assessment, row, left, assigned)
            for row, shots in batteries
            if (left := [shot for shot in shots if shot.mount not in fired])
        ]
        if not plans:
            return
        best = max(plans, key=lambda plan: (plan.promise > 0 and bool(plan.mass), plan.promise))
        if best.promise <= 0:
            best = best._replace(mass=[])
        yield best
        if not best.mass:
            return
        assigned.add(best)
        fired += [shot.mount for shot in best.mass]


class AttackPlan(NamedTuple):
    """A possible attack on one hex: the target, the batteries still able to fire there, those that fire
    together, and the expected gain.

    `held` says why batteries that could fire do not: `VAIN`, `SERVED` or `WEAK`.
    """

    row: Row
    at: str
    target: BestTarget
    shots: list[Shot]
    mass: list[Shot]
    promise: int
    held: str = ""


def _plan_of(assessment: Assessment, row: Row, guns: Sequence[Gun], assigned: Assigned) -> AttackPlan:
    """Return a block's next attack with one line of the form and these batteries."""
    view, at = assessment.view, str(fixed_value(row, "target"))
    target = _best_target(assessment, str(fixed_value(row, "block")), row, assigned)
    shots = sorted([_shot(gun, target) for gun in guns], key=lambda shot: -shot.worth)
    promise = sum(shot.worth for shot in shots) * target.promise
    is_torpedo = shots[0].weapon == TORPEDO
    enough = (TORPEDO_ODDS if is_torpedo else GOOD_ODDS) * target.defence // HUNDRED
    masses = _gathered(shots, enough)
    mass = next((mass for mass in masses if _can_hurt(view, mass, target)), [])
    held = "" if mass else VAIN
    if mass and is_torpedo and assigned.left(at, target.group) < _SERVED:
        mass, held = [], SERVED
    elif mass and is_torpedo and worth_together(mass) < enough and not is_last_chance(view):
        mass, held = [], WEAK
    return AttackPlan(row, at, target, shots, mass, promise, held)


def _best_target(assessment: Assessment, block: str, row: Row, assigned: Assigned) -> BestTarget:
    """Return the most promising group of classes that the form offers."""
    groups = next(
        (blank.values for blank in row if isinstance(blank, Choice) and blank.name == "classes"), ("",)
    )
    at = str(fixed_value(row, "target"))
    return max(
        (_target_of(assessment, block, at, str(group), assigned.left(at, str(group))) for group in groups),
        key=lambda target: target.promise,
    )


def _target_of(assessment: Assessment, block: str, at: str, group: str, left: int) -> BestTarget:
    """The expected targets for a group of classes in a hex.

    `promise` is the expected gain of one attack factor: an average enemy ship's points divided by her
    defence, minus the same for friends, each weighted by the chance that the draw falls there. `left` is the
    part of the enemies, in hundredths, that other attacks leave to do.
    """
    target_hex = parse_label(at)
    view, enemy = assessment.view, assessment.view.scenario.enemy_of(assessment.side)
    there = [enemy.block.key for enemy in assessment.enemies if enemy.at == target_hex]
    reported = sum(_ships_reported(view, key, group) for key in there)
    ships = max(1, reported)
    likely = _of_group(_likely_there(view, enemy, there), group)
    friends = _friends_in_the_way(assessment, block, target_hex)
    at_risk = _of_group(friends, group)
    percent = capabilities(level_of(view, assessment.side)).friendly_fire_percent
    blanks = blanks_for(percent, len(at_risk))
    mean = _mean_defence(likely)
    promise = assessment.gain * ships * _mean_points(likely) // mean * left // HUNDRED
    # A side short of turns takes more risk of hitting friends, but never trades a friend for a lesser enemy.
    friend = assessment.loss * max(1, _FRIEND * BOLDNESS // assessment.boldness) * _mean_points(at_risk)
    promise -= blanks * friend // _mean_defence(at_risk)
    classes = tuple(Counter(ship.ratings.defence_class for ship in likely).items())
    return BestTarget(group, ships, tuple(likely), classes, mean, promise // (ships + blanks))


def _friends_in_the_way(assessment: Assessment, block: str, target_hex: Hex) -> list[Ship]:
    """Own ships, outside the firing block, in the target hex or where the line of fire crosses (§18i,
    §18j).
    """
    view = assessment.view
    origin = view.blocks[block].hex
    hexes = (target_hex, *(crosses(origin, target_hex) if origin is not None else ()))
    return [
        ship
        for key, own in view.blocks.items()
        if own.side == assessment.side and own.hex in hexes and key != block
        for ship in ships_in(view, key)
    ]


def _reported_there(view: State, blocks: Sequence[str], ships: list[Ship]) -> list[Ship]:
    """Return the enemy ships that may be in these blocks, given the classes announced for them."""
    classes: set[str] = set()
    for key in blocks:
        report = view.reports.get(key)
        if report is None or not report.classes:
            return ships
        classes.update("".join(group for group, number in report.classes if number))
    return [ship for ship in ships if ship.ratings.defence_class in classes] or ships


def _likely_there(view: State, side: str, blocks: Sequence[str]) -> list[Ship]:
    """The face-up ships if all these blocks lie face up (DS-R36); otherwise all ships that may be in them."""
    scenario = view.scenario
    reports = [view.reports.get(key) for key in blocks]
    face_up = [report.ship for report in reports if report is not None and report.ship]
    if face_up and len(face_up) == len(reports):
        return [scenario.ships[key] for key in face_up]
    afloat = [scenario.ships[key] for key in scenario.sides[side].ships if view.ship_status[key].afloat]
    return _reported_there(view, blocks, afloat)


def _of_group(ships: list[Ship], group: str) -> list[Ship]:
    return [ship for ship in ships if not group or ship.ratings.defence_class in group]


def _mean_defence(ships: Sequence[Ship]) -> int:
    return HUNDRED * sum(ship.ratings.defence for ship in ships) // len(ships) if ships else HUNDRED


def _mean_points(ships: Sequence[Ship]) -> int:
    """The mean value of ships in ten-thousandths of a point, so that little is lost in division."""
    return int(HUNDRED * HUNDRED * sum(ship.ratings.points for ship in ships)) // len(ships) if ships else 0


def _ships_reported(view: State, key: str, group: str) -> int:
    report = view.reports.get(key)
    if report is None:
        return 0
    if report.ship and group:
        return int(view.scenario.ships[report.ship].ratings.defence_class in group)
    if not group or not report.classes:
        return report.ships
    return sum(number for classes, number in report.classes if set(classes) & set(group))


# --- batteries -----------------------------------------------------------------------------------


def _shots(assessment: Assessment, row: Row, *, torpedoes: bool) -> list[Gun]:
    """Return the batteries of one kind that may fire with a line of the form."""
    view = assessment.view
    block, target_hex = str(fixed_value(row, "block")), parse_label(str(fixed_value(row, "target")))
    origin = view.blocks[block].hex
    if origin is None:
        return []
    away, how = distance(origin, target_hex), _circumstances(assessment, block, target_hex)
    guns = []
    for mount in next(blank.values for blank in row if isinstance(blank, Several)):
        assert isinstance(mount, dict), "the attack form must list mounts"  # noqa: S101
        ship = view.scenario.ships[str(mount["ship"])]
        battery = ship.ratings.batteries[int(str(mount["battery"]))]
        if (battery.weapon == TORPEDO) is not torpedoes:
            continue
        own = how._replace(
            attacker_evades=is_evading(view, ship, block),
            second_salvo=battery.reload == "R*" and view.ship_status[ship.key].salvoes > 0,
        )
        guns.append(Gun(mount, battery.weapon, factor_at(battery, away), away, own))
    return guns


def _shot(gun: Gun, target: BestTarget) -> Shot:
    worth = gun.factor * _effect(gun.weapon, target.classes, gun.away, gun.how)
    return Shot(gun.mount, gun.weapon, worth, gun)


def _circumstances(assessment: Assessment, block: str, target_hex: Hex) -> Circumstances:
    """The modifiers of all batteries of an attack, as far as the side can know them."""
    view = assessment.view
    origin = view.blocks[block].hex
    aimed_at = [enemy.block for enemy in assessment.enemies if enemy.at == target_hex]
    return Circumstances(
        single=is_single(view, block),
        attacker_evades=False,
        target_evades=bool(aimed_at) and all(enemy.evading for enemy in aimed_at),
        unspotted=view.blocks[block].spotted == UNSPOTTED,
        second_salvo=False,
        smoke=origin is not None and fire_halved_by_smoke(view, origin, target_hex),
    )


@lru_cache(maxsize=4_000)
def _effect(weapon: str, classes: tuple[tuple[str, int], ...], away: int, how: Circumstances) -> int:
    """The weapon's mean multiplier against these classes, in hundredths."""
    ships = sum(count for _, count in classes)
    products = (multipliers(weapon, target, away, how)[1] * count for target, count in classes)
    return int(HUNDRED * sum(products, Fraction(0)) / max(1, ships))


def _can_hurt(view: State, mass: Sequence[Shot], target: BestTarget) -> bool:
    """Return whether any die roll lets these batteries hurt a ship that may be there (DS-R22, DS-R24)."""
    weapons = TORPEDOES if mass[0].weapon == TORPEDO else GUNS
    seen: set[tuple[str, int, bool]] = set()
    for ship in target.likely:
        ratings, damaged = ship.ratings, view.ship_status[ship.key].damaged
        kind = ratings.defence_class, ratings.defence, damaged
        if kind in seen:
            continue
        seen.add(kind)
        shares = [
            (gun.weapon, gun.factor * multipliers(gun.weapon, ratings.defence_class, gun.away, gun.how)[1])
            for _, _, _, gun in mass
        ]
        with_d = any(weapon == "D" and share for weapon, share in shares)
        odds = odds_halves(view, weapons, sum((share for _, share in shares), Fraction(0)), ratings.defence)
        if result_of(1, odds, with_d, weapons, ratings.defence_class, damaged)[0] != NONE:
            return True
    return False


def is_last_chance(view: State) -> bool:
    """Return whether the end of the battle is so near that the bot should fire its torpedoes."""
    return view.turn + 1 >= view.scenario.aims.turn_limit


def _gathered(shots: Sequence[Shot], enough: int) -> list[list[Shot]]:
    masses: list[list[Shot]] = []
    for shot in shots:
        if masses and worth_together(masses[-1]) < enough:
            masses[-1].append(shot)
        else:
            masses.append([shot])
    if len(masses) > 1 and worth_together(masses[-1]) < enough:
        masses[-2].extend(masses.pop())
    return masses


def worth_together(mass: Iterable[Shot]) -> int:
    return sum(shot.worth for shot in mass)


def _attack(plan: AttackPlan) -> Answer:
    attack: Answer = {
        "block": fixed_value(plan.row, "block"),
        "target": plan.at,
        "mounts": [shot.mount for shot in plan.mass],
    }
    if plan.target.group:
        attack["classes"] = plan.target.group
    if any(isinstance(blank, Choice) and blank.name == "keep_out" for blank in plan.row):
        attack["keep_out"] = True
    return attack


def fixed_value(row: Row, name: str) -> Json:
    return next(blank.value for blank in row if isinstance(blank, Fixed) and blank.name == name)
