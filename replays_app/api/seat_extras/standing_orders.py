"""Standing orders of a seat, visible only to its holder."""

from dataclasses import dataclass
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from darkseas.engine.serialization.canonical_json import Json
from darkseas.web.needed_scopes import Scope, needs
from darkseas.web.request_bodies import invalid, record_of
from replays_app.api.requests import LoggedIn, seated
from replays_app.models import Seat
from replays_app.recording import bot_turns, standing_orders
from replays_app.recording.standing_orders import NoSuchAnswer
from replays_app.replay import response_cache
from replays_app.replay.battle_context import BattleContext


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """Body: an order and the value to submit; an empty value removes the standing order."""

    order: str
    value: str = ""


@needs(Scope.PLAY)
class StandingAnswers(APIView):
    """``GET``: possible and current standing orders. ``PUT``: set one. For the requester's own seat."""

    authentication_classes = [LoggedIn]
    permission_classes = []

    def get(self, request: Request, battle_id: UUID) -> HttpResponse:
        """Answer with the possible standing orders, the current ones, and why one was cancelled."""
        return _answers(*seated(request._request, battle_id))

    def put(self, request: Request, battle_id: UUID) -> HttpResponse:
        """Store one standing order, and submit it at once if it is due. Problem 422 for invalid ones."""
        context, seat = seated(request._request, battle_id)
        body = record_of(AnswerRequest, request.data)
        try:
            standing_orders.put(context, seat, body.order, body.value)
        except NoSuchAnswer:
            raise invalid("value", "is not a possible standing order in this battle") from None
        bot_turns.answer_now(context)
        return _answers(context, seat)


def _answers(context: BattleContext, seat: Seat) -> HttpResponse:
    given = standing_orders.answers_of(seat)
    questions: list[Json] = []
    for question in standing_orders.questions_for(context, seat):
        answer = given.get(question.order)
        values: list[Json] = [
            {"name": value.name, "title": value.title, "help": value.help} for value in question.values
        ]
        questions.append(
            {
                "order": question.order,
                "title": question.title,
                "rule": question.rule,
                "values": values,
                "value": "" if answer is None or answer.cancelled else answer.value,
                "cancelled": "" if answer is None else answer.cancelled,
            }
        )
    return response_cache.private(response_cache.to_bytes({"questions": questions}))
