"""What the sides of results were called when they came to count: their scenarios may have others by now.

A scenario may have gone on for fewer eyes, such as those of another club: what it has become is for them.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Max

from darkseas.club.models import Club, Result, ResultStep
from scenarios_app.models import Revision, Visibility
from scenarios_app.revisions.scenario_and_side_titles import cards_of

Names = Mapping[str, str]
#: Steps that say nothing of how a battle ended, and settle nothing.
_NO_WORD = (ResultStep.Kind.DISPUTED, ResultStep.Kind.VOIDED)


def side_names_of(results: Iterable[int]) -> Mapping[int, Names]:
    """Return the names of sides by their keys, by the numbers of results; four queries at the most.

    A recorded battle's revision says them, else the one that was published last before the step that
    settled the result. Of a scenario that its owner keeps private by now nothing is said.
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
    """Return when each result was last said or settled."""
    steps = ResultStep.objects.filter(result__in=results).exclude(kind__in=_NO_WORD).order_by()
    return dict(steps.values_list("result").annotate(Max("at")))


def _published(scenarios: Iterable[int]) -> Mapping[int, Sequence[tuple[datetime, str]]]:
    """Return when each scenario was published, and the digests of its revisions, the oldest first."""
    revisions = Revision.objects.filter(scenario__in=scenarios, number__isnull=False).order_by("published_at")
    found: dict[int, list[tuple[datetime, str]]] = {}
    for scenario, at, digest in revisions.values_list("scenario", "published_at", "digest"):
        found.setdefault(scenario, []).append((at, digest))
    return found


def _before(moment: datetime | None, published: Sequence[tuple[datetime, str]]) -> str:
    """Return the digest of the revision that was the newest at a moment, or of the first one."""
    older = [digest for at, digest in published if moment is not None and at <= moment]
    return (older or [published[0][1]])[-1]


def side_names_in(club: Club, scenarios: Iterable[str]) -> Mapping[str, Names]:
    """Return the same by the keys of scenarios, as the result has it that a club reported last of each."""
    counted = Result.objects.filter(club=club, is_ratified=True, scenario__key__in=list(scenarios))
    last = dict(counted.order_by().values_list("scenario__key").annotate(Max("pk")))
    names = side_names_of(last.values())
    return {key: names[result] for key, result in last.items() if result in names}
