"""Calendar and feed files of a club, with ETags so that unchanged files are not sent again."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from darkseas.club.feeds.calendar_file import calendar_of, own_calendar_of
from darkseas.club.feeds.feed_keys import readable_or_404
from darkseas.club.feeds.results_feed import feed_of


@cache_control(private=True, no_cache=True)
@conditional_page
@require_safe
def calendar_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the club's calendar (RFC 5545) or, with ``own``, the requesting player's calendar."""
    club, player = readable_or_404(request, slug)
    if "own" in request.GET:
        if player is None:
            raise Http404
        text = own_calendar_of(player)
    else:
        text = calendar_of(club, is_member=player is not None)
    headers = {"Content-Disposition": f'inline; filename="{slug}.ics"'}
    return HttpResponse(text, content_type="text/calendar; charset=utf-8", headers=headers)


@cache_control(private=True, no_cache=True)
@conditional_page
@require_safe
def results_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Send an Atom feed of confirmed results and corrections (RFC 4287)."""
    club, _ = readable_or_404(request, slug)
    return HttpResponse(feed_of(club), content_type=Atom1Feed.content_type)
