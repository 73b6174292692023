"""A picture of a scenario before the first order, for link previews."""

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from darkseas.engine.presentation.chart import Chart
from darkseas.engine.scenario.spec import BadScenario, ScenarioSpec
from darkseas.members.rate_limited_views import too_many
from darkseas.rules.registry import RELEASE, system
from darkseas.web.sending.etags import tagged
from darkseas.web.sending.search_engines import listed_if
from scenarios_app import access
from scenarios_app.printing.print_limits import print_wait
from scenarios_app.revisions.chart_data import ground_as_written
from scenarios_app.revisions.store import spec_of

from .picture import Words, picture

CACHED_S = 24 * 3600
#: As short as for scenario pages, because a scenario may be withdrawn.
KEPT, PNG = "public, max-age=60", "image/png"


@require_safe
def scenario_picture(request: HttpRequest, key: str) -> HttpResponse:
    """Return the picture of a public scenario; too many new pictures per client are refused for a while."""
    scenarios = access.visible(AnonymousUser()).filter(key=key, current__isnull=False)
    shown = get_object_or_404(scenarios.select_related("current"))
    revision = shown.current
    if revision is None:
        raise Http404
    place = f"scenario-picture:{RELEASE}:{revision.digest}"
    drawn: bytes | None = cache.get(place)
    if drawn is None:
        wait = print_wait(request)
        if wait:
            return too_many(request, wait)
        spec = spec_of(revision)
        about = " · ".join(filter(None, (spec.about.date, spec.about.place)))
        drawn = picture(_chart(spec), Words(spec.title, about, spec.about.summary))
        cache.set(place, drawn, CACHED_S)
    return listed_if(tagged(request, drawn, KEPT, PNG), access.is_public(shown))


def _chart(spec: ScenarioSpec) -> Chart:
    """Return the chart before the first order. For revisions from older releases, return only the ground."""
    try:
        rules = system(spec.system)
        return rules.chart(rules.initial_state(spec))
    except (LookupError, BadScenario):
        return Chart(ground_as_written(spec), ())
