"""The captain's gunnery: what they fire at once there is an enemy in sight.

They fire the fewest batteries that give an attack good odds, start another with the rest, spend
torpedoes only on good odds or at the last chance, and hold fire where friends are likelier to be
hit than enemies.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import Hex, distance, parse_label
from darkseas.engine.orders import Choice, Fixed, OrderForm, Row, Rows, Several
from darkseas.engine.serialization.canonical_json import Json

from ..combat.gunnery import factor_at
from ..combat.target_draws import blanks_for
from ..model.queries import blocks_at, level_of, ships_in
from ..model.scenario import Ship
from ..model.state import UNSPOTTED, State
from ..tables import capabilities, weapon_factor
from .assessment import Assessment, assess
from .strengths import HUNDRED, TORPEDO

Answer = dict[str, Json]

#: Odds, in hundredths, that an attack of guns aims at, and that torpedoes ask for before they are spent.
GOOD_ODDS, TORPEDO_ODDS = 300, 200


class Shot(NamedTuple):
    """A battery that may fire: its mount as the form has it, its weapon, its likely worth in hundredths."""

    mount: Json
    weapon: str
    worth: int


class BestTarget(NamedTuple):
    """What a target hex is likely to hold of a group of classes (`_target_of`); `defence` in hundredths."""

    group: str
    ships: int
    classes: tuple[tuple[str, int], ...]
    defence: int
    promise: int


def declare_attacks(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Each block attacks into the hex where it is likely to do most."""
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
    best = max(plans, key=lambda plan: plan.promise)
    if best.promise <= 0:
        return []
    return [_attack(best.row, best.target, [shot.mount for shot in mass]) for mass in best.masses]


class AttackPlan(NamedTuple):
    """An attack into one hex: at what, with which batteries together, what could fire, what it promises."""

    row: Row
    target: BestTarget
    shots: list[Shot]
    masses: list[list[Shot]]
    promise: int


def plan_of(assessment: Assessment, row: Row) -> AttackPlan:
    """How a block would attack by a line of the form."""
    view = assessment.view
    block, target_hex = str(fixed_value(row, "block")), parse_label(str(fixed_value(row, "target")))
    target = _best_target(assessment, block, target_hex, row)
    origin = view.blocks[block].hex
    if origin is None:
        return AttackPlan(row, target, [], [], 0)
    shots = _shots(view, block, row, distance(origin, target_hex), target)
    promise = sum(shot.worth for shot in shots) * target.promise
    return AttackPlan(row, target, shots, _masses(view, shots, target), promise)


def _best_target(assessment: Assessment, block: str, target_hex: Hex, row: Row) -> BestTarget:
    """The group of classes that promises most among those that the form offers."""
    groups = next(
        (blank.values for blank in row if isinstance(blank, Choice) and blank.name == "classes"), ("",)
    )
    return max(
        (_target_of(assessment, block, target_hex, str(group)) for group in groups),
        key=lambda target: target.promise,
    )


def _target_of(assessment: Assessment, block: str, target_hex: Hex, group: str) -> BestTarget:
    """What to expect of a group of classes in a hex.

    `promise` is what one factor brings: an average enemy ship's points for her defence, less those of
    friends, each by the chance that the draw falls there.
    """
    view, enemy = assessment.view, assessment.view.scenario.enemy_of(assessment.side)
    there = [enemy.block.key for enemy in assessment.enemies if enemy.at == target_hex]
    reported = sum(_ships_reported(view, key, group) for key in there)
    ships = max(1, reported)
    likely = _of_group(_likely_there(view, enemy, there), group)
    friends = [
        s
        for b in blocks_at(view, target_hex, assessment.side)
        if b.key != block
        for s in ships_in(view, b.key)
    ]
    at_risk = _of_group(friends, group)
    percent = capabilities(level_of(view, assessment.side)).friendly_fire_percent
    blanks = blanks_for(percent, len(at_risk))
    mean = _mean_defence(likely)
    promise = assessment.gain * ships * _mean_points(likely) // mean
    promise -= assessment.loss * blanks * _mean_points(at_risk) // _mean_defence(at_risk)
    classes = tuple(Counter(ship.ratings.defence_class for ship in likely).items())
    return BestTarget(group, ships, classes, mean, promise // (ships + blanks))


def _likely_there(view: State, side: str, blocks: Iterable[str]) -> list[Ship]:
    """The ships that lie face up, where all of these blocks do (DS-R36); else all of the side afloat."""
    scenario = view.scenario
    reports = [view.reports.get(key) for key in blocks]
    face_up = [report.ship for report in reports if report is not None and report.ship]
    if face_up and len(face_up) == len(reports):
        return [scenario.ships[key] for key in face_up]
    return [scenario.ships[key] for key in scenario.sides[side].ships if view.ship_status[key].afloat]


def _of_group(ships: list[Ship], group: str) -> list[Ship]:
    return [ship for ship in ships if not group or ship.ratings.defence_class in group]


def _mean_defence(ships: Sequence[Ship]) -> int:
    return HUNDRED * sum(ship.ratings.defence for ship in ships) // len(ships) if ships else HUNDRED


def _mean_points(ships: Sequence[Ship]) -> int:
    """In ten-thousandths, so that little is lost when it is divided by a defence."""
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


def _shots(view: State, block: str, row: Row, away: int, target: BestTarget) -> list[Shot]:
    mounts = next(blank.values for blank in row if isinstance(blank, Several))
    unspotted = view.blocks[block].spotted == UNSPOTTED
    shots = []
    for mount in mounts:
        assert isinstance(mount, dict), "the form of attacks names mounts"  # noqa: S101
        ship = view.scenario.ships[str(mount["ship"])]
        battery = ship.ratings.batteries[int(str(mount["battery"]))]
        worth = factor_at(battery, away) * _effect(battery.weapon, target.classes, away)
        doubled = battery.weapon == TORPEDO and unspotted
        shots.append(Shot(mount, battery.weapon, 2 * worth if doubled else worth))
    return sorted(shots, key=lambda shot: -shot.worth)


@lru_cache(maxsize=2_000)
def _effect(weapon: str, classes: tuple[tuple[str, int], ...], away: int) -> int:
    """The weapon's mean multiplier against these classes, in hundredths."""
    ships = sum(count for _, count in classes)
    return int(
        HUNDRED
        * sum(weapon_factor(weapon, defence_class, away) * count for defence_class, count in classes)
        / max(1, ships)
    )


def _masses(view: State, shots: Sequence[Shot], target: BestTarget) -> list[list[Shot]]:
    """Batteries put together until each attack has good odds; the rest joins the last one."""
    guns = _gathered([s for s in shots if s.weapon != TORPEDO], GOOD_ODDS * target.defence // HUNDRED)
    enough = TORPEDO_ODDS * target.defence // HUNDRED
    spread = _gathered([s for s in shots if s.weapon == TORPEDO], enough)
    at_last = is_last_chance(view)
    return [*guns, *(mass for mass in spread if at_last or worth_together(mass) >= enough)]


def is_last_chance(view: State) -> bool:
    """Whether the battle is so near its end that torpedoes are better spent than kept."""
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
    """What batteries are likely worth together, in hundredths."""
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
    """The value of a fixed blank of a line."""
    return next(blank.value for blank in row if isinstance(blank, Fixed) and blank.name == name)
