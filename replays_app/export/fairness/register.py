"""The public register of battles with committed dice (ds-dice-1), so that no battle can disappear.

Every battle has a public line. People who may watch a battle see its title and address. Others see its
commitment, the salted hash of the log's first entry, which does not reveal the battle but lets its sides
recognize it.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from darkseas.engine.dice.ledger import SCHEME
from darkseas.engine.events import UMPIRE
from replays_app.log import store as log_store
from replays_app.models import FROM_FILE, Battle
from replays_app.seats import battle_access
from replays_app.seats.viewer_seat import Holder
from scenarios_app.access import Person

#: Seeds are among the first entries of a log.
_SEEDS_WITHIN = 40

STATES = {
    "committed": "waits for the sides' seeds",
    "running": "running",
    "finished": "finished, all seeds open",
    "broken-off": "abandoned, all seeds open",
}


def committed_battles() -> QuerySet[Battle]:
    """Return every ds-dice-1 battle started here, private ones included, newest first.

    Imported battles are left out: nothing was committed here, and their authors know the seeds.
    """
    return _of_the_scheme(Battle.objects.all()).prefetch_related("seats")


def _of_the_scheme(battles: QuerySet[Battle]) -> QuerySet[Battle]:
    return battles.filter(dice_scheme=SCHEME).exclude(origin=FROM_FILE)


def named(person: Person, holder: Holder) -> int:
    """Return how many of these battles the register shows to a viewer by name."""
    return _of_the_scheme(battle_access.visible(person, holder)).count()


def lines(battles: Iterable[Battle], person: Person, holder: Holder) -> list[dict[str, Any]]:
    """Return the register's lines for a viewer; battles that they may not watch have no name."""
    known = list(battles)
    keys = [battle.pk for battle in known]
    shown = set(battle_access.visible(person, holder).filter(pk__in=keys).values_list("pk", flat=True))
    first = log_store.first_entries(keys, _SEEDS_WITHIN)
    promises = {key: link.hex() for key, seq, _, link in first if seq == 0}
    opened = Counter(key for key, _, kind, _ in first if kind == "client_seed_opened")
    return [
        {
            "battle": battle if battle.pk in shown else None,
            "promised_at": battle.created_at,
            "state": STATES[_state(battle, opened[battle.pk])],
            "promise": promises[battle.pk],
        }
        for battle in known
    ]


def _state(battle: Battle, seeds: int) -> str:
    sides = sum(seat.side != UMPIRE for seat in battle.seats.all())
    return "committed" if not battle.is_over and seeds < sides else str(battle.status)
