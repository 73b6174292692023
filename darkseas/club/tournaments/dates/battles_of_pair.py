"""What the two of a table have fought here since their round began, and whether that says who was late.

The battle that was begun at the table alone makes somebody lose: it was begun for this round, in the sight of
both. What they fight on the round's scenario beside it keeps them from that, and so does what both have given
orders in; what two have begun for another table has times of its own, and counts for nothing here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from darkseas.club.models import Entrant, Pairing
from darkseas.club.results.recorded import table_battles
from darkseas.club.tournaments.round_draw.round_scenario import may_sit_down
from replays_app.projections.encounters import Encounter, encounters, in_battle

#: How long before a deadline somebody has to be called in a battle, so that they forfeit who give no order.
NOTICE = timedelta(days=1)


@dataclass(frozen=True)
class Meetings:
    """Battles that the two of a table have begun here since their round has; made by `meetings_of`.

    ``own`` was begun at the table, those ``of_round`` on its scenario elsewhere, any others ``beside``.
    """

    table: Pairing
    own: Encounter | None
    of_round: Sequence[Encounter]
    beside: Sequence[Encounter]

    @property
    def moved(self) -> tuple[bool, bool]:
        """Whether each of the two has given an order in the table's battle."""
        return (False, False) if self.own is None else self.own.moved

    @property
    def is_fought(self) -> bool:
        """Whether each of the two has given an order in battles of the round, or one of those is over."""
        met = self._of_round
        return any(one.is_over for one in met) or all(
            any(one.moved[place] for one in met) for place in (0, 1)
        )

    @property
    def _of_round(self) -> Sequence[Encounter]:
        return (*self.of_round, *([self.own] if self.own else ()))

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
        if self.table.waits_for_bids:
            return "Time is up, and its sides were still bid for: a director decides."
        if any(one.is_over for one in self._of_round):
            return "Time is up, and a battle of the two has ended: it is reported by its log."
        if all(self.moved):
            return "Time is up, and both have moved: a director decides."
        if any(any(one.moved) for one in self.of_round):
            return "Time is up, and the two fight on its scenario beside their table: a director decides."
        if self.own is None or not any(self.moved):
            return self._doubt_of_both()
        if _has_waited(self.own, deadline - self._notice(deadline)):
            return ""
        return "Time is up, but nobody was called long before in the battle of the table: a director decides."

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
        return Meetings(table, None, (), ())
    first, second = (_members(one) for one in (table.first, table.second))
    own = table_battles.begun_at(table)
    others = [one for one in encounters(first, second, table.round.begins_at) if one.battle != own]
    elsewhere = set(
        Pairing.objects.filter(battle__in=[one.battle for one in others])
        .exclude(pk=table.pk)
        .values_list("battle", flat=True)
    )
    others = [one for one in others if one.battle not in elsewhere]
    return Meetings(
        table,
        None if own is None else in_battle(own, first, second),
        [one for one in others if _is_of_round(table, one)],
        [one for one in others if not _is_of_round(table, one)],
    )


def _is_of_round(table: Pairing, met: Encounter) -> bool:
    held = table.round
    if held.revision_id is not None:
        return met.revision == held.revision_id
    return held.scenario_id is not None and met.scenario == held.scenario_id


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
    if table.round.scenario is None:
        return there.exists()
    return len(there) == 1 and may_sit_down(there, table.round)


def _members(entrant: Entrant) -> list[int]:
    return list(entrant.players.exclude(member=None).values_list("member", flat=True))
