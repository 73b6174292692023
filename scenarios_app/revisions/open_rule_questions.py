"""The rules system's defaults for options that a scenario leaves open."""

from collections.abc import Iterator
from dataclasses import dataclass

from darkseas.engine.scenario.options import Option
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.rules.registry import system


@dataclass(frozen=True, slots=True)
class Answer:
    """An option's title, its effective value, and the rule it concerns."""

    title: str
    text: str
    rule: str


def answers_left(spec: ScenarioSpec) -> list[Answer]:
    """Return the effective value of each option that the scenario does not set."""
    try:
        options = system(spec.system).options
    except LookupError:  # revision from an older release
        return []
    return [
        Answer(option.title, answer_words(option, option.default), option.rule)
        for option in options
        if option.key not in spec.options and option.default is not None
    ]


def answer_words(option: Option, answer: Json) -> str:
    """Return a value as the option's note describes it ("again: both roll again; …"), else unchanged."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return dict(_noted(option)).get(str(answer), str(answer))


def _noted(option: Option) -> Iterator[tuple[str, str]]:
    """Yield each value in a note with its description."""
    for part in option.note.split("; "):
        answer, colon, words = part.partition(": ")
        if colon:
            yield answer, words
