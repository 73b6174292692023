"""Victory conditions of Fleet Battle in sentences, also for half-written scenarios."""

from collections.abc import Iterator

from darkseas.engine.presentation.words import capital, counted, joined, party
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.partial import read_what_is_there

from ..model.scenario import Aims, Options, SideRules
from ..tables.rules_tables import CARDS, FIXED


def aims_in_words(spec: ScenarioSpec) -> tuple[str, ...]:
    """Return sentences on victory, the end, and the limits of each fleet; unreadable parts are left out."""
    aims = read_what_is_there(Aims, spec.aims) or Aims()
    options = read_what_is_there(Options, spec.options) or Options()
    return tuple(capital(sentence) for sentence in (*_ends(aims, options), *_fleets(spec)))


def _ends(aims: Aims, options: Options) -> Iterator[str]:
    yield "the side that sinks the last enemy ship wins; if both lose their last in one tier, it is a draw."
    if aims.turn_limit > 0:
        turns = counted(aims.turn_limit, "turn")
        yield f"after {turns} the side whose surviving ships cost more wins; equal costs are a draw."
    idle = counted(FIXED["deadlock_turns"], "turn")
    yield f"the battle is drawn after {idle} without an attack that could sink a ship."
    if options.retreat:
        yield "a side may leave at the start of a turn, but then it loses."


def _fleets(spec: ScenarioSpec) -> Iterator[str]:
    for side in spec.sides:
        rules = read_what_is_there(SideRules, side.rules) or SideRules()
        limits = [
            counted(most, card, CARDS[card].plural)
            for card, most in rules.max_per_type.items()
            if card in CARDS and most >= 0
        ]
        demands = [f"costs at most {counted(rules.budget, 'point')}"] if rules.budget > 0 else []
        demands += [f"has no more than {joined(limits)}"] if limits else []
        if demands:
            yield f"the fleet of {party(side.name.strip() or side.key)} {joined(demands)}."
