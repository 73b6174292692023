"""Which names a new one may be a slip of."""

from cProfile import Profile
from random import Random

import pytest

from darkseas.web.texts.similar_names import near


@pytest.mark.parametrize(
    "slip",
    ["Steac", "Stek", "Steaks", "Staek", "Tteak"],
    ids=["wrong", "missing", "many", "exchanged", "first"],
)
def test_one_slip_is_found_in_a_short_name(slip: str) -> None:
    assert near(slip, ["Savo", "Steak", "Narvik"]) == ("Steak",)


def test_slips_of_four_letters_are_found_and_others_are_not() -> None:
    assert near("Sawo", ["Savo"]) == ("Savo",)
    assert near("Swao", ["Savo"]) == ()
    assert near("Avo", ["Ava"]) == ()
    assert near("Mikava", ["Mikawa", "Tanaka"]) == ("Mikawa",)


def test_names_made_of_the_same_letters_cost_little() -> None:
    """Letter by letter with all of them it takes fifty million calls: these are counted, not seconds."""
    chance = Random(1)
    pieces = [chr(ord("a") + number % 26) + chr(ord("a") + number // 2) for number in range(40)]
    names = ["".join(chance.sample(pieces, len(pieces))) for _ in range(450)]
    profile = Profile()
    found = profile.runcall(lambda: [near(name, names[150:]) for name in names[:150]])
    assert found == [()] * 150
    assert sum(entry.callcount for entry in profile.getstats()) < 3_000_000
    assert near(names[200][:-1], names) == (names[200],)


def test_the_likeliest_of_many_is_found_among_those_that_share_pairs() -> None:
    crowd = [
        f"{first}{last}" for first in ("Kara", "Kora", "Kira") for last in ("maru", "mura", "moro", "miru")
    ]
    assert near("Koramaro", [*crowd, "Koramari"])[0] in ("Koramaru", "Koramoro", "Koramari")
    assert near("Kentcuky", [*crowd, "Kentucky"]) == ("Kentucky",)


def test_letters_that_look_alike_are_the_same_letters() -> None:
    assert near("ɑlıce", ["Alice", "Bob"]) == ("Alice",)
