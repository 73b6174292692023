"""Start battles, list them, and show a battle's public facts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.views import APIView

from darkseas.engine.events import UMPIRE
from darkseas.engine.scenario.spec import BadScenario
from darkseas.engine.serialization.canonical_json import Json
from darkseas.members import rate_limits
from darkseas.members.limits.api_limits import TooMany
from darkseas.web.needed_scopes import Scope, needs
from darkseas.web.paging import page_of
from darkseas.web.problems import Problem
from darkseas.web.request_bodies import invalid, record_of
from darkseas.web.sending.etags import tagged
from replays_app.log import store as log_store
from replays_app.models import Battle, Listing
from replays_app.projections.battle_filters import CHOICES, BattleFilters, filters_of, queries_of
from replays_app.recording import bot_turns
from replays_app.recording.dice_schemes import HOUSE, SCHEMES, TABLE
from replays_app.recording.start import Started, UnknownSeat, more_for_its_size, start
from replays_app.replay import response_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import battle_access, taking_seats
from replays_app.seats.viewer_seat import CAPTAIN, Holder, holder_of
from scenarios_app import access as scenario_access
from scenarios_app.models import Revision
from scenarios_app.revisions.store import spec_of

from .requests import answering_problems, battle_of


@dataclass(frozen=True, slots=True)
class BattleRequest:
    """Body of a request for a new battle.

    Without ``seats`` every side gets a token. Captains (bots) play the sides in ``captains``, which get no
    token.
    """

    scenario: str
    dice: str = HOUSE
    seats: tuple[str, ...] | None = None
    captains: tuple[str, ...] = ()


@needs(Scope.PLAY)
class Battles(APIView):
    """``GET``: listed battles. ``POST``: start a battle on the current revision of a scenario."""

    permission_classes = []

    def get(self, request: Request) -> HttpResponse:
        """Answer with a page of battles, filtered and sorted by the query; newest first by default."""
        plain: HttpRequest = request._request
        filters = _filters(plain)
        parts = battle_access.listings(request.user, holder_of(plain))
        rows = [part.filter(want) for part in parts for want in queries_of(filters)]
        page = page_of(plain, [_with_cards(part) for part in rows], filters.order)
        lines = [card_json(row.battle) for row in page.rows]
        return tagged(plain, response_cache.to_bytes({"battles": lines, "next": page.next}))

    def post(self, request: Request) -> HttpResponse:
        """Answer 201 with the seat tokens, which are shown only once. Limited per IP address."""
        address = rate_limits.address_of(request._request)
        wait = rate_limits.wait_after("battle", address=address)
        if wait:
            raise TooMany(wait)
        body = record_of(BattleRequest, request.data)
        known = scenario_access.visible(request.user).filter(key=body.scenario, current__isnull=False)
        scenario = known.select_related("current").first()
        if scenario is None or scenario.current is None:
            raise invalid("scenario", "is not a scenario")
        if body.dice not in SCHEMES:
            raise invalid("dice", f"must be one of {', '.join(SCHEMES)}")
        try:
            begun = _begin(scenario.current, body)
        except BadScenario as fault:
            raise Problem(409, "bad-scenario", f"This scenario cannot be played: {fault}") from None
        except UnknownSeat as fault:
            raise invalid("seats", str(fault)) from None
        except LookupError as fault:
            raise Problem(409, "bad-scenario", f"This scenario cannot be played: {fault}") from None
        rate_limits.count_more("battle", more_for_its_size(scenario.current), address=address)
        answer = response_cache.private(
            response_cache.to_bytes({**battle_json(begun.battle), "seats": begun.tokens}), 201
        )
        answer.headers["Location"] = f"{request.path}/{begun.battle.pk.hex}"
        return answer


def _filters(request: HttpRequest) -> BattleFilters:
    """Return the filters in the query. Raises Problem 422 for invalid ones."""
    for name, choices in CHOICES.items():
        if request.GET.get(name, choices[0]) not in choices:
            raise invalid(name, f"must be one of {', '.join(choices)}")
    return filters_of(request.GET.dict())


def _begin(revision: Revision, body: BattleRequest) -> Started:
    """Start the battle and seat the captains. Raises the exceptions of `start`, and Problem 422."""
    sides = [side.key for side in spec_of(revision).sides]
    for place, side in enumerate(body.captains):
        if side not in sides or side in body.captains[:place]:
            raise invalid(f"captains.{place}", "is not a side, or a captain already plays it")
    if body.captains and body.dice == TABLE:
        raise invalid("captains", "the captain cannot roll dice at a table: record all sides")
    if len(body.captains) == len(sides):
        raise invalid("captains", "leave one side to a player; start bot battles on the scenario's page")
    seats = [side for side in (sides if body.seats is None else body.seats) if side not in body.captains]
    with transaction.atomic():
        begun = start(revision, scheme=body.dice, seats=seats)
        captains = {side: Holder(bot=CAPTAIN) for side in body.captains}
        taking_seats.sit_down(begun.battle, captains, tokens_end=False)
    if body.captains:
        bot_turns.answer_now(BattleContext.of(begun.battle))
    return begun


@answering_problems("GET", "HEAD")
def tell_battle(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Answer with the public facts of a battle."""
    return tagged(request, response_cache.to_bytes(battle_json(battle_of(request, battle_id))))


def battle_json(battle: Battle) -> Mapping[str, Json]:
    """Return the public facts of a battle, with the log's length and head only once the battle is over."""
    payload = card_json(battle)
    if battle.is_over:
        length = log_store.length(battle.pk)
        head = log_store.link_at(battle.pk, length - 1)
        payload["log"] = {"entries": length, "head": head.hex() if head else ""}
    return payload


def card_json(battle: Battle) -> dict[str, Any]:
    """Return the facts of a battle for lists."""
    return {
        "battle": battle.pk.hex,
        "url": reverse("replay", args=[battle.pk]),
        "title": battle.title,
        "status": battle.status,
        "system": battle.system,
        "release": battle.release,
        "dice": battle.dice_scheme,
        "scenario": battle.revision.scenario.key,
        "revision": battle.revision.number,
        "sides": [seat.side for seat in battle.seats.all() if seat.side != UMPIRE],
        "begun_at": battle.created_at.isoformat(),
    }


def _with_cards(rows: QuerySet[Listing]) -> QuerySet[Listing]:
    """Return listings with the related rows that `card_json` reads."""
    related = rows.select_related("battle__revision__scenario").prefetch_related("battle__seats")
    return related.defer("battle__revision__spec", "battle__revision__scenario__words")
