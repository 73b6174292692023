"""Set-up: zones and hexes, limits and sizes, what stays hidden, and taking it back (§7, §10)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.events import DiceRolled, OrderWithdrawn, PlotsRevealed
from darkseas.engine.hexes.board import label, parse_label
from darkseas.engine.orders import Choice, Fixed, Formation, Row, Rows
from darkseas.engine.play.steps import read_order
from darkseas.engine.stages.stage import PlotSealed, StageOpened
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.model.blocks import MIXING_DIE
from darkseas.rules.dark_seas.model.events import BlocksSetUp, FacesSet
from darkseas.rules.dark_seas.model.orders import Deploy, FormedGroup, MoveBlocks, WithdrawPlot
from darkseas.rules.dark_seas.model.scenario import Group, GroupRules, RulesScenario
from darkseas.rules.dark_seas.movement.deployment import allowed
from tests.rules.dark_seas.support.builders import a_scenario, a_ship, a_side, at
from tests.rules.dark_seas.support.every_case import every_case
from tests.rules.dark_seas.support.table_top import Table, deploy, move

IJN_SHIPS = ("kako", "aoba", "kinu", "yubari", "fubuki")
AREAS = {"slot": ["0101", "0102", "0103"], "bay": ["0909"], "roads": ["0505", "0506"]}

#: What is right for `the_scenario` with no groups told, and for the allies in every scenario.
RIGHT = deploy({"kako aoba": "0101", "kinu yubari": "0102"}, {"fubuki": "0101"}, ["0103"])
ALLIES = deploy({"helm": "0909"})
FIRST, SECOND = RIGHT.groups
NOBODY = FormedGroup("TG", (), at("0101"))
IN_SLOT = {"yubari": "0101", "fubuki": "0101"}


def the_scenario(*groups: Group, **rules: Any) -> RulesScenario:
    """The IJN in the slot, two task groups and dummies at most, four ships in a group; helm in the bay."""
    side_rules = {"training": 1, "group_limit": 2, "dummies": 2, "set_up": "slot", **rules}
    ijn = a_side("ijn", *(a_ship(key) for key in IJN_SHIPS), groups=groups, **side_rules)
    allies = a_side("allies", a_ship("helm"), set_up="bay")
    return a_scenario(ijn, allies, areas=AREAS)


def a_group(ships: str, **rules: Any) -> Group:
    """A group as the scenario suggests it."""
    return Group(ships, f"TG {ships}", tuple(ships.split()), GroupRules(**rules))


def a_table(*groups: Group, dice: Mapping[str, tuple[int, ...]] | None = None, **rules: Any) -> Table:
    return Table(the_scenario(*groups, **rules), dice)


def placed(table: Table, ship: str) -> str:
    """Where a ship's block is, by label; "" outside the map."""
    there = table.hex_of(table.block_with(ship))
    return label(there) if there is not None else ""


# --- taken ---------------------------------------------------------------------------------------


def test_every_block_comes_to_its_hex_as_what_it_is() -> None:
    """§7, DS-R5: task groups, single ships and dummies stand where the order put them."""
    table = a_table()
    table.give("ijn", RIGHT)
    kinds = {
        contents.ships: (contents.kind, label(table.state.blocks[key].hex))
        for key, contents in table.state.contents.items()
    }
    assert kinds == {
        ("kako", "aoba"): ("group", "0101"), ("kinu", "yubari"): ("group", "0102"),
        ("fubuki",): ("single", "0101"), (): ("dummy", "0103"),
    }  # fmt: skip


def test_task_group_of_one_ship_is_a_group() -> None:
    """§10, DS-R5: one ship may be a task group; that is not a single ship."""
    table = a_table()
    table.give("ijn", deploy({"kako": "0101"}, dict.fromkeys(IJN_SHIPS[1:], "0102")))
    assert table.state.contents[table.block_with("kako")].kind == "group"
    assert table.state.contents[table.block_with("aoba")].kind == "single"


def test_set_up_stays_hidden_until_both_sides_are_ready() -> None:
    """§7: the enemy learns only that the plot is in, then where blocks stand, never what is on them."""
    table = a_table()
    table.give("ijn", RIGHT)
    assert table.events(PlotSealed, "allies") == [PlotSealed("ijn", "set-up")]
    assert table.events(BlocksSetUp, "allies") == []
    assert table.events(FacesSet, "allies") == []
    assert table.events(DiceRolled, "allies") == []
    assert table.views["allies"].blocks == {}
    assert len(table.views["ijn"].contents) == 4

    table.give("allies", ALLIES)
    assert len(table.events(PlotsRevealed, None)) == 1
    assert table.views["allies"].blocks == table.state.blocks
    assert [face.ships for face in table.views["allies"].contents.values()] == [("helm",)]
    assert [faces.side for faces in table.events(FacesSet, "allies")] == ["allies"]
    assert table.events(FacesSet, None) == []


def test_keys_are_mixed_by_a_secret_throw() -> None:
    """§4a: the throw, not the order's own order, decides which block bears which number."""
    faces = (200, 3, 120, 77)
    table = a_table(dice={"t0/set-up/ijn": faces})
    table.give("ijn", RIGHT)
    # By faces: kinu (3), the dummy (77), fubuki (120), kako (200).
    assert [table.block_with(ship) for ship in ("kinu", "fubuki", "kako")] == ["ijn-1", "ijn-3", "ijn-4"]
    assert table.dummies_of("ijn") == ["ijn-2"]
    (throw,) = table.events(DiceRolled)
    assert (throw.faces, throw.sides) == (faces, MIXING_DIE)
    assert table.events(DiceRolled, None) == []


def test_battle_begins_when_both_are_ready() -> None:
    """§14a, DS-R3: then turn 1 opens with unspotted blocks of the side without initiative."""
    table = a_table()
    table.give("allies", ALLIES)
    assert (str(table.state.stage), table.state.called, table.state.turn) == ("set-up", ("ijn",), 0)
    table.give("ijn", RIGHT)
    loser = table.state.scenario.enemy_of(table.state.initiative)
    assert (str(table.state.stage), table.state.called, table.state.turn) == ("move-3", (loser,), 1)
    assert [stage.phase for stage in table.events(StageOpened)] == ["move-3"]


# --- taken back ----------------------------------------------------------------------------------


def test_plot_is_withdrawn_and_given_anew_before_the_other_is_ready() -> None:
    """DS-R29: nothing of the first set-up is left, nor can its number of blocks be told by keys."""
    table = a_table()
    table.give("ijn", RIGHT)
    assert [form.order for form in table.forms("ijn")] == ["dark_seas.withdraw_plot"]
    table.give("ijn", WithdrawPlot())
    assert table.events(OrderWithdrawn, None) == [OrderWithdrawn("ijn", "dark_seas.deploy")]
    assert table.state.blocks == {}
    assert table.state.contents == table.views["ijn"].contents == {}
    assert set(table.state.called) == {"ijn", "allies"}

    table.give("ijn", deploy({"kako aoba kinu": "0103", "yubari fubuki": "0103"}))
    assert list(table.state.blocks) == ["ijn-1", "ijn-2"]
    table.give("allies", ALLIES)
    assert table.state.turn == 1
    assert placed(table, "kako") == "0103"


def test_plot_cannot_be_withdrawn_before_it_is_in_or_after_both_are() -> None:
    """DS-R29: there is nothing to take back before it is given, and no more once both are known."""
    table = a_table()
    early = table.refused("ijn", WithdrawPlot())
    table.give("ijn", RIGHT)
    other = table.refused("allies", WithdrawPlot())
    twice = table.refused("ijn", RIGHT)
    table.give("allies", ALLIES)
    late = table.refused("ijn", WithdrawPlot())
    assert [refusal.rule for refusal in (early, other, late)] == ["DS-R29"] * 3
    assert (twice.rule, twice.field) == ("§14", "order")


# --- refused: ships, limits, sizes ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "rule", "field"),
    [
        (deploy({"kako aoba": "0101", "helm": "0101"}), "§8", "groups"),
        (deploy({"kako aoba": "0101", "aoba kinu": "0101"}, IN_SLOT), "§10", "groups"),
        (deploy({"kako aoba": "0101", "kinu": "0101"}, {"kako": "0101", **IN_SLOT}), "§10", "groups"),
        (deploy({"kako aoba": "0101", "kinu yubari": "0101"}), "§10", "groups"),
        (deploy({"kako aoba kinu yubari fubuki": "0101"}), "§9", "groups"),
        (replace(deploy({}, dict.fromkeys(IJN_SHIPS, "0101")), groups=(NOBODY,)), "§9", "groups"),
        (deploy({"kako aoba": "0101", "kinu yubari": "0101", "fubuki": "0101"}), "DS-R6", "groups"),
        (replace(RIGHT, dummies=RIGHT.dummies * 3), "§22g", "dummies"),
        (replace(RIGHT, groups=(FIRST, replace(SECOND, name=" "))), "§4b", "groups.1.name"),
        (replace(RIGHT, groups=(replace(FIRST, name="x" * 61), SECOND)), "§4b", "groups.0.name"),
    ],
)
def test_set_up_is_refused(order: Deploy, rule: str, field: str) -> None:
    """§8, §9, §10, §22g, DS-R6: each ship once, groups and dummies within their limits."""
    table = a_table()
    refusal = table.refused("ijn", order)
    assert (refusal.rule, refusal.field) == (rule, f"blanks.{field}")


@pytest.mark.parametrize(("training", "is_taken"), [(1, False), (2, True)])
def test_largest_group_hangs_on_training(training: int, is_taken: bool) -> None:
    """§9, DS-R6: five ships are too many for training level 1, and just right for level 2."""
    table = a_table(training=training)
    order = deploy({" ".join(IJN_SHIPS): "0101"})
    if is_taken:
        table.give("ijn", order)
        assert len(table.state.blocks) == 1
    else:
        assert table.refused("ijn", order).rule == "§9"


def test_limits_may_be_reached() -> None:
    """DS-R6, §22g: dummies do not count as task groups; as many of each as the limits say are taken."""
    table = a_table()
    table.give("ijn", replace(RIGHT, dummies=RIGHT.dummies * 2))
    assert len(table.dummies_of("ijn")) == 2
    assert len(table.state.blocks) == 5


# --- refused: places -----------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", ["0505", "0909", "9999", ""])
@pytest.mark.parametrize("kind", ["groups", "singles", "dummies"])
def test_block_outside_its_zone_is_refused(kind: str, wrong: str) -> None:
    """§7: every block stands in its side's area, on the map at once where no edge is open to it."""
    first = replace(getattr(RIGHT, kind)[0], hex=at(wrong))
    refusal = a_table().refused("ijn", replace(RIGHT, **{kind: (first, *getattr(RIGHT, kind)[1:])}))
    assert (refusal.rule, refusal.field) == ("§7", f"blanks.{kind}.0.hex")


def test_zone_of_a_group_goes_before_that_of_its_side() -> None:
    """§7: a group with a zone of its own is not set up in its side's."""
    table = a_table(
        a_group("kako aoba", zone="roads"), a_group("kinu yubari"), a_group("fubuki", single=True)
    )
    assert table.refused("ijn", RIGHT).field == "blanks.groups.0.hex"
    table.give("ijn", replace(RIGHT, groups=(replace(FIRST, hex=at("0506")), SECOND)))
    assert placed(table, "kako") == "0506"


def test_fixed_hex_is_the_only_one() -> None:
    """§7: a group whose hex the scenario names stands there and nowhere else of its side's area."""
    groups = (a_group("kako aoba", hex=parse_label("0707")), a_group("kinu yubari"), a_group("fubuki"))
    assert a_table(*groups).refused("ijn", RIGHT).field == "blanks.groups.0.hex"
    table = a_table(*groups)
    table.give("ijn", replace(RIGHT, groups=(replace(FIRST, hex=at("0707")), SECOND)))
    assert placed(table, "kako") == "0707"


def test_nobody_is_set_up_on_land() -> None:
    """§15e: land within the area is no place for a block."""
    scenario = a_scenario(
        a_side("ijn", a_ship("kako"), set_up="slot"), a_side("allies", a_ship("helm"), set_up="bay"),
        areas=AREAS, land=["0102"],
    )  # fmt: skip
    refusal = Table(scenario).refused("ijn", deploy({"kako": "0102"}))
    assert (refusal.rule, refusal.field) == ("§7", "blanks.groups.0.hex")
    assert allowed(scenario, scenario.sides["ijn"], GroupRules()) == (at("0101"), at("0103"))


def test_group_that_enters_waits_outside_the_map() -> None:
    """§7: a block that comes in over an edge is set up without a hex; edge and turn are its owner's."""
    others = (a_group("kinu yubari"), a_group("fubuki", single=True))
    at_once = a_table(a_group("kako aoba", entry="west"), *others).refused("ijn", RIGHT)
    assert (at_once.rule, at_once.field) == ("§7", "blanks.groups.0.hex")
    table = a_table(a_group("kako aoba", entry="west", arrives=3), *others)
    refusal = table.refused("ijn", RIGHT)
    assert (refusal.rule, refusal.field) == ("DS-H25", "blanks.groups.0.hex")
    table.give("ijn", replace(RIGHT, groups=(replace(FIRST, hex=None), SECOND)))
    table.give("allies", ALLIES)
    key = table.block_with("kako")
    contents = table.state.contents[key]
    assert (contents.entry, contents.arrives, table.hex_of(key)) == ("west", 3, None)
    assert key in table.views["allies"].blocks
    assert key not in table.views["allies"].contents


#: A side that may set up in the slot or come in over the west edge, and what it may do with it.
# --- formed freely ---------------------------------------------------------------------------------


def free_formation(table: Table) -> Formation:
    """The formation that the IJN may fill; AssertionError where nothing may be formed."""
    for form in table.forms("ijn"):
        for blank in form.blanks:
            if isinstance(blank, Formation):
                return blank
    raise AssertionError("no formation")


def test_ships_of_like_rules_may_be_formed_together_and_no_others() -> None:
    """§10, DS-R6, DS-H9: sizes by training, groups by the limit; what is set up apart stays apart."""
    groups = (a_group("kako"), a_group("aoba kinu"), a_group("yubari", zone="roads"))
    formation = free_formation(a_table(*groups, a_group("fubuki", single=True), training=3))
    told = [(part.members, part.how, part.most, part.places) for part in formation.contingents]
    slot, roads = ("0101", "0102", "0103"), ("0505", "0506")
    assert told == [
        (("kako", "aoba", "kinu"), "free", 6, slot),
        (("yubari",), "free", 6, roads),
        (("fubuki",), "alone", 6, slot),
    ]
    assert formation.most_groups == 2
    assert [group.name for group in formation.suggested] == ["TG kako", "TG aoba kinu", "TG yubari"]


def test_groups_that_never_move_stay_whole_and_do_not_count() -> None:
    """DS-H2; ships in no group of the scenario may be formed too."""
    formation = free_formation(a_table(a_group("kako aoba", immobile=True)))
    whole, rest = formation.contingents
    assert (whole.how, whole.counts, whole.members) == ("whole", False, ("kako", "aoba"))
    assert (rest.how, rest.counts, rest.members) == ("free", True, ("kinu", "yubari", "fubuki"))


def test_nothing_is_formed_freely_where_the_scenario_fixes_the_groups() -> None:
    """§7."""
    groups = (a_group("kako aoba"), a_group("kinu yubari"), a_group("fubuki", single=True))
    assert len(a_table(*groups, fixed_groups=True).forms("ijn")) == 1
    assert len(a_table(*groups).forms("ijn")) == 2


@every_case(range(60))
def test_every_formation_at_random_is_taken(seed: int) -> None:
    """§10: with every kind of group at once."""
    groups = (a_group("kako aoba", immobile=True), a_group("kinu yubari"), a_group("fubuki", arrives=2))
    table = a_table(*groups, entry="west")
    (form,) = (form for form in table.forms("ijn") if any(isinstance(b, Formation) for b in form.blanks))
    name, blanks = random_order((form,), Chooser(bytes([seed])))
    given = read_order(SYSTEM, "ijn", name, blanks)
    table.give("ijn", given.order)
    aboard = [ship for contents in table.views["ijn"].contents.values() for ship in contents.ships]
    assert sorted(aboard) == sorted(IJN_SHIPS)


# --- arriving later --------------------------------------------------------------------------------

LATER = (a_group("kako aoba", arrives=3), a_group("kinu yubari"), a_group("fubuki", single=True, arrives=2))
OUTSIDE = deploy({"kako aoba": "", "kinu yubari": "0102"}, {"fubuki": ""}, ["0103"])


@pytest.mark.parametrize("kind", ["groups", "singles"])
def test_block_that_arrives_later_is_not_set_up(kind: str) -> None:
    """DS-H25: not even where its side may be set up."""
    first = replace(getattr(OUTSIDE, kind)[0], hex=at("0101"))
    order = replace(OUTSIDE, **{kind: (first, *getattr(OUTSIDE, kind)[1:])})
    refusal = a_table(*LATER, entry="west").refused("ijn", order)
    assert (refusal.rule, refusal.field) == ("DS-H25", f"blanks.{kind}.0.hex")


def test_form_has_no_hex_for_a_block_that_arrives_later() -> None:
    """DS-H25: the others choose between the side's area and its edge."""
    table = a_table(*LATER, entry="west")
    late, first = _rows(table, "groups")
    assert late == (Fixed("name", "TG kako aoba"), Fixed("ships", ["kako", "aoba"], "crew"))
    slot = Choice("hex", "Hex", ("0101", "0102", "0103"), True, "place")
    assert first[-1] == slot
    assert _rows(table, "singles") == ((Fixed("ship", "fubuki", "crew"),),)


def test_block_that_arrives_later_comes_in_over_its_edge_from_its_turn_on() -> None:
    """DS-H25: kako's group has nowhere to go in turn 2, and is brought in over the west edge in turn 3."""
    table = a_table(*LATER, entry="west")
    table.give("ijn", OUTSIDE)
    table.give("allies", ALLIES)
    key = table.block_with("kako")
    assert (table.state.contents[key].entry, table.state.contents[key].arrives) == ("west", 3)

    for turn in (1, 2):
        _run_to_the_move_of_ijn(table, turn)
        assert table.refused("ijn", move(key, "0005")).field == "blanks.moves.0.block"
    _run_to_the_move_of_ijn(table, 3)
    assert table.refused("ijn", move(key, "0505")).rule == "§7"
    table.give("ijn", move(key, "0005"))
    assert placed(table, "kako") == "0005"


def _run_to_the_move_of_ijn(table: Table, turn: int) -> None:
    """Do nothing until the IJN's unspotted blocks move in a turn."""
    table.run_to("move-3", "move-4", turn=turn)
    if table.state.called != ("ijn",):
        table.give("allies", MoveBlocks())
        table.run_to("move-4")
    assert (table.state.turn, table.state.called) == (turn, ("ijn",))


def test_side_that_enters_brings_its_dummies_in_too() -> None:
    """§7, §22: with an edge for the whole side, dummies wait outside with the rest."""
    table = a_table(set_up="", entry="north")
    table.give("ijn", deploy({"kako aoba": "", "kinu yubari": ""}, {"fubuki": ""}, [""]))
    assert {contents.entry for contents in table.state.contents.values()} == {"north"}
    assert {block.hex for block in table.state.blocks.values()} == {None}


# --- what the scenario forms ---------------------------------------------------------------------


def test_ships_with_different_rules_do_not_form_one_block() -> None:
    """DS-H9: another zone or another arrival keeps ships apart; the same rules let groups be formed anew."""
    groups = (a_group("kako", entry="west"), a_group("aoba", entry="west", arrives=2),
              a_group("kinu yubari"), a_group("fubuki"))  # fmt: skip
    rest = {"kinu yubari fubuki": "0101"}
    refusal = a_table(*groups).refused("ijn", deploy({"kako aoba": "", **rest}))
    assert (refusal.rule, refusal.field) == ("§7", "blanks.groups.0.ships")
    table = a_table(*groups)
    table.give("ijn", deploy(rest, {"kako": "", "aoba": ""}))
    assert len(table.state.blocks) == 3


def test_immobile_group_stays_as_it_is_and_counts_for_no_limit() -> None:
    """DS-H2: five ships at anchor are a group where four are the most and no group is allowed."""
    table = a_table(a_group(" ".join(IJN_SHIPS), immobile=True), group_limit=0)
    part = table.refused("ijn", deploy({"kako aoba kinu yubari": "0101"}, {"fubuki": "0101"}))
    assert (part.rule, part.field) == ("§7", "blanks.groups")
    table.give("ijn", deploy({" ".join(IJN_SHIPS): "0101"}))
    assert table.state.contents["ijn-1"].immobile is True


def test_groups_that_the_scenario_fixes_are_formed_so() -> None:
    """§7: with fixed groups, no other choice of ships is taken."""
    groups = (a_group("kako aoba"), a_group("kinu yubari fubuki"))
    table = a_table(*groups, fixed_groups=True)
    refusal = table.refused("ijn", RIGHT)
    assert (refusal.rule, refusal.field) == ("§7", "blanks.groups")
    table.give("ijn", deploy({"kako aoba": "0101", "kinu yubari fubuki": "0101"}))
    assert len(table.state.blocks) == 2


def test_ships_that_the_scenario_has_as_singles_are_in_no_group() -> None:
    """§7: they are set up as single ships."""
    groups = (a_group("kako aoba", single=True), a_group("kinu yubari"), a_group("fubuki"))
    refusal = a_table(*groups).refused("ijn", RIGHT)
    assert (refusal.rule, refusal.field) == ("§7", "blanks.singles")
    table = a_table(*groups)
    table.give("ijn", deploy({"kinu yubari": "0101"}, {"kako": "0101", "aoba": "0102", "fubuki": "0103"}))
    assert table.state.contents[table.block_with("kako")].kind == "single"


# --- the form ------------------------------------------------------------------------------------


def _rows(table: Table, name: str) -> tuple[Row, ...]:
    blanks = table.form("ijn", "deploy").blanks
    return next(blank.rows for blank in blanks if isinstance(blank, Rows) and blank.name == name)


def test_form_offers_the_scenario_groups_and_their_hexes() -> None:
    """§7: groups and single ships as suggested, each with the hexes of its zone; dummies may stay away."""
    table = a_table(
        a_group("kako aoba", zone="roads"),
        a_group("kinu yubari", entry="west"),
        a_group("fubuki", single=True),
    )
    roads, entering = _rows(table, "groups")
    assert roads[-1] == Choice("hex", "Hex", ("0505", "0506"), subject="place")
    assert entering == (Fixed("name", "TG kinu yubari"), Fixed("ships", ["kinu", "yubari"], "crew"))
    slot = Choice("hex", "Hex", ("0101", "0102", "0103"), subject="place")
    assert _rows(table, "singles") == ((Fixed("ship", "fubuki", "crew"), slot),)
    assert _rows(table, "dummies") == ((slot,), (slot,))
    blanks = table.form("ijn", "deploy").blanks
    assert [blank.least for blank in blanks if isinstance(blank, Rows)] == [2, 1, 0]
    assert len(blanks) == 3
