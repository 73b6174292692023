"""Scenario and side titles of a specific revision, for battles and challenges.

The scenario's row describes its current revision, which may have a smaller audience. Players of an earlier
revision must not learn what a later one says.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from darkseas.engine.scenario.spec import ScenarioSpec
from scenarios_app.models import Revision

from .search_rows import LONGEST_DATE, LONGEST_NAME, is_listed, sides_json
from .store import spec_of

#: Cards of earlier revisions cached per process, a few hundred bytes each.
REMEMBERED = 1_000


@dataclass(frozen=True, slots=True)
class RevisionCard:
    """Title, date and sides of a revision."""

    title: str
    date: str
    sides: Sequence[Mapping[str, Any]]


def own_card(revision: Revision) -> RevisionCard:
    """Return the card of a revision; no query for the current one if its scenario is loaded."""
    scenario = revision.scenario
    if revision.pk == scenario.current_id and is_listed(scenario):
        return RevisionCard(scenario.title, scenario.date, scenario.card["sides"])
    return cards_of([revision.digest])[revision.digest]


def cards_of(digests: Iterable[str]) -> Mapping[str, RevisionCard]:
    """Return the cards of revisions by digest, with one query for those not cached.

    Cards can be cached forever because the bytes behind a digest never change.
    """
    wanted = set(digests)
    cards = {digest: _remembered[digest] for digest in wanted & _remembered.keys()}
    new = Revision.objects.filter(digest__in=wanted - cards.keys()) if wanted - cards.keys() else ()
    for revision in new:
        cards[revision.digest] = _card_of(spec_of(revision))
    if len(_remembered) > REMEMBERED:
        _remembered.clear()
    _remembered.update(cards)
    return cards


_remembered: dict[str, RevisionCard] = {}


def _card_of(spec: ScenarioSpec) -> RevisionCard:
    return RevisionCard(spec.title[:LONGEST_NAME], spec.about.date[:LONGEST_DATE], sides_json(spec))
