"""Signs that nobody sees and that change what a text seems to say, such as those that turn its order round.

None of them stands in names and titles, which are read among other words and by which people know each
other; nor do signs that end a line. From free text those are taken that turn the order of what follows, and
whatever ends a line there is the usual sign for it. Asked where a text comes in, never
of what is stored: what was kept before still opens. NUL, which PostgreSQL stores nowhere, is refused before
any view is asked.
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

REFUSED = "This holds signs that cannot be seen. Type it anew, without copying."
#: Kinds of signs that are not seen; and those of them that honest words need, to join letters or part them.
_KINDS, _LAWFUL = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"), "\u200c\u200d"
#: What counts as a letter or a picture and shows nothing: fillers of Hangul, two vowels of Khmer that
#: nobody writes, the empty pattern of Braille, one of Khitan, a head of no note;
#: and what Unicode keeps free for signs that are not seen.
_EMPTY = re.compile(
    "[\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0\ufff0-\ufff8\U00016fe4\U0001d159]"
    "|[\U000e0002-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff]"
)
#: What joins, parts or varies the sign before it, where that is a letter that knows no such thing, or none.
_IDLE = re.compile(
    "(?:^|[\u0020-\u024f\u0370-\u052f])[\u034f\u180b-\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
#: What joins or parts two signs, where the first is Hebrew, Thai, Lao, Chinese, Japanese or Korean.
_IDLE_JOINT = re.compile("[\u0590-\u05ff\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af][\u200c\u200d]")
_KEYCAP = re.compile("[0-9#*©®]\ufe0f\u20e3?")
#: Marks, embeddings, overrides and isolates of direction.
_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
#: What ends a line beside the usual signs, and passes on through programs that know those alone.
_LINE_ENDS = re.compile("[\u2028\u2029]")


def has_unseen(text: str, lawful: str = "") -> bool:
    """Return whether a text holds signs that cannot be seen, others than ``lawful`` ones.

    Keycaps, a digit with a sign that makes a picture of it, are lawful.
    """
    if text.isascii() and text.isprintable():
        return False
    if _EMPTY.search(text) or _IDLE_JOINT.search(text) or _IDLE.search(_KEYCAP.sub("", text)):
        return True
    return any(
        unicodedata.category(sign) in _KINDS and sign not in _LAWFUL and sign not in lawful for sign in text
    )


def refuse_unseen(text: str) -> None:
    """Refuse a name or title that holds signs which cannot be seen: a validator of forms."""
    if has_unseen(text):
        raise ValidationError(REFUSED, code="unseen")


def without_turns(text: str) -> str:
    """Return a free text without the signs that turn its order, and with the usual ends of lines."""
    return _TURNING.sub("", with_usual_lines(text))


def with_usual_lines(text: str) -> str:
    """Return a free text in which whatever ends a line is the usual sign for it."""
    return _LINE_ENDS.sub("\n", text)


def has_turns(value: Any) -> bool:
    """Return whether a text, or any text within JSON, holds signs that turn its order."""
    return place_of_turns(value) is not None


def place_of_turns(value: Any) -> tuple[str, ...] | None:
    """Return where in JSON the first text stands that holds signs which turn its order; None without any.

    A name that holds some stands where its object does.
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
    """Asks for a name or a title."""

    default_validators = [refuse_unseen]


class FreeTextField(forms.CharField):
    """Asks for as many words as somebody likes."""

    def to_python(self, value: Any) -> str:
        """Return what was typed, in the order in which it was."""
        return without_turns(super().to_python(value) or "")


class NoNulCookiesMiddleware:
    """Forgets cookies that hold NUL, as a quoted ``\\000`` does: no browser of ours was given one.

    It stands before whatever looks a cookie up in the database.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request as if it had come without them."""
        for name in [name for name, value in request.COOKIES.items() if "\0" in value]:
            del request.COOKIES[name]
        return self.get_response(request)


class NoNulMiddleware:
    """Answers 400 where the path, the query or a form holds NUL, which a database would stumble over.

    Bodies of other kinds are left unread: JSON and whatever else programs send, whose readers look for
    themselves, and the files of a form. It stands last, since the page that it answers with asks who is
    logged in. What says that it is written otherwise than in UTF-8 is refused as well: there are codes in
    which plain signs become NUL, or half a sign.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, unless it holds NUL or breaks off."""
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
    """Return the query, and the body of a plain form, as they were sent. Raises UnreadablePostError."""
    query = request.META.get("QUERY_STRING", "").encode(errors="replace")
    is_plain = request.method == "POST" and request.content_type == "application/x-www-form-urlencoded"
    return [query, request.body] if is_plain else [query]


def _texts_in_parts(request: HttpRequest) -> list[str]:
    """Return the texts of a form that a page sent in parts, as those with files are."""
    is_in_parts = request.method == "POST" and request.content_type == "multipart/form-data"
    if not is_in_parts or request.path.startswith("/api/"):
        return []
    return [text for texts in request.POST.lists() for text in [texts[0], *map(str, texts[1])]]


def _holds_nul(encoded: bytes) -> bool:
    return b"%00" in encoded or b"\0" in encoded
