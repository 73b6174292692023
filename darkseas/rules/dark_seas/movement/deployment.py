"""Set-up: each side forms its task groups and places its blocks, hidden from the other (§7, §10).

Ships for which the scenario has different rules (another zone, a later arrival) cannot share a block (our
ruling DS-H9). Groups that never move are formed as in the scenario, whatever their size, and do not count
against the limit (our ruling DS-H2). A group that arrives after turn 1 is never set up on the map: it waits
off the map for its turn and its edge (our ruling DS-H25).
"""

from collections.abc import Iterable, Mapping

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import EVERYONE
from darkseas.engine.hexes.board import Hex, label
from darkseas.engine.hexes.numbering import written
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.stages.stage import PlotSealed

from ..model.blocks import mixed_at_set_up, next_keys
from ..model.events import BlockFace, BlocksSetUp, FacesSet, PlacedBlock
from ..model.orders import Deploy, FormedGroup
from ..model.scenario import GroupRules, RulesScenario, Side
from ..model.state import DUMMY, GROUP, SET_UP, SINGLE, State
from ..tables.rules_tables import TRAINING

#: The longest name of a task group, in characters; blocks show it.
LONGEST_NAME = 60


def deploy(adjudication: Adjudication[State], side: str, order: Deploy) -> None:
    """Record a side's set-up: both faces and blocks are secret until both sides are ready."""
    scenario = adjudication.state.scenario
    _check(scenario, scenario.sides[side], order)
    faces = [(face, at) for face, at in _faces(scenario.sides[side], order)]
    places = mixed_at_set_up(adjudication, side, len(faces))
    keys = next_keys(adjudication.state, side, len(faces))
    set_faces = [_with_key(faces[place][0], key) for key, place in zip(keys, places, strict=True)]
    blocks = [PlacedBlock(key, faces[place][1]) for key, place in zip(keys, places, strict=True)]
    adjudication.record(FacesSet(side, tuple(set_faces), 0), (side,))
    adjudication.record(BlocksSetUp(side, tuple(blocks)), (side,))
    adjudication.record(PlotSealed(side, str(SET_UP)))


def reveal(adjudication: Adjudication[State]) -> None:
    """Publish the positions of both sides' blocks, faces hidden."""
    for side in adjudication.state.scenario.sides:
        placed = tuple(
            PlacedBlock(b.key, b.hex) for b in adjudication.state.blocks.values() if b.side == side
        )
        adjudication.record(BlocksSetUp(side, placed), EVERYONE)


def _with_key(f: BlockFace, key: str) -> BlockFace:
    return BlockFace(key, f.kind, f.name, f.ships, f.immobile, f.entry, f.arrives)


def _faces(side: Side, order: Deploy) -> Iterable[tuple[BlockFace, Hex | None]]:
    by_ship = _rules_by_ship(side)
    for formed in order.groups:
        rules = by_ship.get(formed.ships[0], _FREE)
        entry = "" if formed.hex is not None else edge_of_entry(side, rules)
        yield (
            BlockFace("", GROUP, formed.name, formed.ships, rules.immobile, entry, rules.arrives),
            formed.hex,
        )
    for placed in order.singles:
        rules = by_ship.get(placed.ship, _FREE)
        entry = "" if placed.hex is not None else edge_of_entry(side, rules)
        yield BlockFace("", SINGLE, "", (placed.ship,), rules.immobile, entry, rules.arrives), placed.hex
    for number, dummy in enumerate(order.dummies, start=1):
        entry = "" if dummy.hex is not None else side.rules.entry or ""
        yield BlockFace("", DUMMY, f"Dummy {number}", (), False, entry, 1), dummy.hex


def edge_of_entry(side: Side, rules: GroupRules) -> str:
    """The edge over which a block enters; "" if the scenario places it on the map."""
    if rules.entry:
        return rules.entry
    return "" if rules.zone or rules.hex else side.rules.entry or ""


def is_late(rules: GroupRules) -> bool:
    """Whether a group arrives after the first turn, and so is not set up on the map (DS-H25)."""
    return rules.arrives > 1


#: The rules for a ship that the scenario has in no group.
_FREE = GroupRules()


def _rules_by_ship(side: Side) -> Mapping[str, GroupRules]:
    return {ship: group.rules for group in reversed(side.groups) for ship in group.ships}


def rules_of(side: Side, ship: str) -> GroupRules:
    """The scenario's rules for the group that a ship belongs to."""
    return _rules_by_ship(side).get(ship, _FREE)


# --- refusals ------------------------------------------------------------------------------------


def _refuse(reason: str, rule: str, field: str) -> IllegalOrder:
    return IllegalOrder(reason, rule=rule, field=f"blanks.{field}")


def _check(scenario: RulesScenario, side: Side, order: Deploy) -> None:
    _check_roll(side, order)
    _check_fixed(side, order)
    by_ship = _rules_by_ship(side)
    _check_sizes(side, order, by_ship)
    for place, formed in enumerate(order.groups):
        _check_group(formed, by_ship, f"groups.{place}")
        rules = by_ship.get(formed.ships[0], _FREE)
        _check_place(scenario, side, rules, formed.hex, f"groups.{place}.hex")
    for place, single in enumerate(order.singles):
        _check_place(scenario, side, by_ship.get(single.ship, _FREE), single.hex, f"singles.{place}.hex")
    for place, dummy in enumerate(order.dummies):
        _check_place(scenario, side, _FREE, dummy.hex, f"dummies.{place}.hex")


def _check_roll(side: Side, order: Deploy) -> None:
    used = [ship for formed in order.groups for ship in formed.ships] + [s.ship for s in order.singles]
    for ship in used:
        if ship not in side.ships:
            raise _refuse(f"{side.name} has no ship “{ship[:60]}”.", "§8", "groups")
    if len(used) != len(set(used)):
        raise _refuse("Place each ship only once.", "§10", "groups")
    if len(used) != len(side.ships):
        missing = next(ship for ship in side.ships if ship not in used)
        raise _refuse(f"Place {missing} as well: every ship must be set up.", "§10", "groups")


def _check_sizes(side: Side, order: Deploy, by_ship: Mapping[str, GroupRules]) -> None:
    if len(order.dummies) > side.rules.dummies:
        raise _refuse(f"Set up at most {side.rules.dummies} dummies.", "§22g", "dummies")
    if not all(formed.ships for formed in order.groups):
        raise _refuse("Put at least one ship into each task group.", "§9", "groups")
    mobile = [formed for formed in order.groups if not by_ship.get(formed.ships[0], _FREE).immobile]
    if len(mobile) > side.rules.group_limit:
        raise _refuse(f"Form at most {side.rules.group_limit} task groups.", "DS-R6", "groups")
    largest = TRAINING[side.rules.training].largest_group
    for formed in mobile:
        if len(formed.ships) > largest:
            raise _refuse(
                f"Put 1 to {largest} ships into a task group at this training level.", "§9", "groups"
            )


def _check_fixed(side: Side, order: Deploy) -> None:
    """Raise IllegalOrder unless fixed groups and groups that never move are formed as in the scenario."""
    formed = [set(formed_group.ships) for formed_group in order.groups]
    singles = {single.ship for single in order.singles}
    for group in side.groups:
        if group.rules.single:
            if not set(group.ships) <= singles:
                raise _refuse(f"Set up {group.name} as single ships, as in the scenario.", "§7", "singles")
        elif (group.rules.immobile or side.rules.fixed_groups) and set(group.ships) not in formed:
            raise _refuse(f"Form {group.name} with all its ships and no others.", "§7", "groups")


def _check_group(formed: FormedGroup, by_ship: Mapping[str, GroupRules], field: str) -> None:
    if not formed.name.strip() or len(formed.name) > LONGEST_NAME:
        raise _refuse(f"Choose a name of 1 to {LONGEST_NAME} characters.", "§4b", f"{field}.name")
    first, *others = (by_ship.get(ship, _FREE) for ship in formed.ships)
    if any(rules is not first and rules != first for rules in others):
        raise _refuse(
            "Keep these ships apart: the scenario has different set-up rules for them.",
            "§7",
            f"{field}.ships",
        )


def _check_place(scenario: RulesScenario, side: Side, rules: GroupRules, at: Hex | None, field: str) -> None:
    if at is None:
        if not edge_of_entry(side, rules):
            raise _refuse("Choose the hex of this block: it is set up on the map.", "§7", field)
        return
    if is_late(rules):
        reason = f"Leave the hex out: this block enters over its edge from turn {rules.arrives} on."
        raise _refuse(reason, "DS-H25", field)
    if not _is_allowed(scenario, side, rules, at):
        chosen = written(label(at), scenario.numbering)
        raise _refuse(f"Choose another hex than {chosen}: this block may not be set up there.", "§7", field)


def allowed(scenario: RulesScenario, side: Side, rules: GroupRules) -> tuple[Hex, ...]:
    """The hexes where a block may be set up, in map order; empty if it only enters over an edge."""
    if rules.hex is not None:
        return () if is_late(rules) else (rules.hex,)
    area = _zone(scenario, side, rules)
    return tuple(at for at in scenario.board.hexes if at in area and not scenario.board.is_land(at))


def _is_allowed(scenario: RulesScenario, side: Side, rules: GroupRules, at: Hex) -> bool:
    """Whether a hex is allowed for set-up: in the area, on the map and at sea."""
    if rules.hex is not None:
        return at == rules.hex and not is_late(rules)
    return (
        at in _zone(scenario, side, rules) and scenario.board.contains(at) and not scenario.board.is_land(at)
    )


def _zone(scenario: RulesScenario, side: Side, rules: GroupRules) -> frozenset[Hex]:
    """The set-up area of a block without a hex of its own; empty if it enters over an edge."""
    zone = rules.zone or ("" if rules.entry else side.rules.set_up)
    return scenario.areas[zone] if zone and not is_late(rules) else frozenset()
