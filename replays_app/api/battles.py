"""Begin a battle, and look at what everybody may know of one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

from darkseas.engine.events import UMPIRE
from darkseas.engine.scenario.spec import BadScenario
from darkseas.engine.serialization.canonical_json import Json
from darkseas.web.problems import Problem
from darkseas.web.request_bodies import invalid, record_of
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.recording.start import HOUSE, SCHEMES, UnknownSeat, start
from replays_app.replay import response_cache
from scenarios_app import access

from .requests import answering_problems, battle_of


@dataclass(frozen=True, slots=True)
class BattleRequest:
    """The body of a request for a new battle; without ``seats`` every side gets a token."""

    scenario: str
    dice: str = HOUSE
    seats: tuple[str, ...] | None = None


class StartThrottle(AnonRateThrottle):
    """Bounds how many battles one address begins, whoever is logged in there."""

    scope = "battles"
    rate = "600/hour"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """Count by the address."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class Battles(APIView):
    """``POST``: begin a battle on the current revision of a scenario."""

    permission_classes = []
    throttle_classes = [StartThrottle]

    def post(self, request: Request) -> HttpResponse:
        """Answer 201 with the tokens of the seats, which are shown this once."""
        body = record_of(BattleRequest, request.data)
        known = access.visible(request.user).filter(key=body.scenario, current__isnull=False)
        scenario = known.select_related("current").first()
        if scenario is None or scenario.current is None:
            raise invalid("scenario", "there is no such scenario")
        if body.dice not in SCHEMES:
            raise invalid("dice", f"must be one of {', '.join(SCHEMES)}")
        try:
            begun = start(scenario.current, scheme=body.dice, seats=body.seats)
        except BadScenario as fault:
            raise Problem(409, "bad-scenario", f"This scenario cannot be fought: {fault}") from None
        except UnknownSeat as fault:
            raise invalid("seats", str(fault)) from None
        except LookupError as fault:
            raise Problem(409, "bad-scenario", f"This scenario cannot be fought: {fault}") from None
        answer = response_cache.private(
            response_cache.to_bytes({**battle_json(begun.battle), "seats": begun.tokens}), 201
        )
        answer.headers["Location"] = f"{request.path}/{begun.battle.pk.hex}"
        return answer


@answering_problems("GET", "HEAD")
def tell_battle(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Answer with what everybody may know of a battle."""
    return response_cache.private(response_cache.to_bytes(battle_json(battle_of(request, battle_id))))


def battle_json(battle: Battle) -> Mapping[str, Json]:
    """Return a battle as everybody may know it; length and head of its log only once it is over."""
    payload: dict[str, Any] = {
        "battle": battle.pk.hex,
        "title": battle.title,
        "status": battle.status,
        "system": battle.system,
        "release": battle.release,
        "dice": battle.dice_scheme,
        "scenario": battle.revision.scenario.key,
        "revision": battle.revision.number,
        "sides": [seat.side for seat in battle.seats.all() if seat.side != UMPIRE],
    }
    if battle.is_over:
        length = log_store.length(battle.pk)
        head = log_store.link_at(battle.pk, length - 1)
        payload["log"] = {"entries": length, "head": head.hex() if head else ""}
    return payload
