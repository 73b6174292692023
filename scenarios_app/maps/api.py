"""API for finding, publishing, importing and exporting maps, and for cutting maps from real coastlines."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

from darkseas.engine.scenario.spec import BadScenario, Finding
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.members.member_request import MemberAPIRequest
from darkseas.web.form_submissions.idempotency_key import creates_once_by_key
from darkseas.web.needed_scopes import Scope, needs
from darkseas.web.paging import page_of
from darkseas.web.problems import Problem
from darkseas.web.request_bodies import invalid, places, record_of
from darkseas.web.sending.etags import tagged, to_bytes
from darkseas.web.strict_json import LongJSONParser
from darkseas.web.texts.search_filters import NOTHING, in_any_spelling
from darkseas.web.texts.search_words import search_terms
from scenarios_app import access
from scenarios_app.models import HexMap, MapRevision
from scenarios_app.revisions import member_limits
from scenarios_app.visibility import NoSuchChoice, check_choice

from .coasts import cut_out, rasters
from .files import from_file
from .store import MapPublishing, MapRefused, map_from, map_of, publish_new, publish_revision
from .tiled import to_tiled

LONGEST_QUESTION = 100


@dataclass(frozen=True, slots=True)
class PublishRequest:
    """Request body: a map, and the key of the existing map if this is its next revision.

    Without ``visibility``, a next revision keeps the current one and a new map is public.
    """

    map: Mapping[str, Json]
    key: str = ""
    note: str = ""
    visibility: str = ""


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """Request body for exporting a map as a Tiled file."""

    map: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class CutRequest:
    """Request body for part of a coastline: its name, the first hex, columns and rows."""

    coast: str
    col: int
    row: int
    cols: int
    rows: int


class PublishThrottle(UserRateThrottle):
    """Limit how often a member publishes maps."""

    scope = "maps"
    rate = "120/hour"


class FileThrottle(UserRateThrottle):
    """Limit how many map files a member imports and exports."""

    scope = "map-files"
    rate = "600/hour"


class MapView(APIView):
    """Base class of the map views: accepts large bodies and requires a member for changes."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [LongJSONParser]


class Maps(MapView):
    """``GET``: list maps. ``POST``: publish a new map, or the next revision of your own."""

    def get_throttles(self) -> list[Any]:
        """Throttle only POST."""
        return [PublishThrottle()] if self.request.method == "POST" else []

    def get(self, request: Request) -> HttpResponse:
        """Return a page of maps; ``q`` searches words of the title, ``cursor`` continues."""
        maps = looked_for(request, access.listed_maps(request.user)).select_related("current", "owner")
        page = page_of(request._request, maps, ("title", "key"))
        lines = [_line(hex_map) for hex_map in page.rows]
        return tagged(request._request, to_bytes({"maps": lines, "next": page.next}))

    @creates_once_by_key
    def post(self, request: MemberAPIRequest) -> HttpResponse:
        """Return 201 with key, number and address of the revision; 422 with the errors of the map."""
        body = record_of(PublishRequest, request.data)
        if body.visibility:
            try:
                check_choice(request.user, body.visibility)
            except NoSuchChoice as refusal:
                raise invalid("visibility", str(refusal)) from None
        try:
            revision = _published(request, body)
        except BadScenario as fault:
            raise bad_map(fault.findings, "/map") from None
        except MapRefused as refusal:
            raise Problem(422, "refused", str(refusal)) from None
        key = revision.hex_map.key
        return _answer({"key": key, "number": revision.number, "url": reverse("map", args=[key])}, 201)


class OneMap(MapView):
    """``GET``: the current revision of a map."""

    def get(self, request: Request, key: str) -> HttpResponse:
        """Return the map."""
        revision = current_of(request, key)
        spec = map_of(revision)
        return _answer({**_line(revision.hex_map), "map": write(spec), "coast": spec.coast})


@needs(Scope.READ)
class ReadFile(MapView):
    """``POST``: parse a map file (our format or Tiled's) and return the map; nothing is stored."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [FileThrottle]

    def post(self, request: Request) -> HttpResponse:
        """Return the map, and a sentence for each part of the file that was dropped."""
        try:
            file = from_file(request.data)
        except BadScenario as fault:
            raise bad_map(fault.findings, "") from None
        return _answer({"map": write(file.map), "findings": list(file.findings)})


@needs(Scope.READ)
class WriteTiled(MapView):
    """``POST``: return a map as a Tiled file; nothing is stored."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [FileThrottle]

    def post(self, request: Request) -> HttpResponse:
        """Return the map as Tiled JSON."""
        body = record_of(WriteRequest, request.data)
        try:
            return _answer(to_tiled(map_from(dict(body.map))))
        except BadScenario as fault:
            raise bad_map(fault.findings, "/map") from None


class Coasts(MapView):
    """``GET``: list the real coastlines, each with its hexes."""

    def get(self, request: Request) -> HttpResponse:
        """Return all coastlines without paging, because they are few and small."""
        coasts = [
            {"coast": name, "title": spec.title, "map": write(spec)} for name, spec in rasters().items()
        ]
        return _answer({"coasts": coasts})


@needs(Scope.READ)
class FromCoast(MapView):
    """``POST``: return part of a real coastline as a map; nothing is stored."""

    permission_classes = [IsAuthenticated]

    def post(self, request: Request) -> HttpResponse:
        """Return the map."""
        body = record_of(CutRequest, request.data)
        try:
            spec = cut_out(body.coast, body.col, body.row, body.cols, body.rows)
        except BadScenario as fault:
            raise bad_map(fault.findings, "") from None
        return _answer({"map": write(spec)})


def looked_for(request: HttpRequest | Request, maps: QuerySet[HexMap]) -> QuerySet[HexMap]:
    """Return the maps whose titles contain every search word."""
    question = request.GET.get("q", "").replace("\0", "")[:LONGEST_QUESTION]
    terms = search_terms(question)
    is_nothing = question.strip() and not terms
    return maps.filter(NOTHING if is_nothing else in_any_spelling("title", terms))


def current_of(request: HttpRequest | Request, key: str) -> MapRevision:
    """Return the current revision of a map. Raises Http404 if the requester may not see it."""
    hex_map = access.visible_maps(request.user).filter(key=key).select_related("current", "owner").first()
    if hex_map is None or hex_map.current is None:
        raise Http404
    hex_map.current.hex_map = hex_map
    return hex_map.current


def bad_map(findings: Iterable[Finding], under: str) -> Problem:
    """Return the problem for an invalid map; its field paths are prefixed with `under`."""
    return Problem(422, "bad-map", "This map is invalid.", errors=places(findings, under))


def _published(request: MemberAPIRequest, body: PublishRequest) -> MapRevision:
    member_limits.check_bytes(request.user)
    spec, publishing = map_from(dict(body.map)), MapPublishing(body.note, body.visibility)
    if not body.key:
        return publish_new(spec, request.user, publishing)
    hex_map = access.visible_maps(request.user).filter(key=body.key).first()
    if hex_map is None:
        raise Http404
    if not access.is_owner(request.user, hex_map):
        raise Problem(403, "not-yours", "This map belongs to another member. Publish yours as a new map.")
    return publish_revision(hex_map, spec, request.user, publishing)


def _line(hex_map: HexMap) -> dict[str, Json]:
    return {
        "key": hex_map.key,
        "title": hex_map.title,
        "number": hex_map.current.number if hex_map.current else 0,
        "owner": hex_map.owner.username if hex_map.owner else "",
        "visibility": hex_map.visibility,
        "url": reverse("map", args=[hex_map.key]),
    }


def _answer(value: dict[str, Json], status: int = 200) -> HttpResponse:
    return JsonResponse(value, status=status, headers={"Cache-Control": "private, no-store"})
