"""What a guide says, and to whom: by order, side, turn and what the form offers."""

import pytest

from darkseas.engine.orders import Choice, Fixed, OrderForm, Row, Rows, Several
from darkseas.engine.scenario.spec import GuideEntry, ScenarioSpec
from darkseas.engine.scenario.tutorial import advice_for

#: What holds where nothing does.
NEVER: frozenset[str] = frozenset()

GUIDE = (
    GuideEntry("toy.move", "Whoever moves."),
    GuideEntry("toy.move", "Red, whenever it moves.", side="red"),
    GuideEntry("toy.move", "Everybody in turn 2.", turn=2),
    GuideEntry("toy.place", "Set up.", turn=0),
    GuideEntry("toy.place", "Placed later.", turn=3),
)
SPEC = ScenarioSpec("first", "First", "toy", (), guide=GUIDE)


@pytest.mark.parametrize(
    ("side", "turn", "order", "texts"),
    [
        ("red", 1, "toy.move", ["Whoever moves.", "Red, whenever it moves."]),
        ("blue", 1, "toy.move", ["Whoever moves."]),
        ("blue", 2, "toy.move", ["Whoever moves.", "Everybody in turn 2."]),
        ("blue", 0, "toy.place", ["Set up."]),
        ("blue", 1, "toy.place", []),
    ],
)
def test_guide_speaks_to_who_is_asked(side: str, turn: int, order: str, texts: list[str]) -> None:
    assert [
        entry.text for entry in advice_for(SPEC, side, turn, OrderForm(order, "", ""), NEVER.__contains__)
    ] == texts


FIRE = ScenarioSpec(
    "fire",
    "Fire",
    "toy",
    (),
    guide=(
        GuideEntry("toy.fire", "Fire with Chicago.", offers=("chicago",)),
        GuideEntry("toy.fire", "Only others may fire.", offers=("attacks",), lacks=("chicago",)),
        GuideEntry("toy.fire", "Nobody is in range.", lacks=("attacks",)),
        GuideEntry("toy.fire", "Look at 0503.", offers=("0503", "0504")),
    ),
)


def attack(ship: str, target: str) -> Row:
    """A line of a form: mounts of a ship that may fire at a hex."""
    mounts = Several("mounts", "Batteries", ({"ship": ship, "battery": 0},))
    return (Fixed("target", target), mounts, Choice("together", "Together", (True, False)))


@pytest.mark.parametrize(
    ("rows", "texts"),
    [
        ((attack("chicago", "0503"),), ["Fire with Chicago.", "Look at 0503."]),
        ((attack("bagley", "0606"),), ["Only others may fire."]),
        ((attack("bagley", "0606"), attack("chicago", "0606")), ["Fire with Chicago."]),
        ((), ["Nobody is in range."]),
    ],
)
def test_guide_says_only_what_the_form_bears_out(rows: tuple[Row, ...], texts: list[str]) -> None:
    form = OrderForm("toy.fire", "Fire", "T-1", (Rows("attacks", "Attacks", rows),))
    assert [entry.text for entry in advice_for(FIRE, "red", 1, form, NEVER.__contains__)] == texts
