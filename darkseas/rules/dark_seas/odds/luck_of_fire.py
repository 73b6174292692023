"""The luck of an attack: its actual result against the mean over all rolls (§18f, §19, §20, DS-R24)."""

from fractions import Fraction

from darkseas.engine.presentation.luck import Scored
from darkseas.engine.system import Fire

from ..model.attack_results import DAMAGED, SUNK, result_of
from ..model.events import AttackResolved
from ..model.state import State
from ..tables.rules_tables import FIXED

#: A sound ship sinks after two steps of damage.
_STEPS_OF_A_SHIP = 2


def scored(state: State, event: object) -> Scored | None:
    """Steps of damage of an attack alone, and the mean over all rolls, given the state before it.

    None for fire that hit a friend, and if every roll has the same result: no luck is involved.
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
    """The side of an attack, and whether the draw fell on a friend (DS-R21); None for other events."""
    return Fire(event.side, event.friendly) if type(event) is AttackResolved else None


def _steps(result: str, damaged: bool) -> int:
    """The steps a result takes from a ship; sinking takes all that she has left."""
    if result == SUNK:
        return 1 if damaged else _STEPS_OF_A_SHIP
    return 1 if result == DAMAGED else 0
