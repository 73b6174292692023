"""Entries: enter, withdraw, re-enter, sit out a round, substitute."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.db.models import Max

from darkseas.club import access, audit
from darkseas.club.access import Deed
from darkseas.club.models import Alternate, Entrant, Player, Round, Tournament
from darkseas.club.tournaments.regulations import KNOCK_OUTS, ROUND_ROBINS, Kind, terms_of
from darkseas.club.tournaments.tournament_errors import TournamentRefused, locked, need, need_reason
from darkseas.web.invisible_characters import REFUSED, has_unseen
from darkseas.web.texts.name_keys import one_spelling

State = Tournament.State
#: States in which a director can add entrants.
TAKES = (State.PLANNED, State.OPEN, State.RUNNING)
MOST_ENTRANTS, MOST_IN_TEAM = 256, 12


def next_round(tournament: Tournament) -> int:
    """Return the number of the first round that is not paired."""
    return (tournament.rounds.aggregate(Max("number"))["number__max"] or 0) + 1


def enter(
    by: Player,
    tournament: Tournament,
    players: Sequence[Player],
    *,
    name: str = "",
    strength: int | None = None,
    group: str = "",
) -> Entrant:
    """Enter a player, or a team under a name: members enter themselves while entries are open, directors
    anybody.

    Late entrants play from the next round. Raises TournamentRefused.
    """
    need(by, Deed.ENTER)
    if has_unseen(name + group):
        raise TournamentRefused(REFUSED, "name")
    is_directing = access.may(by, Deed.DIRECT)
    if not is_directing and [one.pk for one in players] != [by.pk]:
        need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(tournament.pk)
        _check(held, players, is_directing=is_directing)
        need_division(held, group)
        entrant = Entrant(
            tournament=held,
            name=one_spelling(name.strip() or str(players[0]))[:100],
            number=(held.entrants.aggregate(Max("number"))["number__max"] or 0) + 1,
            strength=strength,
            group=one_spelling(group)[:80],
            from_round=next_round(held),
        )
        try:
            with transaction.atomic():
                entrant.save()
        except IntegrityError:
            raise TournamentRefused("This name is already entered. Choose another.", "name") from None
        entrant.players.set(players)
        let_wait_no_more(held)
        audit.note(held.club, by, "entrant.entered", entrant, after=_as_json(entrant))
    return entrant


def _check(tournament: Tournament, players: Sequence[Player], *, is_directing: bool) -> None:
    own = (State.OPEN, State.RUNNING) if tournament.kind == Kind.LADDER else (State.OPEN,)
    if tournament.state not in (TAKES if is_directing else own):
        raise TournamentRefused(
            f"Entries are not possible: the tournament is {tournament.get_state_display()}."
        )
    if not is_directing and not has_room(tournament):
        raise TournamentRefused("The tournament is full. Join the waiting list to get the next free place.")
    is_fixed = tournament.kind in ROUND_ROBINS | KNOCK_OUTS
    if is_fixed and tournament.rounds.exists():
        raise TournamentRefused(
            "The rounds are already paired. Nobody can enter any longer, but you can substitute a player."
        )
    if not 1 <= len(players) <= MOST_IN_TEAM:
        raise TournamentRefused(f"Name 1 to {MOST_IN_TEAM} players.", "players")
    if any(one.club_id != tournament.club_id or one.left_at is not None for one in players):
        raise TournamentRefused("All players must be in this club. Add guests to the club first.", "players")
    known = Entrant.objects.filter(tournament=tournament, players__in=players).first()
    if known is not None:
        raise TournamentRefused(f"One of these players is already entered, as {known}.", "players")
    if tournament.entrants.count() >= MOST_ENTRANTS:
        raise TournamentRefused(f"A tournament has at most {MOST_ENTRANTS} entrants.")


def has_room(tournament: Tournament) -> bool:
    """Whether a place is free that is not on offer to the waiting list."""
    places = terms_of(tournament).places
    offered = Alternate.objects.filter(tournament=tournament, state=Alternate.State.OFFERED).count()
    return not places or tournament.entrants.count() + offered < places


def let_wait_no_more(held: Tournament) -> None:
    """Remove entrants from the waiting list, so that they block no offers; the caller locks the
    tournament.
    """
    still = Alternate.objects.filter(tournament=held, state__in=Alternate.STILL_WAIT)
    still.filter(player__entries__tournament=held).update(state=Alternate.State.TAKEN)


def need_division(held: Tournament, group: str) -> None:
    """Raise TournamentRefused for a group that is no division of a league; "" is the lowest division."""
    divisions = terms_of(held).divisions if held.kind == Kind.LEAGUE and group else (group,)
    if group not in divisions:
        raise TournamentRefused(
            f"There is no division “{group}”. Use one of these: {', '.join(divisions)}.", "names"
        )


def withdraw(by: Player, entrant: Entrant, reason: str = "") -> None:
    """Withdraw an entrant: before the start the entry is deleted, later it is no longer paired.

    If rounds are paired in advance, the pairings stay, and a director enters forfeits. Players withdraw
    themselves; a director withdraws others, with a reason once the tournament is running.
    """
    with transaction.atomic():
        held = locked(entrant.tournament_id)
        is_own = entrant.players.filter(pk=by.pk).exists() and access.may(by, Deed.ENTER)
        if not is_own:
            need(by, Deed.DIRECT)
        _as_it_is_now(entrant)
        if held.state in (State.PLANNED, State.OPEN):
            audit.note(held.club, by, "entrant.left", entrant, reason=reason, before=_as_json(entrant))
            entrant.delete()
            return
        if not is_own:
            need_reason(reason)
        _let(by, held, entrant, "entrant.withdrawn", [*entrant.absences, [next_round(held), None]], reason)


def come_back(by: Player, entrant: Entrant) -> None:
    """Pair a withdrawn entrant again from the next round; missed rounds score nothing."""
    need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(entrant.tournament_id)
        _as_it_is_now(entrant)
        if not has_left(entrant):
            raise TournamentRefused(f"{entrant} is there.")
        (first, _), earlier = entrant.absences[-1], entrant.absences[:-1]
        last = next_round(held) - 1
        absences = [*earlier, [first, last]] if last >= first else earlier
        _let(by, held, entrant, "entrant.back", absences, "")


def stay_away(by: Player, entrant: Entrant, number: int) -> None:
    """Leave an entrant out of one round that is not paired yet."""
    need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(entrant.tournament_id)
        if number < next_round(held):
            raise TournamentRefused("This round is already paired. Discard its pairings first.", "round")
        _as_it_is_now(entrant)
        if has_left(entrant):
            raise TournamentRefused(f"{entrant} has withdrawn.")
        if misses(entrant, number):
            raise TournamentRefused(f"{entrant} is already absent from round {number}.")
        _let(by, held, entrant, "entrant.away", [*entrant.absences, [number, number]], "")


def take_part(by: Player, entrant: Entrant, number: int) -> None:
    """Undo an absence from one round that is not paired yet: the entrant is paired in it again."""
    need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(entrant.tournament_id)
        if number < next_round(held):
            raise TournamentRefused("This round is already paired. Discard its pairings first.", "round")
        _as_it_is_now(entrant)
        if [number, number] not in entrant.absences:
            raise TournamentRefused(f"{entrant} is not absent from round {number}.")
        absences = [one for one in entrant.absences if one != [number, number]]
        _let(by, held, entrant, "entrant.away-taken-back", absences, "")


def substitute(by: Player, entrant: Entrant, players: Sequence[Player], reason: str) -> None:
    """Replace the players of an entrant; earlier results stay with the entrant."""
    need(by, Deed.DIRECT)
    need_reason(reason)
    with transaction.atomic():
        held = locked(entrant.tournament_id)
        others = Entrant.objects.filter(tournament=held, players__in=players).exclude(pk=entrant.pk)
        if held.state == State.CLOSED:
            raise TournamentRefused("The tournament is closed, so players cannot be substituted.")
        if not players or any(one.club_id != held.club_id or one.left_at for one in players):
            raise TournamentRefused("Name players of this club.", "players")
        if others.exists():
            raise TournamentRefused("One of these players has entered under another name.", "players")
        before = _as_json(entrant)
        entrant.players.set(players)
        let_wait_no_more(held)
        audit.note(
            held.club,
            by,
            "entrant.substituted",
            entrant,
            reason=reason,
            before=before,
            after=_as_json(entrant),
        )


def has_left(entrant: Entrant) -> bool:
    """Whether an entrant has withdrawn and not returned."""
    return entrant.has_withdrawn


def misses(entrant: Entrant, number: int) -> bool:
    """Whether an entrant is absent from a round, apart from having withdrawn."""
    return any(last is not None and first <= number <= last for first, last in entrant.absences)


def _as_it_is_now(entrant: Entrant) -> None:
    """Refresh the entrant under the lock. Raises TournamentRefused if the entry was deleted."""
    try:
        entrant.refresh_from_db(fields=["absences"])
    except Entrant.DoesNotExist:
        raise TournamentRefused("This entry was removed in the meantime.") from None


def _let(
    by: Player, held: Tournament, entrant: Entrant, deed: str, absences: list[list[int | None]], reason: str
) -> None:
    if held.state not in (State.RUNNING, State.OPEN, State.PLANNED):
        raise TournamentRefused(f"It is too late: the tournament is {held.get_state_display()}.")
    if deed == "entrant.withdrawn" and has_left(entrant):
        raise TournamentRefused(f"{entrant} has already withdrawn.")
    before, entrant.absences = entrant.absences, absences
    entrant.save(update_fields=["absences"])
    audit.note(held.club, by, deed, entrant, reason=reason, before=before, after=absences)


def _as_json(entrant: Entrant) -> dict[str, object]:
    """Return what the audit log stores of an entry: no names, because its lines can never be changed."""
    return {
        "number": entrant.number,
        "players": sorted(entrant.players.values_list("pk", flat=True)),
        "strength": entrant.strength,
        "group": entrant.group,
        "from_round": entrant.from_round,
    }


def open_round(tournament: Tournament) -> Round | None:
    """Return the round that is paired or running, if any."""
    return tournament.rounds.exclude(state=Round.State.CLOSED).first()
