"""Dice for initiative and for who sets up first (ES-2, ES-A1)."""

from collections.abc import Mapping
from itertools import count
from typing import NamedTuple

from darkseas.engine.adjudication import Adjudication

from ..model.events import InitiativeTaken, SetUpRolled
from ..model.state import State
from ..tables.rules_tables import FIXED


class Contest(NamedTuple):
    """Each side's last die, and which side rolled higher."""

    dice: Mapping[str, int]
    higher: str
    lower: str


def roll_set_up(adjudication: Adjudication[State]) -> None:
    """Roll for who sets up first; the lower roll does (ES-2)."""
    contest = _contest(adjudication, "set-up")
    adjudication.record(SetUpRolled(contest.dice, contest.lower))


def take_initiative(adjudication: Adjudication[State]) -> None:
    """Roll for initiative: the side with the higher roll is Player 1 this turn (ES-2)."""
    contest = _contest(adjudication, "initiative")
    adjudication.record(InitiativeTaken(contest.dice, contest.higher, tied=False))


def _contest(adjudication: Adjudication[State], purpose: str) -> Contest:
    """Roll a die for each side, rerolling ties (ES-A1)."""
    scenario = adjudication.state.scenario
    for throw in count(1):
        dice = {side: _die(adjudication, f"{purpose}/{side}", throw) for side in scenario.sides}
        if len(set(dice.values())) > 1:
            break
    higher = max(dice, key=lambda side: dice[side])
    return Contest(dice, higher, scenario.enemy_of(higher))


def _die(adjudication: Adjudication[State], purpose: str, throw: int) -> int:
    again = f"/{throw}" if throw > 1 else ""
    return adjudication.roll(1, FIXED["die"], f"{purpose}{again}")[0]
