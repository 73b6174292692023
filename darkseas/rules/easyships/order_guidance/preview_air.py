"""Previews of air strikes and anti-aircraft fire (ES-14 to ES-19)."""

from collections.abc import Iterator, Sequence

from darkseas.engine.orders import Given
from darkseas.engine.presentation.words import capital, counted
from darkseas.engine.stages.side_and_ship_names import ship_name
from darkseas.engine.system import PreviewLine, TargetOdds, Warned

from ..combat.air_defence import dice_of, least_face
from ..combat.strike_forms import planned
from ..model.orders import AttackGroup, FireAntiAircraft, PlanStrikes
from ..model.state import State
from ..narration.names import ship_names
from ..odds.attack_odds import odds
from ..odds.strike_odds import can_be_counted
from ..tables.rules_tables import FIXED
from ..turn.plots import group_of

TOO_MANY = "These strikes are too large to calculate odds."


def plan_strikes(view: State, side: str, order: PlanStrikes) -> Iterator[PreviewLine]:
    """Preview each strike; the first line for a target carries the odds of all attacks on her."""
    flown = planned(view, side, order)
    if not flown:
        yield PreviewLine("carriers", "No planes launch.", "ES-14")
    if not can_be_counted(view, side, order):
        yield PreviewLine("carriers", TOO_MANY, "ES-15")
    chances = {targets[0].ship: targets for targets in odds(view, Given(side, order))}
    for blank, strike in zip(_blanks(order, len(flown)), flown, strict=True):
        for group in strike.groups:
            yield _of_group(view, strike.carriers, group, blank, chances)


def _blanks(order: PlanStrikes, flown: int) -> Iterator[str]:
    """Yield the blank each strike comes from, in flying order."""
    yield from (f"carriers.{number}" for number in range(len(order.carriers)))
    yield from ("groups" for _ in range(flown - len(order.carriers) - len(order.strikes)))
    yield from (f"strikes.{number}" for number in range(len(order.strikes)))


def _of_group(
    view: State,
    carriers: Sequence[str],
    group: AttackGroup,
    blank: str,
    chances: dict[str, tuple[TargetOdds, ...]],
) -> PreviewLine:
    names = ship_names(view, carriers)
    lot = chances.pop(group.target, ())
    text = (
        f"{capital(counted(group.planes, 'plane'))} of {names} fly against {ship_name(view, group.target)}."
    )
    warnings = (_again(view, names), *((_guns_assumed(view, group.target),) if lot else ()))
    return PreviewLine(blank, text, "ES-14", lot, warnings)


def _guns_assumed(view: State, target: str) -> Warned:
    text = f"The odds assume that every ship in range of {ship_name(view, target)} fires at the planes."
    return Warned(text, "ES-16")


def _again(view: State, name: str) -> Warned:
    due = view.turn + FIXED["strike_wait"]
    return Warned(f"{name} cannot launch another strike before turn {due}.", "ES-14")


def fire_anti_aircraft(view: State, side: str, order: FireAntiAircraft) -> Iterator[PreviewLine]:
    if not order.fire:
        yield PreviewLine("fire", "No ship fires at the planes.", "ES-16")
    for number, shot in enumerate(order.fire):
        strike, group = group_of(shot.group)
        flown = view.strikes[strike].groups[group]
        ship = view.scenario.ships[shot.ship]
        text = (
            f"{ship.name} throws {counted(dice_of(ship), 'die', 'dice')} at "
            f"{counted(flown.planes, 'plane')} bound for {ship_name(view, flown.target)}; each face from "
            f"{least_face(view, ship)} on brings one down."
        )
        yield PreviewLine(f"fire.{number}", text, "ES-16")
