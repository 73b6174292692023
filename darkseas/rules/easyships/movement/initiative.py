"""Dice of both sides against each other: who sets up first, and who is Player 1 (ES-2, ES-A1)."""

from collections.abc import Mapping
from typing import NamedTuple

from darkseas.engine.adjudication import Adjudication

from ..model.events import InitiativeTaken, SetUpRolled
from ..model.state import State
from ..tables.rules_tables import FIXED


class Contest(NamedTuple):
    """Each side's last die, and which side rolled higher; `tied` where neither did."""

    dice: Mapping[str, int]
    higher: str
    lower: str
    tied: bool


def roll_set_up(adjudication: Adjudication[State]) -> None:
    """Who sets up first: the low roller; where dice stay equal, the first side of the scenario (ES-2)."""
    contest = _contest(adjudication, "set-up", list(adjudication.state.scenario.sides)[-1])
    adjudication.record(SetUpRolled(contest.dice, contest.lower))


def take_initiative(adjudication: Adjudication[State]) -> None:
    """Who is Player 1 this turn: the high roller; where dice stay equal, whoever was (ES-2)."""
    state = adjudication.state
    first = state.initiative or next(iter(state.scenario.sides))
    contest = _contest(adjudication, "initiative", first)
    adjudication.record(InitiativeTaken(contest.dice, contest.higher, contest.tied))


def _contest(adjudication: Adjudication[State], purpose: str, otherwise: str) -> Contest:
    """Roll a die for each side, again while they are equal if the scenario says so."""
    state = adjudication.state
    first, second = state.scenario.sides
    throws = 0
    while True:
        throws += 1
        dice = {side: _die(adjudication, f"{purpose}/{side}", throws) for side in (first, second)}
        tied = dice[first] == dice[second]
        if not tied:
            break
    higher = otherwise if tied else max(dice, key=lambda side: dice[side])
    return Contest(dice, higher, state.scenario.enemy_of(higher), tied)


def _die(adjudication: Adjudication[State], purpose: str, throw: int) -> int:
    again = f"/{throw}" if throw > 1 else ""
    return adjudication.roll(1, FIXED["die"], f"{purpose}{again}")[0]
