"""Map pages: list, a single map with revisions and uses, editor and downloads."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie

from darkseas.engine.presentation.chart import Ground
from darkseas.engine.scenario.spec import MapSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.members.member_request import MemberRequest
from darkseas.web.sending.search_engines import listed_if
from scenarios_app import access
from scenarios_app.models import HexMap, MapRevision, Visibility
from scenarios_app.moderation.views import taken_down_page
from scenarios_app.revisions.chart_data import coast_address
from scenarios_app.revisions.search_rows import MOST_DRAWN
from scenarios_app.visibility import choice_about, choices_about, choices_for

from .api import current_of, looked_for
from .files import to_file
from .store import MOST, map_of, uses_of
from .tiled import to_tiled

PAGE = 24
#: The spec of a new map.
EMPTY = MapSpec("", "", 20, 14)


@dataclass(frozen=True, slots=True)
class MapCard:
    """A map in a list with the data to draw it; no ground if it is too large for a list."""

    hex_map: HexMap
    spec: MapSpec
    ground: Mapping[str, Json] | None
    coast: str


def maps(request: HttpRequest) -> HttpResponse:
    """List the maps with thumbnails. ``q`` searches words of the title."""
    matches = looked_for(request, access.listed_maps(request.user)).select_related("current", "owner")
    page = Paginator(matches, PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "cards": [card_of(hex_map, MOST_DRAWN) for hex_map in page.object_list],
        "question": request.GET.get("q", "")[:100].strip(),
    }
    return render(request, "maps/list.html", context)


def one_map(request: HttpRequest, key: str) -> HttpResponse:
    """Show a map: picture, size, source, revisions, scenarios and downloads."""
    try:
        current = current_of(request, key)
    except Http404:
        return taken_down_page(request, HexMap.objects.filter(key=key).first())
    hex_map = current.hex_map
    context = {
        "hex_map": hex_map,
        "card": card_of(hex_map),
        "revisions": hex_map.revisions.select_related("author").defer("spec").order_by("-number"),
        "uses": uses_of(hex_map, access.listed(request.user)),
        "is_owner": access.is_owner(request.user, hex_map),
    }
    return listed_if(render(request, "maps/map.html", context), access.is_public(hex_map))


@login_required
@ensure_csrf_cookie
def new_map(request: MemberRequest) -> HttpResponse:
    """Show the editor with an empty map, or with a copy of the map named by ``from``."""
    key = request.GET.get("from", "")
    if not key:
        return _editor(request, EMPTY, None)
    source = current_of(request, key)
    spec = map_of(source)
    return _editor(request, replace(spec, key="", title=f"{spec.title}, changed"), None, source.hex_map)


@login_required
@ensure_csrf_cookie
def edit_map(request: MemberRequest, key: str) -> HttpResponse:
    """Show the editor with the member's own map, or with a copy of another owner's map."""
    current = current_of(request, key)
    if not access.is_owner(request.user, current.hex_map):
        return redirect(f"{reverse('map-new')}?from={current.hex_map.key}")
    return _editor(request, map_of(current), current)


def own_file(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Return a revision as a file in our format."""
    return _download(to_file(map_of(_revision(request, key, number))), f"{key}-{number}.map.json")


def tiled_file(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Return a revision as a Tiled file."""
    return _download(to_tiled(map_of(_revision(request, key, number))), f"{key}-{number}.tmj")


def card_of(hex_map: HexMap, most: int = MOST * MOST) -> MapCard:
    """Return a map's data for a page. Maps with more than ``most`` hexes are not drawn."""
    spec = map_of(hex_map.current) if hex_map.current else EMPTY
    ground = write(Ground("hexes", spec, ())) if spec.cols * spec.rows <= most else None
    return MapCard(hex_map, spec, ground, coast_address(spec))


def _editor(
    request: MemberRequest, spec: MapSpec, current: MapRevision | None, source: HexMap | None = None
) -> HttpResponse:
    hex_map = current.hex_map if current else None
    context = {
        "spec": write(spec),
        "hex_map": hex_map,
        "current": current,
        "source": source,
        "visibilities": choices_about(hex_map, request.user) if hex_map else choices_for(request.user),
        "visibility": choice_about(hex_map, request.user) if hex_map else Visibility.PUBLIC,
    }
    return render(request, "maps/edit.html", context)


def _revision(request: HttpRequest, key: str, number: int) -> MapRevision:
    """Return a map revision that the user may see."""
    visible = MapRevision.objects.filter(hex_map__in=access.visible_maps(request.user).filter(key=key))
    revision = visible.filter(number=number).first()
    if revision is None:
        raise Http404
    return revision


def _download(value: Mapping[str, Json], filename: str) -> HttpResponse:
    disposition = f'attachment; filename="{filename}"'
    return HttpResponse(
        json.dumps(value, ensure_ascii=False),
        content_type="application/json",
        headers={"Content-Disposition": disposition},
    )
