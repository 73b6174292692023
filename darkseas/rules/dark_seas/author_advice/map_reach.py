"""Warn an author about the map: room for set-up, sea routes between the sides, and edges out of reach."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from darkseas.engine.hexes.distances import Distances, HexSet, distances_of
from darkseas.engine.presentation.words import capital, counted, joined
from darkseas.engine.scenario.spec import Finding

from ..model.scenario import Group, GroupRules, RulesScenario, Side
from ..movement.deployment import is_late
from ..narration.names import area_words
from ..scenario.setup_areas import entry_hexes, setup_hexes, zone_of
from ..tables.rules_tables import FIXED
from .wording import advise, hex_names


class _Start(NamedTuple):
    """The starting hexes of a group's blocks or a side's dummies, and their speed in hexes per turn."""

    where: str
    name: str
    hexes: HexSet
    edge: HexSet
    speed: int
    arrives: int
    is_fixed: bool

    @property
    def all(self) -> HexSet:
        return self.hexes | self.edge


class _Waters(NamedTuple):
    """The board with the starting hexes of both sides."""

    scenario: RulesScenario
    distances: Distances
    starts: Mapping[str, tuple[_Start, ...]]

    def start_of(self, side: str) -> HexSet:
        """Return every hex in which a block of the side may start."""
        hexes = 0
        for start in self.starts[side]:
            hexes |= start.all
        return hexes


def findings_of(scenario: RulesScenario) -> Iterator[Finding]:
    """Warn about room, routes and edges for each side, then about problems of both sides together."""
    distances = distances_of(scenario.board)
    starts = {key: tuple(_starts(scenario, side)) for key, side in scenario.sides.items()}
    waters = _Waters(scenario, distances, starts)
    for side in scenario.sides.values():
        yield from _space(waters, side)
        yield from _confined(waters, side)
        yield from _exits(waters, side)
    yield from _shared(waters)
    yield from _meeting(waters)
    yield from _presence(waters)


def _starts(scenario: RulesScenario, side: Side) -> Iterator[_Start]:
    for group in side.groups:
        yield _start(scenario, side, group)
    if side.rules.dummies:
        free = GroupRules()
        hexes, edge = setup_hexes(scenario, side, free), entry_hexes(scenario, side, free)
        yield _Start(f"sides.{side.key}.rules.dummies", "dummies", hexes, edge, side.dummy_speed, 1, False)


def _start(scenario: RulesScenario, side: Side, group: Group) -> _Start:
    rules = group.rules
    speed = min((scenario.ships[key].ratings.speed for key in group.ships), default=0)
    if rules.single:
        fastest = max((scenario.ships[key].ratings.speed for key in group.ships), default=0)
        speed = max(0, fastest - FIXED["single_allowance_loss"])
    return _Start(
        f"sides.{side.key}.groups.{group.key}",
        group.name,
        setup_hexes(scenario, side, rules),
        entry_hexes(scenario, side, rules),
        speed,
        rules.arrives,
        rules.immobile,
    )


# --- space ---------------------------------------------------------------------------------------


def _space(waters: _Waters, side: Side) -> Iterator[Finding]:
    """Warn if a set-up area has fewer sea hexes than blocks, because stacked blocks reveal information."""
    blocks: dict[str, int] = {}
    for group in side.groups:
        if group.rules.immobile or group.rules.hex or is_late(group.rules):
            continue
        zone = zone_of(side, group.rules)
        blocks[zone] = blocks.get(zone, 0) + (len(group.ships) if group.rules.single else 1)
    if side.rules.dummies and side.rules.set_up:
        blocks[side.rules.set_up] = blocks.get(side.rules.set_up, 0) + side.rules.dummies
    for zone, count in blocks.items():
        space = sum(not waters.scenario.board.is_land(at) for at in waters.scenario.areas.get(zone, ()))
        if zone and space < count:
            yield advise(
                f"map.areas.{zone}",
                f"{area_words(zone)} has {counted(space, 'sea hex', 'sea hexes')} for "
                f"{counted(count, 'block')} of {side.name}: some must share a hex.",
                "Enlarge the area, or set up fewer blocks there.",
                "§7",
            )


def _confined(waters: _Waters, side: Side) -> Iterator[Finding]:
    """Warn if blocks confined to an area start outside it."""
    name = side.rules.confined_to
    if not name:
        return
    area = waters.distances.hex_set(waters.scenario.areas[name])
    where = f"sides.{side.key}.rules.confined_to"
    for start in waters.starts[side.key]:
        if start.is_fixed:
            continue
        outside = waters.distances.hexes(start.hexes & ~area)
        if outside:
            there = hex_names(outside, waters.scenario.numbering)
            yield advise(
                where,
                f"{capital(start.name)} may set up in {there}, outside {area_words(name)}, and could "
                "not move there before first contact.",
                "Draw the area around the whole set-up area, or do not confine the side.",
                "§7",
            )
        elif start.edge and not start.hexes and not start.edge & area:
            yield advise(
                where,
                f"{capital(start.name)} cannot enter: {area_words(name)} does not reach that edge.",
                "Extend the area to the edge, or do not confine the side.",
                "§7",
            )


# --- leaving the map -------------------------------------------------------------------------------


def _exits(waters: _Waters, side: Side) -> Iterator[Finding]:
    """Warn if ships that should leave the map cannot do so in time."""
    last_turns = _turns_to_leave(waters.scenario, side)
    edges = side.rules.exit_edges
    if not last_turns or not edges:
        return
    goal = 0
    for edge in edges:
        goal |= waters.distances.edge(edge)
    last = max(last_turns)
    moving = [start for start in waters.starts[side.key] if not start.is_fixed and start.speed]
    where = f"sides.{side.key}.rules.exit_edges"
    over = f"the {joined(list(edges))} edge{'s' if len(edges) > 1 else ''}"
    for start, steps in zip(
        moving, waters.distances.steps(goal, [start.all for start in moving]), strict=True
    ):
        if steps is None:
            text = f"{capital(start.name)} cannot reach {over} by sea."
            yield advise(where, text, "Allow another exit edge, or open the land in between.", "DS-R10")
            continue
        turns = last - start.arrives + 1
        cost = steps + FIXED["exit_cost"]
        if cost > start.speed * max(turns, 0):
            needed = counted(_turns(cost, start.speed), "turn")
            yield advise(
                "aims.turn_limit" if last >= waters.scenario.aims.turn_limit else "aims.deadlines",
                f"{capital(start.name)}, kept together, needs at least {needed} to leave over {over}, "
                f"but has {counted(max(turns, 0), 'turn')}.",
                "Give more turns, a closer edge or a closer set-up area.",
                "DS-R10",
            )


def _turns(hexes: int, speed: int) -> int:
    return -(-hexes // speed)


def _turns_to_leave(scenario: RulesScenario, side: Side) -> list[int]:
    """Return the last turns in which leaving the map scores or saves points for a side."""
    aims = scenario.aims
    turns = [min(aim.by_turn, aims.turn_limit) for aim in aims.deadlines if aim.side == side.key]
    return turns + [aims.turn_limit for exits in aims.exit_points if exits.side == side.key]


# --- both sides ------------------------------------------------------------------------------------


def _shared(waters: _Waters) -> Iterator[Finding]:
    first, second = waters.scenario.sides.values()
    both = 0
    for start in waters.starts[first.key]:
        both |= start.hexes
    other = 0
    for start in waters.starts[second.key]:
        other |= start.hexes
    shared = waters.distances.hexes(both & other)
    if shared:
        yield advise(
            f"sides.{second.key}.rules.set_up",
            f"Both sides can set up in {hex_names(shared, waters.scenario.numbering)}.",
            "Keep the set-up areas apart, unless the sides are meant to start in one hex.",
            "§7",
        )


def _meeting(waters: _Waters) -> Iterator[Finding]:
    """Warn if the sides cannot meet at all, or not within the turn limit."""
    scenario, distances = waters.scenario, waters.distances
    first, second = scenario.sides.values()
    [apart] = distances.steps(waters.start_of(first.key), [waters.start_of(second.key)])
    if apart is None:
        yield advise(
            "map.land",
            f"No sea route connects {first.name} and {second.name}: they can never meet.",
            "Open a passage, or move a set-up area or an entry edge.",
            "§15e",
        )
        return
    for side in (first, second):
        reached = distances.reached(waters.start_of(scenario.enemy_of(side.key)))
        for start in waters.starts[side.key]:
            cut_off = distances.hexes(start.all & ~reached)
            if cut_off:
                there = hex_names(cut_off, waters.scenario.numbering)
                text = f"{capital(start.name)} can start in {there}, cut off from the enemy by land."
                remedy = "Remove these hexes from the area, or open a passage."
                yield advise(start.where, text, remedy, "§15e")
    sight = max(conditions.visibility for conditions in scenario.sea.conditions)
    speeds = [max((s.speed for s in waters.starts[side.key]), default=0) for side in (first, second)]
    if apart - sight > sum(speeds) * scenario.aims.turn_limit:
        yield advise(
            "aims.turn_limit",
            f"The sides start {counted(apart, 'hex', 'hexes')} apart and cannot meet "
            f"within {counted(scenario.aims.turn_limit, 'turn')}.",
            "Give more turns, or let the sides start closer together.",
            "§7",
        )


def _presence(waters: _Waters) -> Iterator[Finding]:
    """Warn if ships cannot reach an area in which they score points by being present."""
    for place, aim in enumerate(waters.scenario.aims.presence):
        area = waters.distances.hex_set(waters.scenario.areas[aim.area]) & waters.distances.sea
        where, side = f"aims.presence.{place}", waters.scenario.sides[aim.side]
        if not area:
            text = f"{area_words(aim.area)} has no sea hex: no ship can be there."
            yield advise(where, text, "Draw the area at sea, or choose another.", "DS-R33")
        elif not waters.distances.reached(waters.start_of(side.key)) & area:
            text = f"{side.name} cannot reach {area_words(aim.area)} by sea."
            yield advise(where, text, "Choose another area, or open a passage.", "DS-R33")
