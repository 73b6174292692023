"""Standing orders: the site submits them in a seat's name as soon as they are due.

They run together with the bots. Several processes may try, but each standing order is recorded once, because
the order and its idempotency key are derived from what the seat knows.
"""

from uuid import UUID

from django.db import transaction

from darkseas.engine.dice.rolls import DiceNeeded
from darkseas.engine.events import UMPIRE
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.standing_orders import Blanks, StandingQuestion
from darkseas.rules import registry
from replays_app.log import store as log_store
from replays_app.log.store import LogConflict
from replays_app.models import Battle, Seat, StandingAnswer
from replays_app.projections.whose_turn import Views
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.cursor import ReplayCursor
from replays_app.replay.legal_forms import pressing_forms
from replays_app.replay.perspectives import may_see, of_seat
from replays_app.seats import taking_seats

from .orders import BattleOver, Order, OtherRequest, give_order


class NoSuchAnswer(Exception):
    """The rules system has no such standing order."""


def questions_for(context: BattleContext, seat: Seat) -> tuple[StandingQuestion, ...]:
    """Return the standing orders that a seat may set; none for the umpire."""
    return () if seat.side == UMPIRE else context.system.standing_questions


def answers_of(seat: Seat) -> dict[str, StandingAnswer]:
    """Return a seat's standing orders, cancelled ones included, by order."""
    return {answer.order: answer for answer in StandingAnswer.objects.filter(seat=seat)}


def put(context: BattleContext, seat: Seat, order: str, value: str) -> None:
    """Set a seat's standing order; an empty value deletes it. Raises NoSuchAnswer."""
    questions = {question.order: question for question in questions_for(context, seat)}
    if order not in questions or (value and value not in questions[order].names):
        raise NoSuchAnswer
    from_entry = cursor_cache.newest(context, of_seat(seat)).position
    fresh = {"value": value, "from_entry": from_entry, "cancelled": ""}
    with transaction.atomic():
        taking_seats.keep_seated(seat)
        if value:
            StandingAnswer.objects.update_or_create(seat=seat, order=order, defaults=fresh)
        else:
            StandingAnswer.objects.filter(seat=seat, order=order).delete()


def give_next(context: BattleContext, views: Views) -> Views:
    """Submit one standing order that is due; return the seats' views afterwards, empty if none was due."""
    active = StandingAnswer.objects.filter(seat__battle=context.battle.pk, cancelled="")
    given = (_give(context, answer, views) for answer in active.select_related("seat"))
    return next(filter(None, given), {})


def waiting() -> list[UUID]:
    """Return the battles in which a seat with standing orders has orders due."""
    active = StandingAnswer.objects.filter(cancelled="", seat__call__is_called=True)
    return list(active.values_list("seat__battle", flat=True).distinct())


def _give(context: BattleContext, answer: StandingAnswer, views: Views) -> Views:
    """Submit a standing order if it is due and not cancelled, unless another process is submitting it now."""
    view = views.get(answer.seat_id)
    if view is None:
        return {}
    question = _question(context.battle, answer.order)
    if question is None or view.is_over or _is_cancelled(context, answer, question, view):
        return {}
    blanks = _blanks(context, answer, question, view)
    if blanks is None:
        return {}
    key = f"standing {answer.pk} {view.length}"
    order = Order(answer.order, dict(blanks), view.length, key)
    try:
        return give_order(context, answer.seat, order).views
    except (LogConflict, BattleOver, DiceNeeded, IllegalOrder, OtherRequest):
        return {}


def _blanks(
    context: BattleContext, answer: StandingAnswer, question: StandingQuestion, view: ReplayCursor
) -> Blanks | None:
    """Return the filled form, None if the form is not due or the value does not fit it."""
    forms = pressing_forms(context, view, answer.seat.side)
    form = next((form for form in forms if form.pressing and form.order == answer.order), None)
    if form is None:
        return None
    return question.answer(view.state, answer.seat.side, form, answer.value)


def _is_cancelled(
    context: BattleContext, answer: StandingAnswer, question: StandingQuestion, view: ReplayCursor
) -> bool:
    """Return whether new information cancels the seat's standing order, and store the reason."""
    side = answer.seat.side
    entries = log_store.read(context.battle.pk, answer.from_entry, view.position)
    known = [entry.event for entry in entries if may_see(side, entry.audience)]
    reasons = (question.cancelled_by(view.state, side, event, answer.value) for event in known)
    reason = next(filter(None, reasons), "")
    if reason or known:
        same = StandingAnswer.objects.filter(pk=answer.pk, from_entry=answer.from_entry, value=answer.value)
        same.update(cancelled=reason, from_entry=view.position)
        answer.from_entry = view.position
    return bool(reason)


def _question(battle: Battle, order: str) -> StandingQuestion | None:
    questions = registry.system(battle.system).standing_questions
    return next((question for question in questions if question.order == order), None)
