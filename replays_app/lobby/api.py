"""API of challenges: list open ones and accept one, also for a member's own bot."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

from darkseas.engine.serialization.canonical_json import Json
from darkseas.members.member_request import MemberAPIRequest
from darkseas.web.needed_scopes import Scope, needs
from darkseas.web.paging import page_of
from darkseas.web.problems import Problem
from darkseas.web.request_bodies import record_of
from darkseas.web.sending.compression import uncompressed
from darkseas.web.sending.etags import tagged, to_bytes
from replays_app.models import Challenge
from replays_app.replay import response_cache
from replays_app.seats import umpires
from replays_app.seats.bids import Bid
from replays_app.seats.viewer_seat import Holder, holder_of
from scenarios_app import access

from . import challenges
from .challenge_rows import is_of, row_of
from .challenges import ChallengeRefused


@dataclass(frozen=True, slots=True)
class AcceptRequest:
    """Body: the preferred side if the challenger left it open, and the points of a bid.

    ``umpire`` is the shown name of the umpire to whom the member agrees; ``sees_dice`` says that the member
    sees every roll at a table.
    """

    side: str = ""
    bid: int | None = None
    umpire: str = ""
    sees_dice: bool = False


class AcceptThrottle(UserRateThrottle):
    """Limits how many challenges a member accepts."""

    scope = "accept"
    rate = "120/hour"


@method_decorator(uncompressed, name="dispatch")
class Challenges(APIView):
    """``GET``: the open challenges that the lobby shows the requester."""

    permission_classes = []

    def get(self, request: Request) -> HttpResponse:
        """Answer with a page of challenges, newest first."""
        plain: HttpRequest = request._request
        person = holder_of(plain)
        page = page_of(plain, challenges.open_for(person, access.listed(request.user)), ("-id",))
        lines = [_line(challenge, person) for challenge in page.rows]
        return tagged(plain, to_bytes({"challenges": lines, "next": page.next}))


@needs(Scope.PLAY)
class Accept(APIView):
    """``POST``: accept a challenge, which seats the member."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [AcceptThrottle]

    def post(self, request: MemberAPIRequest, token: str) -> HttpResponse:
        """Answer 201 with the battle, the member's side, and the umpire."""
        body = record_of(AcceptRequest, {} if request.data is None else request.data)
        known = Challenge.objects.select_related("revision__scenario", "member").filter(token=token)
        challenge = known.first()
        if challenge is None:
            raise Problem(404, "not-found", "Challenge not found.")
        if is_of(challenge, holder_of(request._request)):
            raise Problem(409, "own-challenge", "This is your own challenge.")
        person = Holder(member=request.user)
        try:
            bid = None if body.bid is None else Bid(body.side, body.bid)
            battle = challenges.accept(
                challenge, person, body.side, bid, body.umpire, sees_dice=body.sees_dice
            )
        except ChallengeRefused as refusal:
            raise Problem(409, "refused", str(refusal)) from None
        holding = person.holdings().get(seat__battle=battle)
        now = Challenge.objects.select_related("umpire").get(pk=challenge.pk)
        payload: dict[str, Json] = {
            "battle": battle.pk.hex,
            "side": holding.seat.side,
            "umpire": _umpire(now),
            "umpire_sits": umpires.sits(battle),
        }
        return response_cache.private(to_bytes(payload), 201)


def _line(challenge: Challenge, person: Holder) -> dict[str, Json]:
    row = row_of(challenge, person)
    return {
        "challenge": challenge.token,
        "scenario": row.scenario,
        "system": challenge.revision.scenario.system,
        "title": row.title,
        "maker": row.maker,
        "free": [side["key"] for side in row.free],
        "by_bid": challenge.is_by_bid,
        "umpire": _umpire(challenge),
        "dice": challenge.dice,
        "made_at": challenge.made_at.isoformat(),
    }


def _umpire(challenge: Challenge) -> str | None:
    """Return the umpire's name, or None if there is no umpire."""
    return None if challenge.umpire is None else challenge.umpire.username
