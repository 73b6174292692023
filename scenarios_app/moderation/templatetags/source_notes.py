"""Template tags for sources submitted by members, shown with their facts."""

from collections.abc import Iterable
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scenarios_app.models import SourceNote
from scenarios_app.moderation.source_notes import LONGEST_FACT

register = template.Library()


@register.filter
def about_fact(notes: Iterable[SourceNote], fact: str) -> list[SourceNote]:
    """Return the notes about a fact, given by its text on the page."""
    return [note for note in notes if note.fact == fact[:LONGEST_FACT]]


@register.filter
def is_web_address(work: str) -> bool:
    """Return whether a work is a web address that can be a link."""
    return work.startswith(("https://", "http://")) and " " not in work


@register.simple_tag
def unconfirmed_mark(about: str, fact: str) -> SafeString:
    """Return the mark of an unconfirmed fact, a link to the form for submitting a source."""
    query = urlencode({"about": about, "fact": fact[:LONGEST_FACT]})
    return format_html(
        '<a class="unconfirmed" rel="nofollow" href="{}?{}" title="Unconfirmed: submit a source">'
        '<span aria-hidden="true">?</span>'
        '<span class="unseen">unconfirmed: submit a source for: {}</span></a>',
        reverse("source-new"),
        query,
        fact,
    )


@register.simple_tag
def source_link(about: str, fact: str) -> SafeString:
    """Return the link to the form for submitting a source."""
    query = urlencode({"about": about, "fact": fact[:LONGEST_FACT]})
    unseen = format_html('<span class="unseen"> for: {}</span>', fact) if fact else ""
    return format_html(
        '<a class="small" rel="nofollow" href="{}?{}">Submit a source{}</a>',
        reverse("source-new"),
        query,
        unseen,
    )
