"""The phases of a turn, their titles and rules (ES-2)."""

from collections.abc import Mapping
from typing import NamedTuple

from darkseas.engine.stages.stage import BOTH, Stage

from ..model import orders as o
from ..model.state import TORPEDOES as TORPEDOES

#: Set-up in the order of the dice.
DEPLOY = "deploy"
#: The movement of Player 1 and of Player 2.
MOVE = "move"
#: Phases that both sides plot, in the order of a turn.
AIR, ANTI_AIRCRAFT, GUNNERY, DEPTH_CHARGES = "air", "anti-aircraft", "gunnery", "depth-charges"
DAMAGE, PLANES = "damage", "planes"
COMBAT = (AIR, ANTI_AIRCRAFT, GUNNERY, TORPEDOES, DEPTH_CHARGES)


class PlottedPhase(NamedTuple):
    """A phase that both sides plot, with its title, rule and order type."""

    title: str
    rule: str
    order: type


PLOTTED: Mapping[str, PlottedPhase] = {
    AIR: PlottedPhase("Air strikes", "ES-14", o.PlanStrikes),
    ANTI_AIRCRAFT: PlottedPhase("Anti-aircraft fire", "ES-16", o.FireAntiAircraft),
    GUNNERY: PlottedPhase("Gunnery", "ES-20", o.FireGuns),
    TORPEDOES: PlottedPhase("Torpedoes", "ES-27", o.LaunchTorpedoes),
    DEPTH_CHARGES: PlottedPhase("Depth charges", "ES-30", o.DropDepthCharges),
    DAMAGE: PlottedPhase("Damage control", "ES-33", o.ControlDamage),
    PLANES: PlottedPhase("Burning carriers", "ES-31", o.MovePlanes),
}

#: The phases and their titles; set-up is the one before entry 0.
PHASES: Mapping[str, str] = {
    "set-up": "Set-up",
    "initiative": "Initiative",
    f"{MOVE}-1": "Movement, first side",
    f"{MOVE}-2": "Movement, second side",
    **{kind: phase.title for kind, phase in PLOTTED.items()},
}


def plotted_stage(kind: str) -> Stage:
    return Stage(kind, BOTH)
