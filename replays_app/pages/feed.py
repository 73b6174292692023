"""Atom feed (RFC 4287) of new public battles, without results."""

from datetime import UTC, datetime
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from darkseas.rules.registry import system
from darkseas.web.sending.etags import tagged
from replays_app.models import Battle
from replays_app.projections.battle_filters import NEWEST, ORDERS
from replays_app.replay import response_cache
from replays_app.seats import battle_access

#: Maximum number of entries.
MOST_ENTRIES = 50
MEDIA_TYPE = "application/atom+xml; charset=utf-8"
#: The update time of a feed without entries. RFC 4287 4.1.1 requires one; the current time would make an
#: unchanged feed look new to every reader and cache.
NEVER = datetime.fromtimestamp(0, UTC)


class _Feed(Atom1Feed):
    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else NEVER


@require_safe
def battles_feed(request: HttpRequest) -> HttpResponse:
    """Return the feed of the newest finished battles."""
    address = settings.SITE_ADDRESS
    feed = _Feed(
        title="New battles on darkseas",
        link=address + reverse("battles"),
        description="",
        feed_url=address + reverse("battles-feed"),
        feed_guid=_permanent_id(),
        author_name="darkseas",
        language="en",
    )
    (public,) = battle_access.listings(AnonymousUser())
    finished = public.filter(turns__isnull=False).defer("battle__revision__spec").order_by(*ORDERS[NEWEST])
    newest = finished.select_related("battle__revision__scenario", "battle__summary")
    for battle in (row.battle for row in newest[:MOST_ENTRIES]):
        page = address + reverse("replay", args=[battle.pk])
        feed.add_item(
            title=_plain(battle.title),
            link=page,
            description=_plain(_described(battle)),
            unique_id=f"urn:uuid:{battle.pk}",
            pubdate=battle.created_at,
            updateddate=battle.created_at,
        )
    return tagged(request, feed.writeString("utf-8").encode(), response_cache.PUBLIC, MEDIA_TYPE)


def _permanent_id() -> str:
    """Return the id of the feed, which is the same after the site has moved to another address."""
    return UUID(bytes=salted_hmac("feed", "battles", algorithm="sha256").digest()[:16]).urn


def _described(battle: Battle) -> str:
    scenario, summary = battle.revision.scenario, getattr(battle, "summary", None)
    turns = f", {summary.turns} turns" if summary is not None else ""
    return f"{scenario.title}, {system(battle.system).title}{turns}. Watch the replay step by step."


def _plain(text: str) -> str:
    """Return the text without characters that XML cannot hold."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
