"""The dice of a scenario: a secret that was sealed before, with what entrants put beside it.

The secret of a round follows from the tournament's seed, whose hash stands since it was planned. So nobody
chooses it later, not by taking a round back either: each attempt has its own. Whoever adds words has made
sure that the fall was settled by nobody who knew the secret.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256

from darkseas.club.models import ScenarioChoice, Tournament

_SECRET = b"darkseas/scenario\0"


def secret_of(tournament: Tournament, number: int, attempt: int) -> str:
    """Return the secret of a round's choice in hex: SHA-256("darkseas/scenario" NUL, seed, NUL, "3/1")."""
    seed = bytes(tournament.lot_seed)
    return sha256(_SECRET + seed + f"\0{number}/{attempt}".encode()).hexdigest()


def text_of(secret: str, words: Mapping[str, str], tied: Iterable[int]) -> str:
    """Return the text whose SHA-256 decides: the secret, what entrants added by number, those in question."""
    added = [f"{number} {words[number]}" for number in sorted(words, key=int)]
    return "\n".join([secret, *added, " ".join(str(place) for place in tied)])


def fallen(text: str, tied: list[int]) -> int:
    """Return the one of those in question: the SHA-256 as a number, divided; the remainder counts from 0."""
    return tied[int(sha256(text.encode()).hexdigest(), 16) % len(tied)]


def proof_of(choice: ScenarioChoice) -> str:
    """Return the text that has decided a choice; to be asked once it is decided."""
    secret = secret_of(choice.tournament, choice.number, choice.attempt)
    return text_of(secret, choice.words, choice.tied)
