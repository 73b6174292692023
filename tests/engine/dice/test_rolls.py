"""Dice from a seed (sha256-1) and from the record."""

import math
from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darkseas.engine.dice.rolls import DiceMismatch, DiceNeeded, RecordedDice, Roll
from darkseas.engine.dice.seeded import SeededDice, seed_hash

SEED = bytes(range(32))
PURPOSE = "t3/gunnery/chokai/a/1>quincy"


def faces_by_the_book(
    seed: bytes, scope: str, purpose: str, asked: int, sides: int, count: int
) -> tuple[int, ...]:
    """The scheme once more, as its description says it, without the module's short cuts."""

    def lp(text: str) -> bytes:
        return len(text).to_bytes(2, "big") + text.encode()

    faces: list[int] = []
    for index in range(count):
        block = 0
        while len(faces) == index:
            message = b"darkseas/sha256-1\0" + seed + lp(scope) + lp(purpose) + asked.to_bytes(4, "big")
            message += sides.to_bytes(2, "big") + index.to_bytes(2, "big") + block.to_bytes(4, "big")
            good = [byte for byte in sha256(message).digest() if byte < 256 - 256 % sides]
            faces.extend(1 + byte % sides for byte in good[:1])
            block += 1
    return tuple(faces)


@given(
    st.binary(min_size=32, max_size=32),
    st.sampled_from(["pub", "ump", "side:allies"]),
    st.text(alphabet="abcxyz019._:/>-", min_size=1, max_size=40),
    st.integers(0, 2**32 - 2),
    st.integers(2, 256),
    st.integers(1, 40),
)
def test_faces_follow_the_description(
    seed: bytes, scope: str, purpose: str, asked: int, sides: int, count: int
) -> None:
    dice = SeededDice(seed, {(scope, purpose): asked})
    roll = dice.roll(count, sides, purpose, scope=scope)
    assert roll == Roll(
        purpose, sides, faces_by_the_book(seed, scope, purpose, asked, sides, count), "house", scope
    )


@pytest.mark.parametrize(
    ("sides", "faces"),
    [
        (2, (2, 2, 1, 1, 2, 2, 1, 2)),
        (6, (1, 5, 1, 3, 6, 1, 5, 4)),
        (10, (10, 8, 2, 7, 10, 6, 4, 7)),
        (12, (10, 4, 6, 4, 10, 3, 8, 4)),
        (20, (17, 11, 10, 10, 18, 19, 18, 4)),
        (100, (58, 70, 83, 98, 23, 41, 51, 93)),
        (256, (58, 253, 70, 121, 206, 113, 13, 242)),
    ],
)
def test_faces_of_a_known_seed_never_change(sides: int, faces: tuple[int, ...]) -> None:
    assert SeededDice(SEED).roll(8, sides, PURPOSE).faces == faces


def test_bytes_that_would_favour_low_faces_are_rejected() -> None:
    """A d129 rejects 127 of 256 bytes, so that later bytes and blocks are really used."""
    faces = SeededDice(SEED).roll(1000, 129, "probe").faces
    assert faces == faces_by_the_book(SEED, "pub", "probe", 0, 129, 1000)
    assert min(faces) == 1
    assert max(faces) == 129


@pytest.mark.parametrize("sides", [2, 6, 10, 12, 20, 100, 256])
def test_faces_are_uniform(sides: int) -> None:
    dice = SeededDice(SEED)
    seen: Counter[int] = Counter()
    for number in range(100):
        seen.update(dice.roll(1000, sides, f"uniform/{number}").faces)
    expected = 100_000 / sides
    chi_square = sum((seen[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    # Wilson and Hilferty: the cube root of chi-square over its degrees is nearly normal.
    degrees = sides - 1
    spread = 2 / (9 * degrees)
    deviation = ((chi_square / degrees) ** (1 / 3) - 1 + spread) / math.sqrt(spread)
    assert sum(seen.values()) == 100_000
    assert abs(deviation) < 4.75


def test_asking_again_gives_other_faces_and_counts_for_itself() -> None:
    dice = SeededDice(SEED)
    first, second = dice.roll(20, 6, PURPOSE), dice.roll(20, 6, PURPOSE)
    assert first.faces != second.faces
    assert second.faces == faces_by_the_book(SEED, "pub", PURPOSE, 1, 6, 20)


def test_other_rolls_change_nothing() -> None:
    alone = SeededDice(SEED).roll(20, 10, PURPOSE)
    dice = SeededDice(SEED)
    for number in range(50):
        dice.roll(3, 6, f"other/{number}")
        dice.roll(3, 6, PURPOSE, scope="side:axis")
        dice.roll(3, 6, PURPOSE, scope="ump")
    assert dice.roll(20, 10, PURPOSE) == alone


def test_scopes_share_neither_counter_nor_faces() -> None:
    dice = SeededDice(SEED)
    rolls = [dice.roll(20, 6, PURPOSE, scope=scope) for scope in ("pub", "side:allies", "side:axis", "ump")]
    assert [roll.faces for roll in rolls] == [
        faces_by_the_book(SEED, roll.scope, PURPOSE, 0, 6, 20) for roll in rolls
    ]
    assert len({roll.faces for roll in rolls}) == 4


def test_battle_continued_from_its_log_rolls_as_if_never_left() -> None:
    whole, begun = SeededDice(SEED), SeededDice(SEED)
    places = [("pub", "a"), ("pub", "b"), ("side:x", "a"), ("pub", "a"), ("ump", "c"), ("pub", "a")]
    expected = [whole.roll(5, 12, purpose, scope=scope) for scope, purpose in places]
    first = [begun.roll(5, 12, purpose, scope=scope) for scope, purpose in places[:3]]
    continued = SeededDice(SEED, dict.fromkeys(places[:3], 1))
    assert first + [continued.roll(5, 12, purpose, scope=s) for s, purpose in places[3:]] == expected


def test_counter_given_is_not_changed() -> None:
    asked = {("pub", "a"): 3}
    SeededDice(SEED, asked).roll(1, 6, "a")
    assert asked == {("pub", "a"): 3}


def test_every_part_of_the_message_matters() -> None:
    base = SeededDice(SEED).roll(64, 10, "ab").faces
    others = [
        SeededDice(bytes([1]) + SEED[1:]).roll(64, 10, "ab").faces,
        SeededDice(SEED).roll(64, 10, "ac").faces,
        SeededDice(SEED).roll(64, 10, "ab", scope="ump").faces,
        SeededDice(SEED, {("pub", "ab"): 1}).roll(64, 10, "ab").faces,
        SeededDice(SEED).roll(64, 11, "ab").faces,
        SeededDice(SEED).roll(65, 10, "ab").faces[1:],
    ]
    for other in others:
        assert sum(one != two for one, two in zip(base, other, strict=True)) >= 30


@pytest.mark.parametrize(
    ("count", "sides", "purpose", "scope"),
    [
        (0, 6, "a", "pub"),
        (-1, 6, "a", "pub"),
        (1001, 6, "a", "pub"),
        (1, 1, "a", "pub"),
        (1, 0, "a", "pub"),
        (1, 257, "a", "pub"),
        (1, 6, "", "pub"),
        (1, 6, "A", "pub"),
        (1, 6, "a b", "pub"),
        (1, 6, "a\n", "pub"),
        (1, 6, "é", "pub"),
        (1, 6, "a" * 201, "pub"),
        (1, 6, "a", ""),
        (1, 6, "a", "public"),
        (1, 6, "a", "side:"),
        (1, 6, "a", "side:Allies"),
        (1, 6, "a", "pub\n"),
    ],
)
def test_what_the_scheme_cannot_throw_is_refused_and_not_counted(
    count: int, sides: int, purpose: str, scope: str
) -> None:
    dice = SeededDice(SEED)
    with pytest.raises(ValueError):  # noqa: PT011 - each part has its own words
        dice.roll(count, sides, purpose, scope=scope)
    assert dice.roll(5, 6, "a").faces == SeededDice(SEED).roll(5, 6, "a").faces


def test_bad_purpose_is_refused_behind_good_ones_too() -> None:
    dice = SeededDice(SEED)
    dice.roll(1, 6, "a")
    with pytest.raises(ValueError, match="is not 1 to 200 characters"):
        dice.roll(1, 6, "a b")


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_seed_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SeededDice(bytes(size))


def test_seed_hash_is_not_a_hash_of_the_seed_alone() -> None:
    assert seed_hash(SEED) == sha256(b"darkseas/sha256-1/seed\0" + SEED).digest()
    assert seed_hash(SEED) != sha256(SEED).digest()


ROLLS: tuple[Roll, ...] = (Roll("a", 6, (3, 4)), Roll("b", 10, (7,), "table", "side:axis"))


def test_recorded_dice_come_back_in_order() -> None:
    dice = RecordedDice(ROLLS)
    assert dice.roll(2, 6, "a") == ROLLS[0]
    assert dice.left == ROLLS[1:]
    assert dice.roll(1, 10, "b", scope="side:axis") is ROLLS[1]
    assert dice.left == ()


@pytest.mark.parametrize(
    ("count", "sides", "purpose", "scope"),
    [(1, 6, "a", "pub"), (2, 8, "a", "pub"), (2, 6, "b", "pub"), (2, 6, "a", "ump")],
)
def test_other_dice_than_recorded_are_a_mismatch_and_stay(
    count: int, sides: int, purpose: str, scope: str
) -> None:
    dice = RecordedDice(ROLLS)
    with pytest.raises(DiceMismatch, match="but 2d6 for a"):
        dice.roll(count, sides, purpose, scope=scope)
    assert dice.left == ROLLS


def test_no_recorded_dice_left_says_what_is_needed() -> None:
    dice = RecordedDice(())
    with pytest.raises(DiceNeeded, match="2d6 for a") as caught:
        dice.roll(2, 6, "a", scope="ump")
    needed = caught.value
    assert (needed.purpose, needed.count, needed.sides, needed.scope) == ("a", 2, 6, "ump")
