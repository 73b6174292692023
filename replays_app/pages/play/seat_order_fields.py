"""Orders that a seat may submit now, as plain fields, with its draft."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from darkseas.engine.orders import Cell, Course, Leg, OrderForm
from darkseas.engine.scenario.spec import GuideEntry
from darkseas.engine.serialization.canonical_json import Json
from replays_app.models import Seat
from replays_app.projections import whose_turn
from replays_app.recording import at_table, needed_dice, unsent_orders
from replays_app.recording.needed_dice import NeededDice
from replays_app.recording.orders import Order, give_order
from replays_app.recording.seat_view import SeatView, guide_of, seat_view
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.lines import lines_json
from replays_app.replay.perspectives import of_seat
from replays_app.seats.viewer_seat import Holder

from .own_seed_since import sealed_at
from .plain_fields.dice_fields import ThrowField, throws_of
from .plain_fields.filling import Words, fill
from .plain_fields.form_fields import FilledForm
from .plain_fields.kept_fields import kept_data
from .seat import is_over
from .views import head_of

#: The number of latest lines shown by default.
LATEST_LINES = 12
KEPT = "Your unsent entries are filled in below."
KEPT_IN_PART = f"{KEPT} Entries that are no longer possible were left out."


@dataclass(frozen=True, slots=True)
class Desk:
    """A seat, its view, and the orders that it may submit now."""

    seat: Seat
    context: BattleContext
    now: SeatView
    person: Holder

    #: Template of the page, and the message after an accepted order.
    template: ClassVar = "play/orders.html"
    stands: ClassVar = "Order submitted"

    @classmethod
    def of(cls, seat: Seat, person: Holder) -> Self:
        """Return the desk of a seat for this person."""
        context = BattleContext.of(seat.battle)
        return cls(seat, context, seat_view(context, seat), person)

    @property
    def forms(self) -> dict[str, OrderForm]:
        """Order forms by key. The key distinguishes forms of the same order."""
        if is_over(self.seat.battle):
            return {}
        keyed: dict[str, OrderForm] = {}
        for form in self.now.forms:
            alike = sum(one.order == form.order for one in keyed.values())
            keyed[f"{form.order}#{alike}" if alike else form.order] = form
        return keyed

    def words(self) -> Words:
        """Return the function that finds titles for values of this seat's forms."""
        view, system, side = self.now.state, self.context.system, self.seat.side

        def say(cell: Cell, value: Json) -> tuple[str, str]:
            said = system.words(view, side, cell, value)
            help_text = "; ".join(filter(None, (said.odds, said.help)))
            return said.short, f"{help_text} {said.rule}".strip()

        return say

    def fill(self, key: str, data: QueryDict | None) -> FilledForm:
        """Return a form as fields."""
        return fill(self.forms[key], data, self.words(), key, self.legs)

    def legs(self, course: Course) -> tuple[Leg, ...]:
        """Return the possible legs of a course of this seat."""
        return self.context.system.legs(self.now.state, self.seat.side, course)

    def guide(self, form: OrderForm) -> tuple[GuideEntry, ...]:
        """Return the scenario's tutorial notes for a form."""
        return guide_of(self.context, self.seat.side, self.now, form)

    def give(self, order: Order) -> None:
        """Submit an order. Raises the errors of `give_order`."""
        give_order(self.context, self.seat, order)

    @property
    def has_dice(self) -> bool:
        """Whether players enter dice with an order."""
        return at_table.is_at_table(self.seat.battle)

    def throws(self, order: Order, data: Mapping[str, str]) -> list[ThrowField]:
        """Return the rolls of an order at the table, as entered.

        Raises the errors of submitting the order, except DiceNeeded.
        """
        sees_all = at_table.records_alone(self.person, self.seat.battle)

        def next_throw(throws: list[tuple[int, ...]]) -> NeededDice | None:
            asked = replace(order, throws=tuple(throws))
            return needed_dice.next_throw(self.context, self.seat, asked, sees_all=False)

        own = ("pub", f"side:{self.seat.side}")
        return throws_of(data, next_throw, lambda scope: sees_all or scope in own)

    def page(
        self, request: HttpRequest, filled: dict[str, FilledForm], note: str = "", status: int = 200
    ) -> HttpResponse:
        """Return the page; ``filled`` has the forms that are already filled, by key."""
        kept, kept_note = ({}, "") if filled or note else self._unsent_orders()
        shown = {**kept, **filled}
        forms = [
            (shown.get(key) or self.fill(key, None), self.guide(form)) for key, form in self.forms.items()
        ]
        context: dict[str, Any] = {
            **head_of(self.seat),
            "forms": forms,
            "is_called": self.now.is_called,
            "since": whose_turn.since(self.seat),
            "length": self.now.length,
            "sealed_at": sealed_at(self.seat),
            "key": secrets.token_hex(16),
            "note": note,
            "kept_note": kept_note,
            "lines": self._lines(request),
            "own_seats": self._own_seats(),
            **self.facts(),
        }
        return render(request, self.template, context, status=status)

    def facts(self) -> dict[str, Any]:
        """Return template variables of this kind of desk."""
        return {}

    def _unsent_orders(self) -> tuple[dict[str, FilledForm], str]:
        """Return the forms filled from the draft, and a note about the draft."""
        kept = unsent_orders.read(self.seat)
        orders = kept.data.get("orders") if kept is not None else None
        filled: dict[str, FilledForm] = {}
        lost = 0
        for key, form in self.forms.items():
            blanks = orders.get(key) if isinstance(orders, dict) else None
            if isinstance(blanks, dict):
                data, left_out = kept_data(form, blanks)
                filled[key] = self.fill(key, data)
                lost += left_out
        return filled, (KEPT_IN_PART if lost else KEPT) if filled else ""

    def _own_seats(self) -> list[dict[str, Any]]:
        """Return the person's seats at a table if they hold several."""
        seats = at_table.own_seats(self.person, self.seat.battle)
        if len(seats) < 2:
            return []
        names = {side.key: side.name for side in self.context.initial.spec.sides}
        return [
            {
                "side": seat.side,
                "name": names[seat.side],
                "is_this": seat == self.seat,
                "is_called": seat_view(self.context, seat).is_called,
            }
            for seat in seats
        ]

    def _lines(self, request: HttpRequest) -> list[Any]:
        """Return the log lines since an entry, or the last lines."""
        total = self.now.length
        text = request.GET.get("since", "")
        since = int(text[:8]) if text.isascii() and text.isdigit() else total - LATEST_LINES
        return lines_json(self.context, of_seat(self.seat), max(min(since, total), 0), total)
