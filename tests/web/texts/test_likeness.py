"""Which names a new one may be a slip of."""

import pytest

from darkseas.web.texts.likeness import near


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
