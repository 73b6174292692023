"""Ship careers: each ship's status at the end of the battles recorded by a club.

They are read from results and battle outcomes, never from an event log, and only from battles the viewer may
watch. Ships of other battles do not appear at all.
"""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Q, QuerySet

from darkseas.club.models import Club, Result
from darkseas.web.texts.search_filters import NOTHING, in_any_spelling
from darkseas.web.texts.search_words import search_terms
from replays_app.models import ShipRecord
from replays_app.seats import battle_access
from replays_app.seats.viewer_seat import Holder
from scenarios_app.access import Person


@dataclass(frozen=True, slots=True)
class Career:
    """A ship by name, her type, and how many battles ended with each status."""

    name: str
    kind: str
    battles: int
    sunk: int
    damaged: int
    exited: int


@dataclass(frozen=True, slots=True)
class Action:
    """A ship's battle: the club's result, her side, and her final status as text."""

    result: Result
    side: str
    kind: str
    fate: str


def watched_results(club: Club, person: Person, holder: Holder) -> QuerySet[Result]:
    """Return confirmed results linked to battles that the viewer may watch."""
    battles = battle_access.visible(person, holder)
    return Result.objects.filter(club=club, is_ratified=True, battle__in=battles.values("pk"))


def careers_in(results: QuerySet[Result], words: str = "") -> QuerySet[Any, Any]:
    """Return the careers of all named ships, sorted by name; ``words`` is a search for names."""
    records = ShipRecord.objects.filter(battle__in=results.values("battle")).exclude(name="")
    terms = search_terms(words)
    is_nothing = words.strip() and not terms
    records = records.filter(NOTHING if is_nothing else in_any_spelling("name", terms))
    return (
        records.order_by("name")
        .values("name")
        .annotate(
            type=Max("kind"),
            battles=Count("pk"),
            **{fate: Count("pk", filter=Q(fate=fate)) for fate in ("sunk", "damaged", "exited")},
        )
    )


def career_of(row: dict[str, Any]) -> Career:
    """Convert a row of `careers_in`."""
    return Career(row["name"], row["type"], row["battles"], row["sunk"], row["damaged"], row["exited"])


def actions_of(results: QuerySet[Result], name: str) -> list[Action]:
    """Return a ship's battles, oldest first; two queries."""
    records = list(
        ShipRecord.objects.filter(battle__in=results.values("battle"), name=name).order_by("side", "ship")
    )
    fought_in = results.filter(battle__in=[record.battle_id for record in records])
    by_battle = {
        result.battle_id: result for result in fought_in.select_related("scenario").defer("scenario__words")
    }
    actions = [
        Action(by_battle[record.battle_id], record.side, record.kind, record.get_fate_display())
        for record in records
    ]
    return sorted(actions, key=lambda action: (action.result.day, action.result.pk))
