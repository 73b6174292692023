"""Play-outs: captains finish a battle from a position.

Dice depend on the seed and their purpose, a captain's choices on the seed, turn, stage and side. So play-outs
with one seed from neighbouring positions share most of their chance, and their difference is less noisy.
"""

from collections.abc import Mapping
from fractions import Fraction
from hashlib import sha256
from typing import Any

from ...dice.chooser import Chooser
from ...dice.seeded import SeededDice
from ...events import BattleEnded, Fact, may_know
from ...orders import OrderForm
from ...play.replay import Views
from ...play.steps import read_order, take_step
from ...serialization.canonical_json import Json
from ...serialization.records import record
from ...system import RulesSystem

#: A battle that takes more orders is going in circles.
MOST_ORDERS = 5_000

_SEED, _CHOICES = b"darkseas/play-out\0", b"darkseas/play-out/choices\0"

#: A side, a stored order name and its blanks.
ChosenOrder = tuple[str, str, Mapping[str, Json]]


class PlayOutStuck(Exception):
    """The captains could not finish the battle."""


@record
class Outcome:
    """How a battle ended: 1 if the first side won, 0.5 for a draw, and its lead in points."""

    win: float
    points: float


def seed_of(number: int) -> bytes:
    """Return the seed of play-out number `number` (from 0)."""
    return sha256(_SEED + number.to_bytes(4, "big")).digest()


def outcome_of(sides: tuple[str, ...], winner: str | None, scores: Mapping[str, Any]) -> Outcome:
    """Return an end as seen by the first side. `scores` may hold fractions or their stored text."""
    first, *others = sides
    win = 0.5 if winner is None else float(winner == first)
    points = {side: Fraction(scores.get(side, 0)) for side in sides}
    lead = points[first] - max(points[side] for side in others)
    return Outcome(win, float(lead))


class PlayOut:
    """One play-out. It changes no given view."""

    def __init__(self, system: RulesSystem, sides: tuple[str, ...], views: Views, seed: bytes) -> None:
        self.orders = 0
        self._system, self._sides, self._seed = system, sides, seed
        self._views = views.copy()
        self._dice = SeededDice(seed)
        self._forms: dict[str, tuple[OrderForm, ...]] = {}

    def captains_order(self, preferred: str) -> ChosenOrder:
        """Return the order that a captain gives next; `preferred` goes first if several sides must act."""
        must_act = [side for side in self._sides if any(form.pressing for form in self._forms_of(side))]
        if not must_act:
            raise PlayOutStuck("nobody has to act, and the battle is not over")
        side = preferred if preferred in must_act else must_act[0]
        whole = self._views.whole
        place = f"{whole.turn}/{getattr(whole, 'stage', '')}/{side}".encode()
        chooser = Chooser(sha256(_CHOICES + self._seed + place).digest())
        return side, *self._system.bot(self._views.of(side), side, self._forms_of(side), chooser)

    def to_end(self, preferred: str, first: ChosenOrder | None = None) -> Outcome:
        """Play until the battle ends; `first` is given before the captains decide anything."""
        chosen = first or self.captains_order(preferred)
        while True:
            ended = self._give(chosen)
            if ended is not None:
                return outcome_of(self._sides, ended.winner, ended.scores)
            if self.orders >= MOST_ORDERS:
                raise PlayOutStuck(f"no end after {MOST_ORDERS} orders")
            chosen = self.captains_order(preferred)

    def _give(self, chosen: ChosenOrder) -> BattleEnded | None:
        side, name, blanks = chosen
        given = read_order(self._system, side, name, dict(blanks))
        facts = take_step(self._system, self._views.whole, given, self._dice)
        self.orders += 1
        self._views.add(facts)
        self._forget_forms(facts)
        return next((fact.event for fact in facts if isinstance(fact.event, BattleEnded)), None)

    def _forget_forms(self, facts: tuple[Fact, ...]) -> None:
        """Drop the forms of each side that learned something."""
        for side in self._sides:
            if any(may_know(fact.audience, side) for fact in facts):
                self._forms.pop(side, None)

    def _forms_of(self, side: str) -> tuple[OrderForm, ...]:
        forms = self._forms.get(side)
        if forms is None:
            forms = self._forms[side] = self._system.legal_orders(self._views.of(side), side)
        return forms
