"""When a battle ends, and who wins (FB-B18, FB-B19)."""

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import BattleEnded

from ..model.scoring import scores
from ..model.state import State
from ..tables.rules_tables import FIXED


def end_if_gone(adjudication: Adjudication[State]) -> None:
    """The last side with a ship wins; if both lose their last ship in one step, it is a draw (FB-B18)."""
    state = adjudication.state
    left = [side for side in state.scenario.sides if any(state.afloat(side))]
    if len(left) == len(state.scenario.sides):
        return
    if left:
        beaten = state.scenario.sides[state.scenario.enemy_of(left[0])].name
        _end(adjudication, left[0], f"{beaten} has no ship left.", "FB-B18")
    else:
        _end(adjudication, None, "Neither side has a ship left.", "FB-B18")


def end_if_left(adjudication: Adjudication[State]) -> None:
    """A side that leaves loses; if both leave at once, it is a draw (FB-H7)."""
    state = adjudication.state
    if not state.leaving:
        return
    if len(state.leaving) > 1:
        _end(adjudication, None, "Both sides leave the battle.", "FB-H7")
        return
    side = state.leaving[0]
    _end(
        adjudication,
        state.scenario.enemy_of(side),
        f"{state.scenario.sides[side].name} leaves the battle.",
        "FB-H7",
    )


def end_if_due(adjudication: Adjudication[State], idle: int) -> None:
    """End the battle at the turn limit (FB-B18) or after a deadlock (FB-B19)."""
    state = adjudication.state
    most = state.scenario.aims.turn_limit
    if most and state.turn >= most:
        points = scores(state)
        first, second = points
        if points[first] == points[second]:
            _end(adjudication, None, "The last turn is over, and both have as much afloat.", "FB-B18")
        else:
            winner = max(points, key=lambda side: points[side])
            _end(adjudication, winner, "The last turn is over, and the higher cost afloat wins.", "FB-B18")
    elif idle >= FIXED["deadlock_turns"]:
        _end(adjudication, None, "Nobody has been able or willing to sink anything for too long.", "FB-B19")


def _end(adjudication: Adjudication[State], winner: str | None, reason: str, rule: str) -> None:
    score_texts = {side: str(score) for side, score in scores(adjudication.state).items()}
    adjudication.record(BattleEnded(winner, reason, rule, score_texts))
