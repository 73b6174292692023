"""Maximum matching in a general graph: Edmonds's blossom algorithm, storing the base of each vertex (Gabow).

The look-ahead needs thousands of matchings for one round.
"""

from collections import deque
from collections.abc import Sequence

FREE = -1
Graph = Sequence[Sequence[int]]


class MaximumMatching:
    """A maximum matching of a graph; `mates` holds each vertex's mate, or FREE."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.mates = [FREE] * len(graph)
        self._pair_greedily()
        for root in range(len(graph)):
            if self.mates[root] == FREE:
                _Search(graph, self.mates, root).augment()

    @property
    def free(self) -> list[int]:
        return [vertex for vertex, mate in enumerate(self.mates) if mate == FREE]

    def _pair_greedily(self) -> None:
        for vertex, others in enumerate(self.graph):
            if self.mates[vertex] == FREE:
                other = next((one for one in others if self.mates[one] == FREE), FREE)
                if other != FREE:
                    self.mates[vertex], self.mates[other] = other, vertex


class _Search:
    """The alternating tree from one free vertex; `is_outer` marks vertices at even distance."""

    def __init__(self, graph: Graph, mates: list[int], root: int) -> None:
        self.graph, self.mates, self.root = graph, mates, root
        self.parents = [FREE] * len(graph)
        self.bases = list(range(len(graph)))
        self.is_outer = [False] * len(graph)

    def augment(self) -> None:
        """Match the root along an augmenting path, if there is one."""
        end = self._free_end()
        while end != FREE:
            parent = self.parents[end]
            after = self.mates[parent]
            self.mates[end], self.mates[parent] = parent, end
            end = after

    def _free_end(self) -> int:
        self.is_outer[self.root] = True
        waiting = deque([self.root])
        while waiting:
            vertex = waiting.popleft()
            for other in self.graph[vertex]:
                if self.bases[vertex] == self.bases[other] or self.mates[vertex] == other:
                    continue
                if self._is_even(other):
                    waiting.extend(self._contract(vertex, other))
                elif self.parents[other] == FREE:
                    self.parents[other] = vertex
                    mate = self.mates[other]
                    if mate == FREE:
                        return other
                    self.is_outer[mate] = True
                    waiting.append(mate)
        return FREE

    def _is_even(self, vertex: int) -> bool:
        mate = self.mates[vertex]
        return vertex == self.root or (mate != FREE and self.parents[mate] != FREE)

    def _contract(self, one: int, other: int) -> list[int]:
        """Contract a blossom to one base; return the vertices that become outer."""
        base = self._common_base(one, other)
        in_blossom = [False] * len(self.bases)
        self._mark(one, base, other, in_blossom)
        self._mark(other, base, one, in_blossom)
        new = []
        for vertex, old in enumerate(self.bases):
            if in_blossom[old]:
                self.bases[vertex] = base
                if not self.is_outer[vertex]:
                    self.is_outer[vertex] = True
                    new.append(vertex)
        return new

    def _common_base(self, one: int, other: int) -> int:
        seen: set[int] = set()
        vertex = one
        while True:
            vertex = self.bases[vertex]
            seen.add(vertex)
            if self.mates[vertex] == FREE:
                break
            vertex = self.parents[self.mates[vertex]]
        vertex = self.bases[other]
        while vertex not in seen:
            vertex = self.bases[self.parents[self.mates[vertex]]]
        return vertex

    def _mark(self, vertex: int, base: int, child: int, in_blossom: list[bool]) -> None:
        while self.bases[vertex] != base:
            mate = self.mates[vertex]
            in_blossom[self.bases[vertex]] = in_blossom[self.bases[mate]] = True
            self.parents[vertex] = child
            child = mate
            vertex = self.parents[mate]
