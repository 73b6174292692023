"""Maximum matchings and the barriers that prove them, against all subsets."""

from itertools import combinations

import pytest

from darkseas.club.pairing.swiss.maximum import FREE, MaximumMatching
from darkseas.engine.dice.chooser import Chooser

Graph = list[list[int]]


def some_graph(count: int, chance: Chooser, sparseness: int) -> Graph:
    """Return a graph in which about one of so many edges is there."""
    graph: Graph = [[] for _ in range(count)]
    for one, other in combinations(range(count), 2):
        if not chance.below(sparseness):
            graph[one].append(other)
            graph[other].append(one)
    return graph


def least_left_over(graph: Graph) -> int:
    """Return by Tutte and Berge how many every matching leaves out, from all sets of takers."""
    vertices = range(len(graph))
    return max(
        odd_groups(graph, frozenset(takers)) - size
        for size in range(len(graph) + 1)
        for takers in combinations(vertices, size)
    )


def odd_groups(graph: Graph, takers: frozenset[int]) -> int:
    """Return how many odd groups are left without the takers."""
    seen, count = set(takers), 0
    for vertex in range(len(graph)):
        if vertex in seen:
            continue
        group, waiting = set(), [vertex]
        while waiting:
            one = waiting.pop()
            if one not in seen:
                seen.add(one)
                group.add(one)
                waiting += graph[one]
        count += len(group) % 2
    return count


@pytest.mark.parametrize("sparseness", [2, 3, 5])
@pytest.mark.parametrize("count", range(1, 10))
def test_matching_is_a_maximum_one_and_the_barrier_proves_it(count: int, sparseness: int) -> None:
    chance = Chooser(bytes([count, sparseness]))
    for _ in range(12):
        graph = some_graph(count, chance, sparseness)
        matching = MaximumMatching(graph)
        for vertex, mate in enumerate(matching.mates):
            assert mate == FREE or (mate in graph[vertex] and matching.mates[mate] == vertex)
        assert len(matching.free) == least_left_over(graph)
        takers, groups = matching.barrier()
        assert len(groups) - len(takers) == len(matching.free)
        assert all(len(group) % 2 for group in groups)
        for some, others in combinations(groups, 2):
            assert not any(other in graph[one] for one in some for other in others)


def test_odd_rings_are_matched_through() -> None:
    """Two rings of five at a bridge: greedy ways end inside a ring, the bridge must be taken."""
    ring = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]
    edges = [*ring, *((one + 5, other + 5) for one, other in ring), (2, 7)]
    graph: Graph = [[] for _ in range(10)]
    for one, other in edges:
        graph[one].append(other)
        graph[other].append(one)
    assert MaximumMatching(graph).free == []


def test_a_large_field_is_matched() -> None:
    graph = some_graph(301, Chooser(b"large"), 40)
    matching = MaximumMatching(graph)
    takers, groups = matching.barrier()
    assert len(matching.free) == len(groups) - len(takers)
    assert len(matching.free) % 2 == 1
