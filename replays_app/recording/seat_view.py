"""A seat's current view and open order forms, read together."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from darkseas.engine.orders import OrderForm
from darkseas.engine.play.free_actions import Repeats
from darkseas.engine.scenario.spec import GuideEntry
from darkseas.engine.scenario.tutorial import advice_for
from replays_app.models import Seat
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.legal_forms import all_forms
from replays_app.replay.perspectives import of_seat


@dataclass(frozen=True, slots=True)
class SeatView:
    """The number of entries that a seat knows, the resulting state, and the forms open to the seat.

    ``position`` counts all entries of the log up to there.
    """

    length: int
    state: Any
    forms: tuple[OrderForm, ...]
    is_over: bool
    turn: int
    draw_offer: str = ""
    repeats: Repeats = ()
    position: int = 0

    @property
    def is_called(self) -> bool:
        """Whether orders are due from this seat."""
        return any(form.pressing for form in self.forms)


def seat_view(context: BattleContext, seat: Seat) -> SeatView:
    """Return the seat's current view. The umpire gets no forms, and a finished battle has none."""
    view = cursor_cache.newest(context, of_seat(seat))
    forms = all_forms(context, view, seat.side)
    return SeatView(
        view.length,
        view.state,
        forms,
        view.is_over,
        view.turn,
        view.draw_offer,
        view.repeats,
        view.position,
    )


def guide_of(context: BattleContext, side: str, now: SeatView, form: OrderForm) -> tuple[GuideEntry, ...]:
    """Return the tutorial's entries about a form that apply to the side's current view."""
    holds = partial(context.system.holds, now.state, side, form)
    return advice_for(context.initial.spec, side, now.turn, form, holds)
