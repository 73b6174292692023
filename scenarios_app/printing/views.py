"""Pages for printing a scenario: sheet options and PDF downloads."""

from hashlib import sha256

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from darkseas.members.rate_limited_views import too_many
from darkseas.rules.registry import RELEASE
from scenarios_app import access
from scenarios_app.drafts import publishing
from scenarios_app.models import Revision
from scenarios_app.revisions.store import spec_of

from .print_limits import print_wait
from .sheets import LOOK, BadChoice, Chosen, Sheet, chosen, make, sheet_of, sheets_of

MEDIA_TYPE = "application/pdf"


@require_safe
def choose(request: HttpRequest, key: str, number: int | None = None) -> HttpResponse:
    """Show the sheets of a scenario and their options."""
    revision = _revision(request, key, number)
    spec = spec_of(revision)
    sheets = [
        {"sheet": sheet, "choices": sheet.choices(spec), "address": _address(key, number, sheet)}
        for sheet in sheets_of(spec)
    ]
    context = {"scenario": revision.scenario, "revision": revision, "number": number, "sheets": sheets}
    return render(request, "printing/choose.html", context)


@require_safe
def sheet(request: HttpRequest, key: str, sheet: str, number: int | None = None) -> HttpResponse:
    """Return a sheet as PDF, or an error if the rate limit is exceeded."""
    revision = _revision(request, key, number)
    spec = spec_of(revision)
    try:
        chosen_sheet = sheet_of(spec, sheet)
        choices = chosen(spec, chosen_sheet, request.GET.dict())
    except LookupError:
        raise Http404 from None
    except BadChoice as fault:
        return _refusal(request, str(fault))
    etag = _etag(revision, chosen_sheet, choices)
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    wait = print_wait(request)
    if wait:
        return too_many(request, wait)
    return HttpResponse(
        make(spec, chosen_sheet, choices),
        content_type=MEDIA_TYPE,
        headers={
            "Content-Disposition": f'inline; filename="{key}-{chosen_sheet.key}.pdf"',
            "Cache-Control": "private, max-age=0",
            "ETag": etag,
        },
    )


def _revision(request: HttpRequest, key: str, number: int | None) -> Revision:
    """Return the given or current revision of a scenario that the visitor may open."""
    scenarios = access.visible(request.user).filter(key=key, current__isnull=False)
    if number is not None:
        revision = publishing.revision_of(scenarios, number)
    else:
        scenario = scenarios.select_related("current").first()
        revision = scenario.current if scenario is not None else None
    if revision is None:
        raise Http404
    return revision


def _address(key: str, number: int | None, sheet: Sheet) -> str:
    if number is None:
        return reverse("print-sheet", args=[key, sheet.key])
    return reverse("revision-print-sheet", args=[key, number, sheet.key])


def _etag(revision: Revision, sheet: Sheet, choices: Chosen) -> str:
    parts = (
        revision.digest,
        RELEASE,
        str(LOOK),
        sheet.key,
        *(f"{name}={choices[name]}" for name in sorted(choices)),
    )
    return quote_etag(sha256("\n".join(parts).encode()).hexdigest())


def _refusal(request: HttpRequest, next_step: str) -> HttpResponse:
    context = {
        "title": "No such sheet",
        "detail": "This sheet does not have these options.",
        "next_step": next_step,
    }
    return render(request, "error.html", context, status=400)
