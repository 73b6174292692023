"""H-2: the comparison of worlds has teeth: each of these leaks, planted alone, is noticed where it is."""

import pytest

from .answers import Part, differences
from .planted import EARLY, PLANTED
from .viewers import OWNER
from .worlds import coves_with

pytestmark = pytest.mark.django_db

#: Blue has plotted or not. In the other pairs somebody else goes on for the opponent, or for blue.
PAIR = coves_with(0, (None, (3, 2)))
PAIR_OF = {"member_data": coves_with(3, (None, (3, 2))), "seats": coves_with(9, (None, (3, 2)))}


@pytest.mark.slow
@pytest.mark.parametrize("leak", PLANTED)
def test_h2_planted_leak_is_noticed(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, who, address = PLANTED[leak]
    if leak in EARLY:
        plant(monkeypatch)
    found = differences(
        PAIR_OF.get(address, PAIR), Part((who,), (address,)), plant if leak not in EARLY else None
    )
    assert found
    assert all(label.startswith(f"{who}: {address}") for label in found)


@pytest.mark.slow
@pytest.mark.parametrize("who", sorted({who for _, who, _ in PLANTED.values()}))
def test_h2_without_a_leak_nothing_is_noticed(who: str) -> None:
    """The same worlds and addresses as above, and no difference."""
    for address in dict.fromkeys(place for _, whose, place in PLANTED.values() if whose == who):
        assert differences(PAIR_OF.get(address, PAIR), Part((who,), (address,))) == []


def test_h2_who_may_know_the_secret_sees_it() -> None:
    addresses = ("battles-api:events", "battles-api:unsent", "chat", "orders")
    found = differences(PAIR, Part((OWNER,), addresses))
    assert {label.split()[1] for label in found} == set(addresses)


def test_h2_there_are_enough_leaks() -> None:
    assert len(PLANTED) >= 25
    assert len({(who, address) for _, who, address in PLANTED.values()}) >= 20
