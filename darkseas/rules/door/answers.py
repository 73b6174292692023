"""A release's responses: whether it would decide a log the same way, which orders are legal, and what follows
from an order.

A request names the system and contains stored entries: the whole log, or the part that a side may know. Every
response is computed from these, so no state is kept between requests.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from darkseas.engine.dice.audit import first_wrong_die
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.events import Entry, Fact
from darkseas.engine.log.entry_codec import LogCodec
from darkseas.engine.orders import Given, IllegalOrder
from darkseas.engine.play.replay import state_after
from darkseas.engine.play.steps import as_given, read_order, take_step
from darkseas.engine.play.verification import ReadsOrders, first_divergence, first_odd_order
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import read, write
from darkseas.engine.system import RulesSystem

from .asked_dice import AskBack, AskedDice
from .form_json import form_from_json, form_to_json


class RulesFinding(NamedTuple):
    """A problem that the rules find in a log: its kind, entry and description."""

    kind: str
    seq: int | None
    text: str


def findings(
    system: RulesSystem,
    initial: Any,
    entries: Sequence[Any],
    *,
    reads: ReadsOrders = read_order,
    is_strict: bool = False,
) -> Iterator[RulesFinding]:
    """Yield the first impossible die and the first step that would be decided differently.

    `is_strict` is for foreign logs: every order must be in canonical form.
    """
    yield from wrong_dice(entries)
    odd = first_odd_order(system, entries) if is_strict else None
    divergence = odd or first_divergence(system, initial, entries, reads)
    if divergence is not None:
        sentence = divergence.sentence(system)
        yield RulesFinding("divergence", divergence.seq, f"{sentence[0].upper()}{sentence[1:]}.")


def wrong_dice(entries: Sequence[Any]) -> Iterator[RulesFinding]:
    """Yield the first impossible die. Dice schemes do not depend on the release."""
    die = first_wrong_die(entries)
    if die is not None:
        yield RulesFinding("dice", die.seq, f"Entry {die.seq}: {die.why}.")


def answer(system: RulesSystem, question: Mapping[str, Json], ask_back: AskBack) -> Json:
    """Answer a request that names one of `ANSWERS`. A refused order is also a normal response.

    Raises LookupError for an unknown request or event type, BadShape for unreadable entries.
    """
    try:
        return {"answer": ANSWERS[question["ask"]](_Log(system, question["entries"]), question, ask_back)}
    except IllegalOrder as refused:
        return {"refused": {"reason": refused.reason, "rule": refused.rule, "field": refused.field}}


class _Log:
    """The parsed entries of a request, and the state before them."""

    def __init__(self, system: RulesSystem, stored: Sequence[Json]) -> None:
        codec = LogCodec(system)
        self.system = system
        self.codec = codec
        self.entries: list[Entry] = [codec.decode(one) for one in stored]
        self.initial = system.initial_state(read(ScenarioSpec, stored[0]["payload"]["scenario"]))

    def state(self) -> Any:
        """Return the state after the last entry."""
        return state_after(self.system, self.initial, [entry.event for entry in self.entries])


def _check(log: _Log, question: Mapping[str, Json], ask_back: AskBack) -> Json:
    found = findings(log.system, log.initial, log.entries, is_strict=question["is_strict"])
    return [list(finding) for finding in found]


def _forms(log: _Log, question: Mapping[str, Json], ask_back: AskBack) -> Json:
    return [form_to_json(form) for form in log.system.legal_orders(log.state(), question["side"])]


def _choose(log: _Log, question: Mapping[str, Json], ask_back: AskBack) -> Json:
    forms = tuple([form_from_json(form) for form in question["forms"]])
    chooser = Chooser(bytes.fromhex(question["seed"]))
    name, blanks = log.system.bot(log.state(), question["side"], forms, chooser)
    return {"order": name, "blanks": blanks}


def _decide(log: _Log, question: Mapping[str, Json], ask_back: AskBack) -> Json:
    system = log.system
    given: Given = read_order(system, question["side"], question["order"], question["blanks"])
    entry = replace(as_given(system, given), nonce=question["nonce"])
    dice = AskedDice(ask_back)
    facts = take_step(system, log.state(), given, dice, entry, question["draw_offer"])
    return [_fact_to_json(log.codec, fact) for fact in facts]


def _fact_to_json(codec: LogCodec, fact: Fact) -> Json:
    kind = codec.names[type(fact.event)]
    return {
        "kind": kind,
        "shape": codec.shape(kind),
        "payload": write(fact.event),
        "audience": list(fact.audience),
    }


#: The possible requests: functions of the log, the request, and a callback to the asking process.
ANSWERS: Mapping[str, Callable[[_Log, Mapping[str, Json], AskBack], Json]] = {
    "check": _check,
    "forms": _forms,
    "choose": _choose,
    "decide": _decide,
}
