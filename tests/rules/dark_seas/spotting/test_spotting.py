"""The spotting phase: dice, what is announced, first contact, and who learns what."""

from typing import Any

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
    a_scenario,
    a_ship,
    a_side,
    a_state,
    an_adjudication,
    audience_of,
    dummy,
    events,
    group,
    view_after,
)
from tests.rules.dark_seas.support.every_case import every_case
from tests.rules.dark_seas.support.night_cases import HOLD, night_case, play

# --- dice, sums and who is called ----------------------------------------------------------------


def test_each_side_rolls_one_open_die_which_is_its_initiative_die() -> None:
    """§13, §16: the order of the sides is the scenario's."""
    adjudication = an_adjudication(night_case(), 2, 5)
    phase.begin(adjudication)
    assert [(r.purpose, r.faces) for r in events(adjudication, DiceRolled)] == [
        ("t2/spotting/ijn", (2,)),
        ("t2/spotting/allies", (5,)),
    ]
    assert audience_of(adjudication, DiceRolled) == [EVERYONE, EVERYONE]
    (taken,) = events(adjudication, InitiativeTaken)
    assert (taken.side, taken.dice, taken.rule) == ("ijn", {"ijn": 2, "allies": 5}, "§13")


def test_daylight_still_rolls_for_initiative() -> None:
    """DS-R30."""
    adjudication = an_adjudication(night_case(light="day", visibility=3), 1, 6)
    phase.begin(adjudication)
    assert len(events(adjudication, DiceRolled)) == 2
    assert events(adjudication, InitiativeTaken)[0].side == "allies"


def test_sums_go_to_their_own_side_alone() -> None:
    """§16: an observer and the enemy see dice, not sums."""
    adjudication = an_adjudication(
        night_case(group("ijn-1", "0505", "kako"), group("allies-1", "0605", "helm")), 6, 6
    )
    phase.begin(adjudication)
    assert audience_of(adjudication, SpottingWorked) == [("ijn",), ("allies",)]
    assert [worked.side for worked in events(adjudication, SpottingWorked, "allies")] == ["allies"]
    assert events(adjudication, SpottingWorked, None) == []


def test_only_a_side_with_a_success_is_called() -> None:
    """§22c."""
    state = night_case(group("ijn-1", "0505", "kako"), group("allies-1", "0605", "helm"))
    adjudication = an_adjudication(state, 6, 6)
    phase.begin(adjudication)
    assert [(w.side, w.die, w.must_declare) for w in events(adjudication, SpottingWorked)] == [
        ("ijn", 6, True),
        ("allies", 6, False),
    ]
    assert adjudication.state.called == ("ijn",)
    assert view_after(state, adjudication, "allies").called == ()


def test_without_an_attempt_in_reach_nothing_is_worked() -> None:
    """§16f."""
    adjudication = an_adjudication(
        night_case(group("ijn-1", "0505", "kako"), group("allies-1", "1005", "helm")), 6, 6
    )
    phase.begin(adjudication)
    assert events(adjudication, SpottingWorked) == []
    assert adjudication.state.called == ()


# --- what is announced (§16b, §16c, DS-R15, DS-R16) ----------------------------------------------

MIXED = ("helm", "hull", "quincy", "ranger", "texas", "cargo")
CLASSES_REPORTED = {
    1: {},
    2: {"ABCD": 5, "M": 1},
    3: {"ABCD": 5, "M": 1},
    4: {"D": 2, "ABC": 3, "M": 1},
    5: {"D": 2, "ABC": 3, "M": 1},
    6: {"D": 2, "C": 1, "B": 1, "A": 1, "M": 1},
}


@every_case([(training, range_hexes) for training in range(1, 7) for range_hexes in range(4)])
def test_report_by_training_and_range(training: int, range_hexes: int) -> None:
    """§16b, §16c, DS-R16, DS-R18: the number always, classes by training less range."""
    blocks = group("ijn-1", "0505", "kako"), group("allies-1", f"{5 + range_hexes:02}05", *MIXED)
    adjudication = play(night_case(*blocks, training=training, keen=8, visibility=3), HOLD)
    level = max(0, training - range_hexes)
    classes = CLASSES_REPORTED[max(1, level)]
    assert events(adjudication, BlockSighted) == [
        BlockSighted("allies-1", "ijn", range_hexes, level, 6, classes, "DS-R16")
    ]
    assert adjudication.state.reports["allies-1"].classes == tuple(sorted(classes.items()))


@pytest.mark.parametrize(("training", "level"), [(1, 3), (3, 5), (4, 6), (5, 6), (6, 6)])
def test_daylight_report_is_two_levels_better(training: int, level: int) -> None:
    """§23b.vi: at most the best."""
    blocks = group("ijn-1", "0505", "kako"), group("allies-1", "0505", *MIXED)
    adjudication = play(
        night_case(*blocks, training=training, light="day"), HOLD, ("allies", DeclareSightings())
    )
    report = next(told for told in events(adjudication, BlockSighted) if told.block == "allies-1")
    assert (report.level, report.classes) == (level, CLASSES_REPORTED[level])


def test_report_counts_ships_afloat_and_leaves_empty_groups_out() -> None:
    """DS-R16."""
    blocks = group("ijn-1", "0505", "kako"), group("allies-1", "0505", "helm", "hull", "quincy")
    state = night_case(*blocks, training=6)
    state.ship_status["quincy"] = state.ship_status["quincy"]._replace(sunk=1)
    (report,) = events(play(state, HOLD), BlockSighted)
    assert (report.ships, report.classes) == (2, {"D": 2})


def test_best_report_of_several_sighters_is_given() -> None:
    """DS-R16: the nearest; which block it was is not said."""
    state = night_case(
        group("ijn-1", "0505", "kako"), group("ijn-2", "0605", "aoba"), group("ijn-3", "0405", "kinu"),
        group("allies-1", "0605", "quincy", "helm"), training=6, visibility=2,
    )  # fmt: skip
    (report,) = events(play(state, HOLD), BlockSighted)
    assert (report.by, report.range_hexes, report.level, report.classes) == ("ijn", 0, 6, {"C": 1, "D": 1})


def test_next_best_report_is_given_when_the_best_is_void() -> None:
    """DS-R16, §22c."""
    state = night_case(
        group("ijn-1", "0505", "kako"), group("ijn-2", "0605", "aoba"),
        group("allies-1", "0605", "quincy", "helm"), training=6,
    )  # fmt: skip
    adjudication = play(state, ("ijn", DeclareSightings(void=(VoidSighting("ijn-2", "allies-1"),))))
    (report,) = events(adjudication, BlockSighted)
    assert (report.range_hexes, report.level) == (1, 5)


def test_radar_contact_tells_nothing_but_presence() -> None:
    """§16f, DS-R15: spotted, no report, no sighting to attack by."""
    state = night_case(group("ijn-1", "0505", "kako"), group("allies-1", "0705", "helm"), radar=2)
    adjudication = play(state, HOLD)
    assert events(adjudication, ContactMade) == [ContactMade("allies-1", "ijn", 2, "DS-R15")]
    assert events(adjudication, BlockSighted) == []
    assert adjudication.state.blocks["allies-1"].spotted == CONTACT
    assert adjudication.state.reports == {}
    assert adjudication.state.contacts == {"ijn-1": ("allies-1",)}
    assert adjudication.state.sightings == {}


def test_sighting_outranks_contact() -> None:
    """DS-R15."""
    state = night_case(
        group("ijn-1", "0505", "kako"),
        group("ijn-2", "0605", "aoba"),
        group("allies-1", "0705", "helm"),
        radar=2,
    )
    adjudication = play(state, HOLD)
    assert events(adjudication, ContactMade) == []
    assert adjudication.state.blocks["allies-1"].spotted == SIGHTED


def test_announcements_are_open_to_everybody() -> None:
    """§16b."""
    state = night_case(
        group("ijn-1", "0505", "kako"), group("allies-1", "0605", "helm"),
        group("allies-2", "0705", "hull"), dummy("allies-3", "0605", "allies"), radar=2,
    )  # fmt: skip
    adjudication = play(state, HOLD)
    for kind in (BlockSighted, ContactMade, DummyRemoved):
        assert audience_of(adjudication, kind) == [EVERYONE]
    assert audience_of(adjudication, SightingsHeld) == [("ijn",)]


def test_both_sides_may_sight_each_other() -> None:
    """§16."""
    state = night_case(group("ijn-1", "0505", "kako"), group("allies-1", "0505", "helm"), spotting_modifier=4)
    adjudication = play(state, ("allies", DeclareSightings()), HOLD, ijn=3, allies=3)
    assert [(told.block, told.by) for told in events(adjudication, BlockSighted)] == [
        ("allies-1", "ijn"),
        ("ijn-1", "allies"),
    ]


# --- first contact -------------------------------------------------------------------------------


def a_sound(*blocks: Placed, **changes: Any) -> State:
    """Allies confined to a sound, who see everything next to them."""
    return night_case(*blocks, confined="sound", areas={"sound": ["0505"]}, spotting_modifier=6, **changes)


def test_spotting_an_enemy_frees_a_confined_side_once() -> None:
    """§7: first contact."""
    state = a_sound(
        group("allies-1", "0505", "helm"), group("ijn-1", "0505", "kako"), group("ijn-2", "0505", "aoba")
    )
    adjudication = play(state, HOLD, ("allies", DeclareSightings()))
    assert events(adjudication, ConfinementLifted) == [ConfinementLifted("allies", "sound", "spotted")]
    assert audience_of(adjudication, ConfinementLifted) == [EVERYONE]
    assert adjudication.state.contact_made == {"ijn": False, "allies": True}
    phase.lift_confinement(adjudication, "allies", "attacked")
    assert len(events(adjudication, ConfinementLifted)) == 1


def test_being_spotted_frees_nobody() -> None:
    """§7, DS-R40: the side itself must spot, or be attacked."""
    state = a_sound(group("allies-1", "0505", "helm"), group("ijn-1", "0505", "kako"))
    adjudication = play(state, HOLD, ("allies", DeclareSightings(void=(VoidSighting("allies-1", "ijn-1"),))))
    assert adjudication.state.blocks["allies-1"].spotted == SIGHTED
    assert events(adjudication, ConfinementLifted) == []
    phase.lift_confinement(adjudication, "allies", "attacked")
    assert events(adjudication, ConfinementLifted) == [ConfinementLifted("allies", "sound", "attacked")]


def test_scenario_may_say_what_frees_a_side() -> None:
    """DS-R40: here being spotted does, and spotting does not."""
    allies = a_side("allies", a_ship("helm"), training=1, confined_to="sound", freed_by=("was_spotted",))
    scenario = a_scenario(
        a_side("ijn", a_ship("kako", "C"), training=5), allies, areas={"sound": ["0505"]}, visibility=1
    )
    state = a_state(scenario, group("ijn-1", "0505", "kako"), group("allies-1", "0505", "helm"))
    adjudication = play(state, HOLD)
    assert events(adjudication, ConfinementLifted) == [ConfinementLifted("allies", "sound", "was_spotted")]
    adjudication = an_adjudication(state)
    phase.lift_confinement(adjudication, "allies", "spotted")
    assert adjudication.facts == []


def test_spotting_a_dummy_frees_nobody() -> None:
    """§7, §22b: a dummy is no ship."""
    state = a_sound(group("allies-1", "0505", "helm"), dummy("ijn-1", "0505", "ijn"))
    adjudication = play(
        state, ("ijn", DeclareSightings(dummies=(DummyAnswer("ijn-1"),))), ("allies", DeclareSightings())
    )
    assert [removed.rule for removed in events(adjudication, DummyRemoved)] == ["§22b"]
    assert events(adjudication, ConfinementLifted) == []


def test_side_without_an_area_has_nothing_lifted() -> None:
    """§7."""
    adjudication = an_adjudication(a_sound())
    phase.lift_confinement(adjudication, "ijn", "attacked")
    assert adjudication.facts == []


def test_radar_contact_frees_a_confined_side() -> None:
    """DS-R15, DS-R40: a contact is an enemy spotted, though not sighted."""
    ijn = a_side("ijn", a_ship("kako", "C", radar=2), training=5, confined_to="sound")
    scenario = a_scenario(ijn, a_side("allies", a_ship("helm"), training=1), areas={"sound": ["0505"]})
    state = a_state(scenario, group("ijn-1", "0505", "kako"), group("allies-1", "0705", "helm"))
    adjudication = play(state, HOLD)
    assert events(adjudication, BlockSighted) == []
    assert events(adjudication, ConfinementLifted) == [ConfinementLifted("ijn", "sound", "spotted")]
