"""Twin battles of Savo Island, the same in all that a side can know: nothing tells it which is which.

Both alternatives are driven by the same script through the same public acts; they differ in which of two
blocks is the dummy, in which ships stand where, or in a plot that nobody has seen yet (§4, §7, §22,
DS-R29). Compared is all that a side is told: stored bytes, narrations, charts, forms.
"""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from darkseas.engine.events import EVERYONE, DiceRolled, Entry, OrderGiven
from darkseas.engine.hexes.board import parse_label
from darkseas.engine.orders import Fixed, Rows, Several
from darkseas.engine.serialization.codec import read
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.model.events import (
    BlockSighted,
    DetachmentsPlotted,
    DummyRemoved,
    EvasionDeclared,
    FacesSet,
    ShipsExited,
    SightingsHeld,
    SpottingWorked,
)
from darkseas.rules.dark_seas.model.orders import (
    DeclareAttacks,
    DeclareEvasion,
    DeclareSightings,
    Deploy,
    Detachment,
    FormedGroup,
    MoveBlocks,
    WithdrawPlot,
)
from tests.rules.alternatives import MOST_STEPS, account_of
from tests.rules.dark_seas.support.indistinguishable import (
    DUMMIES_LAST,
    DUMMY_FIRST,
    LUNGA,
    MEETING,
    NORTHERN,
    REAL_FIRST,
    Alternative,
    allied_set_up,
    dice,
    differ_for,
    ijn_set_up,
    in_contact,
    sail_slowly,
    sailed,
    savo,
    script,
    swapped,
    towards,
    watched,
)

# --- (a) which of two blocks is the dummy --------------------------------------------------------


@pytest.mark.parametrize("side", ["allies", None])
def test_nobody_is_told_which_block_is_the_dummy(side: str | None) -> None:
    """§4a, §22: five turns of sailing, spotting and leaving the map tell nothing of hidden faces."""
    alternatives = sailed(REAL_FIRST, DUMMY_FIRST)
    kinds = [
        [alternative.events(FacesSet)[0].faces[place].kind for place in (0, 1)]
        for alternative in alternatives
    ]
    assert kinds == [["group", "dummy"], ["dummy", "group"]]
    assert [len(alternative.events(ShipsExited)[0].ships) for alternative in alternatives] == [4, 0]
    assert len(alternatives[0].events(SpottingWorked)) > 1
    assert not differ_for(alternatives, side)


def test_its_owner_is_told_which_block_is_the_dummy() -> None:
    """§4a: the alternatives do differ, and the owner's part of the log says so."""
    assert differ_for(sailed(REAL_FIRST, DUMMY_FIRST, turn=1), "ijn")


def test_public_acts_of_the_alternatives_are_the_same() -> None:
    """What the comparison stands on: both alternatives were given the same moves, and did something."""
    given = [
        [event.blanks["moves"] for event in alternative.events(OrderGiven) if event.blanks.get("moves")]
        for alternative in sailed(REAL_FIRST, DUMMY_FIRST)
    ]
    assert given[0] == given[1]
    assert sum(map(len, given[0])) > 10


def test_a_sighting_tells_the_dummy_and_nothing_before_it() -> None:
    """§22b: what is told is the same up to the spotting phase in which the blocks are sighted."""
    alternatives = tuple(
        Alternative(savo(), dice({"ijn": 1}, mixing)) for mixing in (REAL_FIRST, DUMMIES_LAST)
    )
    for alternative in alternatives:
        alternative.run_to("move-3", 1, script)
        _meet(alternative)
    removed = [alternative.events(DummyRemoved) for alternative in alternatives]
    sighted = [
        [e.block for e in alternative.events(BlockSighted) if e.by == "allies"]
        for alternative in alternatives
    ]
    assert [len(events) for events in removed] == [1, 0]
    assert [len(blocks) for blocks in sighted] == [0, 1]
    assert differ_for((alternatives[0], alternatives[1]), "allies")
    before = [_until_sighting(alternative) for alternative in alternatives]
    assert len(before[0]) > 10
    initial = alternatives[0].initial
    first, second = (account_of(SYSTEM, "allies", log, initial) for log in before)
    assert first == second


def _meet(alternative: Alternative) -> None:
    """Bring ijn-2 straight to an allied block; the allies throw a six when it is there."""
    for _ in range(MOST_STEPS):
        if alternative.events(BlockSighted) or alternative.events(DummyRemoved):
            return
        state = alternative.state
        side = state.called[0]
        if side == "ijn" and state.stage.kind == "move":
            order = towards(state, MEETING)
            there = parse_label(order.moves[0].path[-1]) == MEETING
            alternative.dice.chosen[f"t{state.turn}/spotting/allies"] = (6 if there else 1,)
            alternative.give("ijn", order)
        elif str(state.stage) == "spotting" and side == "allies":
            alternative.give("allies", DeclareSightings())
        else:
            alternative.give(side, script(state, side))
    raise AssertionError("they do not meet")


def _until_sighting(alternative: Alternative) -> list[Entry]:
    """The log up to the step in which a block is turned up."""
    step = next(
        entry.step for entry in alternative.entries if isinstance(entry.event, BlockSighted | DummyRemoved)
    )
    return [entry for entry in alternative.entries if entry.step < step]


# --- (b) which ships stand in which group --------------------------------------------------------


@pytest.mark.parametrize("side", ["ijn", None])
def test_nobody_is_told_which_ships_stand_in_which_group(side: str | None) -> None:
    """§4, §16: two groups of five have changed places, and the IJN lie in the hex and see nothing."""
    alternatives = watched(swapped(LUNGA, NORTHERN), ijn=1, turn=6)
    assert not alternatives[0].events(BlockSighted)
    assert len(alternatives[0].events(SpottingWorked)) > 2
    assert not differ_for(alternatives, side)
    assert differ_for(alternatives, "allies")


def test_a_sighting_tells_the_classes_of_a_group_and_no_names() -> None:
    """DS-R16: groups of other classes are told apart by the report, two ships of one class never are."""
    other = watched(swapped(LUNGA, NORTHERN), ijn=6, turn=6)
    reports = [[event.classes for event in alternative.events(BlockSighted)] for alternative in other]
    assert reports[0] != reports[1]
    assert differ_for(other, "ijn")
    alike = watched(
        swapped(
            ("vincennes", "astoria", "quincy", "dewey", "wilson"),
            ("australia", "selfridge", "mugford", "helm", "hull"),
        ),
        ijn=6,
        turn=6,
    )
    assert alike[0].events(BlockSighted)
    assert differ_for(alike, "allies")
    assert not differ_for(alike, "ijn")


# --- (c) an unrevealed plot ----------------------------------------------------------------------


@pytest.mark.parametrize("side", ["allies", None])
def test_a_set_up_is_not_told_before_both_are_in(side: str | None) -> None:
    """§7: neither how many blocks there are nor that a set-up was changed in between says what is in it."""
    other = Deploy((FormedGroup("All", savo_ships()[:6]), FormedGroup("Rear", savo_ships()[6:])))
    alternatives = (Alternative(savo(), {}), Alternative(savo(), {}))
    for alternative, order in zip(alternatives, (ijn_set_up(), other), strict=True):
        alternative.give("ijn", order)
    assert not differ_for(alternatives, side)
    for alternative, order in zip(alternatives, (other, ijn_set_up()), strict=True):
        alternative.give("ijn", WithdrawPlot())
        alternative.give("ijn", order)
    assert not differ_for(alternatives, side)
    for alternative in alternatives:
        alternative.give("allies", allied_set_up(alternative.state))
    assert differ_for(alternatives, side)


def savo_ships() -> tuple[str, ...]:
    ships: tuple[str, ...] = SYSTEM.initial_state(savo()).scenario.sides["ijn"].ships
    return ships


@pytest.mark.parametrize("side", ["allies", None])
def test_a_sealed_evasion_is_not_told_before_it_is_revealed(side: str | None) -> None:
    """DS-R29: neither the evading markers nor the smoke; the reveal then tells everybody."""
    alternatives = in_contact("evasion-both")
    hunters = tuple(key for key in alternatives[0].state.sightings if key.startswith("ijn"))
    assert hunters
    alternatives[0].give("ijn", DeclareEvasion(hunters))
    alternatives[1].give("ijn", DeclareEvasion())
    assert differ_for(alternatives, "ijn")
    assert not differ_for(alternatives, side)
    for alternative in alternatives:
        alternative.give("allies", DeclareEvasion())
    assert differ_for(alternatives, side)


@pytest.mark.parametrize("side", ["allies", None])
def test_sealed_attacks_are_not_told_before_they_are_revealed(side: str | None) -> None:
    """DS-R29: neither that the other side fires nor at what, not even when it thinks better of it."""
    alternatives = in_contact("attacks-both")
    form = SYSTEM.legal_orders(alternatives[0].views.of("ijn"), "ijn")[0]
    attack = _first_attack(form.blanks)
    for alternative, orders in zip(
        alternatives, ((attack, DeclareAttacks()), (DeclareAttacks(), attack)), strict=True
    ):
        alternative.give("ijn", orders[0])
    assert not differ_for(alternatives, side)
    for alternative, order in zip(alternatives, (DeclareAttacks(), attack), strict=True):
        alternative.give("ijn", WithdrawPlot())
        alternative.give("ijn", order)
    assert differ_for(alternatives, "ijn")
    assert not differ_for(alternatives, side)
    for alternative in alternatives:
        alternative.give("allies", DeclareAttacks())
    assert differ_for(alternatives, side)


def _first_attack(blanks: Iterable[object]) -> DeclareAttacks:
    """The first line of the form with all its batteries."""
    row = next(blank.rows[0] for blank in blanks if isinstance(blank, Rows))
    line = {blank.name: blank.value for blank in row if isinstance(blank, Fixed)}
    line["mounts"] = next(list(blank.values) for blank in row if isinstance(blank, Several))
    order = read(DeclareAttacks, {"attacks": [line]})
    assert isinstance(order, DeclareAttacks)
    return order


def test_a_plotted_detachment_is_not_told_before_movement_ends() -> None:
    """§10, DS-H1: with or without it, the moves that were given look the same until it takes place."""
    faces = dice({"ijn": 1, "allies": 6}, DUMMIES_LAST)
    pair = (Alternative(savo(), faces), Alternative(savo(), faces))
    for alternative, leaving in zip(pair, ((), (Detachment("ijn-1", ("kako",)),)), strict=True):
        alternative.run_to("move-3", 2, script)
        assert alternative.state.called == ("ijn",)
        alternative.give("ijn", replace(sail_slowly(alternative.state), detachments=leaving))
    assert not pair[0].events(DetachmentsPlotted)
    assert pair[1].events(DetachmentsPlotted)
    assert differ_for(pair, "ijn")
    assert not differ_for(pair, "allies")
    for alternative in pair:
        assert alternative.state.called == ("allies",)
        alternative.give("allies", MoveBlocks())
    assert differ_for(pair, "allies")


# --- the comparison itself -----------------------------------------------------------------------


@pytest.mark.parametrize("kind", [FacesSet, DiceRolled, ShipsExited])
def test_a_planted_leak_is_noticed(kind: type) -> None:
    """The comparison is worth something: one kind of event with the wrong audience, and it fails."""
    alternatives = sailed(REAL_FIRST, DUMMY_FIRST)
    assert not differ_for(alternatives, "allies")
    leaky = [[_leaked(entry, kind) for entry in alternative.entries] for alternative in alternatives]
    assert sum(was != now for was, now in zip(alternatives[0].entries, leaky[0], strict=True)) >= 1
    first, second = (
        account_of(SYSTEM, "allies", log, alternative.initial)
        for log, alternative in zip(leaky, alternatives, strict=True)
    )
    assert first != second


def _leaked(entry: Entry, kind: type) -> Entry:
    return entry._replace(audience=EVERYONE) if isinstance(entry.event, kind) else entry


def test_nothing_that_only_one_side_may_know_is_in_the_other_sides_part() -> None:
    """§4, §16: what tells faces, sums, sightings or plots never goes to everybody."""
    alternatives = in_contact("attacks-both")
    secret = (FacesSet, SpottingWorked, SightingsHeld, DetachmentsPlotted, ShipsExited, OrderGiven)
    seen = {type(entry.event): 0 for entry in alternatives[0].entries}
    for entry in alternatives[0].entries:
        if isinstance(entry.event, secret):
            seen[type(entry.event)] += 1
            assert entry.audience == (entry.event.side,)
    assert all(seen[kind] for kind in (FacesSet, SpottingWorked, SightingsHeld, OrderGiven))
    sealed = [entry for entry in alternatives[0].entries if isinstance(entry.event, EvasionDeclared)]
    assert [entry.audience for entry in sealed] == [("allies",), ("ijn",), EVERYONE, EVERYONE]
