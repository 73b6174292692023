"""The captain's reasons for an order, in sentences.

Nothing is stored during battles: the same evaluation runs again on the same view when somebody asks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from darkseas.engine.orders import Given
from darkseas.engine.presentation.words import capital, counted, decimal
from darkseas.engine.stages.side_and_ship_names import ship_name

from ..combat.defence import defence_of
from ..combat.fire import Volley, volleys_of
from ..combat.targets import tier_of
from ..combat.who_may_fire import shooters, targets_of
from ..model import orders as o
from ..model.state import State
from ..narration.names import group_words, ship_names, verb
from ..odds.attack_odds import sink_chance
from .fire import NOTHING
from .groups import gain_of, groups_now, groups_with, worth_of

_Teller = Callable[[State, str, Any], Iterable[str]]
_HUNDRED = 100


def reasons(view: State, given: Given) -> tuple[str, ...]:
    """Return the captain's reasons for this order from its own view; at least one sentence."""
    teller = _TELLERS.get(type(given.order))
    told = tuple(teller(view, given.side, given.order)) if teller is not None else ()
    return told or ("No other order is better.",)


# --- groups --------------------------------------------------------------------------------------


def _divide(view: State, side: str, order: o.AssignGroups) -> Iterator[str]:
    own, ships = view.scenario.sides[side], view.scenario.ships
    if own.rules.fixed_groups:
        yield "The scenario fixes the groups."
        return
    escorts = tuple(key for key in own.ships if ships[key].type.movable)
    if not escorts:
        yield "There are no escorts to divide."
        return
    chosen = _worth_with(view, side, order.carrier_group)
    none, every = _worth_with(view, side, ()), _worth_with(view, side, escorts)
    yield (
        f"{capital(counted(len(order.carrier_group), 'escort'))} with the carriers: the fleet's expected "
        f"value is {chosen}, against {none} with no escorts there and {every} with all of them."
    )


def _worth_with(view: State, side: str, with_carriers: tuple[str, ...]) -> str:
    return decimal(worth_of(view, side, groups_with(view, side, with_carriers)), 1)


def _transfer(view: State, side: str, order: o.PlotTransfers) -> Iterator[str]:
    now = groups_now(view, side)
    worth = worth_of(view, side, now) if order.transfers else NOTHING
    for transfer in order.transfers:
        ship = view.scenario.ships[transfer.ship]
        gain = decimal(max(NOTHING, gain_of(view, now, worth, ship, transfer.to)), 1)
        yield (
            f"{ship.name} helps more in {group_words(transfer.to)}: {gain} more than the turn of fire that "
            "she gives up."
        )
    if not order.transfers:
        yield "No transfer of an escort is worth a turn without her fire."


# --- fire ----------------------------------------------------------------------------------------


def _name_targets(view: State, side: str, order: o.NameTargets) -> Iterator[str]:
    lots: dict[str, list[Volley]] = {attack.target: [] for attack in order.attacks}
    for volley in volleys_of(view, order.attacks):
        lots[volley.target.key].append(volley)
    for key, lot in lots.items():
        yield _at_target(view, key, lot)
    able = [ship for ship in shooters(view, side, tier_of(view.stage)) if targets_of(view, ship)]
    idle = [ship.key for ship in able if ship.key not in {attack.ship for attack in order.attacks}]
    if idle:
        yield f"{ship_names(view, idle)} {verb(len(idle), 'holds', 'hold')} fire: {_why_idle(view, idle)}."
    elif any(ship.type.submerges for ship in able) and view.turn - view.last_try > 1:
        yield "Nobody could sink anything last turn, so every u-boat surfaces to fire."


def _at_target(view: State, key: str, lot: list[Volley]) -> str:
    target = view.scenario.ships[key]
    defence = defence_of(view, target)
    chance = _in_hundred(sink_chance(lot, defence))
    firing = ship_names(view, dict.fromkeys(volley.ship.key for volley in lot))
    return (
        f"{firing}: {chance} to sink {ship_name(view, key)}, cost {target.card.cost}, defence "
        f"{defence.total}; this is the best use of this fire."
    )


def _in_hundred(chance: Fraction) -> str:
    """Return a probability in words, certain only if it is exactly that."""
    hundredths = int(_HUNDRED * chance)
    if chance < 1 and hundredths == _HUNDRED - 1:
        return "over 99 in 100"
    return f"{hundredths} in 100" if hundredths else "under 1 in 100"


def _why_idle(view: State, idle: Iterable[str]) -> str:
    if any(view.scenario.ships[key].type.submerges for key in idle):
        return "surfacing would risk more than it could sink"
    return "no target is more likely to sink"


_TELLERS: Mapping[type, _Teller] = {
    o.AssignGroups: _divide,
    o.PlotTransfers: _transfer,
    o.NameTargets: _name_targets,
}
