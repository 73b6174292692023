"""Pages of published scenarios: a revision, the changes between two, and the download."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from darkseas.web.sending.search_engines import listed_if
from scenarios_app import access
from scenarios_app.differences.chapters import differences
from scenarios_app.drafts import publishing
from scenarios_app.file_format.files import to_file
from scenarios_app.models import Revision, Scenario
from scenarios_app.moderation.views import taken_down_page
from scenarios_app.revisions.store import spec_of

from .scenario_views import scenario_context

MEDIA_TYPE = "application/json"
#: Used instead of a number for the revision that a fork is based on.
PARENT = "parent"

View = Callable[..., HttpResponse]


def with_taken_down_page(view: View) -> View:
    """Make a view of a scenario return 410 instead of 404 if the scenario was taken down."""

    @wraps(view)
    def answer(request: HttpRequest, key: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, key, *args, **kwargs)
        except Http404:
            return taken_down_page(request, Scenario.objects.filter(key=key).first())

    return answer


@with_taken_down_page
def revision(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show one revision of a scenario. Its content never changes."""
    shown = _revision(request, key, number)
    context = scenario_context(shown.scenario, shown, request.user)
    return listed_if(render(request, "library/scenario.html", context), access.is_public(shown.scenario))


@with_taken_down_page
def difference(request: HttpRequest, key: str) -> HttpResponse:
    """Show the changes between the revisions `from` and `to`, by default the last two.

    `from=parent` is the revision that this scenario was forked from.
    """
    scenario, newest = _scenario(request, key)
    to = _number_in(request, "to", newest)
    after = _revision(request, key, to)
    if is_from_parent := request.GET.get("from") == PARENT:
        before = _parent(request, scenario)
    else:
        before = _revision(request, key, _number_in(request, "from", max(to - 1, 1)))
    context = {
        "scenario": scenario,
        "before": before,
        "after": after,
        "numbers": scenario.revisions.filter(number__isnull=False).values_list("number", flat=True),
        "chapters": differences(spec_of(before), spec_of(after)),
        "is_from_parent": is_from_parent,
        "parent": before.scenario if is_from_parent else None,
    }
    return render(request, "library/difference.html", context)


@with_taken_down_page
def download(request: HttpRequest, key: str, number: int | None = None) -> HttpResponse:
    """Return a revision as a scenario file, by default the current one."""
    shown = _revision(request, key, _scenario(request, key)[1] if number is None else number)
    name = f"{key}-{shown.number}.json"
    return HttpResponse(
        to_file(spec_of(shown)),
        content_type=MEDIA_TYPE,
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "private, max-age=0",
        },
    )


def _scenario(request: HttpRequest, key: str) -> tuple[Scenario, int]:
    """Return the scenario and the number of its current revision."""
    visible = access.visible(request.user).filter(key=key, current__isnull=False).select_related("current")
    scenario = visible.defer("current__spec").first()
    if scenario is None or scenario.current is None or scenario.current.number is None:
        raise Http404
    return scenario, scenario.current.number


def _revision(request: HttpRequest, key: str, number: int) -> Revision:
    match = publishing.revision_of(access.visible(request.user).filter(key=key), number)
    if match is None:
        raise Http404
    return match


def _parent(request: HttpRequest, scenario: Scenario) -> Revision:
    """Return the revision that a scenario was forked from. Raises Http404 if none is visible."""
    origin = scenario.forked_from
    if origin is None or origin.number is None:
        raise Http404
    return _revision(request, origin.scenario.key, origin.number)


def _number_in(request: HttpRequest, name: str, otherwise: int) -> int:
    """Return the requested revision number; invalid input matches no revision."""
    text = request.GET.get(name)
    if text is None:
        return otherwise
    if not (text.isascii() and text.isdigit()):
        raise Http404
    return int(text[:9])
