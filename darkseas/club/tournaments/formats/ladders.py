"""A ladder: challenges, and the order that results in.

A challenge is a round with one table; the challenger is its first entrant. Battles count in the order of
their challenges, whenever they were reported, so that a correction always leads to the same order.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from darkseas.club import access, audit
from darkseas.club.access import Deed
from darkseas.club.models import Entrant, Pairing, Player, Round, Tournament
from darkseas.club.pairing.ladder import LadderChallenge, LadderRules, challengeable, refusal
from darkseas.club.results.naming.scenarios import may_all_open
from darkseas.club.results.recorded.table_battles import ended_at, stands_at
from darkseas.club.standings.ladder import Climb, LadderBattle, LadderStep, ladder_steps
from darkseas.club.tournaments.entries.entries import has_left, next_round
from darkseas.club.tournaments.regulations import Kind
from darkseas.club.tournaments.round_draw.round_rows import Setting, as_json, new_round, remove, write
from darkseas.club.tournaments.tournament_errors import (
    TournamentRefused,
    locked,
    need,
    need_reason,
    still_there,
)
from darkseas.club.tournaments.tournament_so_far import Fought, key_of, read, standing_result, winner_of
from darkseas.club.tournaments.votes_and_bids import emails

from .cooldowns import LAPSED, OTHER_AWAY, unreliable, waits_until

State = Tournament.State
NOT_SHOWN = "Not both players have access to this scenario. Choose another."
BATTLE_STAYS = (
    "The battle has begun, so you cannot withdraw the challenge. Report the result, or ask a director."
)


def rules_of(fought: Fought) -> LadderRules:
    return LadderRules(fought.terms.reach, fought.terms.battles_between)


def steps_of(fought: Fought) -> tuple[LadderStep, ...]:
    """Return how each confirmed battle changed the order."""
    battles = [
        LadderBattle(one.round.number, key_of(one.first), key_of(one.second), _winner(fought, one))
        for one in fought.pairings
        if one.second is not None and fought.is_decided(one)
    ]
    return ladder_steps(_start(fought), battles, Climb(fought.terms.climb))


def order_of(fought: Fought) -> tuple[str, ...]:
    """Return the keys of the entrants from the top, without those who have left."""
    steps = steps_of(fought)
    order = steps[-1].order if steps else _start(fought)
    gone = {key_of(one) for one in fought.entrants if has_left(one)}
    return tuple(key for key in order if key not in gone)


def may_challenge(fought: Fought, challengers: Iterable[Entrant]) -> Mapping[int, tuple[Entrant, ...]]:
    """Return whom each challenger may challenge now, highest first, by primary key of the challenger."""
    by_name = {one.name: one for one in fought.entrants}
    names, rules, past = _names(fought), rules_of(fought), _challenges(fought)
    return {
        one.pk: tuple(by_name[name] for name in challengeable(names, rules, past, one.name))
        for one in challengers
    }


def challenge(
    by: Player, tournament: Tournament, challenger: Entrant, challenged: Entrant, setting: Setting
) -> Round:
    """Make a challenge for oneself or, as a director, for somebody else. It can be reported at once.

    The deadline follows the ladder's regulations, whatever the setting says: otherwise challengers could
    choose when their opponent forfeits. Both need access to a scenario of the site. Raises TournamentRefused
    if the rules of the ladder do not allow the challenge now.
    """
    _need_own(by, challenger)
    with transaction.atomic():
        held = locked(tournament.pk)
        if held.kind != Kind.LADDER or held.state != State.RUNNING:
            raise TournamentRefused("Challenges are only possible on a running ladder.")
        fought = read(held)
        found = refusal(
            _names(fought), rules_of(fought), _challenges(fought), challenger.name, challenged.name
        )
        if found is not None:
            raise TournamentRefused(found.text)
        _check_open(setting, challenger, challenged)
        if not access.may(by, Deed.DIRECT):
            _check_waited(held, challenger, challenged, fought.terms.challenge_days)
        now = timezone.now()
        ends_by = now + timedelta(days=fought.terms.challenge_days)
        dated = replace(setting, first_move_by=None, ends_by=ends_by)
        made = new_round(held, next_round(held), dated)
        write(made, fought, [(key_of(challenger), key_of(challenged), (), False)], dated)
        made.state, made.begins_at = Round.State.RUNNING, now
        made.save(update_fields=["state", "begins_at"])
        emails.tell_of_challenge(made.pairings.get())
        audit.note(held.club, by, "challenge.made", made, after=as_json(made))
    return made


def take_back(by: Player, made: Round, reason: str) -> None:
    """Withdraw a challenge without a report: the challenger's own, or any as a director.

    Once its battle has begun here, only a director may, because a losing player would undo it. If the
    challenger has left, the challenged player may; if either has left, even after the battle began.
    """
    need_reason(reason)
    with transaction.atomic():
        held = locked(made.tournament_id)
        if held.kind != Kind.LADDER:
            raise TournamentRefused("You can only withdraw challenges on a ladder.")
        both = Pairing.objects.select_related("first", "second", "result")
        pairing = still_there(both.filter(round=made))
        _need_own(by, _whose(pairing))
        is_on = held.state in (State.RUNNING, State.CLOSING)  # no new challenges in the second
        if not is_on or pairing.end or standing_result(pairing) is not None:
            raise TournamentRefused("This challenge already has a result, so you cannot withdraw it.")
        if not may_take_back(by, pairing):
            raise TournamentRefused(BATTLE_STAYS)
        remove(by, made, reason)


def may_take_back(by: Player, pairing: Pairing) -> bool:
    """Whether a player may withdraw an open challenge: as a director, or their own without a battle that
    blocks it.
    """
    if access.may(by, Deed.DIRECT):
        return True
    if not _whose(pairing).players.filter(pk=by.pk).exists():
        return False
    has_nobody = is_gone(pairing.first) or is_gone(pairing.second)
    return stands_at(pairing) is None or (has_nobody and ended_at(pairing) is None)


def _whose(pairing: Pairing) -> Entrant:
    """Return the challenger or, if they have left, the challenged entrant: they may withdraw a challenge."""
    return pairing.second if pairing.second is not None and is_gone(pairing.first) else pairing.first


def is_gone(entrant: Entrant | None) -> bool:
    """Whether an entrant has withdrawn, or all its players have left the club or the site."""
    if entrant is not None and has_left(entrant):
        return True
    return (
        entrant is None or not entrant.players.filter(left_at=None).exclude(member__is_active=False).exists()
    )


def may_lapse(pairing: Pairing) -> bool:
    """Whether a challenge can lapse at its deadline: it has no result and no decision."""
    return not pairing.end and standing_result(pairing) is None


def lapse(pairing: Pairing, *, is_other_away: bool) -> None:
    """Remove an overdue challenge; the caller locks the tournament.

    If the opponent did not come, the challenger gets no cooldown.
    """
    remove(None, pairing.round, OTHER_AWAY if is_other_away else LAPSED)


def _check_open(setting: Setting, *both: Entrant) -> None:
    players = Player.objects.filter(entries__in=both, left_at=None).select_related("member")
    if setting.scenario is not None and not may_all_open(players, setting.scenario):
        raise TournamentRefused(NOT_SHOWN, "scenario")


def _check_waited(held: Tournament, challenger: Entrant, challenged: Entrant, days: int) -> None:
    until = waits_until(held, challenger, challenged, days)
    if until is not None:
        raise TournamentRefused(
            f"The last challenge of {challenger} to {challenged} was not fought. Others come first until "
            f"{until:%-d %B %Y, %H:%M} UTC."
        )


def _need_own(by: Player, entrant: Entrant) -> None:
    need(by, Deed.ENTER)
    if not entrant.players.filter(pk=by.pk).exists() and not access.may(by, Deed.DIRECT):
        need(by, Deed.DIRECT)


def _start(fought: Fought) -> tuple[str, ...]:
    """Return the order before the first battle: by rating, late entrants at the bottom."""
    came_late = min((one.number for one in fought.entrants if one.from_round > 1), default=None)

    def place(entrant: Entrant) -> tuple[bool, int, int]:
        # After withdrawn challenges, a late entrant can have a lower round number.
        is_late = came_late is not None and entrant.number >= came_late
        return (is_late, 0 if is_late else -(entrant.strength or 0), entrant.number)

    return tuple(key_of(one) for one in sorted(fought.entrants, key=place))


def _winner(fought: Fought, pairing: Pairing) -> str | None:
    place = winner_of(fought.scores(pairing))
    pair = (pairing.first, pairing.second)
    winner = None if place is None else pair[place]
    return None if winner is None else key_of(winner)


def _names(fought: Fought) -> Sequence[str]:
    return [fought.name(key) for key in order_of(fought)]


def _challenges(fought: Fought) -> list[LadderChallenge]:
    still = {one.first for one in fought.pairings if not fought.is_decided(one)}
    idle, now = unreliable(fought.tournament, still, fought.terms.challenge_days), timezone.now()
    return [
        LadderChallenge(
            str(one.first),
            str(one.second),
            is_over=fought.is_decided(one),
            keeps_nobody=one.first_id in idle or _is_late(one, now),
        )
        for one in fought.pairings
    ]


def _is_late(challenge: Pairing, now: datetime) -> bool:
    """Whether a challenge is overdue and waits for a director."""
    end = challenge.round.ends_at
    return end is not None and challenge.round.tournament.club.days_after(end, challenge.extended_days) < now
