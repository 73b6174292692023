"""The captain's torpedoes: aimed for the most damage, if a launch is worth it, and not at evading ships."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import parse_label
from darkseas.engine.orders import Choice, Fixed, OrderForm, Row, Rows, Several
from darkseas.engine.serialization.canonical_json import Json

from ..combat.gun_arithmetic import is_submerged_near
from ..combat.torpedoes import most_face, shares
from ..model.scenario import Ship
from ..model.state import State
from .assessment import Assessment, assess, damage_of, range_between
from .expected_damage import WHOLE, frailty_of, loss, spread_harm
from .submarines import spares_escorts

Answer = dict[str, Json]

#: Minimum part of the best possible result for a launch, in hundredths.
_WORTH_A_LAUNCH = 55
#: Loss, in parts of `WHOLE`, from which a ship launches at any target before she sinks.
_FAILING = 2_500
_HUNDRED = 100


class Launch(NamedTuple):
    """One ship's torpedoes at one or two targets, and their value in points × `WHOLE`."""

    ship: Ship
    targets: tuple[str, ...]
    worth: int
    harms: tuple[int, ...]


def launch(view: State, side: str, form: OrderForm, _: Chooser) -> Answer:
    """Launch from every ship whose launch is worth it."""
    rows = next((blank.rows for blank in form.blanks if isinstance(blank, Rows)), ())
    assessment = assess(view, side)
    made = {str(_fixed(row)): row for row in rows}
    return {"torpedoes": [_answer(one, made[one.ship.key]) for one in launches(assessment, form)]}


def launches(assessment: Assessment, form: OrderForm) -> Iterator[Launch]:
    """Yield a side's launches, ship by ship; each allows for the damage by earlier ones."""
    rows = next((blank.rows for blank in form.blanks if isinstance(blank, Rows)), ())
    left: dict[str, int] = {}
    for row in rows:
        ship = assessment.view.scenario.ships[str(_fixed(row))]
        several = next(blank for blank in row if isinstance(blank, Several))
        values = _aimed_at(assessment, ship, [str(value) for value in several.values])
        if not values:
            continue
        best = max(
            (
                launch_at(assessment, ship, targets, left)
                for count in range(1, several.most + 1)
                for targets in combinations(values, count)
            ),
            key=lambda each: each.worth,
        )
        if best.worth and _is_worth_while(assessment, best):
            for target, harm in zip(best.targets, best.harms, strict=True):
                left[target] = left.get(target, WHOLE) * (WHOLE - harm) // WHOLE
            yield best


def _aimed_at(assessment: Assessment, ship: Ship, targets: list[str]) -> list[str]:
    """Return a ship's possible targets; a boat near a strong convoy saves her torpedoes for it."""
    if not ship.dives or not spares_escorts(assessment):
        return targets
    return [each for each in targets if assessment.view.scenario.ships[each].ratings.type == "AUX"]


def launch_at(assessment: Assessment, ship: Ship, targets: tuple[str, ...], left: dict[str, int]) -> Launch:
    """Return a ship's launch at these targets, given the damage already expected from others."""
    counts = shares(ship.ratings.torpedoes, len(targets))
    harms = tuple(
        [_harm(assessment, ship, target, count) for target, count in zip(targets, counts, strict=True)]
    )
    ships = assessment.view.scenario.ships
    worth = sum(
        harm * assessment.worth(ships[target]) * left.get(target, WHOLE) // WHOLE
        for target, harm in zip(targets, harms, strict=True)
    )
    return Launch(ship, targets, worth, harms)


def _harm(assessment: Assessment, ship: Ship, target: str, torpedoes: int) -> int:
    view = assessment.view
    aim, status = view.scenario.ships[target], view.ship_status[target]
    near = is_submerged_near(view.ship_status[ship.key], range_between(view, ship, aim))
    most = max(0, most_face(view, target, near=near))
    return spread_harm(
        torpedoes, most, once=status.evading, frailty=frailty_of(aim), damage=damage_of(status)
    )


def _is_worth_while(assessment: Assessment, best: Launch) -> bool:
    """Return whether launching now is better than waiting. Tubes that reload cost little."""
    view, ship = assessment.view, best.ship
    limit = view.scenario.aims.turn_limit
    is_last = bool(limit) and view.turn >= limit - 1
    failing = loss(frailty_of(ship), damage_of(view.ship_status[ship.key])) >= _FAILING
    if ship.dives or is_last or failing:
        return True
    most = max(
        (
            assessment.worth(enemy)
            * spread_harm(ship.ratings.torpedoes, 1, once=False, frailty=frailty_of(enemy),
                          damage=damage_of(assessment.status(enemy)))
            for enemy in assessment.enemies
        ),
        default=0,
    )  # fmt: skip
    return _HUNDRED * best.worth >= _WORTH_A_LAUNCH * most


def _fixed(row: Row) -> Json:
    return next(blank.value for blank in row if isinstance(blank, Fixed))


def _answer(one: Launch, row: Row) -> Json:
    answer: Answer = {"ship": one.ship.key, "targets": list(one.targets)}
    wakes = next((blank.values for blank in row if isinstance(blank, Choice)), ())
    if wakes:
        # A boat may reveal any adjacent hex as her own, so choose the one farthest from her.
        answer["wake"] = max((str(value) for value in wakes[1:]), key=parse_label, default=str(wakes[0]))
    return answer
