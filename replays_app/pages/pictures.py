"""Pictures of a moment of a battle, for link previews. They show only public facts."""

from uuid import UUID

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from darkseas.members.rate_limited_views import too_many
from darkseas.members.rate_limits import address_of, counted
from darkseas.web.sending.etags import tagged
from darkseas.web.sending.search_engines import listed_if
from replays_app.models import Battle
from replays_app.replay import cursor_cache, perspectives, response_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.code_version import code_version
from replays_app.replay.headings import turn_title
from replays_app.replay.lines import line_json
from replays_app.replay.whole_battle_facts import gather
from replays_app.seats import battle_access
from scenarios_app.printing.map.png.picture import Words, picture, small_picture

PNG = "image/png"
#: Limit of pictures per IP address in this many seconds. A picture costs as much as thirty steps.
DRAWN, DRAWN_S = 240, 60
#: Maximum number of digits of an entry number.
LONGEST_NUMBER = 7


@require_safe
def battle_picture(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Draw a moment: `as` is the view, `at` the entry, `size=small` the map alone, for lists.

    The default moment is first contact, which does not reveal the result. Small pictures show the end by
    default, unless the result is `hidden`.
    """
    if battle_access.openness(battle_id) is None:
        raise Http404
    battle = get_object_or_404(Battle.objects.select_related("revision__scenario"), pk=battle_id)
    context, perspective = BattleContext.of(battle), _perspective(request, battle)
    is_small = request.GET.get("size") == "small"
    number = _number(request, context, perspective, is_small)
    place = f"picture:{code_version()}:{battle_id.hex}:{perspective}:{number}:{is_small}"
    drawn: bytes | None = cache.get(place)
    if drawn is None:
        count = counted(f"picture:{address_of(request)}", DRAWN, DRAWN_S)
        if count.left < 0:
            return too_many(request, count.resets)
        drawn = _drawn(context, perspective, number, is_small)
        cache.set(place, drawn, response_cache.CACHED_S)
    shown = tagged(request, drawn, response_cache.PUBLIC, PNG)
    return listed_if(shown, battle_access.stands_in_lists(battle_id))


def entry_asked(text: str) -> int | None:
    """Return the entry number in the query, None if there is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else None


def _perspective(request: HttpRequest, battle: Battle) -> str:
    open_to = perspectives.open_to(battle)
    wanted = request.GET.get("as") or open_to[0]
    if wanted not in open_to:
        raise Http404
    return wanted


def _number(request: HttpRequest, context: BattleContext, perspective: str, is_small: bool) -> int:
    asked = entry_asked(request.GET.get("at", ""))
    if asked is not None:
        return asked
    if is_small and request.GET.get("result") != "hidden":
        return max(cursor_cache.newest(context, perspective).length - 1, 0)
    return min(gather(context, perspective).firsts.values(), default=0)


def _drawn(context: BattleContext, perspective: str, number: int, is_small: bool) -> bytes:
    for cursor, entry in cursor_cache.entries_from(context, perspective, number, 1):
        line = line_json(context, cursor, entry)
        cursor.apply(context.system.setters, entry)
        chart = context.system.chart(cursor.state)
        if is_small:
            return small_picture(chart)
        seen_by = perspectives.names(context.initial.spec.sides)[perspective]
        about = f"{turn_title(line['turn'])} · seen by: {seen_by}"
        return picture(chart, Words(context.battle.title, about, str(line["sentence"])))
    raise Http404
