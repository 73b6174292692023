"""The end of a battle in words: the sources of each side's points, and the victory conditions missed."""

from dataclasses import replace

from darkseas.engine.events import BattleEnded
from darkseas.engine.presentation.narration import Narration, Working
from darkseas.engine.presentation.shared_events import describe_by
from darkseas.engine.presentation.words import capital, mixed, party, points_text
from darkseas.engine.stages.side_and_ship_names import side_names

from ..model.scoring import BY_THE_RULES, counted_points, missed
from ..model.state import State
from .victory_conditions import victory_terms


def missed_in_words(state: State, ended: BattleEnded) -> tuple[str, ...]:
    """The victory conditions that each side missed, with its actual points."""
    names = side_names(state.scenario)
    sentences = []
    for victory in missed(state.scenario, ended):
        name, has = names[victory.winner], points_text(ended.scores[victory.winner])
        terms = victory_terms(victory, names)
        sentences.append(f"To win, {party(name)} needed {terms}; the score is {has}.")
    return tuple(capital(sentence) for sentence in sentences)


def battle_ended(state: State, event: BattleEnded) -> Narration:
    """The end with the points by source, as far as the state before it shows them."""
    names = side_names(state.scenario)
    told = describe_by({}, state, event, names, {BattleEnded: BY_THE_RULES})
    parts = [
        Working(f"{names[part.side]}: {part.words}", mixed(part.points), part.rule)
        for part in counted_points(state, event)
    ]
    sentence = " ".join((told.sentence, *missed_in_words(state, event)))
    return replace(told, sentence=sentence, workings=(*parts, *told.workings))
