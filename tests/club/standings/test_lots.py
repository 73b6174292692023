"""Lots: drawn from a seed, checked against the hash that was shown, the same for everybody."""

from hashlib import sha256

import pytest

from darkseas.club.standings.outcomes import Competition, Entrant
from darkseas.club.standings.outcomes_by_entrant import field_of
from darkseas.club.standings.ranking import standings
from darkseas.club.standings.tie_breaks.lots import drawn_lots, lot
from tests.club.standings.competitions import SEED, competition


def test_lot_and_hash_are_as_described() -> None:
    assert lot(SEED, "Ghormley") == sha256(b"darkseas/lot-1\0" + SEED + b"Ghormley").digest()


def test_draw_of_this_seed() -> None:
    """Worked out with sha256sum: the lots of A to D begin with these bytes."""
    heads = {name: lot(SEED, name)[:2].hex() for name in "ABCD"}
    assert heads == {"A": "f849", "B": "c144", "C": "621b", "D": "97b1"}
    field = field_of(competition("ABCD"))
    assert drawn_lots(field, ("A", "B", "C", "D")) == {"A": 4, "B": 3, "C": 1, "D": 2}


def test_order_of_two_is_the_same_whoever_else_has_entered() -> None:
    few, many = competition("AB", tie_breaks=["lots"]), competition("ABCDEFG", tie_breaks=["lots"])
    order = [row.entrant for row in standings(many)]
    assert [row.entrant for row in standings(few)] == [each for each in order if each in "AB"]


def test_another_seed_draws_another_order() -> None:
    orders = {
        tuple(
            row.entrant
            for row in standings(
                Competition(
                    tuple(Entrant(name) for name in "ABCDEFGH"), (), ("lots",), lot_seed=bytes([number]) * 32
                )
            )
        )
        for number in range(20)
    }
    assert len(orders) == 20


def test_lots_without_a_seed_are_refused() -> None:
    with pytest.raises(ValueError, match="fixed before the start"):
        standings(Competition((Entrant("A"), Entrant("B")), (), ("lots",)))


def test_short_seed_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 3"):
        lot(b"abc", "A")
