"""What the page of a ladder shows: the order, whom one may challenge, what is open and what was fought."""

from dataclasses import dataclass
from typing import Any

from darkseas.club.models import Entrant, Player
from darkseas.club.standings.ladder import CLIMB_TEXTS, Climb
from darkseas.club.tournaments.formats import ladders
from darkseas.club.tournaments.fought import Fought, key_of

from .event_page import ShownRound, own_entries, shown_rounds


@dataclass(frozen=True, slots=True)
class Rung:
    """A place on the ladder: who stands there, how far they last climbed, whether it is who looks."""

    place: int
    entrant: Entrant
    climbed: int
    is_own: bool


@dataclass(frozen=True, slots=True)
class OwnChallenges:
    """An entrant for whom whoever looks may challenge, and whom."""

    entrant: Entrant
    others: tuple[Entrant, ...]


def ladder_of(fought: Fought, player: Player | None, *, reports_all: bool) -> dict[str, Any]:
    """Return the ladder as the page shows it; a director challenges for everybody."""
    own = own_entries(fought, player)
    order = ladders.order_of(fought)
    by_key = {key_of(one): one for one in fought.entrants}
    rounds = shown_rounds(fought, player, reports_all=reports_all)
    return {
        "rungs": [
            Rung(place, by_key[key], _last_climb(fought, key), by_key[key].pk in own)
            for place, key in enumerate(order, start=1)
        ],
        "challengers": [_own(fought, by_key[key]) for key in order if by_key[key].pk in own or reports_all],
        "open_challenges": [one for one in rounds if _is_open(fought, one)],
        "fought_challenges": [one for one in rounds if not _is_open(fought, one)],
        "climb_text": CLIMB_TEXTS[Climb(fought.terms.climb)],
    }


def _own(fought: Fought, entrant: Entrant) -> OwnChallenges:
    return OwnChallenges(entrant, ladders.may_challenge(fought, entrant))


def _is_open(fought: Fought, shown: ShownRound) -> bool:
    return any(not fought.is_decided(one.pairing) for one in shown.tables)


def _last_climb(fought: Fought, key: str) -> int:
    """Return how many places somebody climbed in the last battle that they challenged for, 0 for none."""
    climbs = [one.climbed for one in ladders.steps_of(fought) if one.battle.challenger == key]
    return climbs[-1] if climbs else 0
