"""What air strikes and fire against them will do (ES-14 to ES-19)."""

from collections.abc import Iterator

from darkseas.engine.presentation.words import capital, counted
from darkseas.engine.stages.names import ship_name
from darkseas.engine.system import PreviewLine, Warned

from ..combat.air_defence import dice_of, least_face
from ..model.orders import FireAntiAircraft, PlanStrikes
from ..model.state import State
from ..narration.names import ship_names
from ..tables import FIXED
from ..turn.plots import group_of


def plan_strikes(view: State, side: str, order: PlanStrikes) -> Iterator[PreviewLine]:
    """Which planes fly against whom; what they meet is not known."""
    if not order.carriers and not order.strikes:
        yield PreviewLine("carriers", "Nobody launches planes.", "ES-14")
    for number, whole in enumerate(order.carriers):
        planes = view.ship_status[whole.carrier].air
        name, target = ship_name(view, whole.carrier), ship_name(view, whole.target)
        text = f"{capital(counted(planes, 'plane'))} of {name} fly against {target}."
        yield PreviewLine(f"carriers.{number}", text, "ES-14", warnings=(_again(view, name),))
    for number, strike in enumerate(order.strikes):
        names = ship_names(view, strike.carriers)
        groups = counted(len(strike.groups), "group")
        text = f"{names} launch a strike of {groups}."
        yield PreviewLine(f"strikes.{number}", text, "ES-14", warnings=(_again(view, names),))


def _again(view: State, name: str) -> Warned:
    due = view.turn + FIXED["strike_wait"]
    return Warned(f"{name} launches no other strike before turn {due}.", "ES-14")


def fire_anti_aircraft(view: State, side: str, order: FireAntiAircraft) -> Iterator[PreviewLine]:
    """Who fires at which group, with how many dice."""
    if not order.fire:
        yield PreviewLine("fire", "Nobody fires at the planes.", "ES-16")
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
