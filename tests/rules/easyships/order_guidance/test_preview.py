"""What an order will do, told exactly: ways, fire, torpedoes, repairs (ES-5 to ES-34)."""

from fractions import Fraction

from darkseas.engine.hexes.board import parse_label
from darkseas.engine.orders import Given
from darkseas.engine.stages.stage import Stage
from darkseas.engine.system import Preview
from darkseas.rules.easyships.model.orders import (
    ControlDamage,
    FireGuns,
    GunFire,
    LaunchTorpedoes,
    Placement,
    Repair,
    SetUp,
    ShipMove,
    TorpedoFire,
)
from darkseas.rules.easyships.order_guidance.preview import preview
from darkseas.rules.easyships.order_guidance.repair_odds import repair_odds
from tests.rules.easyships.support import Table, a_battle, ship, way

GUNS = (
    "The primary guns of A1: eight guns, all to starboard, at B1, range 5; one die of twenty sides, "
    "+2 to each, 8 or less hits."
)


def texts(told: Preview) -> list[str]:
    """The sentences of a preview."""
    return [line.text for line in told.lines]


def warned(told: Preview) -> list[tuple[str, str]]:
    """Its warnings, each with its rule."""
    return [(warning.text, warning.rule) for line in told.lines for warning in line.warnings]


def duel(options: dict[str, str] | None = None, **status: object) -> Table:
    """Two cruisers abeam of each other, five hexes apart."""
    table = a_battle(
        {"a1": ship("CA", guns=[(8, 8), (4, 4)], torpedoes=4, moves=4)},
        {"b1": ship("CA", guns=[(8, 8)])},
        at={"a1": "0505 E", "b1": "0510 W"},
        options=options or {},
    )
    table.set("a1", **status)
    return table


def test_a_way_says_how_far_how_she_lies_and_whom_she_can_fire_at() -> None:
    told = preview(duel().state, Given("a", ShipMove("a1", way("0605", "0706"))))
    assert texts(told) == [
        "A1 goes from 0505 to 0706, 2 of four hexes, with one hex-face turned, and then faces south-east.",
        (
            "Targets from there, at current positions: "
            "of the primary guns 8 on B1; of the secondary guns 4 on B1."
        ),
    ]


def test_a_way_warns_of_ships_in_it_of_smoke_and_of_the_edge() -> None:
    table = duel()
    table.put("b1", "0705", "W")
    assert warned(preview(table.state, Given("a", ShipMove("a1", way("0605", "0705"))))) == [
        ("She runs into B1 in 0705: both stop, lose speed and take water.", "ES-8")
    ]
    table = duel()
    table.state.smoke[parse_label("0605")] = ("b1",)
    assert warned(preview(table.state, Given("a", ShipMove("a1", way("0605"))))) == [
        ("She ends in smoke: ships cannot fire out of it or into it.", "ES-A27")
    ]
    large = a_battle({"a1": ship("BB")}, {"b1": ship()}, at={"a1": "3805 E", "b1": "0510"})
    assert warned(preview(large.state, Given("a", ShipMove("a1", way("3905"))))) == [
        ("She cannot move next turn: there is no sea ahead of her bow.", "ES-4")
    ]


def test_evasion_smoke_and_a_ping_say_what_they_bring() -> None:
    table = a_battle({"a1": ship("DD")}, {"b1": ship()}, at={"a1": "0505 E", "b1": "2020"})
    for order, rules in (
        (ShipMove("a1", way("0605"), evade=True), ["ES-5", "ES-11", "ES-22"]),
        (ShipMove("a1", way("0605"), smoke="funnel"), ["ES-5", "ES-9", "ES-22"]),
        (ShipMove("a1", way("0605"), smoke="chemical"), ["ES-5", "ES-9", "ES-22"]),
        (ShipMove("a1", way("0605"), ping=True), ["ES-5", "ES-13", "ES-22"]),
    ):
        assert [line.rule for line in preview(table.state, Given("a", order)).lines] == rules


def test_smoke_says_beforehand_how_much_is_left_and_how_long_she_waits() -> None:
    table = a_battle({"a1": ship("DD")}, {"b1": ship()}, at={"a1": "0505 E", "b1": "2020"})
    for kind in ("funnel", "chemical"):
        told = preview(table.state, Given("a", ShipMove("a1", way("0605"), smoke=kind)))
        (text,) = [line.text for line in told.lines if line.rule == "ES-9"]
        assert "She may fill 5 hexes with it, 4 more after this move; " in text
        assert text.endswith("after it ends she must wait five turns.")


def test_ping_at_the_edge_of_the_map_names_the_hexes_on_it() -> None:
    table = a_battle({"a1": ship("DD")}, {"b1": ship()}, at={"a1": "0500 NE", "b1": "2020"})
    told = preview(table.state, Given("a", ShipMove("a1", ping=True)))
    assert [line.text for line in told.lines if line.rule == "ES-13"] == [
        "She searches 0600 for boats.",
    ]


def test_guns_say_how_many_bear_what_is_added_and_who_holds_fire() -> None:
    table = duel()
    table.state.stage = Stage("gunnery", "both")
    told = preview(table.state, Given("a", FireGuns((GunFire("a1", 0, "b1"),))))
    assert texts(told) == [
        GUNS,
        "A1 leaves a battery silent.",
    ]
    assert [rule for _, rule in warned(told)] == ["ES-24"]
    (target,) = told.lines[0].odds
    assert target.ship == "b1"
    assert texts(preview(table.state, Given("a", FireGuns()))) == ["A1 holds fire."]


def test_ships_that_cannot_fire_though_an_enemy_is_in_reach_say_why() -> None:
    own = {"a1": ship("CA", guns=[(8, 8)], hexes=1), "a2": ship("CL", guns=[(8, 6)], hexes=1)}
    table = a_battle(own, {"b1": ship("CA", hexes=1)}, at={"a1": "0505 E", "a2": "0805 E", "b1": "1105 W"})
    table.state.stage = Stage("gunnery", "both")
    assert texts(preview(table.state, Given("a", FireGuns()))) == [
        "A2 holds fire.",
        "A1 cannot fire at B1. A2 lies in the line of fire.",
    ]
    table.set("a2", fires=9)
    assert "A2 cannot fire at B1. Fires silence the primary guns of A2." in texts(
        preview(table.state, Given("a", FireGuns()))
    )
    table.put("b1", "3030")
    assert texts(preview(table.state, Given("a", FireGuns()))) == ["Nobody fires."]


def test_torpedoes_say_that_there_are_no_more_or_when_there_are() -> None:
    table = duel()
    told = preview(table.state, Given("a", LaunchTorpedoes((TorpedoFire("a1", ("b1",)),))))
    assert texts(told) == [
        "A1 launches four torpedoes at B1, range 5: each hits by a 1 (17 %), at least one of them in 52 %."
    ]
    assert warned(told) == [("A1 can launch again from turn 5.", "ES-27")]
    evading = duel()
    evading.set("b1", evading=True)
    told = preview(evading.state, Given("a", LaunchTorpedoes((TorpedoFire("a1", ("b1",)),))))
    assert texts(told) == ["A1 launches four torpedoes at B1, range 5: none of them can hit."]
    assert warned(told)[0] == ("B1 evades: these torpedoes cannot hit her.", "ES-11")
    literal = duel(options={"evasive_torpedo": "literal"})
    literal.set("b1", evading=True)
    easier = preview(literal.state, Given("a", LaunchTorpedoes((TorpedoFire("a1", ("b1",)),))))
    assert warned(easier)[0] == ("B1 evades: one torpedo hits her at most.", "ES-11")
    (target,) = told.lines[0].odds
    assert target.unhurt == 1


def test_guns_that_hit_by_a_natural_1_alone_say_so() -> None:
    table = a_battle({"a1": ship("CA", guns=[(2, 8)])}, {"b1": ship()}, at={"a1": "0505 E", "b1": "0510 W"})
    table.state.stage = Stage("gunnery", "both")
    told = preview(table.state, Given("a", FireGuns((GunFire("a1", 0, "b1"),))))
    assert told.lines[0].text.endswith("+2 to each, only a natural 1 hits (5 %).")


def test_guns_say_to_which_beam_they_fire_and_how_many_bear_ahead() -> None:
    table = duel()
    table.state.stage = Stage("gunnery", "both")
    table.put("a1", "0505", "W")
    told = preview(table.state, Given("a", FireGuns((GunFire("a1", 0, "b1"),))))
    assert ", all to port, at B1" in told.lines[0].text
    table.put("b1", "0205", "W")
    told = preview(table.state, Given("a", FireGuns((GunFire("a1", 0, "b1"),))))
    assert "four guns at B1" in told.lines[0].text
    assert ("Her target lies near the line of her bow or stern: 4 of eight guns bear.", "ES-22") in warned(
        told
    )


def test_repairs_tell_their_chances_and_what_is_left_to_itself() -> None:
    table = duel(fires=1, flooding=3)
    told = preview(table.state, Given("a", ControlDamage((Repair("a1", "fires"),))))
    assert texts(told) == [
        "A1, fires: a die puts a fire out in 50 %, lights another one in 17 % of all throws.",
        "No dice fight the flooding of A1: the compulsory roll can only make it worse.",
    ]
    assert repair_odds(table.state, Repair("a1", "fires", pair=True)) == (Fraction(3, 4), Fraction(1, 36))


def test_a_repair_that_no_throw_can_better_says_so() -> None:
    told = preview(duel(moves_lost=1).state, Given("a", ControlDamage((Repair("a1", "speed"),))))
    assert texts(told) == ["A1, engines: no roll can help now."]


def test_a_set_up_ship_by_ship_is_told_ship_by_ship() -> None:
    placed = (Placement("a1", parse_label("1000"), 4), Placement("b1", parse_label("1200"), 5))
    told = preview(duel().state, Given("a", SetUp("north", ships=placed)))
    assert texts(told) == [
        "Your ships set up on the north edge.",
        "A1 begins in 1000, facing south-west.",
        "B1 begins in 1200, facing south-east.",
    ]
