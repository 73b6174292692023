"""Signatures under the log of a finished battle: each side's player confirms what happened at the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction

from darkseas.engine.events import UMPIRE
from replays_app.log import store as log_store
from replays_app.log.heads import last_public
from replays_app.models import Battle, Signature
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.perspectives import ALL
from replays_app.seats.viewer_seat import Holder

LONGEST_NAME = 80


class AlreadySigned(Exception):
    """The side has signed this state of the log."""


class StillFought(Exception):
    """The battle is not over, so its log is not final and cannot be signed."""


@dataclass(frozen=True, slots=True)
class SignedState:
    """The signatures of a tabletop battle.

    ``unsigned`` are the sides whose signature does not cover all public entries. An older signature stays
    valid until more entries become public. ``is_by_one`` says that one person signed for all sides.
    """

    signatures: Sequence[Signature]
    unsigned: tuple[str, ...]
    is_by_one: bool

    @property
    def words(self) -> str:
        """The state as a sentence."""
        if not self.unsigned:
            return "signed for both sides by one person" if self.is_by_one else "signed by both sides"
        return "not signed yet" if not self.signatures else "not signed by both sides yet"


def sign(battle: Battle, side: str, name: str, person: Holder, *, is_by_link: bool = False) -> Signature:
    """Store a side's signature under a finished battle. Raises StillFought, AlreadySigned."""
    if not battle.is_over:
        raise StillFought
    if side not in state_of(battle).unsigned:
        raise AlreadySigned
    full = cursor_cache.newest(BattleContext.of(battle), ALL)
    head = log_store.link_at(battle.pk, full.length - 1) or b""
    try:
        with transaction.atomic():
            return Signature.objects.create(
                battle=battle,
                side=side,
                name=name,
                entries=full.length,
                head=head.hex(),
                turn=full.turn,
                member=person.member,
                visitor=None if person.member else person.visitor,
                is_by_link=is_by_link,
            )
    except IntegrityError:
        raise AlreadySigned from None


def sides_of(battle: Battle) -> list[str]:
    return [seat.side for seat in battle.seats.all() if seat.side != UMPIRE]


def state_of(battle: Battle) -> SignedState:
    signatures = list(battle.signatures.select_related("member"))
    known = last_public(battle.pk)
    last = [signature for signature in signatures if signature.entries > known]
    unsigned = tuple(side for side in sides_of(battle) if side not in {signature.side for signature in last})
    people = {(signature.member_id, signature.visitor) for signature in last}
    is_known = all(any(person) for person in people)
    return SignedState(signatures, unsigned, len(people) == 1 and is_known)
