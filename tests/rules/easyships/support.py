"""Plain builders of battles by EasyShips: ships by a few ratings, places on an open sea, dice that are known.

    table = a_battle({"gs": ship("CA", guns=[(6, 11)])}, {"ex": ship("CA", armour=2)}, at={"gs": "0505"})
    table.play(gunnery.resolve, "a", fire, dice=[7, 2, 5])
    assert table.events(HitResolved)

Sides are "a" and "b". Whoever `at` does not name lies by itself in a row of the far north.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.rolls import Roll
from darkseas.engine.events import Fact, may_know
from darkseas.engine.hexes.board import FACINGS, Hex, parse_label
from darkseas.engine.scenario.spec import GroupSpec, MapSpec, ScenarioSpec, ShipSpec, SideSpec
from darkseas.rules.easyships.model.apply_events import SETTERS
from darkseas.rules.easyships.model.scenario import Ship
from darkseas.rules.easyships.model.state import ShipStatus, State
from darkseas.rules.easyships.scenario.setup import initial_state

T = TypeVar("T")
Ships = Mapping[str, Mapping[str, Any]]


class Tape:
    """Dice that fall as written; an AssertionError when they run out or are asked for otherwise."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.left = list(faces)
        self.asked: list[tuple[int, int, str, str]] = []

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Roll:
        """The next faces."""
        assert len(self.left) >= count, f"no dice left for {purpose}"
        faces, self.left = tuple(self.left[:count]), self.left[count:]
        assert max(faces) <= sides, f"{faces} on d{sides} for {purpose}"
        self.asked.append((count, sides, purpose, scope))
        return Roll(purpose, sides, faces, "table", scope)


def ship(kind: str = "CL", *, guns: Sequence[tuple[int, int]] = (), **ratings: Any) -> dict[str, Any]:
    """Ratings of a ship: a light cruiser of 1930 with defence 10 and 4 moves, where nothing else is said."""
    batteries = [{"guns": count, "size": size} for count, size in guns]
    plain = {"type": kind, "year": 1930, "armour": 3, "defence": 10, "moves": 4, "batteries": batteries}
    return {**plain, **ratings}


def a_side(key: str, ships: Ships, groups: tuple[GroupSpec, ...] = (), **rules: Any) -> SideSpec:
    """A side by its ships."""
    specs = tuple(
        ShipSpec(name, name.upper(), "", "RN", str(ratings.get("type", "")), ratings)
        for name, ratings in ships.items()
    )
    return SideSpec(key, f"Side {key.upper()}", ("RN",), specs, groups, rules)


def a_spec(a: Ships, b: Ships, **changes: Any) -> ScenarioSpec:
    """A scenario of 1940 on an open sea of forty by forty hexes."""
    fields: dict[str, Any] = {
        "key": "test",
        "title": "Test",
        "system": "easyships",
        "sides": (a_side("a", a), a_side("b", b)),
        "map": MapSpec("sea", "Open sea", 40, 40),
        "sea": {"year": 1940},
    }
    return ScenarioSpec(**{**fields, **changes})


class Table:
    """A battle on the table: its state, all facts so far, those of the last step, the dice asked for."""

    def __init__(self, spec: ScenarioSpec) -> None:
        self.initial = initial_state(spec)
        self.state: State = self.initial.copy()
        self.state.turn = 1
        self.facts: list[Fact] = []
        self.step: list[Fact] = []
        self.asked: list[tuple[int, int, str, str]] = []

    def play(self, part: Callable[..., Any], *given: Any, dice: Iterable[int] = ()) -> list[Fact]:
        """Let a part of the rules run; dice fall as named, and none may be left over."""
        tape = Tape(dice)
        adjudication = Adjudication(SETTERS, self.state, tape)
        part(adjudication, *given)
        assert tape.left == [], f"dice left over: {tape.left}"
        self.state, self.step, self.asked = adjudication.state, adjudication.facts, tape.asked
        self.facts += self.step
        return self.step

    def set(self, key: str, **changes: Any) -> None:
        """Set what has befallen a ship."""
        self.state.ship_status[key] = self.state.ship_status[key]._replace(**changes)

    def put(self, key: str, at: str, facing: str = "E", depth: int = 0) -> None:
        """Put a ship somewhere."""
        self.set(key, bow=parse_label(at), facing=FACINGS.index(facing), depth=depth)

    def events(self, kind: type[T]) -> list[T]:
        """The events of a kind in the last step."""
        return [fact.event for fact in self.step if isinstance(fact.event, kind)]

    def only(self, kind: type[T]) -> T:
        """The one event of a kind in the last step."""
        (event,) = self.events(kind)
        return event

    def known(self, side: str | None) -> list[object]:
        """The events of the last step that a side may know, or with None an observer."""
        return [fact.event for fact in self.step if may_know(fact.audience, side)]

    def view(self, side: str | None) -> State:
        """What a side knows by all facts so far."""
        view = self.initial.copy()
        for event, audience in self.facts:
            if may_know(audience, side) and type(event) in SETTERS:
                SETTERS[type(event)](view, event)
        return view

    def ship(self, key: str) -> Ship:
        """A ship."""
        return self.state.scenario.ships[key]

    def status(self, key: str) -> ShipStatus:
        """What has befallen a ship."""
        return self.state.ship_status[key]


def way(*labels: str) -> tuple[Hex, ...]:
    """Hexes by their labels."""
    return tuple(parse_label(text) for text in labels)


def a_battle(a: Ships, b: Ships, *, at: Mapping[str, str] | None = None, **changes: Any) -> Table:
    """A battle with its ships in place: `at` has a label, or a label and a facing ("0505 NE")."""
    table = Table(a_spec(a, b, **changes))
    for number, key in enumerate(table.state.scenario.ships):
        place, _, facing = (at or {}).get(key, f"{4 * number + 3:02}00").partition(" ")
        table.put(key, place, facing or "E")
    return table
