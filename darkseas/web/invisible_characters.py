"""Checks texts for invisible characters that change what a reader sees, such as bidirectional overrides.

Names and titles may contain none of them, and no line breaks. In free text, characters that change the
direction are removed, and all line breaks become newlines. Only incoming texts are checked, so that stored
texts still open. NUL, which PostgreSQL cannot store, is refused before any view runs.
"""

import codecs
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import BadRequest, ValidationError
from django.http import HttpRequest, HttpResponse, UnreadablePostError

from .problems import bad_request
from .texts.name_keys import one_spelling

REFUSED = "This contains invisible characters. Type it instead of pasting it."
#: Unicode categories of invisible characters; and the joiners among them that some languages need.
_KINDS, _LAWFUL = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"), "\u200c\u200d"
#: Letters and symbols that show nothing: Hangul fillers, two unused Khmer vowels, the blank Braille pattern,
#: a Khitan filler and the null notehead; and code points that Unicode reserves for invisible characters.
_EMPTY = re.compile(
    "[\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0\ufff0-\ufff8\U00016fe4\U0001d159]"
    "|[\U000e0002-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff]"
)
#: Joiners, non-joiners and variation selectors after a character that does not support them.
_IDLE = re.compile(
    "(?:^|[\u0020-\u024f\u0370-\u052f])[\u034f\u180b-\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
#: Joiners and non-joiners after a Hebrew, Thai, Lao, Chinese, Japanese or Korean character.
_IDLE_JOINT = re.compile("[\u0590-\u05ff\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af][\u200c\u200d]")
_KEYCAP = re.compile("[0-9#*©®]\ufe0f\u20e3?")
#: Directional marks, embeddings, overrides and isolates.
_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
#: Unusual line breaks, which many programs do not recognise.
_LINE_ENDS = re.compile("[\u2028\u2029]")


def has_unseen(text: str, lawful: str = "") -> bool:
    """Return whether a text contains invisible characters other than the ``lawful`` ones.

    Keycap emoji (a digit followed by combining characters) are allowed.
    """
    if text.isascii() and text.isprintable():
        return False
    if _EMPTY.search(text) or _IDLE_JOINT.search(text) or _IDLE.search(_KEYCAP.sub("", text)):
        return True
    return any(
        unicodedata.category(sign) in _KINDS and sign not in _LAWFUL and sign not in lawful for sign in text
    )


def refuse_unseen(text: str) -> None:
    """Form validator: refuse a name or title with invisible characters."""
    if has_unseen(text):
        raise ValidationError(REFUSED, code="unseen")


def without_turns(text: str) -> str:
    """Return a free text without directional characters and with normalised line breaks."""
    return _TURNING.sub("", with_usual_lines(text))


def with_usual_lines(text: str) -> str:
    """Return a free text with all line breaks as newlines."""
    return _LINE_ENDS.sub("\n", text)


def has_turns(value: Any) -> bool:
    """Return whether a text, or any text within JSON, contains directional characters."""
    return place_of_turns(value) is not None


def place_of_turns(value: Any) -> tuple[str, ...] | None:
    """Return the path of the first JSON text with directional characters, or None.

    For a key with such characters it is the path of the object.
    """
    if isinstance(value, str):
        return () if _TURNING.search(value) else None
    if isinstance(value, Mapping):
        if any(_TURNING.search(str(name)) for name in value):
            return ()
        parts = [(str(name), part) for name, part in value.items()]
    elif isinstance(value, list | tuple):
        parts = [(str(number), part) for number, part in enumerate(value)]
    else:
        return None
    places = ((name, place_of_turns(part)) for name, part in parts)
    return next(((name, *place) for name, place in places if place is not None), None)


class NameField(forms.CharField):
    """Form field for a name or title, which it returns in one spelling."""

    default_validators = [refuse_unseen]

    def to_python(self, value: Any) -> str | None:
        text = super().to_python(value)
        return one_spelling(text) if text else text


class FreeTextField(forms.CharField):
    """Form field for free text."""

    def to_python(self, value: Any) -> str:
        """Return the text without directional characters."""
        return without_turns(super().to_python(value) or "")


class NoNulCookiesMiddleware:
    """Drops cookies that contain NUL, such as a quoted ``\\000``: the site never sets one.

    It must come before any middleware that looks up a cookie in the database.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request without those cookies."""
        for name in [name for name, value in request.COOKIES.items() if "\0" in value]:
            del request.COOKIES[name]
        return self.get_response(request)


class NoNulMiddleware:
    """Answers 400 if the path, the query or a form contains NUL, which would be a database error.

    Uploaded files, JSON and other bodies are not read here; their parsers check them. It comes last, because
    its error page shows the logged-in member. Requests that declare an encoding other than UTF-8 are refused
    too: in some encodings ordinary bytes decode to NUL or to half a character.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, unless it contains NUL or is incomplete."""
        try:
            is_refused = (
                "\0" in request.path
                or codecs.lookup(request.encoding or "utf-8").name not in ("utf-8", "ascii")
                or any(map(_holds_nul, _encoded_parts(request)))
                or any("\0" in text for text in _texts_in_parts(request))
            )
        except UnreadablePostError:
            is_refused = True
        return bad_request(request, BadRequest()) if is_refused else self.get_response(request)


def _encoded_parts(request: HttpRequest) -> list[bytes]:
    """Return the raw query and the raw body of a URL-encoded form. Raises UnreadablePostError."""
    query = request.META.get("QUERY_STRING", "").encode(errors="replace")
    is_plain = request.method == "POST" and request.content_type == "application/x-www-form-urlencoded"
    return [query, request.body] if is_plain else [query]


def _texts_in_parts(request: HttpRequest) -> list[str]:
    """Return the text fields of a multipart form."""
    is_in_parts = request.method == "POST" and request.content_type == "multipart/form-data"
    if not is_in_parts or request.path.startswith("/api/"):
        return []
    return [text for texts in request.POST.lists() for text in [texts[0], *map(str, texts[1])]]


def _holds_nul(encoded: bytes) -> bool:
    return b"%00" in encoded or b"\0" in encoded
