"""ds-dice-1: the published vectors, uniformity, and what a face may and may not hang on."""

import hmac
import math
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from darkseas.engine.dice import provably_fair
from darkseas.engine.dice.provably_fair import FairDice
from darkseas.engine.dice.rolls import DiceMismatch, Roll

ROOT = Path(provably_fair.__file__).parents[3]

BATTLE = bytes.fromhex("00112233445566778899aabbccddeeff")
TURNS = 4
LAST = {"pub": b"\x01" * 32, "side:1": b"\x02" * 32, "side:2": b"\x03" * 32}
CLIENTS = {"1": b"\xa1" * 32, "2": b"\xb2" * 32}
NONCES = {"1": b"\xc1" * 32, "2": b""}
ADDRESS = "gunnery/bismarck/a/1>hood"
KEY = bytes.fromhex("6ca8fe17d782b4da1246ef87aec37a66a0086950394a51d379cdcbb6811b94f2")


def chains() -> dict[str, list[bytes]]:
    return {scope: provably_fair.seed_chain(BATTLE, scope, last, TURNS) for scope, last in LAST.items()}


def mix() -> bytes:
    return provably_fair.battle_mix(BATTLE, TURNS, {s: chain[0] for s, chain in chains().items()}, CLIENTS)


# --- F-1: the vectors of the protocol --------------------------------------------------------------


def test_f1_vectors_of_the_seed_chains_match() -> None:
    assert {scope: chain[0].hex() for scope, chain in chains().items()} == {
        "pub": "11309fc5de049db19ba391151ca452e6b3fdb9d9190bb5bab3d2312e6ebc3a36",
        "side:1": "6c5ff53f50cf6eee213f4012c8c64f3baff092107962fdebce18ca1b55807228",
        "side:2": "f9acefde85f97f962b20eabc25059ed1a9c632bcccd11c14167814bc8a8018b2",
    }
    pub = chains()["pub"]
    assert pub[1].hex() == "f72a8b7aedbb765e39ca0a07fdaf021b46a8f2d650475b02c4b1761e645c28fb"
    assert pub[TURNS] == LAST["pub"]
    assert len(pub) == TURNS + 1


def test_f1_vectors_of_commitment_mixes_and_key_match() -> None:
    assert provably_fair.client_commitment(BATTLE, "1", CLIENTS["1"]).hex() == (
        "ca02f90948e9375b75123f1e639360f6b4147ecfbfb1bff9d5d205e9f3688852"
    )
    assert mix().hex() == "ecb5d3413f2e4aacb57a77579c476af1620a5c361e988c887520f84d7defbc17"
    of_turn = provably_fair.turn_mix(BATTLE, 1, mix(), NONCES)
    assert of_turn.hex() == "eeae4308b23c9de99f4d96f798ecd8e3524deaa57a1d67a5672848aa7511c40a"
    assert provably_fair.scope_key(chains()["pub"][1], BATTLE, "pub", 1, of_turn) == KEY


@pytest.mark.parametrize(
    ("address", "sides", "faces"),
    [
        (ADDRESS, 6, (2, 4, 3, 1, 3, 2, 5, 1, 3, 4, 6, 6)),
        (ADDRESS, 10, (10, 1, 10, 4, 10, 8, 6, 2, 5, 5, 7, 6)),
        (ADDRESS, 12, (3, 7, 7, 4, 5, 8, 1, 11, 3, 4, 12, 3)),
        (ADDRESS, 20, (9, 19, 5, 17, 5, 15, 11, 14, 17, 7, 2, 9)),
        (ADDRESS, 100, (4, 38, 21, 16, 27, 55, 65, 92, 51, 85, 8, 9)),
        ("probe/1958", 6, (2,)),
        ("probe/4121", 10, (9,)),
        ("probe/776", 12, (11,)),
        ("probe/126", 20, (16,)),
    ],
)
def test_f1_vectors_of_the_faces_match(address: str, sides: int, faces: tuple[int, ...]) -> None:
    assert provably_fair.faces(KEY, address, sides, len(faces)) == faces
    assert FairDice({"pub": KEY}).roll(len(faces), sides, address).faces == faces


def test_f1_block_is_the_hmac_that_any_tool_computes() -> None:
    message = b"darkseas/dice/1/draw\0" + len(ADDRESS).to_bytes(2, "big") + ADDRESS.encode()
    block = hmac.digest(KEY, message + b"\0\x14" + b"\0\0" + b"\0\0\0\0", "sha256")
    assert block.hex() == "6c65d255841bc752f49b1ccc77cabdd4e6abe308f5f80fbd4fc0d2c41229ae4a"
    assert provably_fair.faces(KEY, ADDRESS, 20, 1) == (1 + block[0] % 20,)


# --- F-2: uniformity -------------------------------------------------------------------------------

DICE_A_KIND = 200_000
PROBABLE = (1e-6, 1 - 1e-6)

#: A face, or two that were thrown next to each other.
Seen: TypeAlias = int | tuple[int, int]


def chance_of_more(seen: Counter[Seen], cells: int) -> float:
    """The chance of a larger chi-square from fair dice."""
    expected = seen.total() / cells
    chi_square = sum((count - expected) ** 2 for count in seen.values()) / expected
    return survival(chi_square + (cells - len(seen)) * expected, cells - 1)


def survival(chi_square: float, degrees: int) -> float:
    """The chance of a chi-square above this one (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * degrees)
    deviation = ((chi_square / degrees) ** (1 / 3) - 1 + spread) / math.sqrt(spread)
    return math.erfc(deviation / math.sqrt(2)) / 2


def exact_survival(chi_square: float, degrees: int) -> float:
    """The same without approximation, for an even number of degrees."""
    half = chi_square / 2
    return math.fsum(math.exp(i * math.log(half) - half - math.lgamma(i + 1)) for i in range(degrees // 2))


@pytest.mark.parametrize("degrees", [4, 10, 20, 100, 400, 9998])
def test_f2_measure_is_right_to_a_factor_of_four_where_it_decides(degrees: int) -> None:
    for deviation in (-2, 0, 2, 4, 5):
        chi_square = degrees * (1 - 2 / (9 * degrees) + deviation * math.sqrt(2 / (9 * degrees))) ** 3
        exact = exact_survival(chi_square, degrees)
        assert exact / 4 < survival(chi_square, degrees) < exact * 4


def test_f2_measure_finds_dice_made_without_rejection() -> None:
    loaded: Counter[Seen] = Counter(
        byte % 20 for number in range(5000) for byte in sha256(b"%d" % number).digest()
    )
    assert chance_of_more(loaded, 20) < PROBABLE[0]


@pytest.mark.parametrize("sides", [6, 10, 12, 20, 100])
def test_f2_faces_and_neighbours_are_uniform(sides: int) -> None:
    """One key for each of ten turns; neighbours are dice, addresses and turns next to each other."""
    singles: Counter[Seen] = Counter()
    dice: Counter[Seen] = Counter()
    addresses: Counter[Seen] = Counter()
    turns: Counter[Seen] = Counter()
    keys = [sha256(b"fixed key of turn %d" % turn).digest() for turn in range(10)]
    per_address = 100
    for number in range(DICE_A_KIND // per_address // len(keys) // 2):
        rows = [provably_fair.faces(key, f"a/{2 * number}", sides, per_address) for key in keys]
        beside = [provably_fair.faces(key, f"a/{2 * number + 1}", sides, per_address) for key in keys]
        for row, other in zip(rows, beside, strict=True):
            singles.update(row)
            singles.update(other)
            dice.update(zip(row[::2], row[1::2], strict=True))
            addresses.update(zip(row, other, strict=True))
        for row, after in zip(rows[::2], rows[1::2], strict=True):
            turns.update(zip(row, after, strict=True))
    assert singles.total() == DICE_A_KIND
    assert set(singles) == set(range(1, sides + 1))
    for seen, cells in ((singles, sides), (dice, sides**2), (addresses, sides**2), (turns, sides**2)):
        assert PROBABLE[0] < chance_of_more(seen, cells) < PROBABLE[1]


# --- F-3: every input matters ----------------------------------------------------------------------


#: One input of the protocol, and all of them by name.
Input: TypeAlias = bytes | int | str
Inputs: TypeAlias = dict[str, Any]


def faces_from(what: Inputs) -> tuple[int, ...]:
    """64 faces by way of the whole protocol from a description of all its inputs."""
    seeds = {"pub": what["server seed"], "side:1": LAST["side:1"]}
    held = {s: provably_fair.seed_chain(what["battle"], s, last, TURNS) for s, last in seeds.items()}
    clients = {"1": what["client seed 1"], "2": what["client seed 2"]}
    nonces = {"1": what["nonce 1"], "2": what["nonce 2"]}
    anchors = {scope: chain[0] for scope, chain in held.items()}
    whole = provably_fair.battle_mix(what["battle"], TURNS, anchors, clients, what["beacon"])
    of_turn = provably_fair.turn_mix(what["battle"], what["turn"], whole, nonces)
    seed = held[what["scope"]][what["turn"]]
    key = provably_fair.scope_key(seed, what["battle"], what["scope"], what["turn"], of_turn)
    first = what["index"]
    return provably_fair.faces(key, what["address"], what["sides"], first + 64)[first:]


def inputs(chance: random.Random) -> Inputs:
    names = ("server seed", "client seed 1", "client seed 2", "nonce 1", "nonce 2", "beacon")
    return {
        **{name: chance.randbytes(32) for name in names},
        "battle": chance.randbytes(16),
        "turn": chance.randint(1, TURNS),
        "scope": "pub",
        "address": f"gunnery/{chance.randrange(10**6)}",
        "sides": chance.choice([6, 10, 12, 20, 100]),
        "index": 0,
    }


def changed(value: Input, chance: random.Random) -> Input:
    """The value with one bit, character or unit changed."""
    if isinstance(value, bytes):
        place = chance.randrange(len(value))
        return value[:place] + bytes([value[place] ^ 1 << chance.randrange(8)]) + value[place + 1 :]
    if isinstance(value, int):
        return value + 1 if value < TURNS or value > 5 else value - 1
    return "side:1" if value == "pub" else value[:-1] + chr(ord(value[-1]) ^ 1)


def test_f3_one_changed_bit_of_any_input_changes_the_faces() -> None:
    chance = random.Random(20261121)
    fewest = 64
    for _ in range(1000):
        what = inputs(chance)
        name = chance.choice(sorted(what))
        other = {**what, name: changed(what[name], chance)}
        assert other != what
        pairs = zip(faces_from(what), faces_from(other), strict=True)
        fewest = min(fewest, sum(one != two for one, two in pairs))
    assert fewest >= 30


# --- F-5: the order of drawing does not matter -----------------------------------------------------

DRAW_IN_RANDOM_ORDERS = """
import random, sys
from hashlib import sha256
from darkseas.engine.dice.provably_fair import FairDice

keys = {"pub": bytes(32), "side:allies": bytes([1]) * 32, "ump": bytes([2]) * 32}
calls = [
    (1 + number % 3, (6, 10, 12, 20, 100)[number % 5], f"gunnery/{number // 3}", tuple(keys)[number % 3])
    for number in range(10_000)
]
first, orders = int(sys.argv[1]), int(sys.argv[2])
for seed in range(first, first + orders):
    mixed = random.Random(seed).sample(calls, len(calls))
    dice = FairDice(keys)
    drawn = {call: dice.roll(*call[:3], scope=call[3]).faces for call in mixed}
    print(sha256(repr([drawn[call] for call in calls]).encode()).hexdigest())
"""


def test_f5_faces_are_the_same_in_random_orders_and_other_processes(in_full: bool) -> None:
    """In 50 orders and four processes where nothing is left out; else in 12 and two."""
    orders_of_each = (13, 13, 12, 12) if in_full else (6, 6)
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", DRAW_IN_RANDOM_ORDERS, str(100 * number), str(orders)],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": str(number)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for number, orders in enumerate(orders_of_each)
    ]
    digests = [line for program in programs for line in program.communicate(timeout=300)[0].split()]
    assert [program.returncode for program in programs] == [0] * len(orders_of_each)
    assert len(digests) == sum(orders_of_each)
    assert len(set(digests)) == 1


# --- the dice of a turn ----------------------------------------------------------------------------


def test_same_call_again_gives_the_same_faces() -> None:
    dice = FairDice({"pub": KEY})
    first = dice.roll(12, 6, ADDRESS)
    dice.roll(3, 10, "another")
    assert dice.roll(12, 6, ADDRESS) == first == Roll(ADDRESS, 6, first.faces, "house", "pub")


@pytest.mark.parametrize(("count", "sides"), [(11, 6), (13, 6), (12, 10)])
def test_same_address_with_other_dice_is_a_mismatch(count: int, sides: int) -> None:
    dice = FairDice({"pub": KEY})
    dice.roll(12, 6, ADDRESS)
    with pytest.raises(DiceMismatch, match="12d6 drawn before"):
        dice.roll(count, sides, ADDRESS)


def test_same_address_in_two_scopes_are_two_rolls() -> None:
    dice = FairDice({"pub": KEY, "side:1": bytes(32)})
    public, secret = dice.roll(12, 6, ADDRESS), dice.roll(12, 6, ADDRESS, scope="side:1")
    assert public.faces != secret.faces
    assert secret.scope == "side:1"


@pytest.mark.parametrize(
    ("count", "sides", "address", "scope"),
    [
        (1, 6, "a", "ump"),
        (1, 6, "a", "nobody"),
        (1, 6, "A", "pub"),
        (1, 6, "", "pub"),
        (1, 6, "a" * 201, "pub"),
        (0, 6, "a", "pub"),
        (1001, 6, "a", "pub"),
        (1, 1, "a", "pub"),
        (1, 257, "a", "pub"),
    ],
)
def test_roll_that_the_scheme_does_not_know_is_refused(
    count: int, sides: int, address: str, scope: str
) -> None:
    dice = FairDice({"pub": KEY})
    with pytest.raises(ValueError, match=r"possible|not|no key"):
        dice.roll(count, sides, address, scope=scope)


def test_seed_leads_to_all_before_it_and_no_other_scope_to_the_same() -> None:
    chain = chains()["pub"]
    for number, seed in enumerate(chain):
        assert provably_fair.seed_chain(BATTLE, "pub", seed, number) == chain[: number + 1]
    assert provably_fair.seed_chain(BATTLE, "ump", chain[3], 3)[0] != chain[0]
    assert provably_fair.seed_chain(BATTLE, "pub", chain[3], 2)[0] != chain[0]


def test_each_scope_has_a_last_seed_of_its_own_from_the_one_secret() -> None:
    root = b"\x07" * 32
    plain = b"darkseas/dice/1/end\0" + BATTLE + b"\0\x03pub"
    assert provably_fair.last_seed(root, BATTLE, "pub") == hmac.digest(root, plain, "sha256")
    lasts = {provably_fair.last_seed(root, BATTLE, scope) for scope in ("pub", "ump", "side:1")}
    assert len(lasts | {provably_fair.last_seed(root, bytes(16), "pub")}) == 4


def test_side_that_declined_and_side_that_is_absent_differ() -> None:
    anchors = {scope: chain[0] for scope, chain in chains().items()}
    declined = provably_fair.battle_mix(BATTLE, TURNS, anchors, {"1": CLIENTS["1"], "2": b""})
    absent = provably_fair.battle_mix(BATTLE, TURNS, anchors, {"1": CLIENTS["1"]})
    assert len({declined, absent, mix()}) == 3
    assert provably_fair.client_commitment(BATTLE, "2", b"") != provably_fair.client_commitment(
        BATTLE, "1", b""
    )


def test_order_in_which_scopes_and_sides_are_named_does_not_matter() -> None:
    anchors = {scope: chain[0] for scope, chain in chains().items()}
    backwards = dict(reversed(anchors.items())), dict(reversed(CLIENTS.items()))
    assert provably_fair.battle_mix(BATTLE, TURNS, *backwards) == mix()
    turned = dict(reversed(NONCES.items()))
    assert provably_fair.turn_mix(BATTLE, 1, mix(), turned) == provably_fair.turn_mix(
        BATTLE, 1, mix(), NONCES
    )


@pytest.mark.parametrize(
    "ask",
    [
        lambda: provably_fair.seed_chain(BATTLE, "pub", b"short", 1),
        lambda: provably_fair.seed_chain(b"short", "pub", bytes(32), 1),
        lambda: provably_fair.last_seed(bytes(31), BATTLE, "pub"),
        lambda: provably_fair.client_commitment(BATTLE, "1", bytes(31)),
        lambda: provably_fair.battle_mix(BATTLE, 4, {"pub": b""}, {}),
        lambda: provably_fair.turn_mix(BATTLE, 1, bytes(32), {"1": bytes(16)}),
        lambda: provably_fair.scope_key(bytes(31), BATTLE, "pub", 1, bytes(32)),
        lambda: provably_fair.scope_key(bytes(32), b"", "pub", 1, bytes(32)),
        lambda: provably_fair.faces(bytes(31), "a", 6, 1),
    ],
)
def test_seeds_and_ids_of_another_length_are_refused(ask: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"has (16|32) bytes"):
        ask()
