"""How a whole round was paired: what its page and its report file say beside the pairings."""

from collections.abc import Sequence

from darkseas.club.models import Pairing
from darkseas.club.pairing.reason_texts import reason_text
from darkseas.club.pairing.reasons import OF_THE_ROUND, Reason
from darkseas.club.tournaments.tournament_so_far import Fought


def round_notes(fought: Fought, pairings: Sequence[Pairing]) -> tuple[str, ...]:
    """Return the notes on a round as sentences, such as that the Dutch system found no pairing."""
    kept = [one for pairing in pairings if not pairing.is_manual for one in pairing.reasons]
    texts = [
        reason_text(Reason(one["kind"], tuple(one["keys"]), tuple(one["numbers"])), fought.name)
        for one in kept
        if one["kind"] in OF_THE_ROUND
    ]
    return tuple(f"{text[:1].upper()}{text[1:]}." for text in dict.fromkeys(texts))
