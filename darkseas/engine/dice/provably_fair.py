"""Provably fair dice (ds-dice-1): seeds committed in advance, nonces in orders.

H is SHA-256; numbers are big-endian; LP(x) is u16(length of x), x; every message starts with
"darkseas/dice/1/", its purpose and NUL. A scope is pub, ump or side:<slug>. Sides are named by slug, also in
stored events; a message contains side:<slug>.

What the protocol calls a turn is a **seed number** of a scope here: the n-th step in which the site rolls
dice of a scope uses the scope's seed n, whatever the turn. A side's nonce is the latest one that it sent with
an order, including the order of this step; until a side sends one, its nonce is empty. So no die is fixed
before the order whose outcome it decides, no key serves two steps, and nobody has to wait. Numbers are
counted for each scope, because gaps would reveal secret rolls. Nonces stay secret until the end, because a
new one would reveal a secret order. `ledger.py` counts; DECISIONS has the reasons.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from hmac import digest as hmac_digest

from .rolls import DiceMismatch, Roll, check_die, check_place, draw_faces, with_length
from .seeded import SEED_BYTES

#: Default length of a seed chain; the longest battle has 200 turns with ten dice steps each.
USUAL_TURNS = 4096

_TAG = b"darkseas/dice/1/"
_BATTLE_BYTES = 16
_HMAC_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def last_seed(root: bytes, battle: bytes, scope: str) -> bytes:
    """Return the last seed of a scope's chain, from the site's secret of 32 bytes.

    HMAC-SHA256(root; "end", battle, LP(scope))
    """
    return hmac_digest(_whole_seed(root), _message(b"end", _whole_id(battle), with_length(scope)), "sha256")


def seed_chain(battle: bytes, scope: str, last: bytes, turns: int = USUAL_TURNS) -> list[bytes]:
    """Return seeds s_0 to s_turns of a scope. s_0, the anchor, is published first; `last` is random.

    s_(turn-1) = H("chain", battle, LP(scope), u32(turn), s_turn), so a seed leads to all earlier ones.
    """
    stem, seeds = _message(b"chain", _whole_id(battle), with_length(scope)), [_whole_seed(last)]
    for turn in range(turns, 0, -1):
        seeds.append(sha256(stem + turn.to_bytes(4, "big") + seeds[-1]).digest())
    seeds.reverse()
    return seeds


def client_commitment(battle: bytes, side: str, seed: bytes) -> bytes:
    """Return a side's commitment to its seed (32 bytes, or empty if it declined).

    H("client", battle, LP(side), seed)
    """
    return _hash(b"client", battle, _side(side), _seed_or_none(seed))


def battle_mix(
    battle: bytes,
    turns: int,
    anchors: Mapping[str, bytes],
    client_seeds: Mapping[str, bytes],
    beacon: bytes = b"",
) -> bytes:
    """Return M, everybody's contribution: H("mix", battle, u32(turns), anchors, client seeds, LP(beacon)).

    Anchors are LP(scope), anchor; seeds are LP(side), LP(seed); both sorted by name.
    """
    parts = [with_length(scope) + _whole_seed(anchors[scope]) for scope in sorted(anchors)]
    return _hash(b"mix", battle, _u32(turns), *parts, _by_side(client_seeds), with_length(beacon))


def turn_mix(battle: bytes, turn: int, mix: bytes, nonces: Mapping[str, bytes]) -> bytes:
    """Return S_t: H("turn", battle, u32(turn), M, LP(side), LP(nonce) of each side sorted by name).

    Every side is included; a side without a nonce has an empty one.
    """
    return _hash(b"turn", battle, _u32(turn), mix, _by_side(nonces))


def scope_key(seed: bytes, battle: bytes, scope: str, turn: int, mix_of_turn: bytes) -> bytes:
    """Return K of a scope and turn: HMAC-SHA256(s_turn; "key", battle, LP(scope), u32(turn), S_t)."""
    message = _message(b"key", _whole_id(battle), with_length(scope), _u32(turn), mix_of_turn)
    return hmac_digest(_whole_seed(seed), message, "sha256")


def faces(key: bytes, address: str, sides: int, count: int) -> tuple[int, ...]:
    """Return the faces at an address, under the key of one scope and turn."""
    check_die(count, sides)
    return draw_faces(_blocks(key)(_head(address, sides)), count, sides)


class FairDice:
    """The dice of one step. The purpose is the address: repeating a call gives the same faces.

    `keys` provides the key of a scope when its first die is rolled.
    """

    __slots__ = ("_blocks", "_drawn", "_keys")

    def __init__(self, keys: Mapping[str, bytes]) -> None:
        self._keys = keys
        self._blocks: dict[str, Callable[[bytes], Callable[[bytes], bytes]]] = {}
        self._drawn: dict[tuple[str, str], Roll] = {}

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Roll:
        """Roll at this address.

        Raises DiceMismatch if other dice were requested there before; ValueError for an invalid address or
        dice, and for a scope without a key.
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
        block = self._blocks_of(scope)(_head(address, sides))
        return Roll(address, sides, draw_faces(block, count, sides), "house", scope)

    def _blocks_of(self, scope: str) -> Callable[[bytes], Callable[[bytes], bytes]]:
        blocks = self._blocks.get(scope)
        if blocks is None:
            try:
                blocks = self._blocks[scope] = _blocks(self._keys[scope])
            except KeyError:
                raise ValueError(f"no key for {scope} in this step") from None
        return blocks


def _head(address: str, sides: int) -> bytes:
    return with_length(address) + sides.to_bytes(2, "big")


def _blocks(key: bytes) -> Callable[[bytes], Callable[[bytes], bytes]]:
    """HMAC-SHA256(key; "draw", head, tail), with the key absorbed once and the head once a roll.

    Written by hand (RFC 2104) because this halves the time of a die.
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
