"""The state machine of a result: which step may follow which state, and the state after it."""

from collections.abc import Mapping
from dataclasses import dataclass

from darkseas.club.models import Club, Result, ResultStep

State, Kind = Result.State, ResultStep.Kind
Silence = Club.Silence


class ResultConflict(Exception):
    """Another step came first, or the step does not fit; the message gives the present state."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a result, and whether it counts."""

    state: str
    is_ratified: bool


#: A result before its first step.
NOTHING = Standing("", is_ratified=False)

#: The states that each kind of step may follow; "" before the first.
FOLLOWS: Mapping[str, frozenset[str]] = {
    Kind.REPORTED: frozenset({""}),
    Kind.IMPORTED: frozenset({""}),
    Kind.CONFIRMED: frozenset({State.REPORTED, State.UNANSWERED}),
    Kind.DISPUTED: frozenset({State.REPORTED, State.UNANSWERED, State.CONFIRMED}),
    Kind.LAPSED: frozenset({State.REPORTED}),
    Kind.DECIDED: frozenset({State.REPORTED, State.DISPUTED, State.UNANSWERED, State.VOID}),
    Kind.CORRECTED: frozenset({State.CONFIRMED, State.DECIDED}),
    Kind.VOIDED: frozenset(set(State) - {State.VOID}),
}

#: The state after each kind of step; None if it does not change.
AFTER: Mapping[str, Standing | None] = {
    Kind.REPORTED: Standing(State.REPORTED, is_ratified=False),
    Kind.IMPORTED: Standing(State.CONFIRMED, is_ratified=True),
    Kind.CONFIRMED: Standing(State.CONFIRMED, is_ratified=True),
    Kind.DISPUTED: Standing(State.DISPUTED, is_ratified=False),
    Kind.DECIDED: Standing(State.DECIDED, is_ratified=True),
    Kind.CORRECTED: None,
    Kind.VOIDED: Standing(State.VOID, is_ratified=False),
}

#: The state of an unanswered report, by the club's rule at that time.
BY_SILENCE: Mapping[str, Standing] = {
    Silence.CONFIRM: Standing(State.CONFIRMED, is_ratified=True),
    Silence.DIRECTOR: Standing(State.UNANSWERED, is_ratified=False),
    Silence.VOID: Standing(State.VOID, is_ratified=False),
}

#: States that need a director.
FOR_DIRECTORS = (State.DISPUTED, State.UNANSWERED)

_STANDS: Mapping[str, str] = {
    State.REPORTED: "waits for an answer",
    State.CONFIRMED: "is confirmed",
    State.DISPUTED: "is disputed and waits for a director",
    State.UNANSWERED: "was not answered and waits for a director",
    State.DECIDED: "is decided",
    State.VOID: "is void",
}


def may_follow(kind: str, state: str) -> bool:
    return state in FOLLOWS[kind]


def after(kind: str, before: Standing, rule: str = "") -> Standing:
    """Return the state after a step; ``rule`` is the club's rule for unanswered reports. Raises
    ResultConflict.
    """
    if not may_follow(kind, before.state):
        raise too_late(before.state)
    if kind == Kind.LAPSED:
        return BY_SILENCE[rule]
    return AFTER[kind] or before


def too_late(state: str) -> ResultConflict:
    """Return the error for a step that no longer fits."""
    return ResultConflict(f"It is too late for this: the result {_STANDS[state]}.")


def stale(state: str) -> ResultConflict:
    """Return the error for a step that was based on an outdated state."""
    return ResultConflict(f"The result has changed: it {_STANDS[state]}. Check it and try again.")
