"""Results in words: the outcome, each step, and what a correction changed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from darkseas.club.models import ResultStep
from darkseas.club.results.facts import LOST, WON, ResultFacts, SideFacts, from_json
from darkseas.club.results.result_states import Kind, State
from darkseas.rules import registry

from .people import Names

#: Actions of each kind of step, in words.
DEEDS: Mapping[str, str] = {
    Kind.REPORTED: "reported it",
    Kind.CONFIRMED: "confirmed it",
    Kind.DISPUTED: "disputed it",
    Kind.LAPSED: "Nobody answered in time",
    Kind.DECIDED: "decided",
    Kind.CORRECTED: "corrected it",
    Kind.VOIDED: "made it void",
    Kind.IMPORTED: "imported it",
}
#: Results of auto-confirmation, in words.
AFTER_SILENCE: Mapping[str, str] = {
    State.CONFIRMED: "the club’s rule confirmed it",
    State.UNANSWERED: "the club’s rule leaves it to a director",
    State.VOID: "the club’s rule made it void",
}
#: If only one side has the score.
OUTCOMES = {WON: "won", LOST: "lost"}


@dataclass(frozen=True, slots=True)
class StepText:
    """A step in words: who did what, when, why, and the changes."""

    by: str
    deed: str
    at: datetime
    reason: str
    changes: tuple[str, ...]


def step_texts(steps: Iterable[ResultStep], names: Names, side_names: Mapping[str, str]) -> list[StepText]:
    """Return the steps of a result in words, in order."""
    texts, before = [], None
    for step in steps:
        now = from_json(step.facts)
        changes = () if before is None else tuple(changed(before, now, names, side_names))
        deed = DEEDS[step.kind]
        if step.kind == Kind.LAPSED:
            deed = f"{deed}: {AFTER_SILENCE[step.facts['state']]}"
        by = "" if step.by_id is None else names.listed([step.by_id])
        texts.append(StepText(by, deed, step.at, step.reason, changes))
        before = now
    return texts


def changed(
    before: ResultFacts, now: ResultFacts, names: Names, side_names: Mapping[str, str]
) -> Iterator[str]:
    """Yield a sentence for each difference between two states of a result."""
    for word, of in _HEAD.items():
        if of(before) != of(now):
            yield f"{word}: {of(now) or 'none'}, before {of(before) or 'none'}."
    if _winner(before, side_names) != _winner(now, side_names):
        yield f"Winner: {_winner(now, side_names)}, before {_winner(before, side_names)}."
    if [side.side for side in before.sides] != [side.side for side in now.sides]:
        yield f"Sides: {_sides(now, side_names)}, before {_sides(before, side_names)}."
        return
    for old, new in zip(before.sides, now.sides, strict=True):
        yield from _side_changes(old, new, names, side_names.get(new.side, new.side))


def _side_changes(old: SideFacts, new: SideFacts, names: Names, side: str) -> Iterator[str]:
    if names.listed(old.players) != names.listed(new.players):
        yield f"Players of {side}: {names.listed(new.players)}, before {names.listed(old.players)}."
    for word, now, before in (
        ("Points", new.points, old.points),
        ("Losses", new.losses, old.losses),
        ("Bid", new.bid, old.bid),
    ):
        if now != before:
            yield f"{word} of {side}: {number(now)}, before {number(before)}."


def number(value: Decimal | int | None) -> str:
    """Return a number without trailing zeros; say so if it is unknown."""
    if value is None:
        return "unknown"
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def counted_text(name: str, made: Decimal, given: int | Decimal) -> str:
    """Return points as they count: points made, points from a bid, and the sum."""
    if not given:
        return f"{name} {number(made)}"
    return f"{name} {number(made)} made + {number(given)} of the bid = {number(made + given)}"


def outcome(side: SideFacts) -> str:
    """Return how a battle ended for a side."""
    return OUTCOMES.get(side.score, "drew")


def points_in_words(points: Decimal | int) -> str:
    """Return points in words: “1 point”, “27.5 points”."""
    return f"{number(points)} point{'' if points == 1 else 's'}"


def side_text(side: SideFacts) -> str:
    """Return a recorded battle's result for a side in words."""
    points = "" if side.points is None else f"{points_in_words(side.points)}, "
    return f"{outcome(side)}, {points}{number(side.losses)} ship{'' if side.losses == 1 else 's'} lost"


def system_title(key: str) -> str:
    """Return the title of a rules system; an unknown one keeps its own name."""
    return next((system.title for system in registry.SYSTEMS if system.key == key), key)


def system_key(text: str) -> str:
    """Return the key of the rules system that a text names, or the text itself if unknown."""
    plain = " ".join(text.split())
    names = {
        name.casefold(): system.key for system in registry.SYSTEMS for name in (system.key, system.title)
    }
    return names.get(plain.casefold(), plain)


def _winner(facts: ResultFacts, side_names: Mapping[str, str]) -> str:
    return side_names.get(facts.winner.side, facts.winner.side) if facts.winner else "nobody"


def _sides(facts: ResultFacts, side_names: Mapping[str, str]) -> str:
    return " and ".join(side_names.get(side.side, side.side) for side in facts.sides)


_HEAD: Mapping[str, Callable[[ResultFacts], str]] = {
    "Scenario": lambda facts: facts.scenario_text or facts.scenario,
    "Rules": lambda facts: system_title(facts.system),
    "Day": lambda facts: facts.day.isoformat(),
    "Place": lambda facts: facts.place,
    "Remarks": lambda facts: facts.remarks,
    "Source": lambda facts: facts.source,
    "Recorded battle": lambda facts: facts.battle.hex if facts.battle else "",
}
