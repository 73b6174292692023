"""Errors in a scenario that prevent playing it, each with its place in the scenario.

`setup.py` has already checked that every part is present and of the right type.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from darkseas.engine.dice.rolls import MAX_SIDES
from darkseas.engine.hexes.distances import distances_of
from darkseas.engine.presentation.words import joined
from darkseas.engine.scenario.side_keys import side_key_findings
from darkseas.engine.scenario.spec import Finding

from ..model.scenario import Group, GroupRules, Ratings, RulesScenario, Side
from ..movement.deployment import LONGEST_NAME, edge_of_entry, is_late
from ..tables.rules_tables import DAYLIGHT_STEPS, FIXED, TRAINING
from .setup_areas import setup_hexes

#: More turns cannot be played in any sitting.
MOST_TURNS = 200

#: The most dummies of a side: more than any table has, like `setup.MOST_SHIPS`. Together with a block for
#: each of MAX_SIDES ships, one roll of at most `dice.MAX_COUNT` dice can still mix them.
MOST_DUMMIES = 100

_TORPEDO = "T"
#: A remedy with more ships than this ends in "and 3 others".
_MOST_NAMED = 4


def findings_of(scenario: RulesScenario) -> Iterator[Finding]:
    """All errors in a scenario, side by side, then conditions and victory conditions."""
    if len(scenario.ships) > MAX_SIDES:
        text, remedy = f"There are more than {MAX_SIDES} ships to draw from.", "Remove some ships."
        yield Finding("sides", text, "DS-R20", remedy)
    yield from side_key_findings(scenario.sides)
    for side in scenario.sides.values():
        yield from _without_ships(side)
        yield from _areas(scenario, side)
        yield from _limits(side)
        yield from _groups(side)
        if side.rules.training in TRAINING:
            yield from _group_limits(side)
        if not _names_unknown_area(scenario, side):
            yield from _places(scenario, side)
    yield from _sea(scenario)
    yield from _aims(scenario)


def _without_ships(side: Side) -> Iterator[Finding]:
    if not side.ships:
        yield Finding(f"sides.{side.key}.ships", "A side needs a ship.", "§5", "Add a ship to it.")


def ratings_findings(ratings: Ratings, where: str) -> Iterator[Finding]:
    """Errors in the ratings of one sticker; `where` is their place in the scenario."""
    longest = FIXED["longest_range"]
    if ratings.defence < 1:
        yield Finding(f"{where}.defence", "must be at least 1", "§5", "Give her a defence of 1 or more.")
    if not 0 <= ratings.radar <= longest:
        remedy = f"Enter 0 for no radar, or up to {longest}."
        yield Finding(f"{where}.radar", f"must be 0 to {longest}", "§16f", remedy)
    if not 0 <= ratings.speed <= max(DAYLIGHT_STEPS):
        remedy = f"Give her a speed of up to {max(DAYLIGHT_STEPS)} hexes."
        yield Finding(f"{where}.speed", f"must be 0 to {max(DAYLIGHT_STEPS)}", "§5", remedy)
    if ratings.points < 0:
        yield Finding(f"{where}.points", "must not be negative", "§8", "Enter 0 points or more.")
    for place, battery in enumerate(ratings.batteries):
        here = f"{where}.batteries.{place}"
        if len(battery.factors) != longest + 1 or min(battery.factors) < 0:
            remedy = f"Enter {longest + 1} factors of 0 or more, from range 0 on."
            yield Finding(here, f"needs factors for ranges 0 to {longest}", "§5", remedy)
        if battery.reload and battery.weapon != _TORPEDO:
            remedy = "Remove the reload, or make it a battery of torpedoes."
            yield Finding(here, "Only torpedoes are reloaded.", "§18k.ii", remedy)


# --- sides ---------------------------------------------------------------------------------------


def _limits(side: Side) -> Iterator[Finding]:
    where, rules = f"sides.{side.key}.rules", side.rules
    if rules.training not in TRAINING:
        levels = f"{min(TRAINING)} to {max(TRAINING)}"
        yield Finding(f"{where}.training", f"must be {levels}", "§9", f"Choose a level from {levels}.")
    if rules.group_limit < 0:
        yield Finding(f"{where}.group_limit", "must not be under 0", "§10", "Enter 0 or more.")
    if not 0 <= rules.dummies <= MOST_DUMMIES:
        bounds = f"0 to {MOST_DUMMIES}"
        yield Finding(f"{where}.dummies", f"must be {bounds}", "§22", f"Give {bounds} dummies.")
    if not 0 <= rules.dummy_speed <= max(DAYLIGHT_STEPS):
        remedy = "Enter 0 for the speed of the fastest ship, or another speed."
        yield Finding(f"{where}.dummy_speed", f"must be 0 to {max(DAYLIGHT_STEPS)}", "DS-R9", remedy)
    if not 0 <= rules.enter_by <= MOST_TURNS:
        remedy = f"Enter 0 for no turn, or a turn up to {MOST_TURNS}."
        yield Finding(f"{where}.enter_by", f"must be 0 to {MOST_TURNS}", "DS-R39", remedy)
    if len(set(rules.exit_edges)) != len(rules.exit_edges):
        yield Finding(f"{where}.exit_edges", "lists an edge twice", "DS-R10", "List each edge once.")


def _groups(side: Side) -> Iterator[Finding]:
    where = f"sides.{side.key}.groups"
    placed = [ship for group in side.groups for ship in group.ships]
    if len(placed) != len(set(placed)) or set(placed) != set(side.ships):
        yield Finding(where, "Every ship must be in exactly one group.", "§10", _to_group(side, placed))
    for group in side.groups:
        here = f"{where}.{group.key}"
        if not group.ships:
            yield Finding(here, "A task group needs a ship.", "§10", "Put a ship into it, or delete it.")
        if not group.name.strip() or len(group.name) > LONGEST_NAME:
            text = f"A name has 1 to {LONGEST_NAME} characters."
            yield Finding(f"{here}.name", text, "§4b", "Give the group a name of this length.")
        if not 1 <= group.rules.arrives <= MOST_TURNS:
            text, remedy = (
                f"must be 1 to {MOST_TURNS}, as turns are counted",
                "Enter the turn in which it arrives.",
            )
            yield Finding(f"{here}.rules.arrives", text, "§7", remedy)


def _to_group(side: Side, placed: list[str]) -> str:
    """The remedy for ships in no group or in several, naming the first of them."""
    times = Counter(placed)
    without = [ship for ship in side.ships if ship not in times]
    if without:
        return f"Put {joined(without, _MOST_NAMED)} into a group."
    twice = [ship for ship, count in times.items() if count > 1]
    return f"Leave {joined(twice, _MOST_NAMED)} in one group only."


def _group_limits(side: Side) -> Iterator[Finding]:
    where, largest = f"sides.{side.key}.groups", TRAINING[side.rules.training].largest_group
    counted = [group for group in side.groups if not group.rules.single and not group.rules.immobile]
    for group in counted:
        if len(group.ships) > largest:
            remedy = f"Leave at most {largest} ships in it, or raise the training of the side."
            yield Finding(f"{where}.{group.key}", "is larger than the training level allows", "§9", remedy)
    if len(counted) > side.rules.group_limit:
        remedy = f"Raise the limit to {len(counted)}, join groups, or set some up as single ships."
        yield Finding(where, "There are more task groups than the side may have.", "DS-R6", remedy)


# --- places --------------------------------------------------------------------------------------


def _area_names(side: Side) -> dict[str, str]:
    """The areas that a side names, each with the first field that names it."""
    where = f"sides.{side.key}"
    named = (
        (side.rules.set_up, f"{where}.rules.set_up"),
        (side.rules.confined_to, f"{where}.rules.confined_to"),
        *((group.rules.zone, f"{where}.groups.{group.key}.rules.zone") for group in side.groups),
    )
    fields: dict[str, str] = {}
    for name, field in named:
        if name:
            fields.setdefault(name, field)
    return fields


def _names_unknown_area(scenario: RulesScenario, side: Side) -> bool:
    return any(name not in scenario.areas for name in _area_names(side))


def _areas(scenario: RulesScenario, side: Side) -> Iterator[Finding]:
    for name, field in _area_names(side).items():
        if name not in scenario.areas:
            text, remedy = f"The map has no area “{name}”.", "Draw it on the map, or choose another."
            yield Finding(field, text, remedy=remedy)


def _places(scenario: RulesScenario, side: Side) -> Iterator[Finding]:
    """Check that every block has somewhere to set up, or an edge with sea to enter over."""
    for group in side.groups:
        where = f"sides.{side.key}.groups.{group.key}.rules"
        yield from (_arrival if is_late(group.rules) else _place)(scenario, side, group.rules, where)
        yield from _immobile(scenario, side, group)
    if side.rules.dummies:
        yield from _place(scenario, side, GroupRules(), f"sides.{side.key}.rules.dummies")


def _place(scenario: RulesScenario, side: Side, rules: GroupRules, where: str) -> Iterator[Finding]:
    edge = edge_of_entry(side, rules)
    if rules.hex is not None and not scenario.board.is_sea(rules.hex):
        yield Finding(where, "The hex is not at sea.", "§15e", "Choose a hex at sea, in play.")
    elif not edge and not setup_hexes(scenario, side, rules):
        text = "It has no sea hex to set up in and no edge to enter over."
        yield Finding(where, text, "§7", "Choose a set-up area with sea in it, or an edge to enter over.")
    yield from _edge(scenario, edge, where)


def _arrival(scenario: RulesScenario, side: Side, rules: GroupRules, where: str) -> Iterator[Finding]:
    """Check that a group arriving after turn 1 has an edge and no hex or area on the map (DS-H25)."""
    if rules.zone or rules.hex:
        reason, remedy = (
            "Groups that arrive later are not set up on the map.",
            "Remove its area and hex, or let it arrive in turn 1.",
        )
        yield Finding(where, reason, "DS-H25", remedy)
        return
    edge = edge_of_entry(side, rules)
    if not edge:
        remedy = "Choose the edge it enters over, or let it arrive in turn 1."
        yield Finding(where, "Groups that arrive later need an edge.", "DS-H25", remedy)
    yield from _edge(scenario, edge, where)


def _edge(scenario: RulesScenario, edge: str, where: str) -> Iterator[Finding]:
    if edge and not distances_of(scenario.board).edge(edge):
        text = f"No block can enter over the {edge} edge."
        yield Finding(where, text, "§15e", "Choose an edge that has sea, or open the map there.")


def _immobile(scenario: RulesScenario, side: Side, group: Group) -> Iterator[Finding]:
    if group.rules.immobile and group.rules.hex is None and not setup_hexes(scenario, side, group.rules):
        here, remedy = f"sides.{side.key}.groups.{group.key}.rules", "Set it up on the map, or let it move."
        yield Finding(here, "A group that never moves cannot enter over an edge.", "§7", remedy)


# --- conditions and victory ----------------------------------------------------------------------


def _sea(scenario: RulesScenario) -> Iterator[Finding]:
    turns = [conditions.from_turn for conditions in scenario.sea.conditions]
    if not turns or turns[0] != 1:
        text, remedy = "The first line must start at turn 1.", "Add light and visibility from turn 1."
        yield Finding("sea.conditions", text, "§23", remedy)
    if any(later <= earlier for earlier, later in pairwise(turns)):
        text, remedy = (
            "The lines must be in the order of their turns.",
            "Put them in order, each turn once.",
        )
        yield Finding("sea.conditions", text, "§23", remedy)
    if any(conditions.visibility < 0 for conditions in scenario.sea.conditions):
        yield Finding("sea.conditions", "Visibility must not be negative.", "§16", "Enter 0 hexes or more.")


def _aims(scenario: RulesScenario) -> Iterator[Finding]:
    aims = scenario.aims
    if not 1 <= aims.turn_limit <= MOST_TURNS:
        text = f"A battle has 1 to {MOST_TURNS} turns."
        yield Finding("aims.turn_limit", text, "§7", "Choose a last turn within these bounds.")
    named = [*(aim.side for aim in aims.deadlines), *(aim.side for aim in aims.exit_points)]
    named += [*(aim.side for aim in aims.presence), *(aim.winner for aim in aims.victory)]
    for key in dict.fromkeys([*named, *aims.ends_when_gone]):
        if key not in scenario.sides:
            yield Finding(
                "aims", f"The scenario has no side “{key}”.", remedy="Choose a side of this scenario."
            )
    if aims.otherwise not in (*scenario.sides, "score", "draw"):
        remedy = "Choose a side, the higher score, or a draw."
        yield Finding("aims.otherwise", "must be a side, “score” or “draw”", "DS-R33", remedy)
    for presence in aims.presence:
        if presence.area not in scenario.areas:
            text, remedy = f"The map has no area “{presence.area}”.", "Draw it, or choose another."
            yield Finding("aims.presence", text, remedy=remedy)
