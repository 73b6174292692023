"""Declaring attacks: legal targets and weapons, the form, the declaration (§14c.ii, §18a–e, DS-R19)."""

from collections.abc import Iterable

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import EVERYONE, Audience
from darkseas.engine.hexes.board import Hex, distance, label
from darkseas.engine.orders import Cell, Choice, Fixed, IllegalOrder, OrderForm, Row, Rows, Several
from darkseas.engine.serialization.canonical_json import Json

from ..model.events import AttacksDeclared
from ..model.orders import ORDER_NAMES, Attack, DeclareAttacks, Mount
from ..model.queries import blocks_of, ships_in, targeting
from ..model.scenario import Battery, Ship
from ..model.state import Block, Report, ShipStatus, State
from ..narration.names import block_name, hex_words
from ..spotting.phase import attackable, lift_confinement, may_attack_into, ships_able_to_attack
from ..tables.rules_tables import FIXED
from .gunnery import factor_at
from .target_draws import blocks_aimed_at

_TORPEDO = "T"
MAY_ATTACK = "Evasion has been declared: blocks that have sighted an enemy in range may attack."
BY_DAY = (
    "By day attacks are resolved as soon as a side declares them; results take effect after both have fired."
)


def is_ready(status: ShipStatus, battery: Battery) -> bool:
    """Return whether a ship afloat may use a battery.

    She must be undamaged (DS-R25), and torpedoes must be loaded (§18k.i, ii). Tubes are counted per ship: a
    salvo from any of her T batteries empties them all (our ruling DS-H23).
    """
    if status.damaged:
        return False
    if battery.weapon != _TORPEDO:
        return True
    return status.loaded and (status.salvoes == 0 or battery.reload != "")


# --- the form ------------------------------------------------------------------------------------


def form(view: State, side: str) -> OrderForm:
    """Return one line for each own block and each hex that it may attack. No line is required.

    A line may be used more than once, but a battery only in one of them (§18d).
    """
    rows = tuple(row for block in blocks_of(view, side) for row in _rows(view, side, block))
    attacks = Rows("attacks", "Attacks", rows, once="mounts")
    return OrderForm(
        ORDER_NAMES[DeclareAttacks],
        "Declare attacks",
        "§14c.ii",
        (attacks,),
        because=_why_now(view) if rows else why_nobody_attacks(view, side),
    )


def _why_now(view: State) -> str:
    return BY_DAY if resolves_in_turn(view) else MAY_ATTACK


def resolves_in_turn(state: State) -> bool:
    """Whether a side's attacks are resolved before the other side declares its own, as by day (DS-R41)."""
    return state.daylight and state.scenario.options.declarations == "table"


def why_nobody_attacks(view: State, side: str) -> str:
    """If no block of a side may attack, return the reason for each of them."""
    own = [one for one in blocks_of(view, side) if ships_in(view, one.key)]
    holders = [one for one in own if view.sightings.get(one.key)]
    if not holders:
        return "None of your blocks has sighted an enemy, so there is no target."
    reasons = [f"{block_name(view, one.key)} {_why_not(view, one)}" for one in holders]
    return f"None of your blocks can fire: {'; '.join(reasons)}."


def _why_not(view: State, block: Block) -> str:
    """Explain why a block that has sighted an enemy cannot fire (§18a, §18b, DS-R25)."""
    if all(view.ship_status[ship.key].damaged for ship in ships_in(view, block.key)):
        return "has sighted an enemy, but is damaged, and damaged ships do not fire"
    if not attackable(view, block.key):
        return "has sighted an enemy, but land or smoke blocks the line, or the range is too long"
    return "has sighted an enemy, but has no weapon left that reaches so far"


def _rows(view: State, side: str, block: Block) -> Iterable[Row]:
    if block.hex is None or not ships_in(view, block.key):
        return
    for target, enemies in attackable(view, block.key).items():
        row = _row(view, side, block.key, target, enemies, distance(block.hex, target))
        if row is not None:
            yield row


def _row(
    view: State, side: str, block: str, target: Hex, sighted: tuple[str, ...], range_hexes: int
) -> Row | None:
    ships, enemies = _matched(view, block, sighted)
    ready = [
        (ship.key, place, battery.weapon)
        for ship in ships
        for place, battery in enumerate(ship.ratings.batteries)
        if is_ready(view.ship_status[ship.key], battery) and factor_at(battery, range_hexes)
    ]
    if not ready:
        return None
    mounts: tuple[Json, ...] = tuple({"ship": ship, "battery": place} for ship, place, _ in ready)
    row: list[Cell] = [
        Fixed("block", block, "piece"),
        Fixed("target", label(target), "place"),
        Several("mounts", "Batteries", mounts, least=1, subject="mount"),
    ]
    groups = _groups_offered(view, side, range_hexes, enemies)
    if groups:
        row.append(Choice("classes", "Classes aimed at", ("", *groups)))
    if len({weapon == _TORPEDO for _, _, weapon in ready}) > 1:
        row.append(Choice("together", "Guns and torpedoes at one ship", (True, False)))
    if targeting(view, side, range_hexes).keep_out:
        row.append(Choice("keep_out", "Keep out ships drawn before", (False, True)))
    return tuple(row)


def _matched(view: State, block: str, enemies: tuple[str, ...]) -> tuple[tuple[Ship, ...], tuple[str, ...]]:
    """Return the ships that may fire into a hex, and the blocks there at which each of them may fire.

    The form checks ship by ship (§18c). It leaves out enemies that only a few ships can attack; a player can
    still write such an order. A ship that sees more than another also sees everything the other sees, so at
    least one block always remains.
    """
    ships = ships_in(view, block)
    if not view.scenario.options.ship_by_ship:
        return ships, enemies
    able = {enemy: {ship.key for ship in ships_able_to_attack(view, block, enemy)} for enemy in enemies}
    firing = tuple(ship for ship in ships if any(ship.key in keys for keys in able.values()))
    return firing, tuple(enemy for enemy in enemies if all(ship.key in able[enemy] for ship in firing))


def _groups_offered(view: State, side: str, range_hexes: int, enemies: tuple[str, ...]) -> tuple[str, ...]:
    groups = targeting(view, side, range_hexes).classes
    if len(groups) == 1:
        return ()
    return tuple(group for group in groups if _may_hold(view, enemies, group))


def _may_hold(view: State, enemies: Iterable[str], group: str) -> bool:
    """Whether one of these blocks may hold a ship of the group, by what was announced or lies face up."""
    return any(_may_be_of(view, view.reports.get(enemy), group) for enemy in enemies)


def _may_be_of(view: State, report: Report | None, group: str) -> bool:
    if report is None:
        return True
    if report.ship:
        return view.scenario.ships[report.ship].ratings.defence_class in group
    return not report.classes or any(set(of) & set(group) for of, _ in report.classes)


# --- checking ------------------------------------------------------------------------------------


def check(view: State, side: str, order: DeclareAttacks) -> None:
    """Raise IllegalOrder unless every attack may be declared, according to the player's own view.

    The message says how to correct the order; `field` names the blank.
    """
    used: set[Mount] = set()
    for place, attack in enumerate(order.attacks):
        field = f"blanks.attacks.{place}"
        range_hexes = _check_line(view, side, attack, field)
        _check_mounts(view, attack, range_hexes, used, field)
        _check_aim(view, side, attack, range_hexes, field)


def _check_line(view: State, side: str, attack: Attack, field: str) -> int:
    """Return the range in hexes of an attack; raise IllegalOrder if the block may not attack that hex."""
    block = view.blocks.get(attack.block)
    if block is None or block.side != side:
        raise IllegalOrder("Attack with a block of your own side.", rule="DS-R19", field=f"{field}.block")
    if block.hex is None:
        raise IllegalOrder("Attack with a block that is on the map.", rule="§18a", field=f"{field}.block")
    range_hexes = distance(block.hex, attack.target)
    if range_hexes > FIXED["longest_range"]:
        raise IllegalOrder(
            f"Choose a closer hex: {hex_words(view, attack.target)} is {range_hexes} hexes away, "
            "out of range of every battery.",
            rule="§5",
            field=f"{field}.target",
        )
    if not may_attack_into(view, attack.block, attack.target):
        _refuse_target(view, attack, f"{field}.target")
    return range_hexes


def _refuse_target(view: State, attack: Attack, field: str) -> None:
    sighted = view.sightings.get(attack.block, ())
    if any(key in view.blocks and view.blocks[key].hex == attack.target for key in sighted):
        raise IllegalOrder(
            "Choose a hex with a clear line of fire: land or smoke blocks this one.", rule="§18b", field=field
        )
    raise IllegalOrder(
        "Choose a hex in which this block itself has sighted an enemy.", rule="§18a", field=field
    )


def _check_mounts(view: State, attack: Attack, range_hexes: int, used: set[Mount], field: str) -> None:
    if not attack.mounts:
        raise IllegalOrder("Choose at least one battery to fire.", rule="DS-R19", field=f"{field}.mounts")
    aboard = {ship.key: ship for ship in ships_in(view, attack.block)}
    for place, mount in enumerate(attack.mounts):
        where = f"{field}.mounts.{place}"
        _check_battery(view, aboard.get(mount.ship), mount, range_hexes, where)
        if mount in used:
            raise IllegalOrder(
                f"Use each battery once: this one of {aboard[mount.ship].name} is named twice.",
                rule="§18d",
                field=where,
            )
        used.add(mount)
    if not blocks_aimed_at(view, attack):
        raise IllegalOrder(
            "Leave out ships that have not sighted an enemy there themselves.",
            rule="§18c",
            field=f"{field}.mounts",
        )


def _check_battery(view: State, ship: Ship | None, mount: Mount, range_hexes: int, field: str) -> None:
    if ship is None:
        raise IllegalOrder(
            "Choose ships afloat in the attacking block.", rule="DS-R19", field=f"{field}.ship"
        )
    if not 0 <= mount.battery < len(ship.ratings.batteries):
        count = len(ship.ratings.batteries)
        raise IllegalOrder(
            f"{ship.name} has {count} batteries, counted from 0.", rule="§5", field=f"{field}.battery"
        )
    battery, status = ship.ratings.batteries[mount.battery], view.ship_status[ship.key]
    if status.damaged:
        reason = f"Leave out {ship.name}: damaged ships may not attack."
        raise IllegalOrder(reason, rule="DS-R25", field=field)
    if not is_ready(status, battery):
        rule = "§18k.ii" if battery.reload else "§18k.i"
        reason = f"Leave out the torpedoes of {ship.name}: none are loaded."
        raise IllegalOrder(reason, rule=rule, field=field)
    if not factor_at(battery, range_hexes):
        reason = f"Leave out this battery of {ship.name}: it has no factor at a range of {range_hexes}."
        raise IllegalOrder(reason, rule="§5", field=field)


def _check_aim(view: State, side: str, attack: Attack, range_hexes: int, field: str) -> None:
    level = targeting(view, side, range_hexes)
    if attack.classes and attack.classes not in level.classes:
        told_apart = ", ".join(level.classes)
        raise IllegalOrder(
            f"Choose classes that you can tell apart at range {range_hexes} ({told_apart}), or any class.",
            rule="§18g",
            field=f"{field}.classes",
        )
    if attack.classes and not _may_hold(view, blocks_aimed_at(view, attack), attack.classes):
        reason = "Choose a class group that was reported there, or any class."
        raise IllegalOrder(reason, rule="DS-R20", field=f"{field}.classes")
    if attack.keep_out and not level.keep_out:
        raise IllegalOrder(
            f"Put drawn ships back: your training does not keep them out at a range of {range_hexes}.",
            rule="DS-R20",
            field=f"{field}.keep_out",
        )


# --- the declaration -----------------------------------------------------------------------------


def declare(
    adjudication: Adjudication[State], side: str, order: DeclareAttacks, audience: Audience = EVERYONE
) -> None:
    """Record a side's attacks, even if there are none; raise IllegalOrder if one is not allowed.

    With another audience than EVERYONE the declaration is sealed: `reveal` must follow (DS-R29).
    """
    check(adjudication.state, side, order)
    if audience == EVERYONE:
        _announce(adjudication, side, order.attacks)
    else:
        adjudication.record(AttacksDeclared(side, order.attacks, "DS-R29"), audience)


def reveal(adjudication: Adjudication[State], side: str) -> None:
    """Publish the attacks of a side that declared them sealed."""
    _announce(adjudication, side, adjudication.state.attacks.get(side, ()))


def _announce(adjudication: Adjudication[State], side: str, attacks: tuple[Attack, ...]) -> None:
    rule = "DS-R41" if resolves_in_turn(adjudication.state) else "§14c.ii"
    adjudication.record(AttacksDeclared(side, attacks, rule))
    if attacks:
        lift_confinement(adjudication, adjudication.state.scenario.enemy_of(side), "attacked")
