"""Why not everybody can be paired: the barrier that a maximum matching leaves."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

from ..reasons import BYE, Bar, OddGroups
from .costs import Candidates, Row
from .least_cost import Edge
from .maximum import MaximumMatching


def graph_of(count: int, edges: Iterable[Edge]) -> list[list[int]]:
    """Return the neighbours of each vertex."""
    graph: list[list[int]] = [[] for _ in range(count)]
    for one, other in edges:
        graph[one].append(other)
        graph[other].append(one)
    return graph


def barrier_of(given: Candidates, rows: Mapping[Edge, Row]) -> OddGroups:
    """Return the proof that the edges of `rows` pair no more than they do."""
    takers, groups = MaximumMatching(graph_of(given.size, rows)).barrier()
    bars: Counter[Bar] = Counter()
    for some, others in combinations(groups, 2):
        for one in some:
            for other in others:
                bars.update(given.bars.get((min(one, other), max(one, other)), ()))
    names = [*(position.key for position in given.free), *(BYE for _ in range(given.byes))]
    return OddGroups(
        tuple(names[place] for place in takers),
        tuple(tuple(names[place] for place in group) for group in groups),
        tuple(sorted(bars.items())),
    )
