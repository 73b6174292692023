"""What a revision itself calls the scenario and its sides: for battles and challenges, which are of one.

A scenario's row speaks for its current revision. That may be another one, for fewer eyes: who fought an
earlier revision is told nothing of what a later one says.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from darkseas.engine.serialization import canonical_json
from scenarios_app.models import Revision

from .search_rows import LONGEST_DATE, LONGEST_NAME, is_listed, sides_json
from .store import spec_from

#: Cards of earlier revisions that a process remembers; each has a few hundred bytes.
REMEMBERED = 1_000


@dataclass(frozen=True, slots=True)
class RevisionCard:
    """Title and date of a revision, and its sides as a scenario's card has them."""

    title: str
    date: str
    sides: Sequence[Mapping[str, Any]]


def own_card(revision: Revision) -> RevisionCard:
    """Return the card of a revision; that of the current one costs no query where its scenario is at hand."""
    scenario = revision.scenario
    if revision.pk == scenario.current_id and is_listed(scenario):
        return RevisionCard(scenario.title, scenario.date, scenario.card["sides"])
    return _read(revision.digest)


@lru_cache(maxsize=REMEMBERED)
def _read(digest: str) -> RevisionCard:
    """Read the card of the revisions of this digest: their bytes never change."""
    data = Revision.objects.filter(digest=digest).values_list("spec", flat=True)[0]
    spec = spec_from(canonical_json.decode(bytes(data)))
    return RevisionCard(spec.title[:LONGEST_NAME], spec.about.date[:LONGEST_DATE], sides_json(spec))
