"""Naming targets (FB-4): a side's plot for the firing tier, its form, and the reasons to refuse it.

Every ship names its own target. All its dice go there unless its card splits them.
"""

from collections.abc import Iterator

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.orders import Choice, Fixed, IllegalOrder, OrderForm, Row, Rows
from darkseas.engine.stages.stage import Stage

from ..model.events import PlotSealed, TargetsNamed
from ..model.orders import ORDER_NAMES, Attack, NameTargets
from ..model.scenario import Ship
from ..model.state import State
from .who_may_fire import shooters, targets_of, why_not


def tier_of(stage: Stage) -> int:
    """Return the tier that fires in a stage."""
    return int(stage.who)


def name_targets(adjudication: Adjudication[State], side: str, order: NameTargets) -> None:
    """Record a side's targets, sealed until the other side has plotted (FB-3)."""
    check(adjudication.state, side, order, tier_of(adjudication.state.stage))
    adjudication.record(TargetsNamed(side, order.attacks), (side,))
    adjudication.record(PlotSealed(side, "targets"))


# --- refusals --------------------------------------------------------------------------------------


def check(state: State, side: str, order: NameTargets, tier: int) -> None:
    """Raise IllegalOrder for the first attack that the rules forbid."""
    named: dict[str, list[int]] = {}
    for place, attack in enumerate(order.attacks):
        ship = _shooter(state, side, attack, tier, place)
        _check_target(state, ship, attack, place)
        _check_die(ship, attack, named.setdefault(ship.key, []), place)


def _refuse(reason: str, rule: str, place: int, blank: str) -> IllegalOrder:
    return IllegalOrder(reason, rule=rule, field=f"blanks.attacks.{place}.{blank}")


def _shooter(state: State, side: str, attack: Attack, tier: int, place: int) -> Ship:
    ship = state.scenario.ships.get(attack.ship)
    if ship is None or ship.side != side:
        name = state.scenario.sides[side].name
        raise _refuse(f"{name} has no ship “{attack.ship[:60]}”.", "FB-4", place, "ship")
    if not state.ship_status[ship.key].afloat:
        raise _refuse(f"{ship.name} is sunk.", "FB-3", place, "ship")
    if ship.type.tier != tier:
        reason = f"{ship.name} is of tier {ship.type.tier}; tier {tier} fires now."
        raise _refuse(reason, "FB-2", place, "ship")
    if ship.key in state.moving:
        raise _refuse(f"{ship.name} changes groups, so she does not fire this turn.", "FB-8", place, "ship")
    return ship


def _check_target(state: State, ship: Ship, attack: Attack, place: int) -> None:
    target = state.scenario.ships.get(attack.target)
    if target is None or target.side == ship.side:
        raise _refuse(f"There is no enemy ship “{attack.target[:60]}”.", "FB-4", place, "target")
    if not state.ship_status[target.key].afloat:
        raise _refuse(f"{target.name} is sunk.", "FB-3", place, "target")
    barred = why_not(state, ship, target)
    if barred is not None:
        raise _refuse(barred.reason, barred.rule, place, "target")


def _check_die(ship: Ship, attack: Attack, named: list[int], place: int) -> None:
    """Raise IllegalOrder if a die may not be split off, or has a target already."""
    dice = ship.card.dice[0]
    if attack.die and not ship.type.split:
        reason = f"{ship.name} fires all her dice at one target; only aircraft carriers split them."
        raise _refuse(reason, "FB-4", place, "die")
    if not 0 <= attack.die <= dice:
        raise _refuse(f"{ship.name} has dice 1 to {dice}; 0 means all of them.", "FB-4", place, "die")
    if named and (attack.die == 0 or 0 in named or attack.die in named):
        raise _refuse(f"{ship.name} already has a target for that die.", "FB-4", place, "ship")
    named.append(attack.die)


# --- the form --------------------------------------------------------------------------------------


def form(state: State, side: str) -> OrderForm:
    """Return a line for each ship of the tier that has a possible target, or for each of her dice if they may
    be split.
    """
    tier = tier_of(state.stage)
    rows = tuple(row for ship in shooters(state, side, tier) for row in _rows(state, ship))
    blanks = (Rows("attacks", "Attacks", rows),)
    why = f"All ships of tier {tier} fire now, at the same time."
    return OrderForm(ORDER_NAMES[NameTargets], f"Choose targets, tier {tier}", "FB-4", blanks, because=why)


def _rows(state: State, ship: Ship) -> Iterator[Row]:
    keys = tuple(target.key for target in targets_of(state, ship))
    if not keys:
        return
    choice = Choice("target", "Target", keys, subject="card")
    if not ship.type.split:
        yield (Fixed("ship", ship.key, "card"), choice)
        return
    for die in range(1, ship.card.dice[0] + 1):
        yield (Fixed("ship", ship.key, "card"), Fixed("die", die), choice)
