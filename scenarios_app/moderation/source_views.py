"""Pages where moderators decide about submitted sources and download the accepted ones."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required, permission_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST, require_safe

from darkseas.members.member_request import MemberRequest
from darkseas.web.invisible_characters import FreeTextField
from scenarios_app import access
from scenarios_app.models import SourceNote

from . import source_notes
from .decided_once import decided_once

ON_A_PAGE = 50
CHOICES = (
    ("accepted", "Accept: the page shows it with the sender’s name"),
    ("declined", "Decline: the sender sees the reason"),
)


class SourceDecisionForm(forms.Form):
    """The decision about a source, with a reason if it is declined."""

    decision = forms.ChoiceField(label="Decision", choices=CHOICES, widget=forms.RadioSelect)
    note = FreeTextField(
        label="Why",
        required=False,
        max_length=source_notes.LONGEST_REMARK,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Required to decline. The sender sees it on their page; it stays on record.",
    )

    def clean(self) -> dict[str, Any]:
        """Refuse to decline without a reason."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("decision") == "declined" and not cleaned.get("note"):
            self.add_error("note", "Give a reason for declining; the sender sees it.")
        return cleaned


@login_required
@permission_required(access.MODERATE, raise_exception=True)
@require_safe
def waiting_notes(request: HttpRequest) -> HttpResponse:
    """Show pending sources, then past decisions."""
    waiting = source_notes.waiting()[:ON_A_PAGE]
    return _queue(request, [(note, SourceDecisionForm(prefix=f"n{note.pk}")) for note in waiting])


@login_required
@permission_required(access.MODERATE, raise_exception=True)
@require_POST
def decide(request: MemberRequest, note_id: int) -> HttpResponse:
    """Accept or decline a source."""
    note = get_object_or_404(SourceNote, pk=note_id)
    form = SourceDecisionForm(request.POST, prefix=f"n{note.pk}")
    if not form.is_valid():
        return _queue(request, [(note, form)], status=422)
    return decided_once(
        request, lambda: source_notes.decide(note.pk, request.user, **form.cleaned_data), "sources"
    )


@login_required
@permission_required(access.MODERATE, raise_exception=True)
@require_safe
def accepted_file(request: HttpRequest) -> HttpResponse:
    """Return the accepted sources as JSON, for adding them to the data files by hand."""
    lines = [
        {
            "about": note.about,
            "fact": note.fact,
            "work": note.work,
            "page": note.page,
            "value": note.value,
            "remark": note.remark,
            "credit": note.teller.username,
            "accepted_at": note.decided_at,
        }
        for note in source_notes.accepted()
    ]
    answer = JsonResponse({"sources": lines}, json_dumps_params={"indent": 2, "ensure_ascii": False})
    answer.headers["Content-Disposition"] = 'attachment; filename="darkseas-sources.json"'
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _queue(
    request: HttpRequest, waiting: list[tuple[SourceNote, SourceDecisionForm]], status: int = 200
) -> HttpResponse:
    page = Paginator(source_notes.decided(), ON_A_PAGE).get_page(request.GET.get("page"))
    titles = source_notes.titles_of([*(note for note, _ in waiting), *page], request.user)
    address_of = source_notes.address_of
    context = {
        "waiting": [(note, form, titles[note.about], address_of(note.about)) for note, form in waiting],
        "past": [(note, titles[note.about], address_of(note.about)) for note in page],
        "page": page,
    }
    return render(request, "moderation/sources.html", context, status=status)
