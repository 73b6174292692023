"""What an attack scored, and what was to be expected of its die (§18f, §19, §20, DS-R24)."""

from fractions import Fraction

from darkseas.engine.presentation.luck import Scored
from darkseas.engine.system import Fire

from ..model.attack_results import DAMAGED, SUNK, result_of
from ..model.events import AttackResolved
from ..model.state import State
from ..tables.rules_tables import FIXED

#: A sound ship is two steps from the bottom.
_STEPS_OF_A_SHIP = 2


def scored(state: State, event: object) -> Scored | None:
    """Steps of damage of an attack by itself, and the mean over all faces; from the state before its step.

    Nothing for fire that fell on a friend, nor where every face does the same: there is no luck in it.
    """
    if type(event) is not AttackResolved or event.friendly:
        return None
    status = state.ship_status.get(event.ship)
    damaged = status is not None and status.damaged
    faces = [
        _steps(
            result_of(face, event.odds_halves, event.with_d, event.weapons, event.defence_class, damaged)[0],
            damaged,
        )
        for face in range(1, FIXED["attack_die"] + 1)
    ]
    if len(set(faces)) == 1:
        return None
    return Scored(
        event.side,
        _steps(event.result, damaged),
        Fraction(sum(faces), len(faces)),
        "step of damage",
        "steps of damage",
    )


def fire_of(event: object) -> Fire | None:
    """Whose an attack is, and whether the draw fell on a friend (DS-R21); nothing for other events."""
    return Fire(event.side, event.friendly) if type(event) is AttackResolved else None


def _steps(result: str, damaged: bool) -> int:
    """How many steps a result takes from a ship; sinking takes what she has left."""
    if result == SUNK:
        return 1 if damaged else _STEPS_OF_A_SHIP
    return 1 if result == DAMAGED else 0
