"""Room for both sides at set-up (ES-A46): the side that sets up first leaves the other a formation."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cached_property

from darkseas.engine.hexes.board import EDGES, distance
from darkseas.engine.scenario.spec import Finding

from ..model.scenario import RulesScenario
from .formations import edges_of, fitting
from .set_up_hexes import Gun

_REMEDY = "Enlarge the map, or place the ships of both sides in groups."


class Room:
    """Which set-ups of a side leave the other side a formation out of gun range.

    Boats count as surfaced unless the caller leaves them out.
    """

    def __init__(self, scenario: RulesScenario, first: str) -> None:
        self._scenario, self._second = scenario, scenario.enemy_of(first)
        self._opposite: dict[str, _Answer | None] = {}

    def is_left(self, edge: str, placed: Collection[Gun]) -> bool:
        """Return whether the other side still fits when ships at an edge are placed like this."""
        guns = set(placed)
        if edge not in self._opposite:
            self._opposite[edge] = self._across(edge)
        across = self._opposite[edge]
        if across is not None and across.is_clear_of(guns):
            return True
        left = self._answers.elsewhere(edge)
        for gun in guns:
            left &= self._answers.clear_of(gun)
        return bool(left)

    def _across(self, edge: str) -> "_Answer | None":
        """Return a set-up on the opposite edge, which is far enough off on all but small maps."""
        opposite = EDGES[EDGES.index(edge) ^ 1]
        edges = [own for own in edges_of(self._scenario, self._second, edge) if own == opposite]
        return next((_Answer(guns) for _, _, guns in fitting(self._scenario, self._second, edges)), None)

    @cached_property
    def _answers(self) -> "_Answers":
        return _Answers(self._scenario, self._second)


class _Answer:
    """A set-up of the second side, and which guns it is clear of."""

    def __init__(self, placed: tuple[Gun, ...]) -> None:
        self._placed = placed
        self._clear: dict[Gun, bool] = {}

    def is_clear_of(self, guns: Collection[Gun]) -> bool:
        return all(self._is_clear(gun) for gun in guns)

    def _is_clear(self, gun: Gun) -> bool:
        clear = self._clear.get(gun)
        if clear is None:
            clear = all(distance(own.bow, gun.bow) > max(own.reach, gun.reach) for own in self._placed)
            self._clear[gun] = clear
        return clear


class _Answers:
    """All set-ups of the second side; sets of them are the bits of a number."""

    def __init__(self, scenario: RulesScenario, side: str) -> None:
        self._all = 0
        self._at_edge: dict[str, int] = defaultdict(int)
        self._with: dict[Gun, int] = defaultdict(int)
        self._clear: dict[Gun, int] = {}
        for number, (way, _, placed) in enumerate(fitting(scenario, side, edges_of(scenario, side))):
            bit = 1 << number
            self._all |= bit
            self._at_edge[way.edge] |= bit
            for gun in placed:
                self._with[gun] |= bit

    def elsewhere(self, edge: str) -> int:
        """Return the set-ups on other edges."""
        return self._all & ~self._at_edge[edge]

    def clear_of(self, gun: Gun) -> int:
        """Return the set-ups in which no ship and this one are within gun range of each other."""
        clear = self._clear.get(gun)
        if clear is None:
            struck, (bow, reach) = 0, gun
            for own, having in self._with.items():
                if distance(own.bow, bow) <= max(own.reach, reach):
                    struck |= having
            clear = self._clear[gun] = self._all & ~struck
        return clear


def findings(scenario: RulesScenario) -> Iterator[Finding]:
    """Yield an error if the sides cannot both set up by dice: nobody could ever act."""
    first, second = scenario.sides.values()
    room = Room(scenario, first.key)
    ways = fitting(scenario, first.key, edges_of(scenario, first.key))
    if any(room.is_left(way.edge, placed) for way, _, placed in ways):
        return
    cramped = [side for side in (first, second) if not _fits(scenario, side.key)]
    for side in cramped:
        text = f"The ships of {side.name} fit on no edge of the map, neither in line nor abreast."
        yield Finding(f"sides.{side.key}.groups", text, "ES-2", _REMEDY)
    if not cramped:
        text = f"{first.name} and {second.name} cannot both set up out of range of each other’s guns."
        yield Finding("map", text, "ES-2", _REMEDY)


def _fits(scenario: RulesScenario, side: str) -> bool:
    """Whether a side could set up alone."""
    return any(True for _ in fitting(scenario, side, edges_of(scenario, side)))
