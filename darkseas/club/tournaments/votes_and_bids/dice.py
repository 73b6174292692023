"""Dice for a scenario: a sealed secret plus words that entrants add.

The secret of a round is derived from the tournament's seed, whose hash was published at creation. Nobody can
choose it later, not even by discarding a round, because each attempt has its own. Entrants who add words know
that nobody with the secret could predict the roll.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256

from darkseas.club.models import ScenarioChoice, Tournament

_SECRET = b"darkseas/scenario\0"


def secret_of(tournament: Tournament, number: int, attempt: int) -> str:
    """Return the secret of a choice in hex: SHA-256("darkseas/scenario" NUL, seed, NUL, "3/1")."""
    seed = bytes(tournament.lot_seed)
    return sha256(_SECRET + seed + f"\0{number}/{attempt}".encode()).hexdigest()


def text_of(secret: str, words: Mapping[str, str], tied: Iterable[int]) -> str:
    """Return the text whose SHA-256 decides: the secret, words by entrant number, the tied scenarios."""
    added = [f"{number} {words[number]}" for number in sorted(words, key=int)]
    return "\n".join([secret, *added, " ".join(str(place) for place in tied)])


def fallen(text: str, tied: list[int]) -> int:
    """Return the chosen one of the tied: the SHA-256 as a number, modulo their count."""
    return tied[int(sha256(text.encode()).hexdigest(), 16) % len(tied)]


def proof_of(choice: ScenarioChoice) -> str:
    """Return the text that decided a choice; only for decided choices."""
    secret = secret_of(choice.tournament, choice.number, choice.attempt)
    return text_of(secret, choice.words, choice.tied)
