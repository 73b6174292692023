"""Fire restrictions (FB-7, FB-9 to FB-11): the four rules of engagement and their rulings."""

from typing import NamedTuple

from ..model.scenario import Ship
from ..model.state import APART, BATTLE, CARRIER, State


class Barred(NamedTuple):
    """The reason why a ship may not fire at another, and its rule."""

    reason: str
    rule: str


def why_not(state: State, ship: Ship, target: Ship) -> Barred | None:
    """Return why a ship may not fire at an enemy ship afloat; None if she may.

    Only the rules of engagement count here, not tiers or other actions of the ship this turn.
    """
    group = state.group_of(ship.key)
    # U-boats and carriers may fire at anything (FB-7, FB-10).
    if group == APART or _is_carrier(ship):
        return None
    if group == BATTLE:
        return _of_battle_group(state, ship, target)
    return _of_escort(state, ship, target)


def may_fire(state: State, ship: Ship, target: Ship) -> bool:
    return why_not(state, ship, target) is None


def _is_carrier(ship: Ship) -> bool:
    """Whether a ship must be in the carrier group."""
    return ship.type.groups == (CARRIER,)


def _of_battle_group(state: State, ship: Ship, target: Ship) -> Barred | None:
    if state.group_of(target.key) != CARRIER or state.has_lost_group(target.side):
        return None
    if _is_carrier(target):
        return Barred(
            "Only u-boats and carriers may fire at carriers while a battle group is afloat.", "FB-10"
        )
    return Barred("The enemy's carrier group is out of reach until its battle group is destroyed.", "FB-9")


def _of_escort(state: State, ship: Ship, target: Ship) -> Barred | None:
    """Apply FB-11 to an escort of the carriers, which may only fire back.

    It may fire at any u-boat (FB-B11), and at anything once both battle groups are lost (FB-B12).
    """
    if target.type.submerges or all(state.has_lost_group(side) for side in state.scenario.sides):
        return None
    if not has_targeted_carriers(state, target.key):
        return Barred("Escorts of carriers may only fire at ships that targeted their group.", "FB-11")
    if _is_carrier(target) and not state.has_lost_group(target.side):
        return Barred("Escorts may not fire at carriers while the enemy's battle group is afloat.", "FB-11")
    return None


def has_targeted_carriers(state: State, ship: str) -> bool:
    """Whether a ship targeted the enemy's carrier group recently enough to be fired back at (FB-B10)."""
    last = state.assailants.get(ship)
    return last is not None and state.turn - last <= state.scenario.options.memory_turns


# --- a tier ----------------------------------------------------------------------------------------


def shooters(state: State, side: str, tier: int) -> list[Ship]:
    """Return a side's ships that may fire in a tier: afloat and not changing groups (FB-2, FB-8)."""
    return [ship for ship in state.afloat(side) if ship.type.tier == tier and ship.key not in state.moving]


def targets_of(state: State, ship: Ship) -> list[Ship]:
    """Return the enemy ships that a ship may fire at, in roster order."""
    return [
        enemy for enemy in state.afloat(state.scenario.enemy_of(ship.side)) if may_fire(state, ship, enemy)
    ]


def sides_with_targets(state: State, tier: int) -> tuple[str, ...]:
    """Return the sides with a ship of this tier that has a target (FB-H4)."""
    return tuple(
        side
        for side in state.scenario.sides
        if any(targets_of(state, ship) for ship in shooters(state, side, tier))
    )
