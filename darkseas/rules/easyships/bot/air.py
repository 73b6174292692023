"""The captain's planes: strikes with the most damage, and anti-aircraft fire against the greatest danger."""

from collections import Counter
from typing import NamedTuple

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import distance
from darkseas.engine.orders import Choice, Fixed, Number, OrderForm, Row, Rows
from darkseas.engine.serialization.canonical_json import Json

from ..combat.air_attacks import bombs_aimed, divided
from ..combat.air_defence import dice_of, least_face
from ..combat.air_strikes import may_launch
from ..combat.torpedoes import face_at
from ..model.scenario import Ship
from ..model.ships import may_fly
from ..model.state import State
from ..tables.rules_tables import FIXED, HOUSE
from ..turn.plots import group_of
from .assessment import Assessment, assess, damage_of
from .expected_damage import WHOLE, Volley, frailty_of, spread_harm, volley_harm

Answer = dict[str, Json]

#: Mean number of planes shot down by four fighters.
_BY_FOUR = 2
_FACES = FIXED["die"]
#: Minimum gain for each plane that a strike will probably lose, in points × `WHOLE`.
_A_PLANE = WHOLE // 4
#: Minimum part of the planes' best result for a strike now, in hundredths, if waiting loses no planes.
_WORTH_A_STRIKE, _HUNDRED = 65, 100


class Sortie(NamedTuple):
    """A carrier's planes against a target: how many arrive, the damage they do, and whether the strike is
    worth it.
    """

    carrier: Ship
    target: Ship
    planes: int
    through: int
    harm: int
    worth: int


def strike(view: State, side: str, form: OrderForm, _: Chooser) -> Answer:
    """Order each carrier's most valuable strike, given the damage of the strikes already chosen."""
    return {
        "carriers": [
            {"carrier": sortie.carrier.key, "target": sortie.target.key}
            for sortie in sorties(assess(view, side), form)
        ]
    }


def sorties(assessment: Assessment, form: OrderForm) -> list[Sortie]:
    """Return the strikes that are worth their cost."""
    rows = next((blank.rows for blank in form.blanks if isinstance(blank, Rows)), ())
    left: dict[str, int] = {}
    chosen = []
    for row in rows:
        carrier = next(str(blank.value) for blank in row if isinstance(blank, Fixed))
        targets = next(blank.values for blank in row if isinstance(blank, Choice))
        best = max(
            (sortie_at(assessment, carrier, str(target), left) for target in targets),
            key=lambda sortie: sortie.worth,
        )
        if best.worth > 0 and not _waits(assessment, best):
            chosen.append(best)
            left[best.target.key] = left.get(best.target.key, WHOLE) * (WHOLE - best.harm) // WHOLE
    return chosen


def sortie_at(assessment: Assessment, carrier: str, target: str, left: dict[str, int]) -> Sortie:
    """Return the damage of a carrier's planes to a target, and the cost.

    A ship that is catching up with a carrier must be stopped: each move by which she is faster adds value.
    """
    view = assessment.view
    ship, aim = view.scenario.ships[carrier], view.scenario.ships[target]
    planes = view.ship_status[carrier].air
    through = max(0, planes - _lost(view, aim, planes))
    harm = _harm_of_planes(view, aim, through)
    gain = harm * assessment.worth(aim) * left.get(target, WHOLE) // WHOLE
    gain *= max(1, aim.ratings.moves - ship.ratings.moves)
    return Sortie(ship, aim, planes, through, harm, gain - _A_PLANE * (planes - through) // 2)


def _waits(assessment: Assessment, best: Sortie) -> bool:
    """Return whether planes should wait for a better moment.

    They wait if there is time for as many strikes later, and a strike without fighters or evasion would do
    much more damage.
    """
    view, limit = assessment.view, assessment.view.scenario.aims.turn_limit
    if not (limit - view.turn) % FIXED["strike_wait"]:
        return False
    planes = view.ship_status[best.carrier.key].air
    most = max(
        assessment.worth(enemy) * _harm_of_planes(view, enemy, planes, evades=False)
        for enemy in assessment.enemies
    )
    return _HUNDRED * best.worth < _WORTH_A_STRIKE * most


def danger_from_planes(assessment: Assessment, ship: Ship, *, evades: bool) -> int:
    """Return the expected damage to a ship from planes this turn, in points × `WHOLE`, shared among her
    side's ships.
    """
    view, danger = assessment.view, 0
    carriers = [each for each in assessment.enemies if each.ratings.air and may_launch(view, each.key)]
    for carrier in carriers:
        planes = view.ship_status[carrier.key].air
        through = max(0, planes - _lost(view, ship, planes, evades=evades))
        danger += assessment.worth(ship) * _harm_of_planes(view, ship, through, evades=evades)
    return danger // max(1, len(assessment.own))


def _lost(view: State, target: Ship, planes: int, *, evades: bool = False) -> int:
    """Return the mean planes lost to fighters and guns near a target; an evading target's own fighters stay
    aboard.
    """
    bow = view.ship_status[target.key].bow
    if bow is None:
        return planes
    fighters = twelfths = 0
    for friend in view.afloat(target.side):
        status = view.ship_status[friend.key]
        if status.bow is None:
            continue
        away = distance(status.bow, bow)
        aboard = evades and friend.key == target.key
        if status.air and may_fly(status) and not aboard and away <= HOUSE["fighter_cover"]:
            fighters += status.air
        if away <= FIXED["aa_range"]:
            twelfths += dice_of(friend) * (_FACES + 1 - least_face(view, friend))
    rate = _BY_FOUR - 1 if planes >= FIXED["fighter_odds"] * fighters else _BY_FOUR
    return rate * fighters // FIXED["fighter_four"] + twelfths // _FACES


def _harm_of_planes(view: State, target: Ship, planes: int, *, evades: bool | None = None) -> int:
    """Return the mean damage of this many planes' bombs and torpedoes; `evades` overrides the ship's
    status.
    """
    if not planes:
        return 0
    frailty, damage, half = frailty_of(target), damage_of(view.ship_status[target.key]), divided(planes)
    evading = view.ship_status[target.key].evading if evades is None else evades
    volley = Volley(half.bombers, bombs_aimed(view, target.key)._replace(target_evades=evading))
    bombs = volley_harm(view.scenario, volley, frailty, damage)
    most = max(0, face_at(view.scenario.options, near=False, evades=evading))
    fish = spread_harm(half.torpedo_planes, most, once=evading, frailty=frailty, damage=damage)
    return WHOLE - (WHOLE - bombs) * (WHOLE - fish) // WHOLE


# --- against planes --------------------------------------------------------------------------------------


def fire_anti_aircraft(view: State, side: str, form: OrderForm, _: Chooser) -> Answer:
    """Aim each ship at the most dangerous group, after the fire of other ships."""
    rows = next((blank.rows for blank in form.blanks if isinstance(blank, Rows)), ())
    assessment = assess(view, side)
    aimed: Counter[str] = Counter()
    fire: list[Json] = []
    for row in rows:
        ship = next(str(blank.value) for blank in row if isinstance(blank, Fixed))
        groups = [str(value) for blank in row if isinstance(blank, Choice) for value in blank.values]
        best = max(groups, key=lambda group: stake(assessment, group, aimed[group]))
        dice = dice_of(view.scenario.ships[ship])
        aimed[best] += dice * (_FACES + 1 - least_face(view, view.scenario.ships[ship]))
        fire.append({"ship": ship, "group": best})
    return {"fire": fire}


def stake(assessment: Assessment, text: str, sixths: int = 0) -> int:
    """Return the damage that a group's remaining planes may do, in points × `WHOLE`."""
    key, number = group_of(text)
    group = assessment.view.strikes[key].groups[number]
    target = assessment.view.scenario.ships[group.target]
    planes = max(0, group.planes - sixths // _FACES)
    return assessment.worth(target) * _harm_of_planes(assessment.view, target, planes)


def move_planes(view: State, side: str, form: OrderForm, _: Chooser) -> Answer:
    """Move as many planes as possible from burning carriers."""
    rows = next((blank.rows for blank in form.blanks if isinstance(blank, Rows)), ())
    return {"transfers": [_transfer(row) for row in rows]}


def _transfer(row: Row) -> Json:
    answer: Answer = {}
    for blank in row:
        if isinstance(blank, Fixed):
            answer[blank.name] = blank.value
        elif isinstance(blank, Choice):
            answer[blank.name] = blank.values[0]
        elif isinstance(blank, Number):
            answer[blank.name] = blank.most
    return answer
