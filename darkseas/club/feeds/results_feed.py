"""A club's confirmed results and corrections as an Atom feed (RFC 4287)."""

from datetime import UTC
from uuid import UUID, uuid5

from django.conf import settings
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html_join

from darkseas.club.models import Club

from .plain_text import plain_text
from .result_news import news_of

_NAMESPACE = UUID("5e4a5c57-7b1c-4a0e-9d57-3f0f2c1c8b60")
#: Enough entries for a feed reader that polls a busy club once a month to miss nothing.
MOST_ENTRIES = 60


def feed_of(club: Club) -> str:
    """Return the feed of a club; each entry is one step of a result and never changes."""
    address = settings.SITE_ADDRESS
    feed = Atom1Feed(
        title=plain_text(f"Results of {club.name}"),
        link=address + reverse("club-results", args=[club.slug]),
        description="",
        feed_url=address + reverse("club-results-feed", args=[club.slug]),
        feed_guid=_permanent_id(club, "results"),
        author_name=plain_text(club.name),
        language=None,
    )
    for item in news_of(club, MOST_ENTRIES):
        page = address + reverse("club-result", args=[club.slug, item.result])
        feed.add_item(
            title=item.title,
            link=page,
            description=format_html_join("", "<p>{}</p>", ((sentence,) for sentence in item.sentences)),
            unique_id=_permanent_id(club, f"result {item.result} step {item.step}"),
            pubdate=item.at,
            updateddate=item.at,
        )
    return feed.writeString("utf-8")


def _permanent_id(club: Club, what: str) -> str:
    """Return an id that outlives a move of the site or of the club to another address.

    The moment of the foundation distinguishes clubs of two sites. Never change this.
    """
    return uuid5(_NAMESPACE, f"{club.founded_at.astimezone(UTC).isoformat()} {club.pk} {what}").urn
