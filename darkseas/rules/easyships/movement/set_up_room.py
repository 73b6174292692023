"""Room for both sides at set-up (ES-A46): the side that sets up first leaves the other a formation."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import islice

from darkseas.engine.hexes.board import EDGES, Hex, distance
from darkseas.engine.scenario.spec import Finding

from ..model.scenario import RulesScenario
from .formations import edges_of, fitting, ships_of
from .set_up_hexes import Gun, gun_range

_REMEDY = "Enlarge the map, or place the ships of both sides in groups."
#: How many replies are tried before all of them are.
_REMEMBERED = 8


class Room:
    """Which set-ups of a side leave the other side a formation out of gun range.

    Boats count as surfaced unless the caller leaves them out.
    """

    def __init__(self, scenario: RulesScenario, first: str) -> None:
        self._scenario, self._second = scenario, scenario.enemy_of(first)
        #: Edge of the first side -> replies of the other side found so far, the latest to fit first.
        self._found: dict[str, list[_Answer]] = {}

    def is_left(self, edge: str, placed: Collection[Gun]) -> bool:
        """Return whether the other side still fits when ships at an edge are placed like this."""
        guns = set(placed)
        if edge not in self._found:
            self._found[edge] = self._across(edge)
        found = self._found[edge]
        for place, answer in enumerate(found):
            if answer.is_clear_of(guns):
                found.insert(0, found.pop(place))
                return True
        return self._is_left_anywhere(edge, guns)

    def _is_left_anywhere(self, edge: str, guns: Collection[Gun]) -> bool:
        """Look through all replies, and remember the first that fits."""
        left = self._answers.elsewhere(edge)
        for gun in guns:
            left &= self._answers.clear_of(gun)
            if not left:
                return False
        self._found[edge] = [_Answer(self._answers.first(left)), *self._found[edge]][:_REMEMBERED]
        return True

    def _across(self, edge: str) -> "list[_Answer]":
        """Return a reply on the opposite edge, which is far enough off on all but small maps; none if
        nothing fits there.
        """
        opposite = EDGES[EDGES.index(edge) ^ 1]
        edges = [own for own in edges_of(self._scenario, self._second, edge) if own == opposite]
        return [_Answer(guns) for _, _, guns in islice(fitting(self._scenario, self._second, edges), 1)]

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

    def __init__(self, scenario: RulesScenario, second: str) -> None:
        self._reaches = {gun_range(ship) for ship in ships_of(scenario, scenario.enemy_of(second))}
        self._farthest = max(gun_range(ship) for ship in scenario.ships.values())
        self._all = 0
        self._placed: list[tuple[Gun, ...]] = []
        self._at_edge: dict[str, int] = defaultdict(int)
        #: Hex -> range of guns -> the set-ups with a ship of this range there.
        self._with: dict[Hex, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        self._clear: dict[Gun, int] = {}
        for number, (way, _, placed) in enumerate(fitting(scenario, second, edges_of(scenario, second))):
            bit = 1 << number
            self._placed.append(placed)
            self._all |= bit
            self._at_edge[way.edge] |= bit
            for bow, reach in placed:
                self._with[bow][reach] |= bit

    def elsewhere(self, edge: str) -> int:
        """Return the set-ups on other edges."""
        return self._all & ~self._at_edge[edge]

    def first(self, some: int) -> tuple[Gun, ...]:
        """Return the first of these set-ups."""
        return self._placed[(some & -some).bit_length() - 1]

    def clear_of(self, gun: Gun) -> int:
        """Return the set-ups in which no ship and this one are within gun range of each other."""
        if gun not in self._clear:
            self._look_from(gun.bow)
        return self._clear[gun]

    def _look_from(self, bow: Hex) -> None:
        """Work out what is clear of a hex, for all gun ranges of the first side at once."""
        near: dict[tuple[int, int], int] = defaultdict(int)
        for at, guns in self._with.items():
            away = distance(at, bow)
            if away <= self._farthest:
                for reach, having in guns.items():
                    near[reach, away] |= having
        for own in self._reaches:
            struck = 0
            for (reach, away), having in near.items():
                if away <= max(reach, own):
                    struck |= having
            self._clear[Gun(bow, own)] = self._all & ~struck


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
