"""The contract of a rules system: one record of functions and lists.

Engine and site know a system only through this record; only the system itself looks into its state.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .adjudication import Adjudication
from .dice.chooser import Chooser
from .events import Fact
from .orders import Cell, Course, Given, Leg, OrderForm
from .presentation.chart import Chart
from .presentation.companion import Companion
from .presentation.luck import Scored
from .presentation.narration import Narration
from .presentation.standing import Fate, Standing
from .scenario.form import ScenarioForm
from .scenario.options import Option
from .scenario.ship_facts import ClassFacts, Derivation
from .scenario.spec import Finding, ScenarioSpec
from .serialization.canonical_json import Json
from .serialization.records import record
from .standing_orders import StandingQuestion
from .state import Setter, Upcast


@record
class Result:
    """Winner, reason and points."""

    winner: str | None
    reason: str
    rule: str
    scores: Mapping[str, Fraction]


@record
class TargetOdds:
    """Exact probabilities for one ship that an attack may hit.

    `drawn` is the probability that she becomes the target. Given that, `sunk`, `damaged` and `unhurt` add up
    to 1. `friendly` marks a ship of the attacker's own side.
    """

    ship: str
    name: str
    friendly: bool
    drawn: Fraction
    sunk: Fraction
    damaged: Fraction
    unhurt: Fraction
    workings: tuple[str, ...] = ()


@record
class Fire:
    """A fire roll: the firing side, and whether the fire hit that side's own ships."""

    side: str
    friendly: bool


@record
class ValueWords:
    """How to show a value of a blank: name, help, rule, and the chart keys that it refers to.

    `odds` summarizes what choosing it may achieve, if that does not depend on the other blanks.
    """

    short: str
    help: str = ""
    rule: str = ""
    focus: tuple[str, ...] = ()
    odds: str = ""


@record
class Warned:
    """A warning about an order, and the rule behind it."""

    text: str
    rule: str


@record
class PreviewLine:
    """The effect of one line of an order: its blank ("attacks.0"), a sentence, the rule and the odds.

    `blank` is empty for the order as a whole.
    """

    blank: str
    text: str
    rule: str
    odds: tuple[TargetOdds, ...] = ()
    warnings: tuple[Warned, ...] = ()


@record
class Preview:
    """The effect of an order, line by line, as far as its giver can know."""

    lines: tuple[PreviewLine, ...] = ()


@record
class Rulings:
    """The rulings that an umpire may make.

    `forms(view)` returns order forms, none while no ruling is possible. `facts(state, name, blanks)` returns
    the facts of a filled form, and raises IllegalOrder if those events cannot have happened.
    """

    forms: Callable[[Any], tuple[OrderForm, ...]]
    facts: Callable[[Any, str, Mapping[str, Json]], tuple[Fact, ...]]


def _nothing_to_rule(view: Any) -> tuple[OrderForm, ...]:
    return ()


def _no_facts(state: Any, name: str, blanks: Mapping[str, Json]) -> tuple[Fact, ...]:
    return ()


def plain_words(view: Any, side: str, blank: Cell, value: Json) -> ValueWords:
    """Show a value as it is, for systems without texts of their own."""
    return ValueWords(str(value))


def _empty_preview(view: Any, given: Given) -> Preview:
    return Preview()


def _no_reasons(view: Any, given: Given) -> tuple[str, ...]:
    return ()


def _no_legs(view: Any, side: str, course: Course) -> tuple[Leg, ...]:
    return ()


def _no_score(state: Any, event: object) -> Scored | None:
    return None


def _nothing_to_say(_: ScenarioSpec) -> tuple[Any, ...]:
    return ()


def _no_points(spec: ScenarioSpec, fates: Mapping[str, Fate]) -> Mapping[str, Fraction]:
    return {}


def _no_cost(ratings: Mapping[str, Json]) -> int | None:
    return None


def _no_fire(event: object) -> Fire | None:
    return None


#: A computer player: (side's view, side, forms, chooser) -> stored order name and blanks.
Bot = Callable[[Any, str, tuple[OrderForm, ...], Chooser], tuple[str, dict[str, Json]]]
#: A condition that a tutorial text may require: (side's view, side, form, ship keys) -> bool.
Circumstance = Callable[[Any, str, OrderForm, tuple[str, ...]], bool]
#: Derives ratings from ship data, an ISO date and a ship's name (empty for her class). Raises NoRatings.
Derive = Callable[[ClassFacts, str, str], Derivation]


@dataclass(frozen=True, eq=False)
class RulesSystem:
    """A rules system. There is one instance of each, compared by identity.

    `darkseas/rules/README.md` explains each part.
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
    words: Callable[[Any, str, Cell, Json], ValueWords] = plain_words
    preview: Callable[[Any, Given], Preview] = _empty_preview
    reasons: Callable[[Any, Given], tuple[str, ...]] = _no_reasons
    legs: Callable[[Any, str, Course], tuple[Leg, ...]] = _no_legs
    standing_questions: tuple[StandingQuestion, ...] = ()
    upcasts: Mapping[tuple[str, int], Upcast] = field(default_factory=dict)
    shapes: Mapping[str, int] = field(default_factory=dict)
    form: ScenarioForm | None = None
    advice: Callable[[ScenarioSpec], tuple[Finding, ...]] = _nothing_to_say
    aims_in_words: Callable[[ScenarioSpec], tuple[str, ...]] = _nothing_to_say
    derive: Derive | None = None
    companion: Companion = field(default_factory=Companion)
    firsts: tuple[type, ...] = ()
    turn_minutes: int = 0
    scored: Callable[[Any, object], Scored | None] = _no_score
    fire_of: Callable[[object], Fire | None] = _no_fire
    points_of_fates: Callable[[ScenarioSpec, Mapping[str, Fate]], Mapping[str, Fraction]] = _no_points
    cost: Callable[[Mapping[str, Json]], int | None] = _no_cost
    rulings: Rulings = field(default_factory=lambda: Rulings(_nothing_to_rule, _no_facts))
    circumstances: Mapping[str, Circumstance] = field(default_factory=dict)

    def holds(self, view: Any, side: str, form: OrderForm, circumstance: str) -> bool:
        """Return whether a circumstance (a name and ship keys) holds in a side's view. An unknown
        circumstance never holds.
        """
        name, *ships = circumstance.split() or [""]
        asked = self.circumstances.get(name)
        return asked is not None and asked(view, side, form, tuple(ships))
