"""Exact odds of attacks before the dice are rolled: possible targets and outcomes (§18, §19)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product

from darkseas.engine.orders import Given
from darkseas.engine.system import TargetOdds

from ..combat import declaration
from ..combat.gunnery import Salvo, odds_text, salvo
from ..combat.target_draws import Target
from ..model.attack_results import DAMAGED, GUNS, NONE, SUNK, TORPEDOES, combined, result_of
from ..model.orders import Attack, DeclareAttacks
from ..model.state import State
from ..tables.rules_tables import FIXED
from .draw_probabilities import TargetProbability, steps_to_count, target_probabilities

#: The most draw outcomes to enumerate for one order; beyond it, no odds are given.
MOST_STEPS = 20_000
#: The factors of an attack's result besides the roll: weapons, odds in halves, whether D factors take part.
_Fire = tuple[str, int, bool]
#: A possible result of an attack alone, whether D factors took part, and the probability.
_Result = tuple[tuple[str, bool], Fraction]


def odds(state: State, given: Given) -> tuple[tuple[TargetOdds, ...], ...]:
    """Every ship that each attack of an order may hit, with exact probabilities.

    The probabilities of being drawn add up to 1, or to more if guns and torpedoes draw separately; `sunk`,
    `damaged` and `unhurt` are the outcomes of this attack alone. A side's view does not know the enemy's
    ships: see `draw_probabilities.target_probabilities`. Empty for another order; IllegalOrder for attacks
    that may not be declared. No ship is listed for any attack if there are too many outcomes to enumerate.
    """
    order, side = given.order, given.side
    if not isinstance(order, DeclareAttacks):
        return ()
    declaration.check(state, side, order)
    if not can_be_counted(state, side, order):
        return ((),) * len(order.attacks)
    probabilities: dict[str, Iterator[tuple[TargetProbability, ...]]] = {}
    for attack in order.attacks:
        if attack.block not in probabilities:
            same_block = _of_block(order, attack.block)
            probabilities[attack.block] = target_probabilities(state, side, same_block)
    return tuple(
        tuple(_odds_of(state, side, attack, same) for same in _by_ship(next(probabilities[attack.block])))
        for attack in order.attacks
    )


def can_be_counted(state: State, side: str, order: DeclareAttacks) -> bool:
    """Whether all draws of an order can be enumerated in reasonable time."""
    blocks = dict.fromkeys(attack.block for attack in order.attacks)
    return sum(steps_to_count(state, side, _of_block(order, block)) for block in blocks) <= MOST_STEPS


def _of_block(order: DeclareAttacks, block: str) -> list[Attack]:
    return [attack for attack in order.attacks if attack.block == block]


def _by_ship(probabilities: Iterable[TargetProbability]) -> Iterable[list[TargetProbability]]:
    """Group probabilities by ship: a ship whose block is unknown may be in several."""
    by_ship: dict[str, list[TargetProbability]] = defaultdict(list)
    for probability in probabilities:
        by_ship[probability.target.ship.key].append(probability)
    return by_ship.values()


def _odds_of(state: State, side: str, attack: Attack, probabilities: list[TargetProbability]) -> TargetOdds:
    ship = probabilities[0].target.ship
    drawn = sum((probability.drawn for probability in probabilities), Fraction(0))
    ends: dict[str, Fraction] = defaultdict(Fraction)
    workings: dict[str, None] = {}
    for probability in probabilities:
        salvoes = _salvoes(state, attack, probability)
        workings.update(dict.fromkeys(_workings(probability, salvoes)))
        for chance, kinds in _weapons_used(probability):
            together = {weapons: salvoes[weapons] for weapons in kinds}
            for end, likely in _ends(state, probability.target, together).items():
                ends[end] += chance * likely / drawn
    return TargetOdds(
        ship.key, ship.name, ship.side == side, drawn, ends[SUNK], ends[DAMAGED], ends[NONE], tuple(workings)
    )


def _weapons_used(probability: TargetProbability) -> list[tuple[Fraction, tuple[str, ...]]]:
    """The possible combinations of weapons that hit her, with their probabilities."""
    combinations = (
        (probability.guns, (GUNS,)),
        (probability.torpedoes, (TORPEDOES,)),
        (probability.both, (GUNS, TORPEDOES)),
    )
    return [(chance, kinds) for chance, kinds in combinations if chance]


def _salvoes(state: State, attack: Attack, probability: TargetProbability) -> dict[str, Salvo]:
    used = dict.fromkeys(weapons for _, kinds in _weapons_used(probability) for weapons in kinds)
    return {weapons: salvo(state, attack, weapons, probability.target) for weapons in used}


def _ends(state: State, target: Target, salvoes: Mapping[str, Salvo]) -> Mapping[str, Fraction]:
    """The possible outcomes for a ship hit by these salvoes together, by the damage rules (DS-R24)."""
    fires = tuple((weapons, fire.odds_halves, fire.with_d) for weapons, fire in salvoes.items())
    return _ends_of(fires, target.ship.ratings.defence_class, state.ship_status[target.ship.key].damaged)


@lru_cache(maxsize=4096)
def _ends_of(fires: tuple[_Fire, ...], defence_class: str, damaged: bool) -> Mapping[str, Fraction]:
    ends: dict[str, Fraction] = defaultdict(Fraction)
    for several in product(*(_results(fire, defence_class, damaged) for fire in fires)):
        likely = Fraction(1)
        for _, chance in several:
            likely *= chance
        end, _ = combined(defence_class, damaged, [hit for hit, _ in several])
        ends[end] += likely
    return ends


def _results(fire: _Fire, defence_class: str, damaged: bool) -> list[_Result]:
    weapons, halves, with_d = fire
    faces = FIXED["attack_die"]
    counted = Counter(
        result_of(die, halves, with_d, weapons, defence_class, damaged)[0] for die in range(1, faces + 1)
    )
    return [((result, with_d), Fraction(count, faces)) for result, count in counted.items()]


def _workings(probability: TargetProbability, salvoes: dict[str, Salvo]) -> tuple[str, ...]:
    ratings = probability.target.ship.ratings
    sums = tuple(
        f"{weapons}: {fire.total} to {ratings.defence}{ratings.defence_class}, {odds_text(fire.odds_halves)}"
        for weapons, fire in salvoes.items()
    )
    return sums if probability.known else (*sums, "one of the ships that may be there, by the report")
