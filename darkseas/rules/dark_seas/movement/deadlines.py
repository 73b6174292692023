"""What a deadline is about to cost a side: said to it while there are turns left to do something about it."""

from collections.abc import Iterator

from darkseas.engine.presentation.words import counted, party, points

from ..model.state import State

#: Turns, the deadline's own among them, in which it is said.
TURNS_BEFORE = 4


def deadline_notes(view: State, side: str) -> Iterator[str]:
    """Say of each near deadline of a side what its ships still on the map would score the enemy (DS-R34)."""
    scenario = view.scenario
    enemy = party(scenario.sides[scenario.enemy_of(side)].name)
    for deadline in scenario.aims.deadlines:
        left = deadline.by_turn - view.turn
        if deadline.side != side or not 0 <= left < TURNS_BEFORE:
            continue
        keys = [key for key in scenario.sides[side].ships if view.ship_status[key].afloat]
        worth = sum(scenario.ships[key].ratings.points for key in keys) * deadline.share
        if worth:
            when = f"turn {deadline.by_turn}" if left else "this turn, the last for it"
            cost = f"{counted(len(keys), 'ship')} still on it would score {enemy} {points(worth)}"
            yield f"Off the map by the end of {when}: {cost}."
