"""The contract of a rules system: one record of functions and lists.

Engine and site know a system by this record alone; its state is nobody else's business.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .adjudication import Adjudication
from .dice.chooser import Chooser
from .orders import Given, OrderForm
from .presentation.chart import Chart
from .presentation.narration import Narration
from .presentation.standing import Standing
from .scenario.form import ScenarioForm
from .scenario.options import Option
from .scenario.ship_facts import ClassFacts, Derivation
from .scenario.spec import Finding, ScenarioSpec
from .serialization.canonical_json import Json
from .serialization.records import record
from .state import Setter, Upcast


@record
class Result:
    """Who won, and why; `scores` in points."""

    winner: str | None
    reason: str
    rule: str
    scores: Mapping[str, Fraction]


@record
class TargetOdds:
    """Exact chances of one ship that an attack may fall on.

    `drawn` is the chance that she is the target at all; `sunk`, `damaged` and `unhurt` are given that she
    is, and make 1. `friendly` marks the attacker's own side.
    """

    ship: str
    name: str
    friendly: bool
    drawn: Fraction
    sunk: Fraction
    damaged: Fraction
    unhurt: Fraction
    workings: tuple[str, ...] = ()


def _nothing_to_say(_: ScenarioSpec) -> tuple[Any, ...]:
    """What a system says of a scenario that has no form for authors."""
    return ()


#: Who plays for a side that nobody holds: (side's view, side, forms, chooser) -> stored name and blanks.
Bot = Callable[[Any, str, tuple[OrderForm, ...], Chooser], tuple[str, dict[str, Json]]]
#: From facts, a date (ISO) and a ship's name, or none for her class; NoRatings where there are none.
Derive = Callable[[ClassFacts, str, str], Derivation]


@dataclass(frozen=True, eq=False)
class RulesSystem:
    """A rules system; there is one of each, compared by identity.

    What each part promises stands in `darkseas/rules/README.md`.
    """

    key: str
    title: str
    edition: str
    author: str
    options: tuple[Option, ...]
    orders: Mapping[str, type]
    events: Mapping[str, type]
    setters: Mapping[type, Setter]
    initial_state: Callable[[ScenarioSpec], Any]
    legal_orders: Callable[[Any, str], tuple[OrderForm, ...]]
    decide: Callable[[Adjudication[Any], Given], None]
    describe: Callable[[Any, object], Narration]
    chart: Callable[[Any], Chart]
    standing: Callable[[Any], Standing]
    result: Callable[[Any], Result | None]
    odds: Callable[[Any, Given], tuple[tuple[TargetOdds, ...], ...]]
    bot: Bot
    phases: Mapping[str, str]
    upcasts: Mapping[tuple[str, int], Upcast] = field(default_factory=dict)
    shapes: Mapping[str, int] = field(default_factory=dict)
    form: ScenarioForm | None = None
    advice: Callable[[ScenarioSpec], tuple[Finding, ...]] = _nothing_to_say
    aims_in_words: Callable[[ScenarioSpec], tuple[str, ...]] = _nothing_to_say
    derive: Derive | None = None
