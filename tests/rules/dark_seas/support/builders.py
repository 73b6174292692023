"""Plain builders of small Dark Seas battles: ships, sides, scenarios, blocks in place, dice that are known.

    allies = a_side("allies", a_ship("helm", "D", a_battery("D", 3, 2, 1)), training=2)
    scenario = a_scenario(allies, a_side("ijn", a_ship("kako", "C", radar=1)), visibility=1)
    state = a_state(scenario, group("allies-1", "0505", "helm"), single("ijn-1", "0506", "kako"))
    adjudication = an_adjudication(state, 4, 2)          # the dice fall 4, then 2
    spotting.begin(adjudication)
    assert events(adjudication, InitiativeTaken)
    view = view_after(state, adjudication, "allies")

Hexes are written as printed labels ("0505"), block keys as side, hyphen, number.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.rolls import Dice, Roll
from darkseas.engine.events import Fact, may_know
from darkseas.engine.hexes.board import Hex, HexBoard, parse_label
from darkseas.engine.orders import Given
from darkseas.engine.stages.stage import Stage
from darkseas.rules.dark_seas.model.apply_events import SETTERS
from darkseas.rules.dark_seas.model.scenario import (
    Aims,
    Battery,
    Conditions,
    Group,
    Options,
    Ratings,
    RulesScenario,
    Sea,
    Ship,
    Side,
    SideRules,
)
from darkseas.rules.dark_seas.model.state import DUMMY, GROUP, SINGLE, Block, Contents, State
from darkseas.rules.dark_seas.turn.decide import decide

T = TypeVar("T")


@dataclass(frozen=True)
class ShipPlan:
    """A ship before she belongs to a side."""

    key: str
    ratings: Ratings


@dataclass(frozen=True)
class SidePlan:
    """A side before its scenario; `ships` in the order of the roster."""

    key: str
    ships: tuple[ShipPlan, ...]
    rules: SideRules
    dummy_speed: int
    groups: tuple[Group, ...] = ()


@dataclass(frozen=True)
class Placed:
    """A block in its place; `side` is empty where the ships tell it."""

    key: str
    hex: Hex | None
    contents: Contents
    side: str = ""
    markers: Mapping[str, Any] = field(default_factory=dict)


def at(label: str) -> Hex | None:
    """The hex with this label; none for ""."""
    return parse_label(label) if label else None


def hexes(*labels: str) -> frozenset[Hex]:
    """These hexes as a set."""
    return frozenset(parse_label(label) for label in labels)


def a_battery(weapon: str, *factors: int, reload: str = "") -> Battery:
    """A battery; factors at ranges 0 to 3, missing ones are 0."""
    return Battery(weapon, (*factors, 0, 0, 0, 0)[:4], reload)  # type: ignore[arg-type]


def a_ship(
    key: str,
    defence_class: str = "D",
    *batteries: Battery,
    defence: int = 1,
    speed: int = 3,
    radar: int = 0,
    points: int | str = 1,
) -> ShipPlan:
    """A ship; unarmed when no battery is given."""
    return ShipPlan(
        key,
        Ratings(batteries, defence, defence_class, speed, Fraction(points), radar),  # type: ignore[arg-type]
    )


def a_side(
    key: str,
    *ships: ShipPlan,
    training: int = 3,
    group_limit: int = 4,
    dummies: int = 0,
    groups: Iterable[Group] = (),
    **rules: Any,
) -> SidePlan:
    """A side; further `SideRules` fields by name (`spotting_modifier`, `confined_to` ...)."""
    sides_rules = SideRules(training, group_limit, dummies, **rules)
    fastest = max((ship.ratings.speed for ship in ships), default=0)
    return SidePlan(key, ships, sides_rules, sides_rules.dummy_speed or fastest, tuple(groups))


def a_scenario(
    *sides: SidePlan,
    cols: int = 14,
    rows: int = 12,
    land: Iterable[str] = (),
    excluded: Iterable[str] = (),
    areas: Mapping[str, Iterable[str]] | None = None,
    visibility: int = 1,
    spotting_modifier: int = 0,
    light: str = "night",
    conditions: tuple[Conditions, ...] = (),
    aims: Aims | None = None,
    **options: Any,
) -> RulesScenario:
    """A scenario of two sides; further arguments are `Options` fields by name (`ship_by_ship` ...)."""
    sky = conditions or (Conditions(1, light, visibility, spotting_modifier),)  # type: ignore[arg-type]
    ships = [(side.key, ship) for side in sides for ship in side.ships]
    return RulesScenario(
        key="test",
        title="Test",
        board=HexBoard(cols, rows, hexes(*land), hexes(*excluded)),
        sides={side.key: _side(side) for side in sides},
        ships={ship.key: _ship(place, side, ship) for place, (side, ship) in enumerate(ships)},
        areas={name: hexes(*labels) for name, labels in (areas or {}).items()},
        sea=Sea(sky),
        aims=aims or Aims(turn_limit=10),
        options=Options(**options),
    )


def _side(plan: SidePlan) -> Side:
    ships = tuple(ship.key for ship in plan.ships)
    return Side(plan.key, plan.key.upper(), plan.key, plan.rules, ships, plan.groups, plan.dummy_speed)


def _ship(place: int, side: str, plan: ShipPlan) -> Ship:
    return Ship(plan.key, plan.key.title(), side, side, "DD", "", plan.ratings, place)


def group(key: str, label: str, *ships: str, **markers: Any) -> Placed:
    """A task group; `markers` are `Block` fields by name (`moved`, `attacked`, `spotted` ...)."""
    return Placed(key, at(label), Contents(GROUP, f"TG {key}", ships), markers=markers)


def single(key: str, label: str, ship: str, **markers: Any) -> Placed:
    """A single ship."""
    return Placed(key, at(label), Contents(SINGLE, ship.title(), (ship,)), markers=markers)


def dummy(key: str, label: str, side: str, **markers: Any) -> Placed:
    """A dummy of a side."""
    return Placed(key, at(label), Contents(DUMMY, "Dummy", ()), side, markers)


def a_state(
    scenario: RulesScenario,
    *blocks: Placed,
    turn: int = 1,
    phase: str = "spotting",
    initiative: str = "",
    damaged: Iterable[str] = (),
    sunk: Iterable[str] = (),
) -> State:
    """The whole state with these blocks in place, nobody called; `initiative` defaults to the first side."""
    state = State(scenario)
    state.turn, state.stage, state.called = turn, Stage.of(phase), ()
    state.initiative = initiative or next(iter(scenario.sides))
    for placed in blocks:
        side = placed.side or scenario.ships[placed.contents.ships[0]].side
        state.blocks[placed.key] = Block(placed.key, side, placed.hex, **placed.markers)
        state.contents[placed.key] = placed.contents
        state.numbers[side] = max(state.numbers[side], int(placed.key.rpartition("-")[2]))
    for ship in damaged:
        state.ship_status[ship] = state.ship_status[ship]._replace(damaged=True)
    for ship in sunk:
        state.ship_status[ship] = state.ship_status[ship]._replace(sunk=turn)
    return state


class KnownDice:
    """Dice that fall as told, in this order, whatever they are thrown for; `purposes` notes for what."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.left = list(faces)
        self.purposes: list[str] = []

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Roll:
        """The next faces; AssertionError when there are too few or one is not on the die."""
        faces, self.left = tuple(self.left[:count]), self.left[count:]
        assert len(faces) == count, f"no die left for {purpose}"
        assert all(1 <= face <= sides for face in faces), f"{faces} on a die of {sides} sides"
        self.purposes.append(purpose)
        return Roll(purpose, sides, faces, "house", scope)


def an_adjudication(state: State, *faces: int) -> Adjudication[State]:
    """A step in the making with dice that fall as told."""
    return Adjudication(SETTERS, state, KnownDice(faces))


def decided(state: State, given: Given, dice: Dice) -> tuple[Fact, ...]:
    """What follows from an order; the state is left as it is."""
    adjudication = Adjudication(SETTERS, state, dice)
    decide(adjudication, given)
    return tuple(adjudication.facts)


def dice_left(adjudication: Adjudication[State]) -> list[int]:
    """The faces that nobody has asked for."""
    dice = adjudication._dice
    assert isinstance(dice, KnownDice)
    return dice.left


def events(adjudication: Adjudication[State], kind: type[T], side: str | None = "") -> list[T]:
    """The events of this type recorded so far; with a side (None: an observer) those it may know."""
    return [
        fact.event
        for fact in adjudication.facts
        if isinstance(fact.event, kind) and (side == "" or may_know(fact.audience, side))
    ]


def audience_of(adjudication: Adjudication[State], kind: type) -> list[tuple[str, ...]]:
    """The audiences of the events of this type, in their order."""
    return [fact.audience for fact in adjudication.facts if isinstance(fact.event, kind)]


def view_of(state: State, side: str) -> State:
    """A side's view of a state: what stands on the enemy's hidden faces and plots is not in it."""
    view = state.copy()
    theirs = [key for key, block in state.blocks.items() if block.side != side]
    for key in theirs:
        for part in (view.contents, view.sightings, view.contacts):
            part.pop(key, None)
    enemy = state.scenario.enemy_of(side)
    view.spotting_sums.pop(enemy, None)
    view.detaching.pop(enemy, None)
    view.dummies_left[enemy] = 0
    return view


def view_after(state: State, adjudication: Adjudication[State], side: str) -> State:
    """A side's view after the step: its view of the state before, and the facts that it may know."""
    view = view_of(state, side)
    for fact in adjudication.facts:
        setter = SETTERS.get(type(fact.event))
        if setter is not None and may_know(fact.audience, side):
            setter(view, fact.event)
    return view
