"""What holds where a scenario leaves a question of its rules open, in words: the system's own answers."""

from collections.abc import Iterator
from dataclasses import dataclass

from darkseas.engine.scenario.options import Option
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.rules.registry import system


@dataclass(frozen=True, slots=True)
class Answer:
    """An option's title, what holds, and the rule that it is about."""

    title: str
    text: str
    rule: str


def answers_left(spec: ScenarioSpec) -> list[Answer]:
    """Return what holds of each option that the scenario does not answer itself."""
    try:
        options = system(spec.system).options
    except LookupError:  # a revision of former days
        return []
    return [
        Answer(option.title, answer_words(option, option.default), option.rule)
        for option in options
        if option.key not in spec.options and option.default is not None
    ]


def answer_words(option: Option, answer: Json) -> str:
    """Return an answer as the option's note has it ("again: both roll again; …"), else as it stands."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return dict(_noted(option)).get(str(answer), str(answer))


def _noted(option: Option) -> Iterator[tuple[str, str]]:
    """Yield each answer of a note with its words."""
    for part in option.note.split("; "):
        answer, colon, words = part.partition(": ")
        if colon:
            yield answer, words
