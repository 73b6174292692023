"""Start battles: write entry 0, create the seats' tokens, and store the site's seed."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

from django.db import transaction

from darkseas.engine.dice import seeded
from darkseas.engine.events import UMPIRE, BattleBegan, Fact
from darkseas.engine.serialization.codec import write
from darkseas.rules import registry
from replays_app import projections
from replays_app.log import store as log_store
from replays_app.models import Battle, Seat
from replays_app.replay.battle_context import BattleContext
from replays_app.seats.tokens import token_hash
from scenarios_app.models import Revision
from scenarios_app.revisions.store import spec_of

from . import dice_schemes
from .dice_schemes import HOUSE, SCHEMES

#: Bytes of a scenario that count as one battle; the largest scenario in the library has half of that.
BYTES_OF_A_BATTLE = 50_000


class UnknownSeat(LookupError):
    """The scenario does not have this seat."""


@dataclass(frozen=True, slots=True)
class Started:
    """A new battle with the tokens of the requested seats. The tokens cannot be read again later."""

    battle: Battle
    tokens: Mapping[str, str]


def more_for_its_size(revision: Revision) -> int:
    """Return how many extra battles a large scenario costs in rate limits, because each log stores the whole
    scenario.
    """
    return len(revision.spec) // BYTES_OF_A_BATTLE


def start(
    revision: Revision,
    *,
    scheme: str = HOUSE,
    seats: Sequence[str] | None = None,
    seed: bytes | None = None,
    title: str = "",
) -> Started:
    """Start a battle.

    ``seats`` are the seats that get a token: sides, and `umpire`; None for all sides. ``seed`` (32 bytes) is
    for reruns and tests. Raises BadScenario if the rules cannot run the revision, UnknownSeat, LookupError
    for an unknown rules system, ValueError for an unknown dice scheme.
    """
    spec = spec_of(revision)
    system = registry.system(spec.system)
    system.initial_state(spec)
    sides = [side.key for side in spec.sides]
    wanted = sides if seats is None else list(seats)
    if set(wanted) - {*sides, UMPIRE}:
        raise UnknownSeat("this scenario has no such seat")
    if scheme not in SCHEMES:
        raise ValueError(f"dice must be one of {', '.join(SCHEMES)}")
    with transaction.atomic():
        battle = Battle.objects.create(
            id=uuid4(),
            revision=revision,
            title=title or spec.title,
            system=system.key,
            release=registry.RELEASE,
            dice_scheme=scheme,
        )
        places = sides + [UMPIRE] * (UMPIRE in wanted)
        tokens = {side: secrets.token_urlsafe(32) for side in wanted}
        seated = _seat(battle, places, tokens)
        dice = dice_schemes.committed(battle, sides, seed or secrets.token_bytes(seeded.SEED_BYTES))
        began = BattleBegan(battle.pk.hex, battle.system, battle.release, write(spec), dice, seated)
        log_store.append(battle.pk, 0, 0, [Fact(began)])
    projections.project(BattleContext.of(battle))
    return Started(battle, tokens)


def _seat(battle: Battle, places: Sequence[str], tokens: Mapping[str, str]) -> dict[str, str]:
    """Create the seats and return their participants."""
    participants = {side: secrets.token_hex(16) for side in places}
    Seat.objects.bulk_create(
        Seat(
            battle=battle,
            side=side,
            participant=participants[side],
            token_hash=token_hash(tokens[side]) if side in tokens else None,
        )
        for side in places
    )
    return participants
