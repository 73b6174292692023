"""Views for result files: download all results, import old ones after a preview."""

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_or_404, club_page
from darkseas.club.models import Club, ImportBatch, Result
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.files import importing
from darkseas.club.results.files.checking import Checked
from darkseas.club.results.files.csv_files import write_csv
from darkseas.club.results.files.csv_rows import MARK
from darkseas.club.results.files.export import records_of
from darkseas.club.results.files.file_records import MOST_BYTES, BadFile, Fault
from darkseas.club.results.files.importing import OldFile
from darkseas.club.results.files.json_files import write_json
from darkseas.club.results.naming.people import names_in
from darkseas.club.results.result_states import ResultConflict
from darkseas.members import rate_limits
from darkseas.members.rate_limited_views import too_many
from darkseas.web.form_submissions.creates_once import creates_once

from .export_limits import export_wait
from .list_views import page_context

#: Results in a preview, and imports in the list.
MOST_SHOWN, MOST_LISTED = 20, 50


@never_cache
@require_safe
def as_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Download all results that count as CSV."""
    club = club_or_404(request, slug)
    wait = export_wait(request)
    if wait:
        return too_many(request, wait)
    return _file(MARK + write_csv(records_of(club)), "text/csv; charset=utf-8", f"{slug}-results.csv")


@never_cache
@require_safe
def as_json(request: HttpRequest, slug: str) -> HttpResponse:
    """Download all results that count as JSON."""
    club = club_or_404(request, slug)
    wait = export_wait(request)
    if wait:
        return too_many(request, wait)
    return _file(write_json(club.name, records_of(club)), "application/json", f"{slug}-results.json")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a file; a POST shows a preview and stores nothing."""
    club, player = acting(request, slug, Deed.DECIDE)
    if request.method != "POST":
        return _form(request, club)
    wait = _wait(request)
    if wait:
        return too_many(request, wait)
    try:
        file = _sent(request.FILES.get("file"), request.POST.get("source", ""))
        return _preview(request, club, file, importing.preview(club, player, file))
    except BadFile as bad:
        return _form(request, club, [bad.fault], 422)


@never_cache
@require_POST
@creates_once
def keep(request: HttpRequest, slug: str) -> HttpResponse:
    """Import a previewed file completely, or not at all."""
    club, player = acting(request, slug, Deed.DECIDE)
    wait = _wait(request)
    if wait:
        return too_many(request, wait)
    try:
        data = request.POST.get("text", "").encode()
        file = importing.old_file(request.POST.get("name", ""), request.POST.get("source", ""), data)
        answers = {name: str(request.POST[name]) for name in request.POST if ":" in name}
        checked = importing.preview(club, player, file, answers)
        if checked.open:
            return _preview(request, club, file, checked, is_again=bool(answers))
        batch = importing.keep_checked(club, player, file, checked)
    except BadFile as bad:
        return _form(request, club, [bad.fault], 422)
    except ResultRefused as refusal:
        return _form(request, club, [Fault("", "", refusal.reason)], 422)
    except ResultConflict as conflict:
        return _form(request, club, [Fault("", "", str(conflict))], 409)
    messages.success(request, "The results are imported and marked as such.")
    return redirect("club-import", slug, batch.pk)


@never_cache
@require_safe
def batch(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show an import and its results."""
    club, _ = acting(request, slug, Deed.DECIDE)
    return _batch_page(request, club, _batch(club, number))


@never_cache
@require_POST
def take_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Void all results of an import."""
    club, player = acting(request, slug, Deed.DECIDE)
    found = _batch(club, number)
    try:
        voided = importing.take_back(found, player, request.POST.get("reason", "")[:2000])
    except ResultConflict as conflict:
        return _batch_page(request, club, found, str(conflict), 409)
    except ResultRefused as refusal:
        return _batch_page(request, club, found, refusal.reason, 422)
    messages.success(request, f"{voided} result{'' if voided == 1 else 's'} of this import no longer count.")
    return redirect("club-import", slug, number)


def _sent(file: "UploadedFile[bytes] | None", source: str) -> OldFile:
    if file is None:
        raise BadFile(Fault("", "", "Choose a file."))
    return importing.old_file(file.name or "", source, file.read(MOST_BYTES + 1))


def _wait(request: HttpRequest) -> int:
    """Count a previewed or imported file; return the seconds to wait."""
    return rate_limits.wait_after("import", name=str(request.user.pk))


def _preview(
    request: HttpRequest, club: Club, file: OldFile, checked: Checked, is_again: bool = False
) -> HttpResponse:
    names = names_in(club)
    told = {-1 - place: f"{name} (new guest)" for place, name in enumerate(checked.guests)} | dict(names.of)
    shown = [
        (facts, [(side, ", ".join(told[player] for player in side.players)) for side in facts.sides])
        for facts in checked.results[:MOST_SHOWN]
    ]
    asked_again = is_again and bool(checked.open)
    context = {
        "file": file, "checked": checked, "shown": shown, "number": len(checked.results),
        "again": asked_again,
        "source": "" if file.source == file.name else file.source,
    }  # fmt: skip
    status = 422 if checked.faults or asked_again else 200
    return club_page(request, "club/results/files/preview.html", club, status=status, **context)


def _form(
    request: HttpRequest, club: Club, faults: list[Fault] | None = None, status: int = 200
) -> HttpResponse:
    batches = ImportBatch.objects.filter(club=club).select_related("by__member")[:MOST_LISTED]
    context = {"faults": faults or (), "batches": batches, "source": request.POST.get("source", "")[:200]}
    return club_page(request, "club/results/files/bring.html", club, status=status, **context)


def _batch_page(
    request: HttpRequest, club: Club, found: ImportBatch, alarm: str = "", status: int = 200
) -> HttpResponse:
    context = page_context(request, club, Result.objects.filter(batch=found))
    return club_page(
        request, "club/results/files/batch.html", club, status=status, batch=found, alarm=alarm, **context
    )


def _batch(club: Club, number: int) -> ImportBatch:
    return get_object_or_404(ImportBatch.objects.select_related("by__member", "club"), club=club, pk=number)


def _file(text: str, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=kind, headers=headers)
