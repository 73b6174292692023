"""Values of order forms in words: blocks, ships, batteries, hexes, plain answers, as the side knows them."""

import pytest

from darkseas.engine.orders import Choice, Course, Fixed, Several
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import ValueWords
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.model.state import Report, ShipStatus, State
from tests.rules.dark_seas.support.builders import (
    a_battery,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    dummy,
    group,
    hexes,
    single,
    view_of,
)


def a_view() -> State:
    """Kako and Aoba in a group, Yubari alone and a dummy; of the allies a report and an unknown block."""
    ships = [a_ship(key, "C", a_battery("C", 8, 6, 3, 2)) for key in ("kako", "aoba", "yubari")]
    scenario = a_scenario(a_side("ijn", *ships), a_side("allies", a_ship("quincy", "C"), a_ship("helm", "D")))
    state = a_state(
        scenario,
        group("ijn-1", "0505", "kako", "aoba"),
        single("ijn-2", "0606", "yubari"),
        dummy("ijn-3", "0707", "ijn"),
        group("allies-1", "0506", "quincy"),
        group("allies-2", "0806", "helm"),
    )
    state.reports["allies-1"] = Report(3, (("ABC", 2), ("D", 1)), 1)
    state.ship_status["kako"] = ShipStatus(damaged=True, salvoes=1, loaded=False)
    state.smoke = dict.fromkeys(hexes("0606"), ("ijn",))
    return view_of(state, "ijn")


def words_of(value: Json, subject: str, name: str = "block") -> ValueWords:
    return SYSTEM.words(a_view(), "ijn", Choice(name, "", (value,), subject=subject), value)  # type: ignore[arg-type]


def test_own_blocks_are_called_by_their_name_and_their_ships() -> None:
    """§4: with what has befallen each ship, and where the block is."""
    words = words_of("ijn-1", "piece")
    assert words.help == "Kako (damaged, torpedoes spent) and Aoba; in 0505"
    assert words.focus == ("ijn-1", "0505")
    assert words_of("ijn-2", "piece").short == "Yubari"
    assert words_of("ijn-3", "piece").short == "Dummy (ijn-3)"


def test_enemy_blocks_are_called_by_what_was_announced() -> None:
    """§16b, DS-R16: classes as reported; nothing of a block that nobody has sighted."""
    reported = words_of("allies-1", "piece")
    assert reported.short.endswith("task group (allies-1)")
    assert reported.help == "3 ships: two larger warships and one destroyer; in 0506"
    unknown = words_of("allies-2", "piece")
    assert unknown.short.endswith("block (allies-2)")
    assert unknown.help == "in 0806"


def test_own_blocks_in_a_hex_are_not_named_as_who_is_aimed_at() -> None:
    view = a_view()
    view.blocks["allies-1"] = view.blocks["allies-1"]._replace(hex=view.blocks["ijn-1"].hex)
    blank = Fixed("target", "0505", "place")
    there = SYSTEM.words(view, "ijn", blank, "0505").help
    assert there.startswith(words_of("allies-1", "piece").short)
    assert there.endswith(f"; own there: {words_of('ijn-1', 'piece').short}")


def test_ships_and_batteries_are_called_by_name() -> None:
    assert words_of("kako", "crew").short == "Kako"
    assert words_of("kako", "crew").help.endswith("damaged")
    mount: Json = {"ship": "aoba", "battery": 0}
    gun = words_of(mount, "mount")
    assert (gun.short, gun.help, gun.focus) == ("Aoba, main battery", "C 8-6-3-2 at ranges 0 to 3", ("aoba",))


def test_second_guns_and_torpedoes_are_told_apart() -> None:
    """§5, §18k: reloads are said, since torpedoes are spent."""
    tubes = a_battery("T", 9, 4, reload="R")
    ship = a_ship("chokai", "C", a_battery("C", 8, 6), a_battery("D", 3, 1), a_battery("D", 2, 1), tubes)
    scenario = a_scenario(a_side("ijn", ship), a_side("allies", a_ship("helm", "D")))
    view = view_of(a_state(scenario, group("ijn-1", "0505", "chokai")), "ijn")
    mounts: tuple[Json, ...] = tuple({"ship": "chokai", "battery": place} for place in range(4))
    blank = Several("mounts", "Batteries", mounts, subject="mount")
    told = [SYSTEM.words(view, "ijn", blank, mount) for mount in mounts]
    assert [words.short for words in told] == [
        "Chokai, main battery",
        "Chokai, secondary battery",
        "Chokai, secondary battery 2",
        "Chokai, torpedoes",
    ]
    assert told[3].help == "T 9-4-0-0 at ranges 0 to 3; they can be reloaded once"


def test_hexes_say_who_is_there_and_edges_that_they_are_for_good() -> None:
    """§15d, §18l."""
    assert words_of("0606", "place").help == "own there: Yubari; smoke"
    assert words_of("0506", "place").help.endswith(
        "task group (allies-1) with 3 ships: two larger warships and one destroyer"
    )
    assert words_of("0909", "place") == ValueWords("0909", focus=("0909",))
    course = Course("path", "Way", "0004", 2, ())
    west = SYSTEM.words(a_view(), "ijn", course, "west")
    assert (west.short, west.rule) == ("Off the map over the west edge", "§15d")


@pytest.mark.parametrize(
    ("name", "value", "short"),
    [
        ("speed", 0, "Stopped"),
        ("speed", 3, "Speed 3"),
        ("classes", "", "Any class"),
        ("classes", "ABC", "Larger warships (A, B, C)"),
        ("classes", "M", "Merchantmen (M)"),
        ("together", True, "Same target"),
        ("together", False, "Separate targets"),
        ("keep_out", True, "Kept out"),
        ("keep_out", False, "Put back"),
        ("name", "", "As single ships"),
        ("name", "Detachment 1", "As Detachment 1"),
        ("answer", "void", "Its sightings are void"),
        ("answer", "remove", "It goes"),
    ],
)
def test_plain_answers_have_words_of_their_own(name: str, value: Json, short: str) -> None:
    """§10, §11, §18g, §22c, DS-R19, DS-R20, DS-R31: each with a line of help and its rule."""
    words = words_of(value, "word", name)
    assert words.short == short
    assert words.help
    assert words.rule


def test_fixed_names_and_lists_of_ships_are_said_as_they_are() -> None:
    assert SYSTEM.words(a_view(), "ijn", Fixed("name", "Heavy"), "Heavy").short == "Heavy"
    ships: Json = ["kako", "aoba"]
    told = SYSTEM.words(a_view(), "ijn", Fixed("ships", ships, "crew"), ships)
    assert (told.short, told.focus) == ("Kako and Aoba", ("kako", "aoba"))
