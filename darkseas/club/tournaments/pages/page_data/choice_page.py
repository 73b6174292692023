"""The choice of a scenario, as pages show it: candidates, seals, outcome and proof."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from darkseas.club.models import Candidate, Player, ScenarioChoice, Tournament, Vote
from darkseas.club.tournaments.entries.entries import has_left, next_round
from darkseas.club.tournaments.regulations import Kind
from darkseas.club.tournaments.tournament_so_far import Fought
from darkseas.club.tournaments.votes_and_bids import scenario_votes
from darkseas.club.tournaments.votes_and_bids.dice import proof_of, secret_of
from darkseas.club.tournaments.votes_and_bids.seals import vote_line
from darkseas.club.tournaments.votes_and_bids.who_may_vote_and_bid import own_entry, with_account

State, Way = ScenarioChoice.State, ScenarioChoice.Way


@dataclass(frozen=True, slots=True)
class ShownCandidate:
    """A candidate; ``votes`` is None while they are sealed."""

    candidate: Candidate
    votes: int | None
    is_picked: bool
    is_own: bool


@dataclass(frozen=True, slots=True)
class OpenedVote:
    """A vote: voter and seal and, once votes are open, the scenario and the sealed line."""

    name: str
    digest: str
    text: str
    line: str


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A choice; ``proof`` is the text whose SHA-256 decided, "" if no dice were needed.

    ``is_up``: the deadline has passed, but the votes are not counted yet.
    """

    choice: ScenarioChoice
    candidates: tuple[ShownCandidate, ...]
    votes: tuple[OpenedVote, ...]
    words: tuple[tuple[str, str], ...]
    asked: int
    without_account: int
    is_up: bool
    may_answer: bool
    has_voted: bool
    own_words: str
    picked: str
    how: str
    secret: str
    proof: str


def next_choice(fought: Fought) -> ScenarioChoice | None:
    """Return the choice for the next round, if any."""
    held = fought.tournament
    return None if held.kind == Kind.LADDER else scenario_votes.current(held, next_round(held))


def shown_choice(
    held: Tournament, choice: ScenarioChoice | None, player: Player | None = None
) -> ShownChoice | None:
    """Return a choice as a player sees it; None without a choice."""
    if choice is None:
        return None
    own, votes = own_entry(player, held), list(choice.votes.select_related("entrant", "candidate"))
    is_open, is_decided = choice.state == State.OPEN, choice.picked is not None
    is_up = is_open and choice.ends_at is not None and choice.ends_at <= timezone.now()
    own_vote = next((one for one in votes if own is not None and one.entrant_id == own.pk), None)
    counts = scenario_votes.votes_of(choice) if is_decided else {}
    candidates = tuple(
        _candidate(one, counts, choice, own_vote) for one in choice.candidates.select_related("scenario")
    )
    staying = [one for one in held.entrants.all() if not has_left(one)]
    names = {str(one.number): one.name for one in staying}
    able = len({one.pk for one in staying} & with_account(held)) if is_open else 0
    return ShownChoice(
        choice,
        candidates,
        tuple(_vote(one, is_open=is_decided) for one in votes),
        tuple((names.get(number, number), words) for number, words in choice.words.items()),
        able,
        len(staying) - able if able else 0,
        is_up,
        is_open and own is not None and not is_up and _takes_answers(held, choice),
        own_vote is not None,
        choice.words.get(str(own.number), "") if own is not None else "",
        next((one.candidate.text for one in candidates if one.is_picked), ""),
        _how(choice, candidates) if is_decided else "",
        secret_of(held, choice.number, choice.attempt) if is_decided else "",
        proof_of(choice) if is_decided and len(choice.tied) > 1 else "",
    )


def _takes_answers(held: Tournament, choice: ScenarioChoice) -> bool:
    return choice.way == Way.VOTED or held.state == Tournament.State.RUNNING


def _candidate(
    one: Candidate, votes: Mapping[int, int], choice: ScenarioChoice, own: Vote | None
) -> ShownCandidate:
    count = None
    if choice.picked is not None and choice.way == Way.VOTED:
        count = votes.get(one.place, 0)
    is_own = own is not None and own.candidate_id == one.pk
    return ShownCandidate(one, count, one.place == choice.picked, is_own)


def _vote(one: Vote, *, is_open: bool) -> OpenedVote:
    line = vote_line(one.nonce, one.candidate.place) if is_open else ""
    return OpenedVote(str(one.entrant), one.digest, one.candidate.text if is_open else "", line)


def _how(choice: ScenarioChoice, candidates: Sequence[ShownCandidate]) -> str:
    if choice.way == Way.DRAWN:
        return f"drawn by dice from {len(candidates)}"
    most = max(one.votes or 0 for one in candidates)
    if not most:
        return f"nobody voted, so dice drew it from all {len(candidates)}"
    cast = sum(one.votes or 0 for one in candidates)
    if len(choice.tied) > 1:
        return f"chosen by vote: {len(choice.tied)} had {most} of {cast} each, and dice drew one of them"
    return f"chosen by vote, {most} of {cast}"
