"""What costs a side nothing is bounded while the battle stays where it is."""

import pytest

from darkseas.engine.events import (
    DrawDeclined,
    DrawOffered,
    OrderWithdrawn,
    PhaseBegan,
    PlotsRevealed,
    TurnBegan,
)
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.play.free_actions import MOST, Repeats, may_still, refuse_repeated, repeats_after

DEEDS = (DrawOffered("red"), OrderWithdrawn("red", "plot"))


def often(deed: object, count: int) -> Repeats:
    """What is known behind a deed done so often."""
    repeats: Repeats = ()
    for _ in range(count):
        repeats = repeats_after(repeats, deed)
        repeats = repeats_after(repeats, DrawDeclined("red"))
    return repeats


@pytest.mark.parametrize("deed", DEEDS)
def test_deed_is_refused_once_it_was_done_as_often_as_it_may(deed: DrawOffered | OrderWithdrawn) -> None:
    most = MOST[type(deed)]
    refuse_repeated(often(deed, most - 1), [deed])
    with pytest.raises(IllegalOrder, match=r"already|times") as refused:
        refuse_repeated(often(deed, most), [deed])
    assert refused.value.field == "order"
    assert not may_still(often(deed, most), "red", type(deed))


@pytest.mark.parametrize("deed", DEEDS)
def test_other_side_and_other_deeds_are_free(deed: DrawOffered | OrderWithdrawn) -> None:
    done = often(deed, 9)
    assert may_still(done, "blue", type(deed))
    refuse_repeated(done, [DrawDeclined("red")])
    assert all(may_still(done, "red", kind) for kind in MOST if kind is not type(deed))


@pytest.mark.parametrize(
    "event", [TurnBegan(2), PhaseBegan("fire", "Fire", "T-2"), PlotsRevealed("plot", ("red", "blue"), "T-1")]
)
def test_all_are_free_again_once_the_battle_has_gone_on(event: object) -> None:
    for deed in DEEDS:
        refuse_repeated(repeats_after(often(deed, 9), event), [deed])
