"""Form for recording a tabletop battle, which starts the battle."""

from collections.abc import Mapping, Sequence
from datetime import date, time

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from darkseas.engine.scenario.spec import BadScenario
from darkseas.web.invisible_characters import NameField
from replays_app.recording.at_table import TableFacts
from replays_app.recording.dice_schemes import TABLE
from replays_app.recording.table_recorders.signatures import LONGEST_NAME
from scenarios_app.models import Revision

from . import challenges
from .challenges import ChallengeRefused, Wanted
from .newcomer import Newcomer, limited, newcomer_of, takes_seat_once, weigh
from .seat_taking import begin
from .solo_views import revision_of, side_of, sides_of

BOTH = "both"
SEEN_BY_ALL = "all"


class TableForm(forms.Form):
    recorder = forms.CharField(max_length=80, required=False)
    seen = forms.CharField(max_length=80, required=False)
    umpire = forms.BooleanField(required=False)
    afterwards = forms.BooleanField(required=False)
    fought_on = forms.DateField(required=False)
    place = NameField(max_length=200, required=False, strip=True)
    began_at = forms.TimeField(required=False)
    ended_at = forms.TimeField(required=False)

    def __init__(self, data: QueryDict | None, sides: Sequence[Mapping[str, str]]) -> None:
        super().__init__(data)
        self.sides = [side["key"] for side in sides]
        for side in sides:
            name = NameField(max_length=LONGEST_NAME, required=False, label=side["name"])
            self.fields[f"name-{side['key']}"] = name

    @property
    def given_names(self) -> dict[str, str]:
        """Return the players' names by side."""
        given = {side: self.cleaned_data[f"name-{side}"] for side in self.sides}
        return {side: " ".join(name.split()) for side, name in given.items() if name.strip()}

    @property
    def name_fields(self) -> list[forms.BoundField]:
        return [self[f"name-{side}"] for side in self.sides]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@takes_seat_once
def record(request: HttpRequest, key: str) -> HttpResponse:
    """Start the battle: at once for one recorder, as a challenge by link for two."""
    revision = revision_of(request, key)
    form = TableForm(request.POST or None, revision.scenario.card.get("sides", ()))
    if request.method == "POST" and form.is_valid():
        return _begin(request, revision, form)
    context = {
        "scenario": revision.scenario,
        "sides": revision.scenario.card.get("sides", ()),
        "form": form,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "replays_app/lobby/table.html", context, status=status)


@limited
def _begin(request: HttpRequest, revision: Revision, form: TableForm) -> HttpResponse:
    person = newcomer_of(request)
    recorder = form.cleaned_data["recorder"] or BOTH
    if recorder != BOTH:
        wanted = Wanted(
            side_of(recorder, sides_of(revision)),
            TABLE,
            is_listed=False,
            has_umpire=form.cleaned_data["umpire"],
            table=_facts(form, sides_of(revision)),
        )
        return _by_two(request, revision, person, wanted)
    holders = dict.fromkeys(sides_of(revision), person.holder)
    try:
        battle = begin(revision, holders, TABLE, table=_facts(form, sides_of(revision)))
    except (BadScenario, LookupError) as fault:
        messages.error(request, f"This scenario cannot be played: {fault}")
        return redirect("scenario", revision.scenario.key)
    weigh(request, battle)
    return person.remembered(redirect("play", battle.pk))


def _by_two(request: HttpRequest, revision: Revision, person: Newcomer, wanted: Wanted) -> HttpResponse:
    """Offer the other side's seat by link; the person who takes it records that side."""
    try:
        offered = challenges.make(revision, person.holder, wanted)
    except ChallengeRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("scenario", revision.scenario.key)
    return person.remembered(redirect("challenge", offered.token))


def _facts(form: TableForm, sides: list[str]) -> TableFacts:
    data = form.cleaned_data
    fought_on: date | None = data["fought_on"]
    began_at: time | None = data["began_at"]
    ended_at: time | None = data["ended_at"]
    seen = data["seen"] or SEEN_BY_ALL
    witnesses = None if seen == SEEN_BY_ALL else (side_of(seen, sides),)
    return TableFacts(
        witnesses, data["afterwards"], fought_on, data["place"], began_at, ended_at, form.given_names
    )
