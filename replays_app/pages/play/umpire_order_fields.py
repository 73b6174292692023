"""Rulings that the umpire may make now, as plain fields, each with a reason."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django.http import QueryDict
from django.utils import timezone

from darkseas.engine.orders import Cell, OrderForm
from darkseas.engine.serialization.canonical_json import Json
from replays_app.projections import whose_turn
from replays_app.recording import rulings
from replays_app.recording.orders import Order
from replays_app.seats import clocks
from replays_app.seats.clock_terms import clock_of

from .plain_fields.filling import Words
from .plain_fields.form_fields import Field, FilledForm, Reason
from .seat import is_over
from .seat_order_fields import Desk

REASON = Reason("reason", "Reason", 500)


@dataclass(frozen=True, slots=True)
class UmpireDesk(Desk):
    """The umpire's seat, with the full view."""

    template: ClassVar = "play/rulings.html"
    stands: ClassVar = "Ruling recorded"
    has_dice: ClassVar = False

    @property
    def forms(self) -> dict[str, OrderForm]:
        """Possible rulings by name."""
        if is_over(self.seat.battle):
            return {}
        return {form.order: form for form in rulings.forms(self.context, self.seat)}

    def words(self) -> Words:
        system, view, side = self.context.system, self.now.state, self.seat.side

        def say(cell: Cell, value: Json) -> tuple[str, str]:
            said = rulings.words(system, view, side, cell, value)
            return said.short, f"{said.help} {said.rule}".strip()

        return say

    def facts(self) -> dict[str, Any]:
        """Return the sides to move, since when, and the time left on their clocks."""
        battle, now = self.seat.battle, timezone.now()
        clock = clock_of(battle)
        times = clocks.times_of_sides(clock, battle, now) if clock is not None else []
        left = {one.side: clocks.in_words(one.left) for one in times}
        names = {side.key: side.name for side in self.context.initial.spec.sides}
        called = [(call.seat.side, call.since) for call in whose_turn.called_sides(battle)]
        return {
            "called": [
                {"name": names[side], "since": since, "left": left.get(side, "")} for side, since in called
            ]
        }

    def fill(self, key: str, data: QueryDict | None) -> FilledForm:
        """Return a ruling as fields, with the reason last."""
        filled = Desk.fill(self, key, data)
        filled.parts.append(Field(REASON.name, REASON, text=data.get(REASON.name, "") if data else ""))
        return filled

    def give(self, order: Order) -> None:
        """Record the ruling. Raises the errors of `rule`."""
        blanks = dict(order.blanks) if isinstance(order.blanks, dict) else {}
        reason = str(blanks.pop(REASON.name, ""))
        rulings.rule(self.context, self.seat, replace(order, blanks=blanks), reason)
