"""The spotting phase: dice, what is announced, first contact, and who learns what."""

import pytest

from darkseas.engine.events import EVERYONE, DiceRolled
from darkseas.rules.dark_seas.model.events import (
    BlockSighted,
    ConfinementLifted,
    ContactMade,
    DummyRemoved,
    InitiativeTaken,
    SightingsHeld,
    SpottingWorked,
)
from darkseas.rules.dark_seas.model.orders import DeclareSightings, DummyAnswer, VoidSighting
from darkseas.rules.dark_seas.model.state import CONTACT, SIGHTED, State
from darkseas.rules.dark_seas.spotting import phase
from tests.rules.dark_seas.support.builders import (
    Placed,
    a_case,
    a_sheet,
    a_ship,
    a_side,
    a_state,
    audience_of,
    dummy,
    events,
    group,
    view_after,
)
from tests.rules.dark_seas.support.night_cases import HOLD, a_night, play

# --- dice, sums and who is called ----------------------------------------------------------------


def test_each_side_rolls_one_open_die_which_is_its_initiative_die() -> None:
    """§13, §16: the order of the sides is the sheet's."""
    case = a_case(a_night(), 2, 5)
    phase.begin(case)
    assert [(r.purpose, r.faces) for r in events(case, DiceRolled)] == [
        ("t2/spotting/ijn", (2,)),
        ("t2/spotting/allies", (5,)),
    ]
    assert audience_of(case, DiceRolled) == [EVERYONE, EVERYONE]
    (taken,) = events(case, InitiativeTaken)
    assert (taken.side, taken.dice, taken.rule) == ("ijn", {"ijn": 2, "allies": 5}, "§13")


def test_daylight_still_rolls_for_initiative() -> None:
    """DS-R30."""
    case = a_case(a_night(light="day", visibility=3), 1, 6)
    phase.begin(case)
    assert len(events(case, DiceRolled)) == 2
    assert events(case, InitiativeTaken)[0].side == "allies"


def test_sums_go_to_their_own_side_alone() -> None:
    """§16: an observer and the enemy see dice, not sums."""
    case = a_case(a_night(group("ijn-1", "0505", "kako"), group("allies-1", "0605", "helm")), 6, 6)
    phase.begin(case)
    assert audience_of(case, SpottingWorked) == [("ijn",), ("allies",)]
    assert [worked.side for worked in events(case, SpottingWorked, "allies")] == ["allies"]
    assert events(case, SpottingWorked, None) == []


def test_only_a_side_with_a_success_is_called() -> None:
    """§22c."""
    state = a_night(group("ijn-1", "0505", "kako"), group("allies-1", "0605", "helm"))
    case = a_case(state, 6, 6)
    phase.begin(case)
    assert [(w.side, w.die, w.must_declare) for w in events(case, SpottingWorked)] == [
        ("ijn", 6, True),
        ("allies", 6, False),
    ]
    assert case.state.called == ("ijn",)
    assert view_after(state, case, "allies").called == ()


def test_without_a_look_in_reach_nothing_is_worked() -> None:
    """§16f."""
    case = a_case(a_night(group("ijn-1", "0505", "kako"), group("allies-1", "1005", "helm")), 6, 6)
    phase.begin(case)
    assert events(case, SpottingWorked) == []
    assert case.state.called == ()


# --- what is announced (§16b, §16c, DS-R15, DS-R16) ----------------------------------------------

MIXED = ("helm", "hull", "quincy", "ranger", "texas", "cargo")
TOLD = {
    1: {},
    2: {"ABCD": 5, "M": 1},
    3: {"ABCD": 5, "M": 1},
    4: {"D": 2, "ABC": 3, "M": 1},
    5: {"D": 2, "ABC": 3, "M": 1},
    6: {"D": 2, "C": 1, "B": 1, "A": 1, "M": 1},
}


@pytest.mark.parametrize("range_hexes", range(4))
@pytest.mark.parametrize("training", range(1, 7))
def test_report_by_training_and_range(training: int, range_hexes: int) -> None:
    """§16b, §16c, DS-R16, DS-R18: the number always, classes by training less range."""
    blocks = group("ijn-1", "0505", "kako"), group("allies-1", f"{5 + range_hexes:02}05", *MIXED)
    case = play(a_night(*blocks, training=training, keen=8, visibility=3), HOLD)
    level = max(1, training - range_hexes)
    assert events(case, BlockSighted) == [
        BlockSighted("allies-1", "ijn", range_hexes, level, 6, TOLD[level], "DS-R16")
    ]
    assert case.state.reports["allies-1"].classes == tuple(sorted(TOLD[level].items()))


@pytest.mark.parametrize(("training", "level"), [(1, 3), (3, 5), (4, 6), (5, 6), (6, 6)])
def test_daylight_report_is_two_levels_better(training: int, level: int) -> None:
    """§23b.vi: at most the best."""
    blocks = group("ijn-1", "0505", "kako"), group("allies-1", "0505", *MIXED)
    case = play(a_night(*blocks, training=training, light="day"), HOLD, ("allies", DeclareSightings()))
    report = next(told for told in events(case, BlockSighted) if told.block == "allies-1")
    assert (report.level, report.classes) == (level, TOLD[level])


def test_report_counts_ships_afloat_and_leaves_empty_groups_out() -> None:
    """DS-R16."""
    blocks = group("ijn-1", "0505", "kako"), group("allies-1", "0505", "helm", "hull", "quincy")
    state = a_night(*blocks, training=6)
    state.plights["quincy"] = state.plights["quincy"]._replace(sunk=1)
    (report,) = events(play(state, HOLD), BlockSighted)
    assert (report.ships, report.classes) == (2, {"D": 2})


def test_best_report_of_several_sighters_is_given() -> None:
    """DS-R16: the nearest; which block it was is not said."""
    state = a_night(
        group("ijn-1", "0505", "kako"), group("ijn-2", "0605", "aoba"), group("ijn-3", "0405", "kinu"),
        group("allies-1", "0605", "quincy", "helm"), training=6, visibility=2,
    )  # fmt: skip
    (report,) = events(play(state, HOLD), BlockSighted)
    assert (report.by, report.range_hexes, report.level, report.classes) == ("ijn", 0, 6, {"C": 1, "D": 1})


def test_next_best_report_is_given_when_the_best_is_void() -> None:
    """DS-R16, §22c."""
    state = a_night(
        group("ijn-1", "0505", "kako"), group("ijn-2", "0605", "aoba"),
        group("allies-1", "0605", "quincy", "helm"), training=6,
    )  # fmt: skip
    case = play(state, ("ijn", DeclareSightings(void=(VoidSighting("ijn-2", "allies-1"),))))
    (report,) = events(case, BlockSighted)
    assert (report.range_hexes, report.level) == (1, 5)


def test_radar_contact_tells_nothing_but_presence() -> None:
    """§16f, DS-R15: spotted, no report, no sighting to attack by."""
    state = a_night(group("ijn-1", "0505", "kako"), group("allies-1", "0705", "helm"), radar=2)
    case = play(state, HOLD)
    assert events(case, ContactMade) == [ContactMade("allies-1", "ijn", 2, "DS-R15")]
    assert events(case, BlockSighted) == []
    assert case.state.blocks["allies-1"].spotted == CONTACT
    assert case.state.reports == {}
    assert case.state.contacts == {"ijn-1": ("allies-1",)}
    assert case.state.sightings == {}


def test_sighting_outranks_contact() -> None:
    """DS-R15."""
    state = a_night(
        group("ijn-1", "0505", "kako"),
        group("ijn-2", "0605", "aoba"),
        group("allies-1", "0705", "helm"),
        radar=2,
    )
    case = play(state, HOLD)
    assert events(case, ContactMade) == []
    assert case.state.blocks["allies-1"].spotted == SIGHTED


def test_announcements_are_open_to_everybody() -> None:
    """§16b."""
    state = a_night(
        group("ijn-1", "0505", "kako"), group("allies-1", "0605", "helm"),
        group("allies-2", "0705", "hull"), dummy("allies-3", "0605", "allies"), radar=2,
    )  # fmt: skip
    case = play(state, HOLD)
    for kind in (BlockSighted, ContactMade, DummyRemoved):
        assert audience_of(case, kind) == [EVERYONE]
    assert audience_of(case, SightingsHeld) == [("ijn",)]


def test_both_sides_may_sight_each_other() -> None:
    """§16."""
    state = a_night(group("ijn-1", "0505", "kako"), group("allies-1", "0505", "helm"), spotting_modifier=4)
    case = play(state, ("allies", DeclareSightings()), HOLD, ijn=3, allies=3)
    assert [(told.block, told.by) for told in events(case, BlockSighted)] == [
        ("allies-1", "ijn"),
        ("ijn-1", "allies"),
    ]


# --- first contact -------------------------------------------------------------------------------


def a_sound(*blocks: Placed, **changes) -> State:
    """Allies confined to a sound, who see everything next to them."""
    return a_night(*blocks, confined="sound", areas={"sound": ["0505"]}, spotting_modifier=6, **changes)


def test_spotting_an_enemy_frees_a_confined_side_once() -> None:
    """§7: first contact."""
    state = a_sound(
        group("allies-1", "0505", "helm"), group("ijn-1", "0505", "kako"), group("ijn-2", "0505", "aoba")
    )
    case = play(state, HOLD, ("allies", DeclareSightings()))
    assert events(case, ConfinementLifted) == [ConfinementLifted("allies", "sound", "spotted")]
    assert audience_of(case, ConfinementLifted) == [EVERYONE]
    assert case.state.contact_made == {"ijn": False, "allies": True}
    phase.lift_confinement(case, "allies", "attacked")
    assert len(events(case, ConfinementLifted)) == 1


def test_being_spotted_frees_nobody() -> None:
    """§7: the side itself must spot, or be attacked."""
    state = a_sound(group("allies-1", "0505", "helm"), group("ijn-1", "0505", "kako"))
    case = play(state, HOLD, ("allies", DeclareSightings(void=(VoidSighting("allies-1", "ijn-1"),))))
    assert case.state.blocks["allies-1"].spotted == SIGHTED
    assert events(case, ConfinementLifted) == []
    phase.lift_confinement(case, "allies", "attacked")
    assert events(case, ConfinementLifted) == [ConfinementLifted("allies", "sound", "attacked")]


def test_spotting_a_dummy_frees_nobody() -> None:
    """§7, §22b: a dummy is no ship."""
    state = a_sound(group("allies-1", "0505", "helm"), dummy("ijn-1", "0505", "ijn"))
    case = play(
        state, ("ijn", DeclareSightings(dummies=(DummyAnswer("ijn-1"),))), ("allies", DeclareSightings())
    )
    assert [removed.rule for removed in events(case, DummyRemoved)] == ["§22b"]
    assert events(case, ConfinementLifted) == []


def test_side_without_an_area_has_nothing_lifted() -> None:
    """§7."""
    case = a_case(a_sound())
    phase.lift_confinement(case, "ijn", "attacked")
    assert case.facts == []


def test_radar_contact_frees_a_confined_side() -> None:
    """§7, DS-R15: a contact is an enemy spotted, though not sighted."""
    ijn = a_side("ijn", a_ship("kako", "C", radar=2), training=5, confined_to="sound")
    sheet = a_sheet(ijn, a_side("allies", a_ship("helm"), training=1), areas={"sound": ["0505"]})
    state = a_state(sheet, group("ijn-1", "0505", "kako"), group("allies-1", "0705", "helm"))
    case = play(state, HOLD)
    assert events(case, BlockSighted) == []
    assert events(case, ConfinementLifted) == [ConfinementLifted("ijn", "sound", "spotted")]
