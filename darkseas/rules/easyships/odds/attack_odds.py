"""Exact odds of the attacks in an order, before any dice are rolled (ES-14 to ES-30).

`sunk` means that magazines explode or depth charges destroy a boat. It does not include sinking later from
fires or flooding. Attacks by other ships are not included.
"""

from collections.abc import Sequence

from darkseas.engine.orders import Given
from darkseas.engine.presentation.words import percent
from darkseas.engine.system import TargetOdds

from ..combat import gunnery, line_of_sight, starshell
from ..combat import torpedoes as torpedo_rules
from ..combat.gun_arithmetic import added, firings, guns_bearing, is_submerged_near, modifiers, plunging
from ..model.orders import DropDepthCharges, FireGuns, GunFire, LaunchTorpedoes, PlanStrikes, TorpedoFire
from ..model.state import State
from ..narration.names import battery_words
from ..tables.rules_tables import FIXED
from .depth_charge_odds import of_depth_charges
from .hits import Fates, group, numbers_of_hits, shell, together, torpedoes
from .strike_odds import of_strikes
from .targets import target_odds


def odds(state: State, given: Given) -> tuple[tuple[TargetOdds, ...], ...]:
    """Return the combined odds against each target of an order, in the order first named.

    Return nothing for other kinds of order; raise IllegalOrder if the order is not legal.
    """
    order, side = given.order, given.side
    if isinstance(order, FireGuns):
        ordered = starshell.all_fire(state, side, order)
        gunnery.check(state, side, ordered)
        fire = [each for each in ordered if not each.starshell]
        targets = dict.fromkeys(each.target for each in fire)
        return tuple((_of_guns(state, key, [one for one in fire if one.target == key]),) for key in targets)
    if isinstance(order, LaunchTorpedoes):
        torpedo_rules.check(state, side, order.torpedoes)
        targets = dict.fromkeys(key for each in order.torpedoes for key in each.targets)
        return tuple((_of_torpedoes(state, key, order.torpedoes),) for key in targets)
    if isinstance(order, PlanStrikes):
        return of_strikes(state, side, order)
    if isinstance(order, DropDepthCharges):
        return of_depth_charges(state, side, order)
    return ()


# --- guns ------------------------------------------------------------------------------------------------


def _of_guns(state: State, key: str, fire: Sequence[GunFire]) -> TargetOdds:
    fates = [battery_fates(state, each) for each in fire]
    words = [_gun_words(state, each, one) for each, one in zip(fire, fates, strict=True)]
    return target_odds(state, key, together(fates), words)


def battery_fates(state: State, fire: GunFire) -> Fates:
    """Return the odds of one battery against its target over a turn, with all its firings and groups."""
    options, aim = state.scenario.options, gunnery.aim_of(state, fire)
    armour = state.scenario.ships[fire.target].ratings.armour
    burning = state.ship_status[fire.target].fires < FIXED["tie_fires"]
    attack = aim.size + plunging(aim.size, aim.range_hexes)
    each = shell(attack, armour, tie_burns=burning)
    total = added(modifiers(aim))
    guns = guns_bearing(state, fire.ship, fire.battery, fire.target)
    parts = [count for firing in firings(options, aim.size, guns) for count in firing]
    return together(group(numbers_of_hits(count, total), each) for count in parts)


def _gun_words(state: State, fire: GunFire, fates: Fates) -> str:
    guns = battery_words(state, fire.ship, fire.battery)
    return f"{guns}: {percent(1 - fates.unhurt)} to do damage, {percent(fates.sunk)} to sink her at once"


# --- torpedoes -------------------------------------------------------------------------------------------


def _of_torpedoes(state: State, key: str, orders: Sequence[TorpedoFire]) -> TargetOdds:
    at_her = [order for order in orders if key in order.targets]
    evades = state.ship_status[key].evading
    spreads = [spread_fates(state, order, key, once=evades) for order in at_her]
    words = [
        f"{state.scenario.ships[order.ship].name}: {percent(1 - one.unhurt)} to hit"
        for order, one in zip(at_her, spreads, strict=True)
    ]
    return target_odds(state, key, torpedo_fates(state, key, spreads), words)


def torpedo_fates(state: State, key: str, spreads: Sequence[Fates]) -> Fates:
    """Return the combined odds of several ships' torpedoes against one target."""
    return together(spreads)


def spread_fates(state: State, order: TorpedoFire, key: str, *, once: bool) -> Fates:
    """Return the odds of one ship's torpedoes against one of her targets."""
    ship, status = state.scenario.ships[order.ship], state.ship_status[order.ship]
    counts = torpedo_rules.shares(ship.ratings.torpedoes, len(order.targets))
    near = is_submerged_near(status, line_of_sight.range_of(state, order.ship, key))
    most = torpedo_rules.most_face(state, key, near=near)
    return torpedoes(counts[order.targets.index(key)], most, once=once)
