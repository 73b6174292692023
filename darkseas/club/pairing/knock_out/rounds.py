"""The battles that can be fought now in a knock-out, with sides assigned."""

from collections.abc import Mapping

from ..positions import positions
from ..reasons import Reason
from ..round_records import Plan, PlannedPairing, Situation
from ..sides import give_sides
from .tree import Met, Tree


def next_pairings(tree: Tree, winners: Mapping[str, str], met: Met, situation: Situation) -> Plan:
    """Pair all bracket pairings with two known entrants and no battle yet, with the most even sides.

    The situation holds everybody's past rounds. Raise UnfitSituation if winners or keys are inconsistent.
    """
    situation.check()
    by_key = positions(situation)
    known = tree.filled(winners, met)
    pairings = []
    for pairing in tree.ready(winners, met):
        one, other = known[pairing.key].first or "", known[pairing.key].second or ""
        sided = give_sides(
            by_key[one], by_key[other], situation.rules, situation.seed, situation.round_number
        )
        keys = (sided.first.key, sided.second.key)
        reason = Reason("by_bracket", (*keys, pairing.key))
        pairings.append(PlannedPairing(*keys, (reason, *sided.reasons)))
    return Plan(situation.round_number, tuple(pairings))
