"""Perfect matchings in order of cost.

networkx finds a maximum weight matching (Edmonds's algorithm in Galil's version). Integers of any size stay
exact. First we subtract a number for each vertex from the costs of its edges; this does not change the order
of perfect matchings and saves more than half of the time.
"""

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush

Edge = tuple[int, int]
Matching = tuple[Edge, ...]
_SWEEPS = 2


def least_cost_matching(count: int, costs: Mapping[Edge, int]) -> Matching | None:
    """Return the cheapest perfect matching on `count` vertices, or None if there is none.

    Edges are pairs with the lower vertex first; costs are integers.
    """
    if count == 0:
        return ()
    lowered = _lowered(count, costs)
    if lowered is None:
        return None
    # Importing networkx takes a tenth of a process's start-up time and memory, and few processes ever pair a
    # round.
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_weighted_edges_from((one, other, -cost) for (one, other), cost in lowered.items())
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(pairs) < count:
        return None
    return tuple(sorted((min(pair), max(pair)) for pair in pairs))


def total(matching: Matching, costs: Mapping[Edge, int]) -> int:
    """Return the cost of a matching."""
    return sum(costs[edge] for edge in matching)


def by_cost(count: int, costs: Mapping[Edge, int]) -> Iterator[Matching]:
    """Yield all perfect matchings, cheapest first, by Murty's algorithm: split the remaining set at each
    edge.
    """
    best = least_cost_matching(count, costs)
    if best is None:
        return
    heap: list[tuple[int, Matching, Matching, frozenset[Edge]]] = [
        (total(best, costs), best, (), frozenset())
    ]
    while heap:
        _, matching, kept, left_out = heappop(heap)
        yield matching
        ordered = (*kept, *(edge for edge in matching if edge not in kept))
        for place in range(len(kept), len(ordered)):
            smaller = left_out | {ordered[place]}
            found = _constrained(count, costs, ordered[:place], smaller)
            if found is not None:
                heappush(heap, (total(found, costs), found, ordered[:place], smaller))


def _constrained(
    count: int, costs: Mapping[Edge, int], kept: Matching, left_out: frozenset[Edge]
) -> Matching | None:
    """Return the cheapest matching with the kept edges and without the excluded ones."""
    is_taken = frozenset(vertex for edge in kept for vertex in edge)
    rest = [vertex for vertex in range(count) if vertex not in is_taken]
    places = {vertex: place for place, vertex in enumerate(rest)}
    inner = {
        (places[one], places[other]): cost
        for (one, other), cost in costs.items()
        if one in places and other in places and (one, other) not in left_out
    }
    found = least_cost_matching(len(rest), inner)
    if found is None:
        return None
    return tuple(sorted((*kept, *((rest[one], rest[other]) for one, other in found))))


def _lowered(count: int, costs: Mapping[Edge, int]) -> dict[Edge, int] | None:
    """Subtract a number for each vertex from the costs of its edges, keeping all costs at 0 or above. Return
    None if a vertex has no edge.
    """
    edges: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for (one, other), cost in costs.items():
        edges[one].append((other, cost))
        edges[other].append((one, cost))
    if not all(edges):
        return None
    less = [min(cost for _, cost in own) // 2 for own in edges]
    for _ in range(_SWEEPS):
        for vertex, own in enumerate(edges):
            less[vertex] += min(cost - less[vertex] - less[other] for other, cost in own)
    return {(one, other): cost - less[one] - less[other] for (one, other), cost in costs.items()}
