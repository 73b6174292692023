"""What the two of a table have fought here since their round began, and whether that says who was late.

What counts is fought on the round's scenario, or by the tournament's rules where the round has none of the
site. What two have begun for another table has times of its own, and counts for nothing here. Anything else
they have fought makes nobody lose; it says no more than that both were about.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from darkseas.club.models import Entrant, Pairing
from darkseas.club.results.naming.scenarios import may_all_open
from darkseas.club.results.recorded import table_battles
from replays_app.projections.encounters import Encounter, encounters, in_battle

#: How long before a deadline somebody has to be called in a battle, so that they forfeit who give no order.
NOTICE = timedelta(days=1)


@dataclass(frozen=True)
class Meetings:
    """Battles that the two of a table have begun here since their round has; made by `meetings_of`."""

    table: Pairing
    of_round: Sequence[Encounter]
    beside: Sequence[Encounter]

    @cached_property
    def moved(self) -> tuple[bool, bool]:
        """Whether each of the two has given an order in a battle of the round."""
        return _moved(self.of_round)

    @property
    def have_both_moved(self) -> bool:
        """Whether each of the two has given an order in some battle."""
        return all(_moved((*self.of_round, *self.beside)))

    @property
    def has_one_ended(self) -> bool:
        """Whether a battle of the two, whichever, is over."""
        return any(one.is_over for one in (*self.of_round, *self.beside))

    @cached_property
    def absent(self) -> Entrant | None:
        """Which of the two has nobody who could fight here; none where both have."""
        both = (self.table.first, self.table.second)
        return next((one for one in both if one is not None and not _may_sit(one, self.table)), None)

    def doubt(self, deadline: datetime) -> str:
        """Return why nobody forfeits by themselves when time is up, a sentence; "" where somebody does.

        A battle that has ended says itself who won: who was beaten before a first order has not kept away.
        Nor has who is asked for one only shortly before the end, or who had nobody to begin a battle with.
        """
        if any(one.is_over for one in self.of_round):
            return "Time is up, and a battle of the two has ended: it is reported by its log."
        if all(self.moved):
            return "Time is up, and both have moved: a director decides."
        if any(self.moved):
            called_by = deadline - self._notice(deadline)
            if any(_has_waited(one, called_by) for one in self.of_round):
                return ""
            return (
                "Time is up, but nobody was called long before in a battle of this round: a director decides."
            )
        return self._doubt_of_both()

    def _doubt_of_both(self) -> str:
        """Why the two do not both forfeit who have given no order in a battle of the round."""
        if self.absent:
            return f"Time is up, and {self.absent} has nobody who could fight here: a director decides."
        if any(one.is_over or any(one.moved) for one in self.beside):
            return "Time is up, and the two have fought something else here: a director decides."
        return ""

    def _notice(self, deadline: datetime) -> timedelta:
        """How long before the end somebody has to be called: a day, or half of a shorter time."""
        begins_at = self.table.round.begins_at
        return NOTICE if begins_at is None else min(NOTICE, (deadline - begins_at) / 2)


def meetings_of(table: Pairing) -> Meetings:
    """Return what the two of a table have fought here since their round began."""
    if table.round.begins_at is None or table.second is None:
        return Meetings(table, (), ())
    first, second = (_members(one) for one in (table.first, table.second))
    own = table_battles.begun_at(table)
    others = [one for one in encounters(first, second, table.round.begins_at) if one.battle != own]
    elsewhere = set(
        Pairing.objects.filter(battle__in=[one.battle for one in others])
        .exclude(pk=table.pk)
        .values_list("battle", flat=True)
    )
    others = [one for one in others if one.battle not in elsewhere]
    of_round = [one for one in others if _is_of_round(table, one)]
    if own is not None:
        of_round.append(in_battle(own, first, second))
    return Meetings(table, of_round, [one for one in others if not _is_of_round(table, one)])


def _moved(met: Sequence[Encounter]) -> tuple[bool, bool]:
    return (any(one.moved[0] for one in met), any(one.moved[1] for one in met))


def _is_of_round(table: Pairing, met: Encounter) -> bool:
    held = table.round
    if held.scenario_id is not None:
        return met.scenario == held.scenario_id
    return met.system == held.tournament.system


def _has_waited(met: Encounter, called_by: datetime) -> bool:
    """Whether one has moved in a battle, and it waits for the other's order since a moment or longer."""
    if not any(met.moved):
        return False
    since = met.called_since[met.moved.index(False)]
    return since is not None and since <= called_by


def _may_sit(entrant: Entrant, table: Pairing) -> bool:
    """Whether somebody of an entrant is in the club, has an account, and may open the scenario of a round.

    Of a team nobody sits down alone on a scenario of the site.
    """
    there = entrant.players.filter(left_at=None, member__is_active=True).select_related("member")
    scenario = table.round.scenario
    if scenario is None:
        return there.exists()
    return len(there) == 1 and may_all_open(there, scenario)


def _members(entrant: Entrant) -> list[int]:
    return list(entrant.players.exclude(member=None).values_list("member", flat=True))
