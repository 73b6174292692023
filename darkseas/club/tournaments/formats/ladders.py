"""A ladder: who challenges whom, and the order that their battles have made.

A challenge is a round of one table whose first is the challenger. Battles count in the order in which their
challenges were made, whenever they were reported, so that a correction leads to one order alone.
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
NOT_SHOWN = "This scenario is not open to both: choose one that each of the two may read."
BATTLE_STAYS = "Its battle has begun: it stays. Report how it ended, or ask a director."


def rules_of(fought: Fought) -> LadderRules:
    """Return how far up one may challenge, and how soon again."""
    return LadderRules(fought.terms.reach, fought.terms.battles_between)


def steps_of(fought: Fought) -> tuple[LadderStep, ...]:
    """Return what each battle that counts did to the order."""
    battles = [
        LadderBattle(one.round.number, key_of(one.first), key_of(one.second), _winner(fought, one))
        for one in fought.pairings
        if one.second is not None and fought.is_decided(one)
    ]
    return ladder_steps(_start(fought), battles, Climb(fought.terms.climb))


def order_of(fought: Fought) -> tuple[str, ...]:
    """Return the keys of those on the ladder, from the top; who has left it stands nowhere."""
    steps = steps_of(fought)
    order = steps[-1].order if steps else _start(fought)
    gone = {key_of(one) for one in fought.entrants if has_left(one)}
    return tuple(key for key in order if key not in gone)


def may_challenge(fought: Fought, challengers: Iterable[Entrant]) -> Mapping[int, tuple[Entrant, ...]]:
    """Return whom each of some may challenge now, the highest first, by their primary keys."""
    by_name = {one.name: one for one in fought.entrants}
    names, rules, past = _names(fought), rules_of(fought), _challenges(fought)
    return {
        one.pk: tuple(by_name[name] for name in challengeable(names, rules, past, one.name))
        for one in challengers
    }


def challenge(
    by: Player, tournament: Tournament, challenger: Entrant, challenged: Entrant, setting: Setting
) -> Round:
    """Make a challenge, which can be reported at once: one's own, or as a director for somebody else.

    It is to be fought in the days of the ladder's terms, whatever the setting says of dates: who challenges
    would else say when the other one forfeits. Both may open its scenario, where it is one of the site.
    Raises TournamentRefused where the rules of the ladder do not let them meet now.
    """
    _need_own(by, challenger)
    with transaction.atomic():
        held = locked(tournament.pk)
        if held.kind != Kind.LADDER or held.state != State.RUNNING:
            raise TournamentRefused("People challenge each other on a ladder while it runs.")
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
    """Take a challenge back of which nothing is reported: the challenger's own, or as a director.

    Once its battle has begun here it is a director's alone: who loses there would undo it. Where the
    challenger has left, whoever was challenged may; where one of the two has, though its battle has begun.
    """
    need_reason(reason)
    with transaction.atomic():
        held = locked(made.tournament_id)
        if held.kind != Kind.LADDER:
            raise TournamentRefused("Only a challenge on a ladder is taken back so.")
        both = Pairing.objects.select_related("first", "second", "result")
        pairing = still_there(both.filter(round=made))
        _need_own(by, _whose(pairing))
        is_on = held.state in (State.RUNNING, State.CLOSING)  # nobody challenges any more in the second
        if not is_on or pairing.end or standing_result(pairing) is not None:
            raise TournamentRefused("What came of it is known already: it stays.")
        if not may_take_back(by, pairing):
            raise TournamentRefused(BATTLE_STAYS)
        remove(by, made, reason)


def may_take_back(by: Player, pairing: Pairing) -> bool:
    """Whether somebody may take an open challenge back: as a director, or theirs that no battle keeps."""
    if access.may(by, Deed.DIRECT):
        return True
    if not _whose(pairing).players.filter(pk=by.pk).exists():
        return False
    has_nobody = is_gone(pairing.first) or is_gone(pairing.second)
    return stands_at(pairing) is None or (has_nobody and ended_at(pairing) is None)


def _whose(pairing: Pairing) -> Entrant:
    """Return whose challenge it is to take back: the challenger's, else that of who was challenged."""
    return pairing.second if pairing.second is not None and is_gone(pairing.first) else pairing.first


def is_gone(entrant: Entrant | None) -> bool:
    """Whether all of an entry have left the club or the site, or they have withdrawn."""
    if entrant is not None and has_left(entrant):
        return True
    return (
        entrant is None or not entrant.players.filter(left_at=None).exclude(member__is_active=False).exists()
    )


def may_lapse(pairing: Pairing) -> bool:
    """Whether a challenge goes when its time is up, if not both have moved: nothing came of it."""
    return not pairing.end and standing_result(pairing) is None


def lapse(pairing: Pairing, *, is_other_away: bool) -> None:
    """Take a challenge out whose time is up, by nobody; the tournament is locked by the caller.

    Where the other one did not come to it, that costs the challenger nothing.
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
            f"Nothing came of the last challenge of {challenger} to {challenged}: others come first until "
            f"{until:%-d %B %Y, %H:%M} UTC."
        )


def _need_own(by: Player, entrant: Entrant) -> None:
    need(by, Deed.ENTER)
    if not entrant.players.filter(pk=by.pk).exists() and not access.may(by, Deed.DIRECT):
        need(by, Deed.DIRECT)


def _start(fought: Fought) -> tuple[str, ...]:
    """Return the order before the first battle: the strongest on top, who came later at the foot."""
    came_late = min((one.number for one in fought.entrants if one.from_round > 1), default=None)

    def place(entrant: Entrant) -> tuple[bool, int, int]:
        # Where challenges were taken back, who comes then has an earlier number of a round.
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
    """Whether a challenge was to be fought by now, which waits for a director then."""
    end = challenge.round.ends_at
    return end is not None and end + timedelta(days=challenge.extended_days) < now
