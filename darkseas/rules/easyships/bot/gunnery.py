"""The captain's gunnery: each battery fires at the target with the most damage, given the fire already
assigned.

The heaviest fire is assigned first. A badly damaged ship draws more fire than a sound one. A ship that is
almost sunk draws no further fire, and a ship that no gun can damage draws none.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.orders import Choice, Fixed, OrderForm, Row, Rows
from darkseas.engine.serialization.canonical_json import Json

from ..combat import line_of_sight
from ..combat.gun_arithmetic import guns_bearing
from ..combat.gunnery import aim_of
from ..combat.line_of_sight import Surface
from ..combat.starshell import lit_fire
from ..model.orders import GunFire, LitFire
from ..model.state import State
from .assessment import Assessment, assess, damage_of
from .expected_damage import WHOLE, Volley, frailty_of, loss, volley_harm

Answer = dict[str, Json]

#: Extra weight of fire at a target that is almost sunk, in hundredths.
_FINISH = 60
_HUNDRED = 100


class Shot(NamedTuple):
    """A battery's fire at a target, its mean damage and its value."""

    fire: GunFire
    harm: int
    worth: int


def fire_guns(view: State, side: str, form: OrderForm, _: Chooser) -> Answer:
    """Fire every battery that can do damage; use starshell if that gains more."""
    assessment = assess(view, side)
    shots = aimed(assessment, form)
    lit = lighting(assessment, form, shots)
    by_light = {each.ship for each in lit}
    return {
        "fire": [
            {"ship": shot.fire.ship, "battery": shot.fire.battery, "target": shot.fire.target}
            for shot in shots
            if shot.fire.ship not in by_light
        ],
        **({"lit": [{"ship": each.ship, "target": each.target} for each in lit]} if lit else {}),
    }


def lighting(assessment: Assessment, form: OrderForm, shots: Sequence[Shot]) -> tuple[LitFire, ...]:
    """Return the ships that use starshell because their other guns then gain more than with `shots`."""
    rows = next((blank.rows for blank in form.blanks if isinstance(blank, Rows) and blank.name == "lit"), ())
    surface = line_of_sight.surface_of(assessment.view)
    chosen = []
    for row in rows:
        ship = next(str(blank.value) for blank in row if isinstance(blank, Fixed))
        targets = next(blank.values for blank in row if isinstance(blank, Choice))
        ways = [LitFire(ship, str(target)) for target in targets]
        worths = [_worth_by_light(assessment, each, surface) for each in ways]
        plain = sum(shot.worth for shot in shots if shot.fire.ship == ship)
        if max(worths) > plain:
            chosen.append(ways[worths.index(max(worths))])
    return tuple(chosen)


def _worth_by_light(assessment: Assessment, order: LitFire, surface: Surface) -> int:
    fires = lit_fire(assessment.view, order, surface)
    return sum(shot_at(assessment, fire).worth for fire in fires if not fire.starshell)


def aimed(assessment: Assessment, form: OrderForm) -> tuple[Shot, ...]:
    """Return a side's fire, battery by battery, heaviest first."""
    rows = next((blank.rows for blank in form.blanks if isinstance(blank, Rows)), ())
    batteries = [tuple(shots_of(assessment, row)) for row in rows]
    batteries = [shots for shots in batteries if shots]
    batteries.sort(key=lambda shots: -max(shot.worth for shot in shots))
    left: dict[str, int] = {}
    chosen: list[Shot] = []
    for shots in batteries:
        best = max(shots, key=lambda shot: shot.worth * left.get(shot.fire.target, WHOLE))
        chosen.append(best)
        target = best.fire.target
        left[target] = left.get(target, WHOLE) * (WHOLE - best.harm) // WHOLE
    return tuple(chosen)


def shots_of(assessment: Assessment, row: Row) -> Iterator[Shot]:
    """Yield a battery's possible shots at the targets it can damage."""
    fixed = {blank.name: blank.value for blank in row if isinstance(blank, Fixed)}
    targets = next(blank.values for blank in row if isinstance(blank, Choice))
    for target in targets:
        shot = shot_at(assessment, GunFire(str(fixed["ship"]), int(str(fixed["battery"])), str(target)))
        if shot.harm:
            yield shot


def shot_at(assessment: Assessment, fire: GunFire) -> Shot:
    """Return a battery's fire at a target, by exact odds."""
    view = assessment.view
    target, status = view.scenario.ships[fire.target], view.ship_status[fire.target]
    guns = guns_bearing(view, fire.ship, fire.battery, fire.target)
    frailty, damage = frailty_of(target), damage_of(status)
    harm = volley_harm(view.scenario, Volley(guns, aim_of(view, fire)), frailty, damage) if guns else 0
    hurt = _HUNDRED + _FINISH * loss(frailty, damage) // WHOLE
    return Shot(fire, harm, harm * assessment.worth(target) * hurt // _HUNDRED)
