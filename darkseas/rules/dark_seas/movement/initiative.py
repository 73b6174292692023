"""Initiative (§13): the opening rolls, the spotting dice, and the roll that breaks a tie after combat.

Training counts as printed, in daylight too (our ruling DS-H15).
"""

from collections.abc import Mapping
from itertools import count

from darkseas.engine.adjudication import Adjudication

from ..model.events import InitiativeTaken
from ..model.scenario import RulesScenario
from ..model.state import State
from ..tables.rules_tables import FIXED

OPENING, BY_SPOTTING, BY_TIE = "DS-R1", "§13", "DS-R2"


def opening(adjudication: Adjudication[State]) -> None:
    """Roll for the initiative of turn 1 until it is decided (DS-R1)."""
    _roll_until_decided(adjudication, "initiative/opening", OPENING)


def break_tie(adjudication: Adjudication[State]) -> None:
    """At the end of the combat phase, decide a tie left by the spotting dice, if any (DS-R2)."""
    if adjudication.state.tie:
        _roll_until_decided(adjudication, "initiative/tie", BY_TIE)


def by_spotting(adjudication: Adjudication[State], dice: Mapping[str, int]) -> None:
    """Take the initiative from the spotting dice (§13); a complete tie leaves it unchanged (DS-R2)."""
    scenario = adjudication.state.scenario
    leader = leader_by(_training(scenario), dice)
    rule = BY_SPOTTING if leader else BY_TIE
    taken = InitiativeTaken(
        leader or adjudication.state.initiative, dice, _training(scenario), rule, tied=not leader
    )
    adjudication.record(taken)


def roll(adjudication: Adjudication[State], purpose: str) -> dict[str, int]:
    """Roll one open die for each side, with the purpose `<purpose>/<side>`."""
    die = FIXED["spotting_die"]
    return {
        side: adjudication.roll(1, die, f"{purpose}/{side}")[0] for side in adjudication.state.scenario.sides
    }


def _roll_until_decided(adjudication: Adjudication[State], purpose: str, rule: str) -> None:
    scenario = adjudication.state.scenario
    for attempt in count(1):
        dice = roll(adjudication, f"{purpose}/{attempt}")
        leader = leader_by(_training(scenario), dice)
        if leader:
            adjudication.record(InitiativeTaken(leader, dice, _training(scenario), rule))
            return


def leader_by(training: Mapping[str, int], dice: Mapping[str, int]) -> str:
    """The side with the higher sum, or with better training if equal; "" if both are equal."""
    first, second = ((dice[side] + level, level, side) for side, level in training.items())
    if first[:2] == second[:2]:
        return ""
    return max(first, second)[2]


def _training(scenario: RulesScenario) -> dict[str, int]:
    return {key: side.rules.training for key, side in scenario.sides.items()}
