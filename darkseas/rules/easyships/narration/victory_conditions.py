"""Victory conditions in sentences, also for a half-written scenario (ES-1, ES-2, ES-36)."""

from collections.abc import Iterator

from darkseas.engine.presentation.words import capital, counted, party
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.partial import read_what_is_there

from ..model.scenario import Aims, SideRules


def aims_in_words(spec: ScenarioSpec) -> tuple[str, ...]:
    """Describe victory, the end, deployment and points; unreadable parts are left out."""
    aims = read_what_is_there(Aims, spec.aims) or Aims()
    return tuple(capital(sentence) for sentence in (*_ends(aims), *_sides(spec)))


def _ends(aims: Aims) -> Iterator[str]:
    yield "the side that sinks the last enemy ship wins; a draw if both lose their last ship in one turn."
    if aims.turn_limit > 0:
        worth = "by the points of each ship" if aims.value == "points" else "one point a ship"
        turns = counted(aims.turn_limit, "turn")
        yield f"after {turns} the side that has sunk more wins, {worth}; a tie is a draw."


def _sides(spec: ScenarioSpec) -> Iterator[str]:
    for side in spec.sides:
        rules = read_what_is_there(SideRules, side.rules) or SideRules()
        name = party(side.name.strip() or side.key)
        if rules.budget > 0:
            yield f"the ships of {name} cost {counted(rules.budget, 'point')} at the most."
        if rules.head_start > 0:
            yield f"{name} has {counted(rules.head_start, 'point')} from the beginning."
        if rules.edge and not side.groups:
            yield f"{name} sets up on the {rules.edge} edge."
