"""Values of a battle's nodes with one seed.

A battle has a node before each order and, if the order's step rolled dice, one between order and dice. The
value of a node is how captains would finish the battle from there. What an order changed is *judgement*, what
its dice changed is *luck*; from node to node they add up to the result.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from ...play.steps import read_order
from ...serialization.records import record
from .play_out import Outcome, PlayOut, outcome_of, seed_of
from .positions import Position, RecordedBattle, order_of

Kind = Literal["before", "ordered"]


@record
class Node:
    """A node: the number of its position, and whether the order is still to come ("before") or given."""

    position: int
    kind: Kind


@record
class SeedValues:
    """The values of nodes with one seed, and their cost in orders of captains."""

    values: Mapping[int, Outcome]
    same_orders: frozenset[int]
    orders: int


def nodes_of(battle: RecordedBattle) -> tuple[Node, ...]:
    """Return all nodes in order."""
    nodes: list[Node] = []
    for number, position in enumerate(battle.positions):
        nodes.append(Node(number, "before"))
        if position.has_dice and position.is_of_the_rules:
            nodes.append(Node(number, "ordered"))
    return tuple(nodes)


def turn_starts(battle: RecordedBattle, nodes: tuple[Node, ...]) -> tuple[int, ...]:
    """Return the node numbers at which a turn's first order is given."""
    seen: set[int] = set()
    starts = []
    for number, node in enumerate(nodes):
        turn = battle.positions[node.position].turn
        if node.kind == "before" and turn not in seen:
            seen.add(turn)
            starts.append(number)
    return tuple(starts)


def recorded_outcome(battle: RecordedBattle) -> Outcome:
    """Return how the battle really ended."""
    return outcome_of(battle.sides, battle.ended.winner, battle.ended.scores)


def values_with_seed(
    battle: RecordedBattle, nodes: tuple[Node, ...], number: int, wanted: Iterable[int]
) -> SeedValues:
    """Return the values of the wanted nodes with seed `number`.

    `same_orders` has the positions among them at which the captain gives the recorded order. There the node
    takes its value from the next one, which saves most play-outs. Raises PlayOutStuck.
    """
    return _Seed(battle, nodes, number).values(wanted)


class _Seed:
    def __init__(self, battle: RecordedBattle, nodes: tuple[Node, ...], number: int) -> None:
        self._battle, self._nodes, self._seed = battle, nodes, seed_of(number)
        self._values: dict[int, Outcome] = {len(nodes): recorded_outcome(battle)}
        self._same: set[int] = set()
        self._orders = 0

    def values(self, wanted: Iterable[int]) -> SeedValues:
        # From the end, so that a node finds the value of the next one.
        chosen = sorted(wanted, reverse=True)
        for number in chosen:
            self._value(number)
        return SeedValues({one: self._values[one] for one in chosen}, frozenset(self._same), self._orders)

    def _value(self, number: int) -> Outcome:
        """Return a node's value, walking on while captains would order what is on record."""
        walked = []
        while number not in self._values and self._plays_as_recorded(number):
            walked.append(number)
            number += 1
        if number not in self._values:
            self._values[number] = self._played_out(number)
        for passed in walked:
            self._values[passed] = self._values[number]
        return self._values[number]

    def _plays_as_recorded(self, number: int) -> bool:
        node = self._nodes[number]
        position = self._battle.positions[node.position]
        if node.kind == "ordered" or not position.is_of_the_rules:
            return False
        side, name, blanks = self._play_out(position).captains_order(position.side)
        self._orders += 1
        if side != position.side or name != position.order.order:
            return False
        system = self._battle.system
        if read_order(system, side, name, dict(blanks)) != order_of(system, position):
            return False
        self._same.add(node.position)
        return True

    def _played_out(self, number: int) -> Outcome:
        node = self._nodes[number]
        position = self._battle.positions[node.position]
        play_out = self._play_out(position)
        order = position.order
        first = (position.side, order.order, order.blanks) if node.kind == "ordered" else None
        outcome = play_out.to_end(position.side, first)
        self._orders += play_out.orders
        return outcome

    def _play_out(self, position: Position) -> PlayOut:
        return PlayOut(self._battle.system, self._battle.sides, position.views, self._seed)
