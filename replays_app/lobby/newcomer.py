"""The person who takes a seat in the lobby, with the cookie of a new guest."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from darkseas.members import rate_limits
from darkseas.members.rate_limited_views import too_many
from darkseas.web.form_submissions.creates_once import creates_once, creates_once_per_page, submission_of
from replays_app.models import Battle
from replays_app.recording.start import more_for_its_size
from replays_app.seats import visitors
from replays_app.seats.tokens import token_hash
from replays_app.seats.viewer_seat import Holder, holder_of

View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A person about to take a seat, and the key for a new guest's cookie."""

    holder: Holder
    key: str = ""

    def remembered(self, answer: HttpResponse) -> HttpResponse:
        """Return the response with a new guest's cookie set."""
        return visitors.remember(answer, self.key) if self.key else answer


def newcomer_of(request: HttpRequest) -> Newcomer:
    """Return the member or the guest of a request, or a new guest.

    A form that is sent again gets the same new guest: a browser may have dropped the first answer's cookie.
    """
    person = holder_of(request)
    if person.member is not None:
        return Newcomer(Holder(member=person.member))
    if person.visitor is not None:
        return Newcomer(person)
    key = submission_of(request).secret
    return Newcomer(Holder(visitor=token_hash(key)), key)


def weigh(request: HttpRequest, battle: Battle) -> None:
    """Count a battle on a large scenario several times: its log stores the whole scenario permanently."""
    more = more_for_its_size(battle.revision)
    rate_limits.count_more("battle", more, address=rate_limits.address_of(request))


def limited(view: View) -> View:
    """Limit the battles and challenges that one IP address starts (`weigh`)."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        wait = rate_limits.wait_after("battle", address=rate_limits.address_of(request))
        return too_many(request, wait) if wait else view(request, *args, **kwargs)

    return answer


def takes_seat_once(view: View) -> View:
    """Let a view create its battle or challenge once, as `creates_once`, and remember a new guest again."""
    return _remembers_again(creates_once(view))


def takes_seat_once_per_page(view: View) -> View:
    """Let a view create as `takes_seat_once` does, but again for a page that was loaded again."""
    return _remembers_again(creates_once_per_page(view))


def _remembers_again(once: View) -> View:
    @wraps(once)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        found = once(request, *args, **kwargs)
        return newcomer_of(request).remembered(found) if submission_of(request).is_repeat else found

    return answer


def not_shown(request: HttpRequest) -> HttpResponse:
    """Refuse a link to a scenario that is not visible to the person, without naming its title."""
    return render(request, "replays_app/lobby/links/not_shown.html", status=403)
