"""Who asks on a page of the lobby, and the cookie for who was nobody until now."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from darkseas.members import rate_limits
from darkseas.members.rate_limited_views import too_many
from replays_app.models import Battle
from replays_app.recording.start import more_for_its_size
from replays_app.seats import visitors
from replays_app.seats.tokens import token_hash
from replays_app.seats.viewer_seat import Holder, holder_of

View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who is going to hold a seat: as whom, and the key that a new visitor has to be given."""

    holder: Holder
    key: str = ""

    def remembered(self, answer: HttpResponse) -> HttpResponse:
        """Return the answer with the visitor's cookie, where there is a new one."""
        return visitors.remember(answer, self.key) if self.key else answer


def newcomer_of(request: HttpRequest) -> Newcomer:
    """Return as whom a request sits down: the member, else the visitor, else a visitor who is new."""
    person = holder_of(request)
    if person.member is not None:
        return Newcomer(Holder(member=person.member))
    if person.visitor is not None:
        return Newcomer(person)
    key = visitors.new_key()
    return Newcomer(Holder(visitor=token_hash(key)), key)


def weigh(request: HttpRequest, battle: Battle) -> None:
    """Count a battle whose scenario is large as several: its log keeps the whole text, for good."""
    more = more_for_its_size(battle.revision)
    rate_limits.count_more("battle", more, address=rate_limits.address_of(request))


def limited(view: View) -> View:
    """Bound how many battles and challenges one address begins (`weigh`)."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        wait = rate_limits.wait_after("battle", address=rate_limits.address_of(request))
        return too_many(request, wait) if wait else view(request, *args, **kwargs)

    return answer


def not_shown(request: HttpRequest) -> HttpResponse:
    """Refuse who has a link and may not see the scenario that it is about: not even its title is told."""
    return render(request, "replays_app/lobby/links/not_shown.html", status=403)
