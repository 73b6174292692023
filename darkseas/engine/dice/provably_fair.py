"""Provably fair dice, scheme ds-dice-1: seeds committed beforehand, nonces in the orders.

H is SHA-256; numbers are big-endian; LP(x) is u16(length of x), x; every message begins with
"darkseas/dice/1/", what it is for and NUL. A scope is pub, ump or side:<slug>. Where sides are
named, here and in stored events, it is by slug; a message holds side:<slug>.
"""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from hmac import digest as hmac_digest

from .rolls import DiceMismatch, Roll, check_die, check_place, draw_faces, with_length
from .seeded import SEED_BYTES

#: Turns that a chain of seeds is made for, where nobody says otherwise.
USUAL_TURNS = 1024

_TAG = b"darkseas/dice/1/"
_BATTLE_BYTES = 16
_HMAC_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def seed_chain(battle: bytes, scope: str, last: bytes, turns: int = USUAL_TURNS) -> list[bytes]:
    """Seeds s_0 to s_turns of one scope. s_0, the anchor, is shown first; `last` comes from chance."""
    seeds = [last]
    for turn in range(turns, 0, -1):
        seeds.append(seed_before(battle, scope, turn, seeds[-1]))
    seeds.reverse()
    return seeds


def seed_before(battle: bytes, scope: str, turn: int, seed: bytes) -> bytes:
    """s_(turn-1) from s_turn: H("chain", battle, LP(scope), u32(turn), s_turn)."""
    return _hash(b"chain", battle, with_length(scope), _u32(turn), _whole_seed(seed))


def anchor_of(battle: bytes, scope: str, turn: int, seed: bytes) -> bytes:
    """The anchor s_0 that a seed shown for this turn leads to; to be compared with the one committed."""
    for number in range(turn, 0, -1):
        seed = seed_before(battle, scope, number, seed)
    return seed


def client_commitment(battle: bytes, side: str, seed: bytes) -> bytes:
    """A side's commitment to its seed, 32 bytes or, when it declined, none.

    H("client", battle, LP(side), seed)
    """
    return _hash(b"client", battle, _side(side), _seed_or_none(seed))


def orders_envelope(battle: bytes, side: str, turn: int, nonce: bytes, orders: bytes) -> bytes:
    """What is shown of a side's canonical orders before all are in, and the side's receipt.

    H("orders", battle, LP(side), u32(turn), nonce, orders)
    """
    return _hash(b"orders", battle, _side(side), _u32(turn), _seed_or_none(nonce), orders)


def battle_mix(
    battle: bytes,
    turns: int,
    anchors: Mapping[str, bytes],
    client_seeds: Mapping[str, bytes],
    beacon: bytes = b"",
) -> bytes:
    """M, what all have put in: H("mix", battle, u32(turns), anchors, client seeds, LP(beacon)).

    Anchors by scope as LP(scope), anchor; seeds by side as LP(side), LP(seed); both sorted by name.
    """
    parts = [with_length(scope) + _whole_seed(anchors[scope]) for scope in sorted(anchors)]
    return _hash(b"mix", battle, _u32(turns), *parts, _by_side(client_seeds), with_length(beacon))


def turn_mix(battle: bytes, turn: int, mix: bytes, nonces: Mapping[str, bytes]) -> bytes:
    """S_t: H("turn", battle, u32(turn), M, LP(side), LP(nonce) of each side sorted by name).

    Every side is named; the nonce of one whose orders did not come is empty.
    """
    return _hash(b"turn", battle, _u32(turn), mix, _by_side(nonces))


def scope_key(seed: bytes, battle: bytes, scope: str, turn: int, mix_of_turn: bytes) -> bytes:
    """K of one scope and turn: HMAC-SHA256(s_turn; "key", battle, LP(scope), u32(turn), S_t)."""
    message = _message(b"key", _whole_id(battle), with_length(scope), _u32(turn), mix_of_turn)
    return hmac_digest(_whole_seed(seed), message, "sha256")


def faces(key: bytes, address: str, sides: int, count: int) -> tuple[int, ...]:
    """The faces at an address under a key of one scope and turn."""
    check_die(count, sides)
    return draw_faces(_blocks(key)(_head(address, sides)), count, sides)


class FairDice:
    """The dice of one turn. A purpose is the address: the same call again gives the same faces.

    `keys` holds the key of each scope, `drawn` what the turn has seen so far.
    """

    __slots__ = ("_blocks", "_drawn")

    def __init__(self, keys: Mapping[str, bytes], drawn: Iterable[Roll] = ()) -> None:
        self._blocks = {scope: _blocks(key) for scope, key in keys.items()}
        self._drawn = {(roll.scope, roll.purpose): roll for roll in drawn if roll.origin == "house"}

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Roll:
        """The roll at this address; DiceMismatch if it was asked for with other dice before.

        ValueError for an address or dice that the scheme does not know, and for a scope without a key.
        """
        roll = self._drawn.get((scope, purpose))
        if roll is None:
            roll = self._drawn[scope, purpose] = self._draw(count, sides, purpose, scope)
        elif (len(roll.faces), roll.sides) != (count, sides):
            before = f"{len(roll.faces)}d{roll.sides}"
            raise DiceMismatch(f"{count}d{sides} for {purpose} ({scope}) asked, {before} drawn before")
        return roll

    def _draw(self, count: int, sides: int, address: str, scope: str) -> Roll:
        check_die(count, sides)
        check_place(scope, address)
        if scope not in self._blocks:
            raise ValueError(f"no key for {scope} in this turn")
        block = self._blocks[scope](_head(address, sides))
        return Roll(address, sides, draw_faces(block, count, sides), "house", scope)


def _head(address: str, sides: int) -> bytes:
    return with_length(address) + sides.to_bytes(2, "big")


def _blocks(key: bytes) -> Callable[[bytes], Callable[[bytes], bytes]]:
    """HMAC-SHA256(key; "draw", head, tail) with the key worked in once, the head once a roll.

    By hand (RFC 2104), since this halves the time of a die.
    """
    padded = _whole_seed(key).ljust(_HMAC_BLOCK, b"\0")
    inner = sha256(padded.translate(_INNER) + _message(b"draw"))
    outer = sha256(padded.translate(_OUTER))

    def begin(head: bytes) -> Callable[[bytes], bytes]:
        begun = inner.copy()
        begun.update(head)

        def block(tail: bytes) -> bytes:
            inside = begun.copy()
            inside.update(tail)
            outside = outer.copy()
            outside.update(inside.digest())
            return outside.digest()

        return block

    return begin


def _message(what: bytes, *parts: bytes) -> bytes:
    return b"".join((_TAG, what, b"\0", *parts))


def _hash(what: bytes, battle: bytes, *parts: bytes) -> bytes:
    return sha256(_message(what, _whole_id(battle), *parts)).digest()


def _whole_id(battle: bytes) -> bytes:
    if len(battle) != _BATTLE_BYTES:
        raise ValueError(f"the id of a battle has {_BATTLE_BYTES} bytes, not {len(battle)}")
    return battle


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _side(side: str) -> bytes:
    return with_length(f"side:{side}")


def _by_side(given: Mapping[str, bytes]) -> bytes:
    return b"".join(_side(side) + with_length(_seed_or_none(given[side])) for side in sorted(given))


def _whole_seed(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed or key has {SEED_BYTES} bytes, not {len(seed)}")
    return seed


def _seed_or_none(seed: bytes) -> bytes:
    return _whole_seed(seed) if seed else seed
