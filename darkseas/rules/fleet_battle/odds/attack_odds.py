"""Exact odds of named targets before the dice are rolled (FB-1, FB-5)."""

from fractions import Fraction

from darkseas.engine.orders import Given
from darkseas.engine.system import TargetOdds

from ..combat import targets
from ..combat.defence import Defence, defence_of
from ..combat.fire import Volley, throw_of, volleys_of
from ..combat.hit_probabilities import chance_to_sink
from ..model.orders import NameTargets
from ..model.state import State, tier_stage
from ..narration.names import dice_words
from ..tables.rules_tables import TIERS


def odds(state: State, given: Given) -> tuple[tuple[TargetOdds, ...], ...]:
    """Return each target's probability of being sunk, in the order named.

    All of the order's dice at one target count together, because two sixes of several destroyers do (FB-5);
    other ships' fire does not. Fleets are public, so a view gives the same odds. Empty for other orders;
    raises IllegalOrder for illegal targets.
    """
    order, side = given.order, given.side
    firing = [tier_stage(tier) for tier in TIERS]
    if not isinstance(order, NameTargets) or state.stage not in firing or side not in state.scenario.sides:
        return ()
    targets.check(state, side, order, targets.tier_of(state.stage))
    lots: dict[str, list[Volley]] = {attack.target: [] for attack in order.attacks}
    for volley in volleys_of(state, order.attacks):
        lots[volley.target.key].append(volley)
    return tuple((_odds_of(state, lot),) for lot in lots.values())


def _odds_of(state: State, lot: list[Volley]) -> TargetOdds:
    target = lot[0].target
    defence = defence_of(state, target)
    sunk = sink_chance(lot, defence)
    lines = tuple(f"{line.label} {line.amount} ({line.rule})" for line in defence.lines)
    each = tuple(_volley_words(volley, defence) for volley in lot)
    return TargetOdds(
        target.key,
        target.name,
        friendly=False,
        drawn=Fraction(1),
        sunk=sunk,
        damaged=Fraction(0),
        unhurt=1 - sunk,
        workings=(*lines, f"defence {defence.total}", *each),
    )


def sink_chance(lot: list[Volley], defence: Defence) -> Fraction:
    """Return the probability that volleys at one target sink it together."""
    return chance_to_sink(tuple([throw_of(volley) for volley in lot]), defence.total)


def _volley_words(volley: Volley, defence: Defence) -> str:
    throw, alone = throw_of(volley), sink_chance([volley], defence)
    return f"{volley.ship.name}: {dice_words(throw.dice, throw.sides)}, {alone} alone"
