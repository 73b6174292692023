"""What a revision itself calls the scenario and its sides: for battles and challenges, which are of one.

A scenario's row speaks for its current revision. That may be another one, for fewer eyes: who fought an
earlier revision is told nothing of what a later one says.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from darkseas.engine.scenario.spec import ScenarioSpec
from scenarios_app.models import Revision

from .search_rows import LONGEST_DATE, LONGEST_NAME, is_listed, sides_json
from .store import spec_of

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
    return cards_of([revision.digest])[revision.digest]


def cards_of(digests: Iterable[str]) -> Mapping[str, RevisionCard]:
    """Return the cards of revisions by their digests; one query for those that are not remembered.

    The card of a digest never changes, for its bytes do not.
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
