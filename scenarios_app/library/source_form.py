"""The form for submitting a source of an unconfirmed fact about a ship class or a scenario."""

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from darkseas.members import rate_limits
from darkseas.members.member_request import MemberRequest
from darkseas.members.rate_limited_views import too_many
from darkseas.web.form_submissions.creates_once import creates_once
from darkseas.web.invisible_characters import FreeTextField, NameField
from scenarios_app import access
from scenarios_app.moderation import source_notes
from scenarios_app.moderation.source_notes import LONGEST_FACT, LONGEST_REMARK
from scenarios_app.revisions.store import spec_of
from scenarios_app.ships.data import class_of
from scenarios_app.ships.facts_text import facts_of

WHOLE = "All of it"


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject for source notes: its title, and its facts in the words of its page."""

    about: str
    title: str
    facts: tuple[str, ...]


class SourceForm(forms.Form):
    """A source note: the work, the page and the value given there."""

    fact = forms.ChoiceField(label="Fact", required=False)
    work = NameField(label="Book or web address", max_length=300, help_text="Author and title, or a link.")
    page = NameField(label="Page", max_length=60, required=False)
    value = NameField(label="What it says", max_length=300, required=False, help_text="Such as: 32.7 knots.")
    remark = FreeTextField(
        label="Remark", required=False, max_length=LONGEST_REMARK, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, data: object, facts: tuple[str, ...], fact: str) -> None:
        super().__init__(data, initial={"fact": fact if fact in facts else ""})  # type: ignore[arg-type]
        field = self.fields["fact"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 (declared above)
        field.choices = [("", WHOLE), *((one, one) for one in facts)]


@login_required
@creates_once
def write(request: MemberRequest) -> HttpResponse:
    """Store a source; members with too many pending ones must wait."""
    subject = _subject(request)
    form = SourceForm(
        request.POST if request.method == "POST" else None, subject.facts, request.GET.get("fact", "")
    )
    if form.is_valid():
        wait = rate_limits.wait_after(
            "report", address=rate_limits.address_of(request), name=str(request.user.pk)
        )
        if wait:
            return too_many(request, wait)
        try:
            source_notes.write(request.user, subject.about, form.cleaned_data)
        except source_notes.TooManyWait:
            text = f"{source_notes.MOST_WAITING} of your sources are awaiting review. Submit this one later."
            form.add_error(None, text)
        else:
            messages.success(request, "Thank you. It appears with your name once a moderator accepts it.")
            return redirect(source_notes.address_of(subject.about))
    context = {"form": form, "subject": subject, "address": source_notes.address_of(subject.about)}
    return render(request, "library/source_form.html", context)


def _subject(request: MemberRequest) -> Subject:
    """Return the subject in the URL. Raises Http404 if it does not exist or is not visible."""
    about = request.GET.get("about", "")
    kind, _, key = about.partition("/")
    if kind == "class" and (facts := class_of(key)) is not None:
        return Subject(about, facts.name, tuple(dict.fromkeys(line.title for line in facts_of(facts))))
    if kind == "scenario":
        shown = access.visible(request.user).filter(key=key, current__isnull=False).select_related("current")
        scenario = shown.first()
        if scenario is not None and scenario.current is not None:
            told = spec_of(scenario.current).about
            texts = [moment.text for moment in told.timeline] + [loss.ship for loss in told.losses]
            facts_there = dict.fromkeys(text[:LONGEST_FACT] for text in texts if text.strip())
            return Subject(about, scenario.title, tuple(facts_there))
    raise Http404
