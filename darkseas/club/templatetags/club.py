"""What pages of clubs show everywhere: a club's sign and text in Markdown."""

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
    """Return the sign of a device as inline SVG, unheard: the club's name stands beside it."""
    inside = drawing.drawn(device, f"sign-{next(_numbers)}")
    return format_html(
        '<svg class="club-sign" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>',
        WIDTH,
        HEIGHT,
        mark_safe(inside),  # noqa: S308 - made of our own tables alone
    )


@register.filter
def markdown(text: str) -> SafeString:
    """Return a text of people as HTML: plain Markdown, everything else escaped."""
    return mark_safe(rendered(text))  # noqa: S308 - the library escapes HTML


@register.filter
def as_season(name: str) -> str:
    """Return how a season is named in a sentence: with the word before it, unless its name has the word."""
    return name if "season" in name.casefold() else f"season {name}"


@register.simple_tag(takes_context=True)
def way_to(context: Mapping[str, Any], address: str, words: str) -> str:
    """Return the link to a room of a club, marked on its page and on those below; nothing without address."""
    if not address:
        return ""
    path: str = context["request"].path
    current = "page" if path == address else "true" if path.startswith(address) else ""
    marked = format_html(' aria-current="{}"', current) if current else ""
    return format_html('<a href="{}"{}>{}</a>', address, marked, words)
