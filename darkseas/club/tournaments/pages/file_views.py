"""Download a tournament as a file, and import the results of a round."""

import csv
import json
import re
from io import StringIO

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_or_404, club_page
from darkseas.club.models import Round, Tournament
from darkseas.club.results.files.csv_rows import MARK, guarded
from darkseas.club.results.files.file_records import MOST_BYTES, BadFile, Fault
from darkseas.club.results.files.importing import old_file
from darkseas.club.tournaments.files import fide_report, round_results_csv
from darkseas.club.tournaments.files.printed.sheets import SHEETS
from darkseas.club.tournaments.files.printed.sheets import sheet as printed_sheet
from darkseas.club.tournaments.files.standings_rows import standings_rows
from darkseas.club.tournaments.files.tournament_json import whole
from darkseas.club.tournaments.reports import open_pairings
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import read
from darkseas.members.rate_limited_views import too_many
from darkseas.web.form_submissions.creates_once import creates_once
from scenarios_app.printing.document.paper import PAPERS
from scenarios_app.printing.print_limits import print_wait

from .page_data.tournament_page import is_knock_out
from .view_helpers import event_or_404

_WITH_HALF = re.compile(r"(\d*)½")


@never_cache
@require_safe
def as_csv(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Download the standings as CSV."""
    held = event_or_404(club_or_404(request, slug), event)
    written = StringIO()
    fought = read(held)
    rows = standings_rows(fought, fought.name)
    csv.writer(written).writerows([guarded(_as_number(cell)) for cell in row] for row in rows)
    return _file(MARK + written.getvalue(), "text/csv; charset=utf-8", f"{held.slug}-standings.csv")


def _as_number(cell: str) -> str:
    """Return a number with ½ as a decimal that spreadsheets read; other cells unchanged."""
    found = _WITH_HALF.fullmatch(cell)
    return f"{found[1] or 0}.5" if found else cell


@never_cache
@require_safe
def as_json(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Download the tournament as JSON."""
    held = event_or_404(club_or_404(request, slug), event)
    text = json.dumps(whole(read(held)), ensure_ascii=False, indent=1)
    return _file(text, "application/json", f"{held.slug}.json")


@never_cache
@require_safe
def as_pdf(request: HttpRequest, slug: str, event: str, paper: str) -> HttpResponse:
    """Download a paper of the tournament as PDF, within a rate limit."""
    held = event_or_404(club_or_404(request, slug), event)
    if paper not in SHEETS:
        raise Http404
    size = request.GET.get("size", "")
    wait = print_wait(request)
    if wait:
        return too_many(request, wait)
    with timezone.override(held.club.time_zone):
        is_for_all, fits = "all" in request.GET, size if size in PAPERS else "a4"
        data = printed_sheet(read(held), paper, fits, is_for_all=is_for_all)
    headers = {"Content-Disposition": f'attachment; filename="{held.slug}-{paper}.pdf"'}
    return HttpResponse(data, content_type="application/pdf", headers=headers)


@never_cache
@require_safe
def as_trf(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Download the tournament as TRF, or redirect with a message if it does not fit."""
    held = event_or_404(club_or_404(request, slug), event)
    fought = read(held)
    reason = fide_report.why_not(fought)
    if reason:
        messages.error(request, reason)
        return redirect("club-tournament", slug, held.slug)
    return _file(fide_report.report_file(fought), "text/plain; charset=utf-8", f"{held.slug}.trf")


@never_cache
@require_safe
def sheet(request: HttpRequest, slug: str, event: str, number: int) -> HttpResponse:
    """Download the CSV of a round: a line for each table without a result."""
    club, _ = acting(request, slug, Deed.DECIDE)
    held = event_or_404(club, event)
    found = _round(held, number)
    name = f"{held.slug}-round-{number}.csv"
    text = MARK + round_results_csv.written(open_pairings(found))
    return _file(text, "text/csv; charset=utf-8", name)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@creates_once
def bring(request: HttpRequest, slug: str, event: str, number: int) -> HttpResponse:
    """Ask for the CSV of a round, show a preview, then import it."""
    club, by = acting(request, slug, Deed.DECIDE)
    held = event_or_404(club, event)
    found = _round(held, number)
    context = {"event": held, "round": found, "is_knock_out": is_knock_out(held)}
    if request.method == "POST":
        try:
            text = _text(request)
            lines, faults = round_results_csv.read_sheet(text, open_pairings(found))
            context |= {"text": text, "lines": [_shown_line(one) for one in lines], "faults": faults}
            if not faults and "keep" in request.POST:
                round_results_csv.keep(by, lines)
                messages.success(request, f"{len(lines)} result{'s' if len(lines) > 1 else ''} imported.")
                return redirect("club-tournament", slug, held.slug)
        except BadFile as bad:
            context["faults"] = [bad.fault]
        except TournamentRefused as refusal:
            context["faults"] = [Fault("", "", str(refusal))]
    status = 422 if context.get("faults") else 200
    return club_page(request, "club/tournaments/round/import_results.html", club, status=status, **context)


def _text(request: HttpRequest) -> str:
    """Return the submitted CSV: an uploaded file, pasted text, or the text of the preview."""
    file: UploadedFile[bytes] | None = request.FILES.get("file")
    data = file.read(MOST_BYTES + 1) if file else request.POST.get("text", "").encode()
    return old_file("sheet", "", data).text


def _shown_line(line: round_results_csv.SheetLine) -> tuple[round_results_csv.SheetLine, str]:
    """Return a line with the name of the winner."""
    names = {"first": str(line.pairing.first), "second": str(line.pairing.second)}
    return line, names.get(line.said.winner, "a draw")


def _round(held: Tournament, number: int) -> Round:
    return get_object_or_404(Round.objects.select_related("tournament"), tournament=held, number=number)


def _file(text: str, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=kind, headers=headers)
