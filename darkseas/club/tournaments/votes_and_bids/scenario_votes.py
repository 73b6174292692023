"""Choose the scenario of a round by dice or by secret vote.

Dice roll when the round is paired. Votes are counted when their time is up, by the background job or when the
round is paired, or when a director closes them early with a reason.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from darkseas.club import audit
from darkseas.club.access import Deed
from darkseas.club.membership.refusals import keep_players
from darkseas.club.models import Candidate, Player, ScenarioChoice, Tournament, Vote
from darkseas.club.results.naming.scenarios import is_open_to
from darkseas.club.tournaments.entries.entries import has_left, next_round
from darkseas.club.tournaments.regulations import MOST_CANDIDATES, Kind, check_minutes
from darkseas.club.tournaments.round_draw.next_pairings import rounds_in_all
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.club.tournaments.tournament_errors import (
    TournamentRefused,
    locked,
    need,
    need_reason,
    still_there,
)
from darkseas.club.tournaments.tournament_so_far import read
from darkseas.web.invisible_characters import REFUSED, has_unseen
from darkseas.web.texts.name_keys import name_key

from . import emails
from .dice import fallen, secret_of, text_of
from .seals import new_nonce, sealed, vote_line
from .who_may_vote_and_bid import need_entry, with_account

State, Way = ScenarioChoice.State, ScenarioChoice.Way
LONGEST_WORDS = 80
DECIDED = "choice.decided"
log = logging.getLogger(__name__)


def current(tournament: Tournament, number: int) -> ScenarioChoice | None:
    """Return the choice of a round's scenario; None if the director sets it."""
    return tournament.choices.filter(number=number).exclude(state=State.TAKEN_BACK).last()


def ask(
    by: Player, tournament: Tournament, way: str, offered: Sequence[Setting], minutes: int
) -> ScenarioChoice:
    """Let dice, or votes within so many minutes, choose the next scenario. Raises TournamentRefused."""
    need(by, Deed.DIRECT)
    check_minutes(minutes)
    _check_offered(offered)
    with transaction.atomic():
        held = locked(tournament.pk)
        number = _number_to_ask(held)
        attempt = held.choices.filter(number=number).count() + 1
        made = ScenarioChoice.objects.create(
            tournament=held,
            number=number,
            attempt=attempt,
            way=Way(way),
            ends_at=timezone.now() + timedelta(minutes=minutes) if way == Way.VOTED else None,
            digest=sealed(secret_of(held, number, attempt)),
        )
        Candidate.objects.bulk_create(
            _candidate(made, place, one) for place, one in enumerate(offered, start=1)
        )
        after = {"way": way, "digest": made.digest, "candidates": [one.text for one in made.candidates.all()]}
        audit.note(held.club, by, "choice.asked", made, after=after)
        if way == Way.VOTED:
            emails.ask_for_votes(made)
    return made


def votes_of(choice: ScenarioChoice) -> Mapping[int, int]:
    """Return the votes of each candidate by its place; empty before they are counted."""
    decided = audit.lines_about(choice).filter(deed=DECIDED).values_list("after", flat=True).first() or {}
    return dict(enumerate(decided.get("votes", []), start=1))


def add_words(by: Player, choice: ScenarioChoice, words: str) -> None:
    """Add a player's words to the dice seed, while the tournament runs and before the roll; the last ones
    count.
    """
    own = need_entry(by, choice.tournament)
    plain = " ".join(words.split())[:LONGEST_WORDS]
    if not plain or has_unseen(plain):
        raise TournamentRefused("Enter a few words or numbers." if not plain else REFUSED, "words")
    with transaction.atomic():
        held, row = _open(choice, Way.DRAWN)
        if held.state != Tournament.State.RUNNING:
            raise TournamentRefused("You can add words when the tournament is running.", "words")
        row.words = {**row.words, str(own.number): plain}
        row.save(update_fields=["words"])
        audit.note(held.club, by, "choice.words", row, after={"entrant": own.number, "words": plain})


def vote(by: Player, choice: ScenarioChoice, place: int) -> None:
    """Vote for a candidate, or change the vote before the deadline. Raises TournamentRefused."""
    own = need_entry(by, choice.tournament)
    with transaction.atomic():
        held, row = _open(choice, Way.VOTED)
        wanted = row.candidates.filter(place=place).first()
        if row.ends_at is None or row.ends_at <= timezone.now():
            raise TournamentRefused("Voting is closed. Reload the page to see the result.")
        if wanted is None:
            raise TournamentRefused("Choose one of the scenarios.", "candidate")
        nonce = new_nonce()
        seal = sealed(vote_line(nonce, place))
        Vote.objects.update_or_create(
            choice=row,
            entrant=own,
            defaults={"candidate": wanted, "nonce": nonce, "digest": seal, "made_at": timezone.now()},
        )
        audit.note(held.club, by, "vote.sealed", row, after={"entrant": own.number, "digest": seal})


def close_early(by: Player, choice: ScenarioChoice, reason: str) -> None:
    """Count the votes before the deadline."""
    need(by, Deed.DIRECT)
    need_reason(reason)
    with transaction.atomic():
        held, row = _open(choice, Way.VOTED)
        _decide(held, row, by, reason)


def take_back(by: Player, choice: ScenarioChoice, reason: str) -> None:
    """Cancel a choice that no round uses; another one for the same round gets its own dice."""
    need(by, Deed.DIRECT)
    need_reason(reason)
    with transaction.atomic():
        held = locked(choice.tournament_id)
        row = still_there(ScenarioChoice.objects.filter(pk=choice.pk))
        if row.state == State.TAKEN_BACK or row.rounds.exists() or row.number < next_round(held):
            raise TournamentRefused("A round uses this scenario. Discard its pairings first.")
        before, row.state = row.state, State.TAKEN_BACK
        row.save(update_fields=["state"])
        audit.note(held.club, by, "choice.taken-back", row, reason=reason, before={"state": before})


def setting_of(by: Player, held: Tournament, setting: Setting) -> tuple[Setting, ScenarioChoice | None]:
    """Return the setting of the next round; rolls the dice, or counts votes whose time is up.

    The caller locks the tournament. Raises TournamentRefused while a vote is open.
    """
    row = current(held, next_round(held))
    if row is None:
        return setting, None
    if row.state == State.OPEN:
        if row.way == Way.VOTED and row.ends_at is not None and row.ends_at > timezone.now():
            raise TournamentRefused(
                "The vote on the scenario is still open. Wait until it ends, or count the votes now."
            )
        _decide(held, row, by if row.way == Way.DRAWN else None)
    assert row.picked is not None  # noqa: S101 - it is decided now
    one = row.candidates.get(place=row.picked)
    chosen = replace(
        setting,
        scenario=one.scenario,
        revision=one.revision,
        is_open=one.is_open,
        text=one.text,
        first_side=one.first_side,
        second_side=one.second_side,
    )
    return chosen, row


def settle_due(now: datetime) -> int:
    """Count the votes whose time is up; return how many choices were decided.

    An error at one choice is logged and does not stop the others.
    """
    due = ScenarioChoice.objects.filter(state=State.OPEN, ends_at__lte=now).order_by("pk")
    return sum(_tried(pk, now) for pk in due.values_list("pk", flat=True))


def _tried(pk: int, now: datetime) -> bool:
    try:
        with transaction.atomic():
            held = locked(ScenarioChoice.objects.get(pk=pk).tournament_id)
            row = ScenarioChoice.objects.get(pk=pk)
            if row.state != State.OPEN or row.ends_at is None or row.ends_at > now:
                return False
            _decide(held, row, None)
    except Exception:
        log.exception("could not count the votes of choice %s of a tournament", pk)
        return False
    return True


def _decide(held: Tournament, row: ScenarioChoice, by: Player | None, reason: str = "") -> None:
    """Decide an open choice; the caller locks the tournament."""
    counts = {one.place: 0 for one in row.candidates.all()}
    if row.way == Way.VOTED:
        keep_players(row.votes.values_list("entrant__players", flat=True))
        here = with_account(held)
        for one in row.votes.select_related("entrant", "candidate"):
            counts[one.candidate.place] += one.entrant_id in here and not has_left(one.entrant)
    most = max(counts.values())
    row.tied = [place for place, count in counts.items() if count == most]
    secret = secret_of(held, row.number, row.attempt)
    row.picked = fallen(text_of(secret, row.words, row.tied), row.tied)
    row.state, row.decided_at = State.DECIDED, timezone.now()
    row.save(update_fields=["tied", "picked", "state", "decided_at"])
    after = {"picked": row.picked, "tied": row.tied, "secret": secret}
    after |= {"votes": list(counts.values())} if row.way == Way.VOTED else {"words": row.words}
    audit.note(held.club, by, DECIDED, row, reason=reason, after=after)


def _open(choice: ScenarioChoice, way: str) -> tuple[Tournament, ScenarioChoice]:
    """Return an open choice, locked with its tournament."""
    held = locked(choice.tournament_id)
    row = still_there(ScenarioChoice.objects.filter(pk=choice.pk))
    if row.state != State.OPEN or row.way != way:
        raise TournamentRefused("This choice is no longer open. Reload the page.")
    return held, row


def _number_to_ask(held: Tournament) -> int:
    number = next_round(held)
    if held.kind == Kind.LADDER:
        raise TournamentRefused("On a ladder the challenger chooses the scenario.")
    if held.state not in (Tournament.State.OPEN, Tournament.State.RUNNING):
        raise TournamentRefused(
            "Scenarios can be chosen while the tournament is open for entries or running."
        )
    in_all = rounds_in_all(read(held)) if held.entrants.exists() else 0
    if in_all and number > in_all:
        raise TournamentRefused("There are no further rounds, so there is no scenario to choose.")
    if current(held, number) is not None:
        raise TournamentRefused("The scenario of the next round is already being chosen. Cancel that first.")
    return number


def _check_offered(offered: Sequence[Setting]) -> None:
    titles = [name_key(_text(one)) for one in offered]
    if not 2 <= len(offered) <= MOST_CANDIDATES or not all(titles):
        raise TournamentRefused(f"Enter 2 to {MOST_CANDIDATES} scenarios, one per line.", "candidates")
    if len(set(titles)) < len(titles):
        raise TournamentRefused("A scenario is listed twice. Enter each once.", "candidates")


def _text(one: Setting) -> str:
    return one.scenario.title if one.scenario else one.text.strip()


def _candidate(choice: ScenarioChoice, place: int, one: Setting) -> Candidate:
    entered = Player.objects.filter(entries__tournament=choice.tournament).distinct()
    return Candidate(
        choice=choice,
        place=place,
        scenario=one.scenario,
        revision=one.scenario.current if one.scenario else None,
        is_open=one.scenario is not None and is_open_to(entered, one.scenario),
        text=_text(one)[:200],
        first_side=one.first_side[:80],
        second_side=one.second_side[:80],
    )
