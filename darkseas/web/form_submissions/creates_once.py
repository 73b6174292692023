"""Views that create something create it once, however often their form is sent.

Each page carries its own mask of the CSRF token, so the token is a one-time number for the forms of that
page. Sending the same content with the same token again gets the first answer for a day. The same content
with another token, or without one, gets the first answer for two minutes: people reload a page and fill it
again. Forms that people repeat on purpose (`creates_once_per_page`) only follow the rule about the token.
"""

import hashlib
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from secrets import token_urlsafe
from typing import Any, TypeVar, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.messages.storage.base import BaseStorage
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.middleware.csrf import CSRF_TOKEN_LENGTH
from django.shortcuts import render
from django.utils.crypto import salted_hmac

from . import store
from .models import FormSubmission

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

SENT_BEFORE = (
    "You sent this form more than once; we stored it once. To send the same again, wait two minutes and open "
    "the form again."
)
STILL_RUNNING = {
    "title": "Still working",
    "detail": "This form was already sent, and the site is still working on it.",
    "next_step": "Wait a minute and look for the result before you send it again.",
}
_TOKEN_FIELD = "csrfmiddlewaretoken"  # noqa: S105 (the name of a field)
_PURPOSE = "darkseas.web.form_submissions"


@dataclass(frozen=True, slots=True)
class Submission:
    """The submission of a request: a secret of its own, and whether its form was sent before.

    The secret is the same whenever the form is sent again, and is stored nowhere.
    """

    secret: str
    is_repeat: bool


def submission_of(request: HttpRequest) -> Submission:
    """Return the submission of a request; outside of `creates_once`, a new one."""
    known = getattr(request, "form_submission", None)
    return known if isinstance(known, Submission) else new_submission()


def new_submission() -> Submission:
    """Return a submission that nobody can repeat."""
    return Submission(token_urlsafe(32), is_repeat=False)


def creates_once(view: View) -> View:
    """Let a view create its object once: a repeated form is redirected to where the first one led.

    Refused forms (no redirect, or a message about an error) are not remembered.
    """
    return _once(view, _redirect)


def creates_once_per_page(view: View) -> View:
    """Let a view create once for each time its page was loaded, as `creates_once` does otherwise.

    For forms that people send again on purpose: another battle, or the draw of a round that was just dropped.
    """
    return _once(view, _redirect, is_per_page=True)


def shows_secret_once(view: View) -> View:
    """Let a view that shows a new secret show the same one again; it must not create it if ``is_repeat``."""
    return _once(view, None)


def shows_secret_once_per_page(view: View) -> View:
    """Let a view show a new secret for each time its page was loaded, as `shows_secret_once` otherwise."""
    return _once(view, None, is_per_page=True)


def _once(
    view: View, repeat: Callable[[HttpRequest, str], HttpResponse] | None, *, is_per_page: bool = False
) -> View:
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        form = _form_of(request) if request.method == "POST" else None
        claims = form.claims(is_per_page=is_per_page) if form else {}
        if form is None or not claims:
            return view(request, *args, **kwargs)
        try:
            claimed, before = store.claim_all(claims)
        except store.StillRunning:
            return render(request, "error.html", STILL_RUNNING, status=409)
        salt = before.salt if before else claimed[0].salt
        request.form_submission = Submission(_secret(form, salt), before is not None)  # type: ignore[attr-defined]
        if before is not None:
            return repeat(request, before.leads_to) if repeat else view(request, *args, **kwargs)
        return _first(claimed, request, lambda: view(request, *args, **kwargs))

    answer.creates_once = True  # type: ignore[attr-defined]
    return cast(View, answer)


def _first(
    claimed: Sequence[FormSubmission], request: HttpRequest, view: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Run the view, and remember its answer if it created something."""
    errors, leads_to = _errors(request), None
    try:
        answer = view()
        is_created = answer.status_code == 201 or (300 <= answer.status_code < 400)
        if is_created and _errors(request) == errors:
            leads_to = answer.headers.get("Location", "")
    finally:
        if leads_to is None:
            store.release(*claimed)
    if leads_to is not None:
        store.end(leads_to, *claimed)
    return answer


def _redirect(request: HttpRequest, leads_to: str) -> HttpResponse:
    messages.info(request, SENT_BEFORE)
    return HttpResponseRedirect(leads_to)


def _errors(request: HttpRequest) -> int:
    """Return the number of error messages that wait for the user, and leave them waiting."""
    waiting = messages.get_messages(request)
    if not isinstance(waiting, BaseStorage):
        return 0
    was_used = waiting.used
    number = sum(message.level >= messages.ERROR for message in waiting)
    waiting.used = was_used
    return number


@dataclass(frozen=True, slots=True)
class _SentForm:
    """Keyed hashes of a sent form: of sender, address and content, and of these with its one-time number.

    ``numbered`` is "" without a number. ``sender`` is "" if it cannot be told from others.
    """

    sender: str
    content: str
    numbered: str

    def claims(self, *, is_per_page: bool) -> dict[str, timedelta]:
        """Return the keys by which a repetition is recognized, and for how long, the number first."""
        claims = {self.numbered: store.REMEMBERED} if self.numbered else {}
        if self.sender and not (self.numbered and is_per_page):
            claims[self.content] = store.REMEMBERED_WITHOUT_NUMBER
        return claims


def _form_of(request: HttpRequest) -> _SentForm:
    number = request.POST.get(_TOKEN_FIELD, "")
    sender = sender_of(request)
    fields = sorted([name, *values] for name, values in request.POST.lists() if name != _TOKEN_FIELD)
    content = keyed_hash([sender, request.get_full_path(), fields, sorted(_files(request))])
    has_number = len(number) == CSRF_TOKEN_LENGTH
    return _SentForm(sender, content, keyed_hash([content, number]) if has_number else "")


def keyed_hash(content: list[Any]) -> str:
    """Return a hash of JSON values under the site's secret key."""
    return salted_hmac(_PURPOSE, json.dumps(content), algorithm="sha256").hexdigest()


def sender_of(request: HttpRequest) -> str:
    """Return the member, or the browser of somebody else by the cookie behind its forms; "" for neither."""
    if request.user.is_authenticated:
        return f"member {request.user.pk}"
    browser = request.META.get("CSRF_COOKIE") or request.COOKIES.get(settings.VISITOR_COOKIE_NAME)
    return f"browser {browser}" if browser else ""


def _files(request: HttpRequest) -> Iterable[list[str]]:
    for field, files in request.FILES.lists():
        for file in files:
            digest = hashlib.sha256()
            for part in file.chunks():
                digest.update(part)
            file.seek(0)
            yield [field, str(file.name), digest.hexdigest()]


def _secret(form: _SentForm, salt: str) -> str:
    """Return a submission's secret, of 256 bits, which needs the site's secret key."""
    made = salted_hmac(_PURPOSE, form.content + salt, algorithm="sha256")
    return urlsafe_b64encode(made.digest()).decode().rstrip("=")
