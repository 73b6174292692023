"""Check that scenario rows match their revisions, in case someone edited the database directly.

A trigger protects a revision's text, and its digest is stored with it. Current revision, owner and visibility
are stored only once, so they cannot be checked. Rows from an earlier release that differ today are reported
once and rebuilt.
"""

from collections.abc import Iterator
from typing import Any

from django.db import transaction

from darkseas.engine.scenario.spec import BadScenario
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import BadJson
from scenarios_app.models import Revision, Scenario

from .search_rows import list_as
from .store import digest_of, key_of_file, spec_of


def check(scenario_id: int) -> list[str]:
    """Return a sentence for each discrepancy of a scenario, and rebuild its list rows.

    Rows are rebuilt only if all revisions are intact. The scenario is locked meanwhile, so nobody can
    publish.
    """
    with transaction.atomic():
        scenario = Scenario.objects.select_for_update().filter(pk=scenario_id).first()
        if scenario is None:
            return []  # deleted by its author in the meantime
        faults = [*_of_revisions(scenario), *_of_current(scenario)]
        if not faults and scenario.current is not None:
            list_as(scenario, spec_of(scenario.current))
    return [f"scenario {scenario.key}: {fault}" for fault in faults]


def _of_revisions(scenario: Scenario) -> Iterator[str]:
    """Yield revisions with changed bytes and revisions that are missing."""
    revisions = list(scenario.revisions.order_by("number", "pk"))
    for revision in revisions:
        data = bytes(revision.spec)
        if digest_of(data) != revision.digest:
            yield f"{_called(revision)} does not match its digest."
        elif scenario.key not in (_key_in(data), _key_of_file(revision)):
            yield f"{_called(revision)} contains a different scenario."
    numbers = [revision.number for revision in revisions if revision.number is not None]
    last = max(numbers, default=0)
    if gone := sorted(set(range(1, last + 1)) - set(numbers)):
        yield f"Missing revisions: {', '.join(map(str, gone))} of {last}."


def _of_current(scenario: Scenario) -> Iterator[str]:
    """Yield problems with the current revision: wrong, missing or unreadable."""
    current = scenario.current
    if current is None:
        if scenario.revisions.filter(number__isnull=False).exists():
            yield "It was published but has no current revision."
    elif current.scenario_id != scenario.pk or current.number is None:
        yield "Its current revision was never published."
    else:
        try:
            spec_of(current)
        except (BadScenario, BadJson) as trouble:
            yield f"This release cannot read {_called(current)[0].lower()}{_called(current)[1:]}: {trouble}"


def _called(revision: Revision) -> str:
    """Return the name of a revision for the start of a sentence."""
    return f"Revision {revision.number}" if revision.number else f"Trial {revision.pk}"


def _key_of_file(revision: Revision) -> str | None:
    """Return the key of a scenario that came with a battle file, None for all others."""
    return key_of_file(revision.digest) if revision.origin == "file" else None


def _key_in(data: bytes) -> Any:
    """Return the scenario key stated in the data, None if there is none."""
    try:
        document = canonical_json.decode(data)
    except BadJson:
        return None
    return document.get("key") if isinstance(document, dict) else None
