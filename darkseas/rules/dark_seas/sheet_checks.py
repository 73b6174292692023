"""What must hold together in a scenario before Dark Seas can be fought by it: findings, each with its place.

Reading (`setup.py`) has seen to it that every part is there and of its kind.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from ...engine.dice import MAX_SIDES
from ...engine.events import EVERYONE, UMPIRE
from ...engine.scenario import Finding
from .deployment import LONGEST_NAME, allowed, edge_of_entry, is_late
from .sheet import Group, GroupRules, Ratings, Sheet, Side
from .tables import DAYLIGHT_STEPS, FIXED, TRAINING

#: A battle of more turns than this would not end on any evening.
MOST_TURNS = 200

#: Dummies of a side: beyond any table, as `setup.MOST_SHIPS` is. With a block for each of MAX_SIDES ships
#: they are still mixed by one throw, which has at most `dice.MAX_COUNT` dice.
MOST_DUMMIES = 100

_SIDE_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_KEY = 40
#: Words that mean something else where a side is named.
_TAKEN = (*EVERYONE, UMPIRE, "score", "draw")
_TORPEDO = "T"


def findings_of(sheet: Sheet) -> Iterator[Finding]:
    """Everything that is wrong with a scenario, side by side, then sea and aims."""
    if len(sheet.ships) > MAX_SIDES:
        yield Finding("sides", f"There are more than {MAX_SIDES} ships to draw from.", "DS-R20")
    for side in sheet.sides.values():
        yield from _key(side)
        yield from _areas(sheet, side)
        yield from _limits(side)
        yield from _groups(side)
        if side.rules.training in TRAINING:
            yield from _group_limits(side)
        if not _names_unknown_area(sheet, side):
            yield from _places(sheet, side)
    yield from _sea(sheet)
    yield from _aims(sheet)


def _key(side: Side) -> Iterator[Finding]:
    where = f"sides.{side.key}"
    if not _SIDE_KEY.fullmatch(side.key) or len(side.key) > _LONGEST_KEY:
        yield Finding(where, f"The key of a side is 1 to {_LONGEST_KEY} small letters, digits and hyphens.")
    if side.key in _TAKEN:
        yield Finding(where, "This word cannot be the key of a side.")
    if not side.ships:
        yield Finding(f"{where}.ships", "A side needs a ship.", "§5")


def ratings_findings(ratings: Ratings, where: str) -> Iterator[Finding]:
    """What is wrong with the ratings of one sticker, which stand at `where`."""
    longest = FIXED["longest_range"]
    if ratings.defence < 1:
        yield Finding(f"{where}.defence", "must be at least 1", "§5")
    if not 0 <= ratings.radar <= longest:
        yield Finding(f"{where}.radar", f"must be 0 to {longest}", "§16f")
    if not 0 <= ratings.speed <= max(DAYLIGHT_STEPS):
        yield Finding(f"{where}.speed", f"must be 0 to {max(DAYLIGHT_STEPS)}", "§5")
    if ratings.points < 0:
        yield Finding(f"{where}.points", "must not be under 0", "§8")
    for place, battery in enumerate(ratings.batteries):
        here = f"{where}.batteries.{place}"
        if len(battery.factors) != longest + 1 or min(battery.factors) < 0:
            yield Finding(here, f"needs factors for ranges 0 to {longest}", "§5")
        if battery.reload and battery.weapon != _TORPEDO:
            yield Finding(here, "Only torpedoes are reloaded.", "§18k.ii")


# --- sides ---------------------------------------------------------------------------------------


def _limits(side: Side) -> Iterator[Finding]:
    where, rules = f"sides.{side.key}.rules", side.rules
    if rules.training not in TRAINING:
        yield Finding(f"{where}.training", f"must be {min(TRAINING)} to {max(TRAINING)}", "§9")
    if rules.group_limit < 0:
        yield Finding(f"{where}.group_limit", "must not be under 0", "§10")
    if not 0 <= rules.dummies <= MOST_DUMMIES:
        yield Finding(f"{where}.dummies", f"must be 0 to {MOST_DUMMIES}", "§22")
    if not 0 <= rules.dummy_speed <= max(DAYLIGHT_STEPS):
        yield Finding(f"{where}.dummy_speed", f"must be 0 to {max(DAYLIGHT_STEPS)}", "DS-R9")
    if len(set(rules.exit_edges)) != len(rules.exit_edges):
        yield Finding(f"{where}.exit_edges", "names an edge twice", "DS-R10")


def _groups(side: Side) -> Iterator[Finding]:
    where = f"sides.{side.key}.groups"
    placed = [ship for group in side.groups for ship in group.ships]
    if len(placed) != len(set(placed)) or set(placed) != set(side.ships):
        yield Finding(where, "Every ship must stand in exactly one group.", "§10")
    for group in side.groups:
        here = f"{where}.{group.key}"
        if not group.ships:
            yield Finding(here, "A task group needs a ship.", "§10")
        if not group.name.strip() or len(group.name) > LONGEST_NAME:
            yield Finding(f"{here}.name", f"A name has 1 to {LONGEST_NAME} letters.", "§4b")
        if not 1 <= group.rules.arrives <= MOST_TURNS:
            yield Finding(f"{here}.rules.arrives", f"must be 1 to {MOST_TURNS}, as turns are counted", "§7")


def _group_limits(side: Side) -> Iterator[Finding]:
    where, largest = f"sides.{side.key}.groups", TRAINING[side.rules.training].largest_group
    counted = [group for group in side.groups if not group.rules.single and not group.rules.immobile]
    for group in counted:
        if len(group.ships) > largest:
            yield Finding(f"{where}.{group.key}", "is larger than the training level allows", "§9")
    if len(counted) > side.rules.group_limit:
        yield Finding(where, "There are more task groups than the side may have.", "DS-R6")


# --- places --------------------------------------------------------------------------------------


def _area_names(side: Side) -> tuple[str, ...]:
    names = (side.rules.set_up, side.rules.confined_to, *(group.rules.zone for group in side.groups))
    return tuple(dict.fromkeys(name for name in names if name))


def _names_unknown_area(sheet: Sheet, side: Side) -> bool:
    return any(name not in sheet.areas for name in _area_names(side))


def _areas(sheet: Sheet, side: Side) -> Iterator[Finding]:
    for name in _area_names(side):
        if name not in sheet.areas:
            yield Finding(f"sides.{side.key}", f"There is no area “{name}” on the map.")


def _places(sheet: Sheet, side: Side) -> Iterator[Finding]:
    """Every block must have somewhere to be set up, or an edge at sea to come in over."""
    for group in side.groups:
        where = f"sides.{side.key}.groups.{group.key}.rules"
        yield from (_arrival if is_late(group.rules) else _place)(sheet, side, group.rules, where)
        yield from _immobile(sheet, side, group)
    if side.rules.dummies:
        yield from _place(sheet, side, GroupRules(), f"sides.{side.key}.rules.dummies")


def _place(sheet: Sheet, side: Side, rules: GroupRules, where: str) -> Iterator[Finding]:
    hexes, edge = allowed(sheet, side, rules), edge_of_entry(side, rules)
    if not hexes and not edge:
        yield Finding(where, "There is no sea hex to be set up in, and no edge to come in over.", "§7")
    if any(not sheet.board.is_sea(at) for at in hexes):
        yield Finding(where, "The hex is not at sea.", "§15e")
    yield from _edge(sheet, edge, where)


def _arrival(sheet: Sheet, side: Side, rules: GroupRules, where: str) -> Iterator[Finding]:
    """A group that comes in after turn 1 has an edge, and no place on the map before (DS-H25)."""
    if rules.zone or rules.hex:
        reason = "What arrives later is not set up: leave its zone and hex out, or let it arrive in turn 1."
        yield Finding(where, reason, "DS-H25")
        return
    edge = edge_of_entry(side, rules)
    if not edge:
        reason = "What arrives later needs an edge: name its entry, or let it arrive in turn 1."
        yield Finding(where, reason, "DS-H25")
    yield from _edge(sheet, edge, where)


def _edge(sheet: Sheet, edge: str, where: str) -> Iterator[Finding]:
    board = sheet.board
    if edge and not any(edge in board.edges_of(at) and board.is_sea(at) for at in board.hexes):
        yield Finding(where, f"No block can come in over the {edge} edge.", "§15e")


def _immobile(sheet: Sheet, side: Side, group: Group) -> Iterator[Finding]:
    if group.rules.immobile and not allowed(sheet, side, group.rules):
        yield Finding(f"sides.{side.key}.groups.{group.key}.rules", "What never moves cannot come in.", "§7")


# --- sea and aims --------------------------------------------------------------------------------


def _sea(sheet: Sheet) -> Iterator[Finding]:
    turns = [one.from_turn for one in sheet.sea.conditions]
    if not turns or turns[0] != 1:
        yield Finding("sea.conditions", "The first line must hold from turn 1.", "§23")
    if any(later <= earlier for earlier, later in pairwise(turns)):
        yield Finding("sea.conditions", "The lines must stand in the order of their turns.", "§23")
    if any(one.visibility < 0 for one in sheet.sea.conditions):
        yield Finding("sea.conditions", "Sight must not be under 0 hexes.", "§16")


def _aims(sheet: Sheet) -> Iterator[Finding]:
    aims = sheet.aims
    if not 1 <= aims.turn_limit <= MOST_TURNS:
        yield Finding("aims.turn_limit", f"A battle has 1 to {MOST_TURNS} turns.", "§7")
    named = [*(one.side for one in aims.deadlines), *(one.side for one in aims.exit_points)]
    named += [*(one.side for one in aims.presence), *(one.winner for one in aims.victory)]
    for key in dict.fromkeys([*named, *aims.ends_when_gone]):
        if key not in sheet.sides:
            yield Finding("aims", f"There is no side “{key}”.")
    if aims.otherwise not in (*sheet.sides, "score", "draw"):
        yield Finding("aims.otherwise", "must be a side, “score” or “draw”", "DS-R33")
    for presence in aims.presence:
        if presence.area not in sheet.areas:
            yield Finding("aims.presence", f"There is no area “{presence.area}” on the map.")
