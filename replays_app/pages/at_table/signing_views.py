"""Signatures of a tabletop battle's log, by seat holders and through a side's link."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from darkseas.web.invisible_characters import REFUSED, has_unseen
from darkseas.web.sending.compression import uncompressed
from darkseas.web.texts.name_keys import one_spelling
from replays_app.models import Battle, SigningLink, TableRecord
from replays_app.recording.at_table import is_at_table, own_seats, sides_without_another
from replays_app.recording.table_recorders import signatures
from replays_app.recording.table_recorders.signatures import AlreadySigned, StillFought
from replays_app.recording.table_recorders.table_names import has_opened
from replays_app.seats import battle_access
from replays_app.seats.viewer_seat import holder_of
from scenarios_app.revisions.scenario_and_side_titles import own_card

from . import naming


class EndForm(forms.Form):
    ended_at = forms.TimeField()


@uncompressed
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Show the signatures; a POST by a seat holder signs for their side.

    The page shows a side's signing link only to persons who could also hold that side's seat. If another
    person holds the seat, that person signs.
    """
    person = holder_of(request)
    known = battle_access.visible(request.user, person).select_related("revision__scenario")
    battle = get_object_or_404(known, pk=battle_id)
    if not is_at_table(battle):
        raise Http404
    sides = [seat.side for seat in own_seats(person, battle)]
    if request.method == "POST" and sides and "ended_at" in request.POST:
        return _ended(request, battle)
    if request.method == "POST" and "names" in request.POST and has_opened(person, battle):
        naming.correct(request, battle)
        return redirect("sign", battle.pk)
    if request.method == "POST":
        side = request.POST.get("side", "")
        if side not in sides:
            raise PermissionDenied
        return _sign(request, battle, side) or redirect("sign", battle.pk)
    free = [side for side in sides_without_another(person, battle) if sides and sides != [side]]
    links = [
        {"side": link.side, "address": request.build_absolute_uri(_address(link))}
        for link in battle.signing_links.filter(side__in=free)
    ]
    context = {**_of_battle(battle), "may_sign": sides if battle.is_over else [], "links": links}
    context |= naming.of_names(battle, person)
    context["may_say_end"] = bool(sides) and TableRecord.objects.filter(battle=battle, ended_at=None).exists()
    return render(request, "at_table/sign.html", context)


def _ended(request: HttpRequest, battle: Battle) -> HttpResponse:
    """Store the time when the battle ended, unless a time is already stored."""
    form = EndForm(request.POST)
    if form.is_valid():
        unknown = TableRecord.objects.filter(battle=battle, ended_at=None)
        unknown.update(ended_at=form.cleaned_data["ended_at"])
    else:
        messages.error(request, "Enter the time as hours and minutes, such as 21:40.")
    return redirect("sign", battle.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the log to the person with a side's signing link; a POST signs it."""
    links = SigningLink.objects.select_related("battle__revision__scenario")
    link = get_object_or_404(links, token=token)
    if request.method == "POST":
        by_link = _sign(request, link.battle, link.side, is_by_link=True)
        return by_link or redirect("sign-by-link", token)
    may_sign = [link.side] if link.battle.is_over else []
    context = {**_of_battle(link.battle), "may_sign": may_sign, "links": []}
    return render(request, "at_table/sign.html", context)


def _address(link: SigningLink) -> str:
    return reverse("sign-by-link", args=[link.token])


def _sign(
    request: HttpRequest, battle: Battle, side: str, *, is_by_link: bool = False
) -> HttpResponse | None:
    """Sign for a side. While the battle is running, return a page with the refusal."""
    name = one_spelling(" ".join(request.POST.get("name", "").split()))
    if not name or len(name) > signatures.LONGEST_NAME:
        messages.error(request, f"Enter your name, at most {signatures.LONGEST_NAME} characters.")
        return None
    if has_unseen(name):
        messages.error(request, REFUSED)
        return None
    try:
        signatures.sign(battle, side, name, holder_of(request), is_by_link=is_by_link)
    except StillFought:
        context = {**_of_battle(battle), "may_sign": [], "links": []}
        return render(request, "at_table/sign.html", context, status=409)
    except AlreadySigned:
        messages.error(request, "Log signed for this side.")
    else:
        messages.success(request, "Signed.")
    return None


def _of_battle(battle: Battle) -> dict[str, Any]:
    """Return the battle's facts for the page. While the battle runs, they contain no hidden facts."""
    sides = {side["key"]: side for side in own_card(battle.revision).sides}
    return {
        "battle": battle,
        "signed": signatures.state_of(battle),
        "sides": sides,
        "record": getattr(battle, "table_record", None),
    }
