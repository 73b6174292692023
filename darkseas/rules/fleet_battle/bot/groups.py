"""The captain's escorts: how many accompany the carriers, and when one changes groups.

Every division is valued by the expected cost that survives a turn of enemy fire, and by the fire of the
escorts.
"""

from collections.abc import Mapping
from fractions import Fraction

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.orders import Fixed, OrderForm, Rows, Several
from darkseas.engine.serialization.canonical_json import Json

from ..combat.defence import defence_of
from ..combat.fire import dice_at
from ..combat.hit_probabilities import Throw, chance_to_sink
from ..combat.who_may_fire import may_fire
from ..model.scenario import Ship
from ..model.state import BATTLE, CARRIER, UNKNOWN, State
from .numbers import numbers_tried

Answer = dict[str, Json]
Groups = Mapping[str, str]

#: Value of an escort's fire in each group, relative to her cost.
FIRE_WORTH: Mapping[str, Fraction] = {BATTLE: Fraction(1, 3), CARRIER: Fraction(1, 8)}


# --- set-up ----------------------------------------------------------------------------------------


def divide(view: State, side: str, form: OrderForm, _: Chooser) -> Answer:
    """Return the best division of the escorts, comparing divisions by the number of each type."""
    for blank in form.blanks:
        if isinstance(blank, Fixed):
            return {blank.name: blank.value}
        if isinstance(blank, Several):
            lots = _by_type(view, [str(value) for value in blank.values])
            pairs = sum(1 for _ in view.afloat(side)) * sum(
                1 for _ in view.afloat(view.scenario.enemy_of(side))
            )
            divisions = numbers_tried([len(lot) for lot in lots], pairs)
            plans = [
                tuple(key for lot, few in zip(lots, division, strict=True) for key in lot[:few])
                for division in divisions
            ]
            best = max(plans, key=lambda plan: worth_of(view, side, groups_with(view, side, plan)))
            return {blank.name: list(best)}
    return {}


def _by_type(view: State, keys: list[str]) -> list[list[str]]:
    lots: dict[str, list[str]] = {}
    for key in keys:
        lots.setdefault(view.scenario.ships[key].type.key, []).append(key)
    return list(lots.values())


def groups_with(view: State, side: str, with_carriers: tuple[str, ...]) -> Groups:
    """Return the group of every escort afloat if these escorts go with the carriers."""
    movable = (ship for ship in view.afloat(side) if ship.type.movable)
    return {ship.key: CARRIER if ship.key in with_carriers else BATTLE for ship in movable}


# --- transfers -------------------------------------------------------------------------------------


def transfer(view: State, side: str, form: OrderForm, _: Chooser) -> Answer:
    """Return the most useful transfer, if it is worth a turn without her fire."""
    now = groups_now(view, side)
    worth = worth_of(view, side, now)
    best: tuple[Fraction, list[Json]] = (Fraction(0), [])
    tried: set[tuple[str, str]] = set()
    for ship, to in _possible_transfers(view, form):
        if (ship.type.key, to) in tried:
            continue
        tried.add((ship.type.key, to))
        gain = gain_of(view, now, worth, ship, to)
        if gain > best[0]:
            best = gain, [{"ship": ship.key, "to": to}]
    return {"transfers": best[1]}


def groups_now(view: State, side: str) -> Groups:
    return {ship.key: view.group_of(ship.key) for ship in view.afloat(side) if ship.type.movable}


def gain_of(view: State, now: Groups, worth: Fraction, ship: Ship, to: str) -> Fraction:
    """Return the gain of a transfer minus the value of the ship's fire for a turn. `worth` is the value of
    the present groups.
    """
    idle = ship.card.cost * FIRE_WORTH[now[ship.key]]
    return worth_of(view, ship.side, {**now, ship.key: to}) - worth - idle


def _possible_transfers(view: State, form: OrderForm) -> list[tuple[Ship, str]]:
    rows = next((blank.rows for blank in form.blanks if isinstance(blank, Rows)), ())
    fixed = [{b.name: str(b.value) for b in row if isinstance(b, Fixed)} for row in rows]
    return [(view.scenario.ships[line["ship"]], line["to"]) for line in fixed]


# --- value of a division ---------------------------------------------------------------------------


def worth_of(view: State, side: str, groups: Groups) -> Fraction:
    """Return the expected value of a side with its escorts in these groups."""
    state = _supposed(view, side, groups)
    own = list(state.afloat(side))
    if not own:
        return Fraction(0)  # an umpire ruled the last of them sunk
    danger = _dangers(state, own)
    worth = sum((ship.card.cost * (1 - danger[ship.key]) for ship in own), Fraction(0))
    escorts = (ship for ship in own if ship.key in groups)
    return worth + sum((ship.card.cost * FIRE_WORTH[groups[ship.key]] for ship in escorts), Fraction(0))


def _supposed(view: State, side: str, groups: Groups) -> State:
    """Return the view with these groups; enemy escorts in an unknown group count as battle group."""
    state = view.copy()
    for key, status in view.ship_status.items():
        if key in groups:
            state.ship_status[key] = status._replace(group=groups[key])
        elif status.group == UNKNOWN:
            state.ship_status[key] = status._replace(group=BATTLE)
    if not state.in_group(side, BATTLE):
        state.lost_groups[side] = "FB-B8"
    return state


def _dangers(state: State, own: list[Ship]) -> Mapping[str, Fraction]:
    """Return each ship's probability of being sunk in a turn, if every enemy divides fire by cost."""
    safe = dict.fromkeys((ship.key for ship in own), Fraction(1))
    defences = {ship.key: defence_of(state, ship).total for ship in own}
    for enemy in state.afloat(state.scenario.enemy_of(own[0].side)):
        chances = {
            ship.key: chance_to_sink((Throw(*dice_at(enemy, ship)),), defences[ship.key])
            for ship in own
            if may_fire(state, enemy, ship)
        }
        drawn = {key: chance * state.scenario.ships[key].card.cost for key, chance in chances.items()}
        whole = sum(drawn.values()) or Fraction(1)
        for key, chance in chances.items():
            safe[key] *= 1 - chance * drawn[key] / whole
    return {key: 1 - chance for key, chance in safe.items()}
