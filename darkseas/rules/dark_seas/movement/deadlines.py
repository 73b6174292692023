"""Warn a side about the cost of a deadline while it still has turns to act."""

from collections.abc import Iterator

from darkseas.engine.presentation.words import counted, party, points

from ..model.state import State

#: The number of turns, including the deadline's own, in which the warning appears.
TURNS_BEFORE = 4


def deadline_notes(view: State, side: str) -> Iterator[str]:
    """Return, for each near deadline, the enemy's score for the side's ships still on the map (DS-R34)."""
    scenario = view.scenario
    enemy = party(scenario.sides[scenario.enemy_of(side)].name)
    for deadline in scenario.aims.deadlines:
        left = deadline.by_turn - view.turn
        if deadline.side != side or not 0 <= left < TURNS_BEFORE:
            continue
        keys = [key for key in scenario.sides[side].ships if view.ship_status[key].afloat]
        worth = sum(scenario.ships[key].ratings.points for key in keys) * deadline.share
        if worth:
            when = f"turn {deadline.by_turn}" if left else "this turn, the last one for it"
            cost = f"{counted(len(keys), 'ship')} still on it would score {enemy} {points(worth)}"
            yield f"Off the map by the end of {when}: {cost}."
