"""Maximum matchings, compared with networkx."""

from itertools import combinations, product

import networkx

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


def left_over(graph: Graph) -> int:
    """Return how many vertices every matching leaves out, by networkx."""
    network = networkx.Graph()
    network.add_nodes_from(range(len(graph)))
    network.add_edges_from((one, other) for one, others in enumerate(graph) for other in others)
    return len(graph) - 2 * len(networkx.max_weight_matching(network, maxcardinality=True))


def test_matching_is_a_maximum_one() -> None:
    for count, sparseness in product(range(1, 10), (2, 3, 5)):
        chance = Chooser(bytes([count, sparseness]))
        for _ in range(12):
            graph = some_graph(count, chance, sparseness)
            matching = MaximumMatching(graph)
            for vertex, mate in enumerate(matching.mates):
                assert mate == FREE or (mate in graph[vertex] and matching.mates[mate] == vertex)
            assert len(matching.free) == left_over(graph), graph


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
    assert len(MaximumMatching(graph).free) == left_over(graph) == 1
