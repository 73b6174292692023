"""Battles that the two players of a table have fought here since their round began.

Only the battle started at the table can make a player forfeit: it was started for this round, and both know
of it. Other battles on the round's scenario, and battles in which both gave orders, prevent a forfeit.
Battles that the two started for another table have deadlines of their own and do not count here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from darkseas.club.models import Entrant, Pairing
from darkseas.club.results.recorded import table_battles
from darkseas.club.tournaments.round_draw.round_scenario import may_sit_down
from replays_app.projections.encounters import Encounter, encounters, in_battle

#: A player forfeits only if their orders were due this long before the deadline.
NOTICE = timedelta(days=1)


@dataclass(frozen=True)
class Meetings:
    """Battles that the two players of a table started here since their round began; made by `meetings_of`.

    ``own`` was started at the table, those ``of_round`` on its scenario elsewhere, any others ``beside``.
    """

    table: Pairing
    own: Encounter | None
    of_round: Sequence[Encounter]
    beside: Sequence[Encounter]

    @property
    def moved(self) -> tuple[bool, bool]:
        """Whether each player has given an order in the table's battle."""
        return (False, False) if self.own is None else self.own.moved

    @property
    def is_fought(self) -> bool:
        """Whether each player has given an order in battles of the round, or one of those is over."""
        met = self._of_round
        return any(one.is_over for one in met) or all(
            any(one.moved[place] for one in met) for place in (0, 1)
        )

    @property
    def _of_round(self) -> Sequence[Encounter]:
        return (*self.of_round, *([self.own] if self.own else ()))

    @cached_property
    def absent(self) -> Entrant | None:
        """The entrant without anybody able to play here; None if both have somebody."""
        both = (self.table.first, self.table.second)
        return next((one for one in both if one is not None and not _may_sit(one, self.table)), None)

    def doubt(self, deadline: datetime) -> str:
        """Return why nobody forfeits automatically at a deadline, as a sentence; "" if somebody does.

        The log of a finished battle says who won: a player who was beaten before their first order did not
        stay away. Nor did a player whose orders only became due shortly before the deadline, or who could not
        start a battle because the opponent has nobody able to play.
        """
        if self.table.waits_for_bids:
            return "Time is up, and bids for the sides were still open: a director decides."
        if any(one.is_over for one in self._of_round):
            return "Time is up, and the players have finished a battle: it is reported from its log."
        if all(self.moved):
            return "Time is up, and both players have moved: a director decides."
        if any(any(one.moved) for one in self.of_round):
            return "Time is up, and both fight the scenario outside their table: a director decides."
        if self.own is None or not any(self.moved):
            return self._doubt_of_both()
        if _has_waited(self.own, deadline - self._notice(deadline)):
            return ""
        return "Time is up, but orders became due only shortly before: a director decides."

    def _doubt_of_both(self) -> str:
        """Return why the players do not both forfeit, although neither gave an order in a battle of the
        round.
        """
        if self.absent:
            return f"Time is up, and {self.absent} has nobody able to play here: a director decides."
        if any(one.is_over or any(one.moved) for one in self.beside):
            return "Time is up, and the players have fought another battle here: a director decides."
        return ""

    def _notice(self, deadline: datetime) -> timedelta:
        """How long before the deadline orders have to be due: a day, or half of a shorter round."""
        begins_at = self.table.round.begins_at
        return NOTICE if begins_at is None else min(NOTICE, (deadline - begins_at) / 2)


def meetings_of(table: Pairing) -> Meetings:
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
    """Whether one player has moved in a battle, and the other's orders have been due since this moment."""
    if not any(met.moved):
        return False
    since = met.called_since[met.moved.index(False)]
    return since is not None and since <= called_by


def _may_sit(entrant: Entrant, table: Pairing) -> bool:
    """Whether a player of an entrant is in the club, has an account, and can open the scenario of the round.

    Teams cannot play scenarios of the site, because a seat belongs to one player.
    """
    there = entrant.players.filter(left_at=None, member__is_active=True).select_related("member")
    if table.round.scenario is None:
        return there.exists()
    return len(there) == 1 and may_sit_down(there, table.round)


def _members(entrant: Entrant) -> list[int]:
    return list(entrant.players.exclude(member=None).values_list("member", flat=True))
