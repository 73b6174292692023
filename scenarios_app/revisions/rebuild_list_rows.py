"""Whether rows of scenarios say what their revisions say: somebody may have changed them past the site.

A revision's text is guarded by a trigger, and its digest stands beside it. Which revision is current, who
owns a scenario and who may see it stands nowhere else, so it is compared with nothing. Rows that an earlier
release made and this one would make otherwise are found once, and made anew.
"""

from collections.abc import Iterator
from typing import Any

from django.db import transaction

from darkseas.engine.scenario.spec import BadScenario
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import BadJson
from scenarios_app.models import Revision, Scenario

from .search_rows import list_as
from .store import digest_of, spec_of


def check(scenario_id: int) -> list[str]:
    """Return what of a scenario was changed, a sentence each; rows for lists are made anew.

    That is done only where all its revisions are sound. The scenario is locked while rows are compared, so
    that nobody publishes meanwhile.
    """
    with transaction.atomic():
        scenario = Scenario.objects.select_for_update().filter(pk=scenario_id).first()
        if scenario is None:
            return []  # its author has deleted it meanwhile
        faults = [*_of_revisions(scenario), *_of_current(scenario)]
        if not faults and scenario.current is not None:
            list_as(scenario, spec_of(scenario.current))
    return [f"scenario {scenario.key}: {fault}" for fault in faults]


def _of_revisions(scenario: Scenario) -> Iterator[str]:
    """Yield whose bytes are not those that were published, and which of them are gone."""
    revisions = list(scenario.revisions.order_by("number", "pk"))
    for revision in revisions:
        data = bytes(revision.spec)
        if digest_of(data) != revision.digest:
            yield f"{_called(revision)} has another text than its digest is of."
        elif _key_in(data) != scenario.key:
            yield f"{_called(revision)} is of another scenario by its text."
    numbers = [revision.number for revision in revisions if revision.number is not None]
    last = max(numbers, default=0)
    if gone := sorted(set(range(1, last + 1)) - set(numbers)):
        yield f"Revisions are gone: {', '.join(map(str, gone))} of {last}."


def _of_current(scenario: Scenario) -> Iterator[str]:
    """Yield why lists cannot say which revision is current, or cannot read it."""
    current = scenario.current
    if current is None:
        if scenario.revisions.filter(number__isnull=False).exists():
            yield "It was published, and has no current revision any more."
    elif current.scenario_id != scenario.pk or current.number is None:
        yield "Its current revision is none that was published of it."
    else:
        try:
            spec_of(current)
        except (BadScenario, BadJson) as trouble:
            yield f"This release cannot read {_called(current)[0].lower()}{_called(current)[1:]}: {trouble}"


def _called(revision: Revision) -> str:
    """Return how a revision is called at the beginning of a sentence."""
    return f"Revision {revision.number}" if revision.number else f"Trial {revision.pk}"


def _key_in(data: bytes) -> Any:
    """Return the key that a text says its scenario has, None where it says none."""
    try:
        document = canonical_json.decode(data)
    except BadJson:
        return None
    return document.get("key") if isinstance(document, dict) else None
