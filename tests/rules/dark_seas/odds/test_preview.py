"""What orders will do, in lines with odds and warnings, by the giver's own view."""

from typing import Any

from darkseas.engine.hexes.board import parse_label
from darkseas.engine.orders import Given
from darkseas.engine.system import PreviewLine
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.model import orders as o
from darkseas.rules.dark_seas.model.state import Report, ShipStatus, State
from darkseas.rules.dark_seas.odds.attack_odds import can_be_counted
from darkseas.rules.dark_seas.odds.draw_probabilities import steps_to_count
from darkseas.rules.dark_seas.order_guidance.preview_combat import MOST_COMPARED, TOO_MANY
from tests.rules.dark_seas.support.builders import (
    a_battery,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    dummy,
    group,
    view_of,
)


def duel(*, guns: int = 4, small: int = 0, friends: int = 0, training: int = 1, defence: int = 1) -> State:
    """Kako, unspotted, has sighted Quincy in the next hex; friends may lie there too."""
    batteries = [a_battery("C", guns, guns), a_battery("T", 4, 4)]
    batteries += [a_battery("D", small, small)] if small else []
    kako = a_ship("kako", "C", *batteries)
    mates = [a_ship(f"mate{number}", "C") for number in range(friends)]
    quincy = a_ship("quincy", "C", defence=defence)
    scenario = a_scenario(a_side("ijn", kako, *mates, training=training), a_side("allies", quincy))
    placed = [group("ijn-1", "0505", "kako"), group("allies-1", "0506", "quincy", spotted="sighted")]
    placed += [group("ijn-2", "0506", *(mate.key for mate in mates))] if mates else []
    state = a_state(scenario, *placed, turn=2, phase="attacks-2")
    state.called = ("ijn",)
    state.sightings["ijn-1"] = ("allies-1",)
    state.reports["allies-1"] = Report(1, (), 1)
    return state


def attack(*batteries: int) -> o.DeclareAttacks:
    mounts = tuple(o.Mount("kako", place) for place in batteries)
    return o.DeclareAttacks((o.Attack("ijn-1", parse_label("0506"), mounts),))


def lines(state: State, order: object) -> tuple[PreviewLine, ...]:
    return SYSTEM.preview(view_of(state, "ijn"), Given("ijn", order)).lines


def cautions(line: PreviewLine) -> dict[str, str]:
    return {warned.rule: warned.text for warned in line.warnings}


# --- attacks ---------------------------------------------------------------------------------------


def test_attack_has_its_odds_and_names_its_batteries() -> None:
    state = duel()
    (line,) = lines(state, attack(0))
    assert line.blank == "attacks.0"
    assert line.odds == SYSTEM.odds(view_of(state, "ijn"), Given("ijn", attack(0)))[0]
    assert "0506 at one hex with Kako, main battery; one enemy ship may be drawn." in line.text


def test_friends_in_the_hex_are_named_with_their_share_of_the_draws() -> None:
    """§18i: at the lowest training every friend there adds a blank."""
    assert cautions(lines(duel(friends=1), attack(0))[0])["§18i"] == (
        "Friends may be hit: Mate0, in ½ of all draws. They are in the hex or on the line to it."
    )
    assert "§18i" not in cautions(lines(duel(), attack(0))[0])


def test_attack_that_can_do_nothing_says_so() -> None:
    """DS-R22, DS-R42: under 1 to 2 no roll succeeds; the attack is allowed all the same."""
    (line,) = lines(duel(guns=1, defence=9), attack(0))
    assert cautions(line)["DS-R42"].startswith("At these odds no roll has an effect")


def test_battery_that_adds_nothing_is_named() -> None:
    """DS-R22: half a factor more is lost in rounding the odds down."""
    state = duel(guns=8, small=1, defence=4)
    assert "Kako, secondary battery" in cautions(lines(state, attack(0, 2))[0])["DS-R22"]
    assert "DS-R22" not in cautions(lines(duel(guns=8, small=8, defence=4), attack(0, 2))[0])


def test_spent_torpedoes_and_being_seen_are_said_once() -> None:
    """§18k.i, DS-R14."""
    order = attack(0)
    both = o.DeclareAttacks((*order.attacks, *attack(1).attacks))
    first, second = lines(duel(), both)
    assert set(cautions(first)) == {"DS-R14"}
    assert cautions(second) == {"§18k.i": "Kako has no torpedoes left after this."}


def test_no_attack_is_said_too() -> None:
    assert [line.text for line in lines(duel(), o.DeclareAttacks())] == ["Nobody attacks."]


# --- movement, evasion, dummies --------------------------------------------------------------------


def at_sea(**status: Any) -> State:
    kako = a_ship("kako", "C", speed=3)
    barge = a_ship("barge", "M", speed=3)
    scenario = a_scenario(
        a_side("ijn", kako, barge, exit_edges=("west",)), a_side("allies", a_ship("quincy", "C"))
    )
    state = a_state(
        scenario,
        group("ijn-1", "0105", "kako", "barge"),
        dummy("ijn-2", "0105", "ijn"),
        group("allies-1", "0305", "quincy"),
        turn=2,
        phase="move-3",
    )
    state.ship_status["kako"] = ShipStatus(**status)
    return state


def moved(*moves: tuple[str, tuple[str, ...]]) -> o.MoveBlocks:
    return o.MoveBlocks(tuple(o.Move(block, path) for block, path in moves))


def test_move_says_how_far_the_enemy_is_and_how_well_it_is_seen() -> None:
    """DS-R8: two hexes moved make it easier to spot."""
    (line,) = lines(at_sea(), moved(("ijn-1", ("0205", "0305"))))
    assert line.text.endswith("goes from 0105 to 0305, two hexes; an enemy block is there.")
    assert cautions(line) == {"DS-R8": "After moving 2 hexes it is easier to spot by 1."}
    (near,) = lines(at_sea(), moved(("ijn-1", ("0205",))))
    assert near.text.endswith("the nearest enemy block is one hex away.")
    assert not near.warnings


def test_leaving_is_for_good_and_damage_stays() -> None:
    """§15d, DS-H5, DS-H27."""
    order = moved(("ijn-1", ("0005", "west")), ("ijn-2", ("0005", "west")))
    ships, false = lines(at_sea(damaged=True), order)
    assert ships.text.endswith("leaves the map over the west edge, from 0005.")
    assert set(cautions(ships)) == {"§15d", "DS-H27"}
    assert set(cautions(false)) == {"DS-H5"}
    assert "DS-H27" not in cautions(lines(at_sea(), order)[0])


def test_evasion_says_what_it_brings_and_costs() -> None:
    """§17, §15b, §17d, §18l: merchantmen do not evade, cruisers lay smoke by night."""
    (line,) = lines(at_sea(), o.DeclareEvasion(("ijn-1",)))
    assert line.text.endswith("guns at it count ⅔, torpedoes ¼; its own guns count ½.")
    assert cautions(line) == {
        "§15b": "Next turn it moves 1 hex less.",
        "§17d": "Barge cannot evade.",
        "§18l": "It lays smoke in 0105.",
    }


def test_ship_alone_is_warned_of() -> None:
    """§11: detached without a name she is a single ship."""
    order = o.MoveBlocks((), (o.Detachment("ijn-1", ("kako",)),))
    lone = lines(at_sea(), order)[1]
    assert lone.blank == "detachments.0"
    assert cautions(lone) == {"§11": "A single ship is 1 hex slower, and her fire counts ½."}


def test_dummies_left_out_at_set_up_are_out_for_good() -> None:
    """DS-H4."""
    scenario = a_scenario(
        a_side("ijn", a_ship("kako", "C"), dummies=2), a_side("allies", a_ship("quincy", "C"))
    )
    groups = (o.FormedGroup("Heavy", ("kako",), parse_label("0505")),)
    told = lines(a_state(scenario), o.Deploy(groups, (), (o.PlacedDummy(parse_label("0505")),)))
    assert told[-1].text == "1 of 2 dummies set up."
    assert set(cautions(told[-1])) == {"DS-H4"}
    both = (o.PlacedDummy(parse_label("0505")),) * 2
    assert not lines(a_state(scenario), o.Deploy(groups, (), both))[-1].warnings


def test_attacks_with_too_many_draws_to_count_have_no_odds_and_say_so() -> None:
    """Six attacks that keep out what they drew, at 28 kinds of ships: 40 s once, and most of a machine."""
    batteries = [a_battery("D", 4, 4) for _ in range(6)]
    enemies = [
        [a_ship(f"e{number}{kind.lower()}", kind) for kind in "ABCD"] for number in range(7)
    ]  # each block with its own report
    roster = [ship for ships in enemies for ship in ships]
    scenario = a_scenario(
        a_side("ijn", a_ship("kako", "C", *batteries), training=6), a_side("allies", *roster)
    )
    blocks = [
        group(f"allies-{number}", "0506", *(ship.key for ship in ships), spotted="sighted")
        for number, ships in enumerate(enemies)
    ]
    state = a_state(scenario, group("ijn-1", "0505", "kako"), *blocks, turn=2, phase="attacks-2")
    state.called = ("ijn",)
    state.sightings["ijn-1"] = tuple(f"allies-{number}" for number in range(7))
    for number in range(7):
        state.reports[f"allies-{number}"] = Report(4, tuple((kind, 1) for kind in "ABCD"), 6)
    six = [
        o.Attack("ijn-1", parse_label("0506"), (o.Mount("kako", place),), keep_out=True) for place in range(6)
    ]
    (line,) = lines(state, o.DeclareAttacks(tuple(six)))
    assert (line.text, line.odds) == (TOO_MANY, ())
    first, second = lines(state, o.DeclareAttacks(tuple(six[:2])))
    assert sum(target.drawn for target in second.odds if not target.friendly) == 1
    assert first.odds


def test_of_an_attack_with_very_many_batteries_idle_ones_are_not_sought() -> None:
    """Odds without each of 45 batteries in turn took five seconds."""
    for guns in (MOST_COMPARED, MOST_COMPARED + 1):
        kako = a_ship("kako", "C", *[a_battery("C", 9, 9) for _ in range(guns)])
        scenario = a_scenario(a_side("ijn", kako), a_side("allies", a_ship("quincy", "C", defence=1)))
        placed = [group("ijn-1", "0505", "kako"), group("allies-1", "0506", "quincy", spotted="sighted")]
        state = a_state(scenario, *placed, turn=2, phase="attacks-2")
        state.called = ("ijn",)
        state.sightings["ijn-1"] = ("allies-1",)
        state.reports["allies-1"] = Report(1, (), 1)
        (line,) = lines(state, attack(*range(guns)))
        assert ("DS-R22" in cautions(line)) == (guns <= MOST_COMPARED)
        assert line.odds


def test_ships_that_may_be_anywhere_are_counted_by_each_attack_that_may_draw_them() -> None:
    """A hundred and twenty reported groups, each of which may be any ship of the enemy: 3 s once."""
    fleet = [a_ship(f"e{number}", "D") for number in range(120)]
    scenario = a_scenario(
        a_side("ijn", a_ship("kako", "C", a_battery("D", 4, 4)), training=6), a_side("allies", *fleet)
    )
    for blocks, is_counted in ((40, True), (120, False)):
        reported = [
            group(f"allies-{place}", "0506", f"e{place}", spotted="sighted") for place in range(blocks)
        ]
        state = a_state(scenario, group("ijn-1", "0505", "kako"), *reported, turn=2, phase="attacks-2")
        for place in range(blocks):
            state.reports[f"allies-{place}"] = Report(1, (("D", 1),), 6)
        state.sightings["ijn-1"] = tuple(f"allies-{place}" for place in range(blocks))
        view = view_of(state, "ijn")
        attacks = (o.Attack("ijn-1", parse_label("0506"), (o.Mount("kako", 0),)),) * 2
        assert steps_to_count(view, "ijn", attacks) >= 2 * 120 * blocks
        assert can_be_counted(view, "ijn", o.DeclareAttacks(attacks)) is is_counted
