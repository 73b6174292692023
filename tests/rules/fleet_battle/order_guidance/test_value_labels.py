"""Values of order forms in words: cards, groups, dice."""

from darkseas.engine.orders import Choice, Fixed, Several
from darkseas.engine.system import ValueWords
from darkseas.rules.fleet_battle import SYSTEM
from tests.rules.fleet_battle.support import a_battle


def test_cards_are_called_by_name_with_type_dice_defence_and_place() -> None:
    """FB-1, FB-6, FB-7: defence as it is now, with what others add."""
    table = a_battle(
        {"u1": "u-boat", "b1": "battleship", "d1": "destroyer"}, {"k1": "battleship"}, carriers=("d1",)
    )
    blank = Several("carrier_group", "", ("d1", "u1"), subject="card")
    view = table.view("a")
    assert SYSTEM.words(view, "a", blank, "d1").help.endswith("in the carrier group")
    u_boat = SYSTEM.words(view, "a", blank, "u1")
    assert (u_boat.short, u_boat.focus) == ("U1", ("u1",))
    assert u_boat.help == f"u-boat; 2d10, defence {table.defence('u1')}; submerged"
    both = SYSTEM.words(view, "a", Fixed("carrier_group", ["d1", "u1"], "card"), ["d1", "u1"])
    assert (both.short, both.focus) == ("D1 and U1", ("d1", "u1"))


def test_groups_dice_and_leaving_have_words_of_their_own() -> None:
    """FB-4, FB-8, FB-H7."""
    view = a_battle({"b1": "battleship"}, {"k1": "battleship"}).view("a")

    def words_of(name: str, value: str | int | bool) -> ValueWords:
        return SYSTEM.words(view, "a", Choice(name, "", (value,)), value)

    assert words_of("to", "carrier").short == "To the carrier group"
    assert words_of("to", "carrier").rule == "FB-11"
    assert words_of("to", "battle").short == "To the battle group"
    assert words_of("die", 2).short == "Die 2"
    assert words_of("retreat", True).rule == "FB-H7"
