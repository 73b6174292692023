"""Names of sides as they were when a result was settled; the scenario may have changed since.

A later revision may be visible to fewer people, so its names must not appear here.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Max

from darkseas.club.models import Club, Result, ResultStep
from scenarios_app.models import Revision, Visibility
from scenarios_app.revisions.scenario_and_side_titles import cards_of

Names = Mapping[str, str]
#: Steps that neither report nor settle a result.
_NO_WORD = (ResultStep.Kind.DISPUTED, ResultStep.Kind.VOIDED)


def side_names_of(results: Iterable[int]) -> Mapping[int, Names]:
    """Return side names by key for each result id; at most four queries.

    They come from the recorded battle's revision, or else from the latest revision before the step that
    settled the result. A scenario that is private now reveals nothing.
    """
    of_site = Result.objects.filter(pk__in=list(results), scenario__isnull=False)
    shown = of_site.exclude(scenario__visibility=Visibility.PRIVATE).order_by()
    fought = list(shown.values_list("pk", "scenario", "battle__revision__digest"))
    settled, published = _settled([row[0] for row in fought]), _published({row[1] for row in fought})
    digests = {
        result: digest or _before(settled.get(result), published[scenario])
        for result, scenario, digest in fought
    }
    cards = cards_of(digests.values())
    return {
        result: {side["key"]: side["name"] for side in cards[digest].sides}
        for result, digest in digests.items()
    }


def _settled(results: Sequence[int]) -> Mapping[int, datetime]:
    """Return when each result was last reported or settled."""
    steps = ResultStep.objects.filter(result__in=results).exclude(kind__in=_NO_WORD).order_by()
    return dict(steps.values_list("result").annotate(Max("at")))


def _published(scenarios: Iterable[int]) -> Mapping[int, Sequence[tuple[datetime, str]]]:
    """Return the publication times and digests of each scenario's revisions, oldest first."""
    revisions = Revision.objects.filter(scenario__in=scenarios, number__isnull=False).order_by("published_at")
    found: dict[int, list[tuple[datetime, str]]] = {}
    for scenario, at, digest in revisions.values_list("scenario", "published_at", "digest"):
        found.setdefault(scenario, []).append((at, digest))
    return found


def _before(moment: datetime | None, published: Sequence[tuple[datetime, str]]) -> str:
    """Return the digest of the revision that was current at a moment, or of the first one."""
    older = [digest for at, digest in published if moment is not None and at <= moment]
    return (older or [published[0][1]])[-1]


def side_names_in(club: Club, scenarios: Iterable[str]) -> Mapping[str, Names]:
    """Return side names by scenario key, as in the club's latest result of each."""
    counted = Result.objects.filter(club=club, is_ratified=True, scenario__key__in=list(scenarios))
    last = dict(counted.order_by().values_list("scenario__key").annotate(Max("pk")))
    names = side_names_of(last.values())
    return {key: names[result] for key, result in last.items() if result in names}
