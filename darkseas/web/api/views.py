"""The OpenAPI schema and the API documentation page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from darkseas.web.needed_scopes import Scope
from darkseas.web.sending.etags import tagged

from .generator import openapi
from .page_operations import groups, with_code
from .problem_texts import PROBLEM_TEXTS

KEEPING = "public, max-age=300"


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI schema as JSON."""
    return tagged(request, openapi(), KEEPING)


@require_safe
def api_page(request: HttpRequest) -> HttpResponse:
    """Show the API guide and the list of operations."""
    context = {
        "groups": groups(),
        "scopes": list(Scope),
        "limits": settings.API_LIMITS,
        "problems": [(status, with_code(text)) for status, text in PROBLEM_TEXTS.items()],
        "site": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "api/page.html", context)
