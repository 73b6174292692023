"""A club's confirmed results and corrections as an Atom feed (RFC 4287)."""

from django.conf import settings
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html_join

from darkseas.club.models import Club

from .plain_text import plain_text
from .result_news import news_of

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
        author_name=plain_text(club.name),
        language=None,
    )
    for item in news_of(club, MOST_ENTRIES):
        page = address + reverse("club-result", args=[club.slug, item.result])
        feed.add_item(
            title=item.title,
            link=page,
            description=format_html_join("", "<p>{}</p>", ((sentence,) for sentence in item.sentences)),
            unique_id=f"{page}#step-{item.step}",
            pubdate=item.at,
            updateddate=item.at,
        )
    return feed.writeString("utf-8")
