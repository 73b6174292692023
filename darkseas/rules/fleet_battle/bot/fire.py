"""The captain's fire: each ship fires where she adds most to the probability of a sinking times the target's
cost.

Destroyers are also considered in pairs, because two sixes count together. U-boats fire only if it is worth
the danger on the surface, or if nothing happened for a turn.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.orders import Choice, Fixed, OrderForm, Row, Rows
from darkseas.engine.serialization.canonical_json import Json

from ..combat.defence import defence_of
from ..combat.fire import Volley, dice_at
from ..combat.hit_probabilities import Throw, chance_to_sink
from ..combat.who_may_fire import may_fire
from ..model.scenario import Ship
from ..model.state import State
from ..odds.attack_odds import sink_chance
from .numbers import numbers_tried

Answer = dict[str, Json]

NOTHING = Fraction(0)
LIKELY = Fraction(1, 2)


class Gun(NamedTuple):
    """A line of the form: a ship, one of her dice or all (0), and her possible targets."""

    ship: Ship
    die: int
    targets: tuple[str, ...]


class Choosing(NamedTuple):
    """Guns that could fire at one target next, and the gain per gun."""

    gain: Fraction
    guns: tuple[Gun, ...]
    target: str


def name_targets(view: State, side: str, form: OrderForm, _: Chooser) -> Answer:
    """Choose the targets of all guns, best choice first. Guns that would gain nothing hold fire."""
    rows = next((blank.rows for blank in form.blanks if isinstance(blank, Rows)), ())
    chosen = _aimed(view, [_gun(view, row) for row in rows])
    if any(gun.ship.type.submerges for aim in chosen for gun in aim.guns):
        chosen = chosen[: _how_many_fire(view, side, chosen)]
    return {"attacks": [_attack(gun, aim.target) for aim in chosen for gun in aim.guns]}


def _aimed(view: State, guns: list[Gun]) -> list[Choosing]:
    """Return targets for the guns, highest gain first; guns that would gain nothing get none."""
    lots: dict[str, list[Volley]] = {}
    chosen: list[Choosing] = []
    while guns:
        best = max(_choices(view, guns, lots), key=lambda choice: choice.gain, default=None)
        if best is None or best.gain <= 0:
            break
        guns = [gun for gun in guns if gun not in best.guns]
        lots.setdefault(best.target, []).extend(_volley(view, gun, best.target) for gun in best.guns)
        chosen.append(best)
    return chosen


def _gun(view: State, row: Row) -> Gun:
    fixed = {blank.name: blank.value for blank in row if isinstance(blank, Fixed)}
    targets = next(blank.values for blank in row if isinstance(blank, Choice))
    die = fixed.get("die", 0)
    return Gun(
        view.scenario.ships[str(fixed["ship"])], die if isinstance(die, int) else 0, tuple(map(str, targets))
    )


def _attack(gun: Gun, target: str) -> Json:
    attack: dict[str, Json] = {"ship": gun.ship.key, "target": target}
    if gun.die:
        attack["die"] = gun.die
    return attack


def _volley(view: State, gun: Gun, target: str) -> Volley:
    aim = view.scenario.ships[target]
    count = 1 if gun.die else dice_at(gun.ship, aim)[0]
    return Volley(gun.ship, aim, tuple(range(count)))


# --- gain of a gun ---------------------------------------------------------------------------------


def _choices(view: State, guns: Sequence[Gun], lots: dict[str, list[Volley]]) -> Iterator[Choosing]:
    """Yield every gun at every target, and destroyers in pairs; equal guns count once."""
    for gun in _unlike(guns):
        pair = next((other for other in guns if _is_partner(gun, other)), None)
        for target in gun.targets:
            yield _choosing(view, (gun,), target, lots)
            if pair is not None:
                yield _choosing(view, (gun, pair), target, lots)


def _unlike(guns: Sequence[Gun]) -> list[Gun]:
    """Return one gun for each card and set of targets."""
    unlike: dict[tuple[str, tuple[tuple[str, int], ...], tuple[str, ...]], Gun] = {}
    for gun in guns:
        numbers = tuple((name, number.value) for name, number in gun.ship.card.numbers.items())
        unlike.setdefault((gun.ship.type.key, numbers, gun.targets), gun)
    return list(unlike.values())


def _is_partner(gun: Gun, other: Gun) -> bool:
    """Whether the sixes of two guns count together, at the same targets."""
    both = gun.ship.type.pairs and other.ship.type.pairs
    return both and other.ship is not gun.ship and other.targets == gun.targets


def _choosing(view: State, guns: tuple[Gun, ...], target: str, lots: dict[str, list[Volley]]) -> Choosing:
    aim = view.scenario.ships[target]
    defence = defence_of(view, aim)
    before = lots.get(target, [])
    after = [*before, *(_volley(view, gun, target) for gun in guns)]
    more = sink_chance(after, defence) - (sink_chance(before, defence) if before else NOTHING)
    return Choosing(more * max(1, aim.card.cost) / len(guns), guns, target)


# --- u-boats ---------------------------------------------------------------------------------------


def _how_many_fire(view: State, side: str, chosen: Sequence[Choosing]) -> int:
    """Return how many u-boats (best first) gain more than they risk; all of them after an idle turn."""
    if view.turn - view.last_try > 1:
        return len(chosen)
    pairs = sum(1 for _ in view.afloat(side)) * sum(1 for _ in view.afloat(view.scenario.enemy_of(side)))
    counts = [count for (count,) in numbers_tried([len(chosen)], pairs)]
    return max(counts, key=lambda count: _worth(view, side, chosen[:count]))


def _worth(view: State, side: str, firing: Sequence[Choosing]) -> Fraction:
    """Return the expected cost that these u-boats sink, minus the cost of u-boats (surfaced or submerged)
    that the enemy may sink.

    Targets that are probably sunk do not fire back. The others either share their fire among surfaced u-boats
    or all hunt a submerged one, whichever costs more.
    """
    gone = _likely_sunk(view, firing)
    up = [gun.ship for aim in firing for gun in aim.guns]
    down = [ship for ship in view.afloat(side) if ship.type.submerges and ship not in up]
    shared = sum(
        (_danger(view, boat, gone, slice(place, None, len(up))) for place, boat in enumerate(up)), NOTHING
    )
    hunted = max((_danger(view, boat, gone, slice(None), submerged=True) for boat in down), default=NOTHING)
    return sum((aim.gain for aim in firing), NOTHING) - max(shared, hunted)


def _likely_sunk(view: State, firing: Sequence[Choosing]) -> list[str]:
    """Return targets with more than an even chance of being sunk."""
    lots: dict[str, list[Volley]] = {}
    for aim in firing:
        lots.setdefault(aim.target, []).extend(_volley(view, gun, aim.target) for gun in aim.guns)
    ships = view.scenario.ships
    return [key for key, lot in lots.items() if sink_chance(lot, defence_of(view, ships[key])) > LIKELY]


def _danger(
    view: State, u_boat: Ship, gone: Sequence[str], share: slice, *, submerged: bool = False
) -> Fraction:
    """Return a u-boat's cost times the probability that this share of the later tiers' dice sinks her."""
    state = view.copy()
    state.ship_status[u_boat.key] = view.ship_status[u_boat.key]._replace(submerged=submerged)
    defence = defence_of(state, u_boat).total
    throws = sorted(
        (
            Throw(*dice_at(enemy, u_boat), enemy.type.pairs)
            for enemy in state.afloat(view.scenario.enemy_of(u_boat.side))
            if enemy.type.tier > u_boat.type.tier and enemy.key not in gone and may_fire(state, enemy, u_boat)
        ),
        key=lambda throw: -chance_to_sink((throw,), defence),
    )
    return chance_to_sink(tuple(throws[share]), defence) * u_boat.card.cost
