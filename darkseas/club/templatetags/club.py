"""Template tags for club pages: emblem and Markdown."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from darkseas.club.emblems import drawing
from darkseas.club.emblems.fields import HEIGHT, WIDTH
from darkseas.web.texts.markdown import rendered

register = template.Library()
_numbers = count(1)


@register.simple_tag
def club_sign(device: str) -> SafeString:
    """Return an emblem as inline SVG, hidden from screen readers because the club's name stands next to
    it.
    """
    inside = drawing.drawn(device, f"sign-{next(_numbers)}")
    return format_html(
        '<svg class="club-sign" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>',
        WIDTH,
        HEIGHT,
        mark_safe(inside),  # noqa: S308 - built only from our own tables
    )


@register.filter
def markdown(text: str) -> SafeString:
    """Render a member's Markdown as HTML; everything else is escaped."""
    return mark_safe(rendered(text))  # noqa: S308 - the library escapes HTML


@register.filter
def as_season(name: str) -> str:
    """Return a season's name for a sentence, preceded by "season" unless the name contains that word."""
    return name if "season" in name.casefold() else f"season {name}"


@register.simple_tag(takes_context=True)
def way_to(context: Mapping[str, Any], address: str, words: str) -> str:
    """Return a navigation link of a club, marked as current on the pages it leads to; "" if there is no
    address.
    """
    if not address:
        return ""
    path: str = context["request"].path
    current = "page" if path == address else "true" if path.startswith(address) else ""
    marked = format_html(' aria-current="{}"', current) if current else ""
    return format_html('<a href="{}"{}>{}</a>', address, marked, words)
