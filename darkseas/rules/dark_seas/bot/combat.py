"""The bot's gunnery: it decides which blocks attack which hex with which batteries.

Each attack uses the fewest batteries that give good odds; the other batteries make another attack. The bot
fires torpedoes only at good odds or at the last chance. A block holds its fire if it would rather hit friends
than enemies, or if no die roll can cause damage.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
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
#: The attacks at good odds that usually sink a ship; the number of enemies that weigh as much as one friend.
_ATTACKS_TO_SINK, _FRIEND = 3, 3


class Shot(NamedTuple):
    """A battery that may fire: its mount as in the form, its weapon, its estimated worth in hundredths.

    `factor` is the printed attack factor, `how` the circumstances that modify it.
    """

    mount: Json
    weapon: str
    worth: int
    factor: int
    how: Circumstances


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


def declare_attacks(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Attack with each block the hex where its attack probably has the greatest effect."""
    lines = next((blank.rows for blank in form.blanks if isinstance(blank, Rows)), ())
    by_block: dict[str, list[Row]] = {}
    for row in lines:
        by_block.setdefault(str(fixed_value(row, "block")), []).append(row)
    assessment = assess(view, side)
    attacks: list[Json] = []
    for rows in by_block.values():
        attacks.extend(_best_of(assessment, rows))
    return {"attacks": attacks}


def _best_of(assessment: Assessment, rows: Sequence[Row]) -> list[Json]:
    plans = [plan_of(assessment, row) for row in rows]
    best = best_plan(plans)
    if best.promise <= 0:
        return []
    return [_attack(best.row, best.target, [shot.mount for shot in mass]) for mass in best.masses]


class AttackPlan(NamedTuple):
    """A possible attack on one hex: the target, the batteries that fire together, and the expected gain.

    `vain` are batteries that would fire together but cannot cause damage there.
    """

    row: Row
    target: BestTarget
    shots: list[Shot]
    masses: list[list[Shot]]
    vain: list[list[Shot]]
    promise: int


def best_plan(plans: Iterable[AttackPlan]) -> AttackPlan:
    """Return the most promising attack. Attacks that can cause damage come first."""
    return max(plans, key=lambda plan: (plan.promise > 0 and bool(plan.masses), plan.promise))


def plan_of(assessment: Assessment, row: Row) -> AttackPlan:
    """Return how a block would attack with one line of the form."""
    view = assessment.view
    block, target_hex = str(fixed_value(row, "block")), parse_label(str(fixed_value(row, "target")))
    target = _best_target(assessment, block, target_hex, row)
    origin = view.blocks[block].hex
    if origin is None:
        return AttackPlan(row, target, [], [], [], 0)
    away = distance(origin, target_hex)
    shots = _shots(assessment, block, row, away, target)
    promise = sum(shot.worth for shot in shots) * target.promise
    masses: list[list[Shot]] = []
    vain: list[list[Shot]] = []
    for mass in _masses(view, shots, target):
        (masses if _can_hurt(view, mass, target, away) else vain).append(mass)
    return AttackPlan(row, target, shots, masses, vain, promise)


def _best_target(assessment: Assessment, block: str, target_hex: Hex, row: Row) -> BestTarget:
    """Return the most promising group of classes that the form offers."""
    groups = next(
        (blank.values for blank in row if isinstance(blank, Choice) and blank.name == "classes"), ("",)
    )
    return max(
        (_target_of(assessment, block, target_hex, str(group)) for group in groups),
        key=lambda target: target.promise,
    )


def _target_of(assessment: Assessment, block: str, target_hex: Hex, group: str) -> BestTarget:
    """The expected targets for a group of classes in a hex.

    `promise` is the expected gain of one attack factor: an average enemy ship's points divided by her
    defence, minus the same for friends, each weighted by the chance that the draw falls there.
    """
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
    promise = assessment.gain * ships * _mean_points(likely) // mean
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


def _shots(assessment: Assessment, block: str, row: Row, away: int, target: BestTarget) -> list[Shot]:
    view = assessment.view
    mounts = next(blank.values for blank in row if isinstance(blank, Several))
    how = _circumstances(assessment, block, parse_label(str(fixed_value(row, "target"))))
    shots = []
    for mount in mounts:
        assert isinstance(mount, dict), "the attack form must list mounts"  # noqa: S101
        ship = view.scenario.ships[str(mount["ship"])]
        battery = ship.ratings.batteries[int(str(mount["battery"]))]
        factor = factor_at(battery, away)
        own = how._replace(
            attacker_evades=is_evading(view, ship, block),
            second_salvo=battery.reload == "R*" and view.ship_status[ship.key].salvoes > 0,
        )
        worth = factor * _effect(battery.weapon, target.classes, away, own)
        shots.append(Shot(mount, battery.weapon, worth, factor, own))
    return sorted(shots, key=lambda shot: -shot.worth)


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


def _can_hurt(view: State, mass: Sequence[Shot], target: BestTarget, away: int) -> bool:
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
            (shot.weapon, shot.factor * multipliers(shot.weapon, ratings.defence_class, away, shot.how)[1])
            for shot in mass
        ]
        with_d = any(weapon == "D" and share for weapon, share in shares)
        odds = odds_halves(view, weapons, sum((share for _, share in shares), Fraction(0)), ratings.defence)
        if result_of(1, odds, with_d, weapons, ratings.defence_class, damaged)[0] != NONE:
            return True
    return False


def _masses(view: State, shots: Sequence[Shot], target: BestTarget) -> list[list[Shot]]:
    """Combine batteries until each attack has good odds. The remaining batteries join the last attack."""
    guns = _gathered([s for s in shots if s.weapon != TORPEDO], GOOD_ODDS * target.defence // HUNDRED)
    enough = TORPEDO_ODDS * target.defence // HUNDRED
    spread = _gathered([s for s in shots if s.weapon == TORPEDO], enough)
    at_last = is_last_chance(view)
    if are_guns_enough(guns, target):
        return guns
    return [*guns, *(mass for mass in spread if at_last or worth_together(mass) >= enough)]


def are_guns_enough(guns: Sequence[Sequence[Shot]], target: BestTarget) -> bool:
    """Return whether gun attacks at good odds suffice for all ships there, so torpedoes can be saved."""
    good = sum(worth_together(mass) >= GOOD_ODDS * target.defence // HUNDRED for mass in guns)
    return good >= _ATTACKS_TO_SINK * target.ships


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


def _attack(row: Row, target: BestTarget, mounts: list[Json]) -> Answer:
    attack: Answer = {
        "block": fixed_value(row, "block"),
        "target": fixed_value(row, "target"),
        "mounts": mounts,
    }
    if target.group:
        attack["classes"] = target.group
    if any(isinstance(blank, Choice) and blank.name == "keep_out" for blank in row):
        attack["keep_out"] = True
    return attack


def fixed_value(row: Row, name: str) -> Json:
    return next(blank.value for blank in row if isinstance(blank, Fixed) and blank.name == name)
