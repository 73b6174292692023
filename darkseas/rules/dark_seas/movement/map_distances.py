"""Distances on the scenario's map for the bot: to exits, scoring areas and the enemy's routes.

They are public and never change during a battle, so they are cached by their arguments.
"""

from collections.abc import Mapping
from functools import lru_cache

from darkseas.engine.hexes.board import Hex, HexBoard

from ..model.scenario import RulesScenario
from .deployment import allowed, edge_of_entry

#: Longer than any path on a map.
FAR = 99


@lru_cache(maxsize=128)
def steps_to(board: HexBoard, goals: frozenset[Hex]) -> Mapping[Hex, int]:
    """Sea distances from every hex to the nearest goal; empty without goals."""
    steps = dict.fromkeys((at for at in board.hexes if at in goals), 0)
    front = list(steps)
    while front:
        reached = []
        for at in front:
            for beyond in board.sea_neighbours(at):
                if beyond not in steps:
                    steps[beyond] = steps[at] + 1
                    reached.append(beyond)
        front = reached
    return steps


@lru_cache(maxsize=128)
def edge_waters(board: HexBoard, edges: tuple[str, ...]) -> frozenset[Hex]:
    """The sea hexes along some edges of the map."""
    return frozenset(at for at in board.hexes if board.is_sea(at) and set(edges) & set(board.edges_of(at)))


def home_distances(board: HexBoard, edges: tuple[str, ...]) -> Mapping[Hex, int]:
    """Sea distances from every hex to the nearest edge that a side may leave over; empty without one."""
    return steps_to(board, edge_waters(board, edges))


@lru_cache(maxsize=64)
def entry_waters(scenario: RulesScenario, side: str) -> tuple[Hex, ...]:
    """The sea hexes where blocks of a side enter, in map order."""
    own = scenario.sides[side]
    edges = {edge_of_entry(own, group.rules) for group in own.groups} - {""}
    waters = edge_waters(scenario.board, tuple(sorted(edges)))
    return tuple(at for at in scenario.board.hexes if at in waters)


@lru_cache(maxsize=64)
def first_waters(scenario: RulesScenario, side: str) -> frozenset[Hex]:
    """The hexes where ships of a side may start the battle or enter later."""
    own = scenario.sides[side]
    set_up = {at for group in own.groups for at in allowed(scenario, own, group.rules)}
    return frozenset(set_up.union(entry_waters(scenario, side)))


@lru_cache(maxsize=64)
def posts_of(scenario: RulesScenario, side: str) -> Mapping[Hex, int]:
    """Distances to the nearest area where a side scores by presence at the end; empty without one."""
    areas = (scenario.areas[aim.area] for aim in scenario.aims.presence if aim.side == side)
    return steps_to(scenario.board, frozenset[Hex]().union(*areas))


@lru_cache(maxsize=64)
def off_enemy_paths(scenario: RulesScenario, side: str) -> Mapping[Hex, int]:
    """Return how far each hex is from the enemy's shortest routes between its start and its scoring hexes.

    If the enemy has no hexes to reach, return the distance from its starting hexes.
    """
    enemy, board = scenario.enemy_of(side), scenario.board
    begin = steps_to(board, first_waters(scenario, enemy))
    goals = posts_of(scenario, enemy)
    if any(aim.side == enemy for aim in scenario.aims.exit_points):
        goals = home_distances(board, scenario.sides[enemy].rules.exit_edges)
    if not goals:
        return begin
    least = min((begin[at] + goals[at] for at in begin if at in goals), default=0)
    return {at: begin[at] + goals.get(at, FAR) - least for at in begin}
