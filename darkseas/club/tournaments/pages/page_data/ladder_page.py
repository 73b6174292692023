"""A ladder, as its page shows it: order, possible challenges, open and completed challenges."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.models import Entrant, Player, Round
from darkseas.club.standings.ladder import CLIMB_TEXTS, Climb
from darkseas.club.tournaments.formats import ladders
from darkseas.club.tournaments.tournament_so_far import Fought, key_of

from .tournament_page import own_entries, shown_rounds

#: Completed challenges on the page, newest first; the JSON file has all.
MOST_FOUGHT = 50


@dataclass(frozen=True, slots=True)
class Rung:
    """A place on the ladder: entrant, last climb, and whether it is the viewer's."""

    place: int
    entrant: Entrant
    climbed: int
    is_own: bool


@dataclass(frozen=True, slots=True)
class OwnChallenges:
    """An entrant for whom the viewer can make challenges, and possible opponents."""

    entrant: Entrant
    others: tuple[Entrant, ...]


def ladder_of(fought: Fought, player: Player | None, *, reports_all: bool) -> dict[str, Any]:
    """Return the data of a ladder's page; a director can make challenges for everybody."""
    own = own_entries(fought, player)
    order = ladders.order_of(fought)
    by_key = {key_of(one): one for one in fought.entrants}
    still = [one.number for one in fought.rounds if not _is_fought(fought, one)]
    last = [one.number for one in fought.rounds if _is_fought(fought, one)][-MOST_FOUGHT:]
    rounds = shown_rounds(fought, player, reports_all=reports_all, numbers={*still, *last})
    climbed = {one.battle.challenger: one.climbed for one in ladders.steps_of(fought)}
    return {
        "rungs": [
            Rung(place, by_key[key], climbed.get(key, 0), by_key[key].pk in own)
            for place, key in enumerate(order, start=1)
        ],
        "challengers": _challengers(
            fought, [by_key[key] for key in order if by_key[key].pk in own or reports_all]
        ),
        "open_challenges": [one for one in rounds if not _is_fought(fought, one.round)],
        "fought_challenges": [one for one in rounds if _is_fought(fought, one.round)],
        "may_take_back": _taken_back_by(fought, player, own, still),
        "fought_in_all": len(fought.rounds) - len(still),
        "climb_text": CLIMB_TEXTS[Climb(fought.terms.climb)],
    }


def _challengers(fought: Fought, entrants: Sequence[Entrant]) -> list[OwnChallenges]:
    others = ladders.may_challenge(fought, entrants)
    return [OwnChallenges(one, others[one.pk]) for one in entrants]


def _taken_back_by(
    fought: Fought, player: Player | None, own: frozenset[int], still: Sequence[int]
) -> frozenset[int]:
    """Return the numbers of open challenges that the viewer can withdraw."""
    if player is None:
        return frozenset()
    if access.may(player, Deed.DIRECT):
        return frozenset(still)
    tables = [one for number in still for one in fought.of_round(number)]
    theirs = [one for one in tables if not own.isdisjoint({one.first_id, one.second_id or 0})]
    return frozenset(one.round.number for one in theirs if ladders.may_take_back(player, one))


def _is_fought(fought: Fought, found: Round) -> bool:
    return all(fought.is_decided(one) for one in fought.of_round(found.number))
