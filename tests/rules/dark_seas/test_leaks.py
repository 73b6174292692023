"""Twin battles of Savo Island, the same in all that a side can know: nothing tells it which is which.

Both twins are driven by the same script through the same public acts; they differ in which of two
blocks is the dummy, in which ships stand where, or in a plot that nobody has seen yet (§4, §7, §22,
DS-R29). Compared is all that a side is told: stored bytes, narrations, charts, forms.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from darkseas.engine import canon
from darkseas.engine.codec import read, write
from darkseas.engine.events import EVERYONE, DiceRolled, Entry, OrderGiven
from darkseas.engine.hexes import EDGES, Hex, parse_label
from darkseas.engine.log_codec import LogCodec
from darkseas.engine.orders import Choice, Fixed, Given, Rows, Several
from darkseas.engine.replay import Views, known_to, numbered
from darkseas.engine.scenario import ScenarioSpec
from darkseas.engine.steps import take
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.events import (
    BlockSighted,
    DetachmentsPlotted,
    DummyRemoved,
    EvasionDeclared,
    FacesSet,
    ShipsExited,
    SightingsHeld,
    SpottingWorked,
)
from darkseas.rules.dark_seas.orders import (
    DeclareAttacks,
    DeclareEvasion,
    DeclareSightings,
    Deploy,
    Detachment,
    DummyAnswer,
    FormedGroup,
    Move,
    MoveBlocks,
    PlacedDummy,
    VoidSighting,
    WithdrawPlot,
)
from darkseas.rules.dark_seas.sightings import lone_looks, successes
from darkseas.rules.dark_seas.state import State
from darkseas.rules.dark_seas.view import is_dummy
from tests.rules.conformance.bouts import scenarios
from tests.rules.dark_seas.table_top import ChosenDice, least

CODEC = LogCodec(SYSTEM)
MOST_STEPS = 200

#: How a side answers when it is called: by the whole state, as its owner knows it.
Script = Callable[[State, str], object]
#: Everything that one side is told, piece by piece: stored entries, narrations, charts, forms.
Told = tuple[bytes, ...]
#: The hexes that a block enters, by label.
Way = tuple[str, ...]

#: Where the first of the allied groups lies, at the western edge of the sound.
MEETING = parse_label("0602")


class Twin:
    """A battle in the making: its log, and the views, kept as the site keeps them."""

    def __init__(self, spec: ScenarioSpec, dice: Mapping[str, tuple[int, ...]]) -> None:
        self.entries: list[Entry] = []
        self.initial = SYSTEM.initial_state(spec)
        self.views = Views(SYSTEM, self.initial, [side.key for side in spec.sides])
        self.dice = ChosenDice(dice)
        self._steps = 0

    @property
    def state(self) -> State:
        whole: State = self.views.whole
        return whole

    def give(self, side: str, order: object) -> None:
        """Take a step."""
        facts = take(SYSTEM, self.state, Given(side, order), self.dice)
        self.entries += [Entry(seq, self._steps, *fact) for seq, fact in enumerate(facts, len(self.entries))]
        self.views.add(facts)
        self._steps += 1

    def run_to(self, phase: str, turn: int, script: Script) -> None:
        """Answer every call by the script, the side called first answering first."""
        for _ in range(MOST_STEPS):
            state = self.state
            if state.ended is not None or (state.phase == phase and state.turn >= turn and state.called):
                return
            side = state.called[0]
            self.give(side, script(state, side))
        raise AssertionError(f"{phase} of turn {turn} does not come")

    def events(self, kind: type) -> list[Any]:
        return [entry.event for entry in self.entries if isinstance(entry.event, kind)]


def told(side: str | None, entries: Iterable[Entry], initial: State) -> Told:
    """What a side (None: an observer) is told by a log, as bytes."""
    part = numbered(known_to(side, entries))
    view, last, pieces = initial.copy(), 0, []
    for entry in part:
        if entry.step != last:
            pieces += _shown(view, side)
            last = entry.step
        pieces.append(CODEC.encode(entry, None))
        pieces.append(_bytes(SYSTEM.describe(view, entry.event)))
        setter = SYSTEM.setters.get(type(entry.event))
        if setter is not None:
            setter(view, entry.event)
    return (*pieces, *_shown(view, side))


def _shown(view: State, side: str | None) -> list[bytes]:
    forms = SYSTEM.legal_orders(view, side) if side else ()
    return [_bytes(SYSTEM.chart(view)), *map(_bytes, forms)]


def _bytes(value: object) -> bytes:
    return canon.encode(write(value))


def told_by(twin: Twin, side: str | None) -> Told:
    return told(side, twin.entries, twin.initial)


def differ_for(twins: tuple[Twin, Twin], side: str | None) -> bool:
    """Whether a side is told different things by the twins."""
    return told_by(twins[0], side) != told_by(twins[1], side)


# --- Savo Island by a script ---------------------------------------------------------------------


@cache
def savo(sealed: bool = False) -> ScenarioSpec:
    spec = next(spec for spec in scenarios("dark_seas") if spec.key == "savo-island")
    return replace(spec, options={"declarations": "sealed"}) if sealed else spec


def dice(
    faces: Mapping[str, int], mixing: tuple[int, ...] = (), until: int = 9
) -> dict[str, tuple[int, ...]]:
    """Spotting dice by side, the same every turn up to one; the allies start with the initiative."""
    chosen = {f"t{turn}/spotting/{side}": (face,) for turn in range(1, until) for side, face in faces.items()}
    chosen["t0/initiative/opening/1/ijn"], chosen["t0/initiative/opening/1/allies"] = (1,), (6,)
    if mixing:
        chosen["t0/set-up/ijn"] = mixing
    return chosen


def ijn_set_up() -> Deploy:
    """Two task groups and two dummies, all over the western edge."""
    heavy, light = ("chokai", "aoba", "kako", "kinugasa"), ("furutaka", "tenryu", "yubari", "yunagi")
    return Deploy(
        (FormedGroup("Heavy", heavy), FormedGroup("Light", light)), (), (PlacedDummy(), PlacedDummy())
    )


#: Allied task groups of five ships each.
NORTHERN = ("vincennes", "astoria", "quincy", "helm", "wilson")
LUNGA = ("australia", "selfridge", "mugford", "dewey", "hull")
REST = (
    ("Southern", ("chicago", "canberra", "bagley", "patterson")),
    ("Eastern", ("san-juan", "hobart", "monssen", "buchanan")),
    ("Picket", ("ralph-talbot",)),
    ("Tulagi", ("henley", "ellet")),
)


def allied_set_up(state: State, first: tuple[str, ...] = NORTHERN, second: tuple[str, ...] = LUNGA) -> Deploy:
    """`first` in the western hex of the sound, `second` south of it, the others away in the east."""
    south, east = parse_label("0604"), parse_label("1005")
    side = state.sheet.sides["allies"]
    anchor = next(at for at in state.sheet.board.hexes if at in state.sheet.areas["anchorages"])
    groups = [FormedGroup("First", first, MEETING), FormedGroup("Second", second, south)]
    groups += [FormedGroup(name, ships, east) for name, ships in REST]
    groups += [FormedGroup(g.name, g.ships, anchor) for g in side.groups if g.rules.immobile]
    return Deploy(tuple(groups))


def set_up(state: State, side: str) -> Deploy:
    return ijn_set_up() if side == "ijn" else allied_set_up(state)


def script(state: State, side: str) -> object:
    """The IJN sail about and own up to no sighting; the allies lie still; nobody declares anything."""
    if state.phase == "set-up":
        return set_up(state, side)
    if state.phase == "spotting":
        return void_all(state, side)
    if side == "ijn" and state.phase.startswith("move"):
        return sail(state)
    return least(state, side)


def void_all(state: State, side: str) -> DeclareSightings:
    looks = successes(state, side)
    real = tuple(VoidSighting(look.block, look.target) for look in looks if not is_dummy(state, look.block))
    lone = dict.fromkeys(look.block for look in lone_looks(state, looks))
    return DeclareSightings(real, tuple(DummyAnswer(key, "void") for key in lone))


def sail(state: State) -> MoveBlocks:
    """Everybody to the allies' first group; ijn-1 leaves again over the edge as soon as it can."""
    return MoveBlocks(tuple(Move(key, _way(state, key, ways)) for key, ways in _ways(state).items()))


def _ways(state: State) -> dict[str, list[Way]]:
    """The ways that the form of movement offers to each block."""
    form = SYSTEM.legal_orders(state, "ijn")[0]
    rows = next(blank.rows for blank in form.blanks if isinstance(blank, Rows) and blank.name == "moves")
    found = {}
    for row in rows:
        key = next(str(blank.value) for blank in row if isinstance(blank, Fixed))
        values = next(blank.values for blank in row if isinstance(blank, Choice))
        found[key] = [tuple(map(str, way)) for way in values if isinstance(way, tuple)]
    return found


def _way(state: State, key: str, ways: list[Way]) -> Way:
    leaving = [way for way in ways if way[-1] in EDGES]
    if key == "ijn-1" and leaving and state.blocks[key].hex is not None:
        return leaving[0]
    return _nearest(state, MEETING, ways)


def _nearest(state: State, goal: Hex, ways: list[Way]) -> Way:
    far = state.sheet.board.distances_from(goal)
    return min((way for way in ways if way[-1] not in EDGES), key=lambda way: far[parse_label(way[-1])])


def sailed(*mixings: tuple[int, ...], turn: int = 6, allies: int = 1, until: int = 9) -> tuple[Twin, Twin]:
    """Twins whose IJN blocks got their numbers by different throws."""
    first, second = (Twin(savo(), dice({"ijn": 6, "allies": allies}, m, until)) for m in mixings)
    for twin in (first, second):
        twin.run_to("move-3", turn, script)
    return first, second


# Task groups Heavy and Light and the dummies get the keys 1 to 4 in the order of these faces.
REAL_FIRST, DUMMY_FIRST, DUMMIES_LAST = (1, 4, 2, 3), (2, 4, 1, 3), (1, 2, 3, 4)


# --- (a) which of two blocks is the dummy --------------------------------------------------------


@pytest.mark.parametrize("side", ["allies", None])
def test_nobody_is_told_which_block_is_the_dummy(side: str | None) -> None:
    """§4a, §22: five turns of sailing, spotting and leaving the map tell nothing of hidden faces."""
    twins = sailed(REAL_FIRST, DUMMY_FIRST)
    kinds = [[twin.events(FacesSet)[0].faces[place].kind for place in (0, 1)] for twin in twins]
    assert kinds == [["group", "dummy"], ["dummy", "group"]]
    assert [len(twin.events(ShipsExited)[0].ships) for twin in twins] == [4, 0]
    assert len(twins[0].events(SpottingWorked)) > 1
    assert not differ_for(twins, side)


def test_its_owner_is_told_which_block_is_the_dummy() -> None:
    """§4a: the twins do differ, and the owner's part of the log says so."""
    assert differ_for(sailed(REAL_FIRST, DUMMY_FIRST, turn=1), "ijn")


def test_public_acts_of_the_twins_are_the_same() -> None:
    """What the comparison stands on: both twins were given the same moves, and did something."""
    given = [
        [event.blanks["moves"] for event in twin.events(OrderGiven) if event.blanks.get("moves")]
        for twin in sailed(REAL_FIRST, DUMMY_FIRST)
    ]
    assert given[0] == given[1]
    assert sum(map(len, given[0])) > 10


def test_a_sighting_tells_the_dummy_and_nothing_before_it() -> None:
    """§22b: what is told is the same up to the spotting phase in which the blocks are sighted."""
    twins = tuple(Twin(savo(), dice({"ijn": 1}, mixing)) for mixing in (REAL_FIRST, DUMMIES_LAST))
    for twin in twins:
        twin.run_to("move-3", 1, script)
        _meet(twin)
    removed = [twin.events(DummyRemoved) for twin in twins]
    sighted = [[e.block for e in twin.events(BlockSighted) if e.by == "allies"] for twin in twins]
    assert [len(events) for events in removed] == [1, 0]
    assert [len(blocks) for blocks in sighted] == [0, 1]
    assert differ_for((twins[0], twins[1]), "allies")
    before = [_until_sighting(twin) for twin in twins]
    assert len(before[0]) > 10
    initial = twins[0].initial
    assert told("allies", before[0], initial) == told("allies", before[1], initial)


def _meet(twin: Twin) -> None:
    """Bring ijn-2 straight to an allied block; the allies throw a six when it is there."""
    for _ in range(MOST_STEPS):
        if twin.events(BlockSighted) or twin.events(DummyRemoved):
            return
        state = twin.state
        side = state.called[0]
        if side == "ijn" and state.phase.startswith("move"):
            order = _towards(state, MEETING)
            there = parse_label(order.moves[0].path[-1]) == MEETING
            twin.dice.chosen[f"t{state.turn}/spotting/allies"] = (6 if there else 1,)
            twin.give("ijn", order)
        elif state.phase == "spotting" and side == "allies":
            twin.give("allies", DeclareSightings())
        else:
            twin.give(side, script(state, side))
    raise AssertionError("they do not meet")


def _towards(state: State, goal: Hex) -> MoveBlocks:
    """The block ijn-2 alone, as near to a hex as it can come."""
    return MoveBlocks((Move("ijn-2", _nearest(state, goal, _ways(state)["ijn-2"])),))


def _until_sighting(twin: Twin) -> list[Entry]:
    """The log up to the step in which a block is turned up."""
    step = next(entry.step for entry in twin.entries if isinstance(entry.event, BlockSighted | DummyRemoved))
    return [entry for entry in twin.entries if entry.step < step]


# --- (b) which ships stand in which group --------------------------------------------------------


def watched(second: Deploy, ijn: int, turn: int) -> tuple[Twin, Twin]:
    """Twins whose allies are set up otherwise; the IJN look at them from within their hexes."""
    first = allied_set_up(SYSTEM.initial_state(savo()))
    twins = tuple(Twin(savo(), dice({"ijn": ijn, "allies": 1}, DUMMIES_LAST)) for _ in range(2))
    for twin, allied in zip(twins, (first, second), strict=True):
        twin.run_to("move-3", turn, _hunting(allied))
    return twins[0], twins[1]


def _hunting(allied: Deploy) -> Script:
    """The IJN sail to the first allied group and hold what they sight; nobody fires."""

    def answer(state: State, side: str) -> object:
        if state.phase == "set-up":
            return ijn_set_up() if side == "ijn" else allied
        if side == "ijn" and state.phase.startswith("move"):
            return _towards(state, MEETING)
        if state.phase == "spotting" and side == "allies":
            return void_all(state, side)
        return least(state, side)

    return answer


def swapped(first: tuple[str, ...], second: tuple[str, ...]) -> Deploy:
    return allied_set_up(SYSTEM.initial_state(savo()), first, second)


@pytest.mark.parametrize("side", ["ijn", None])
def test_nobody_is_told_which_ships_stand_in_which_group(side: str | None) -> None:
    """§4, §16: two groups of five have changed places, and the IJN lie in the hex and see nothing."""
    twins = watched(swapped(LUNGA, NORTHERN), ijn=1, turn=6)
    assert not twins[0].events(BlockSighted)
    assert len(twins[0].events(SpottingWorked)) > 2
    assert not differ_for(twins, side)
    assert differ_for(twins, "allies")


def test_a_sighting_tells_the_classes_of_a_group_and_no_names() -> None:
    """DS-R16: groups of other classes are told apart by the report, two ships of one class never are."""
    other = watched(swapped(LUNGA, NORTHERN), ijn=6, turn=6)
    reports = [[event.classes for event in twin.events(BlockSighted)] for twin in other]
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
    twins = (Twin(savo(), {}), Twin(savo(), {}))
    for twin, order in zip(twins, (ijn_set_up(), other), strict=True):
        twin.give("ijn", order)
    assert not differ_for(twins, side)
    for twin, order in zip(twins, (other, ijn_set_up()), strict=True):
        twin.give("ijn", WithdrawPlot())
        twin.give("ijn", order)
    assert not differ_for(twins, side)
    for twin in twins:
        twin.give("allies", allied_set_up(twin.state))
    assert differ_for(twins, side)


def savo_ships() -> tuple[str, ...]:
    ships: tuple[str, ...] = SYSTEM.initial_state(savo()).sheet.sides["ijn"].ships
    return ships


def in_contact(stage: str) -> tuple[Twin, Twin]:
    """Twins with sealed plots at a stage of the combat in which both sides first see each other."""
    faces = dice({"ijn": 6, "allies": 6}, DUMMIES_LAST)
    twins = (Twin(savo(sealed=True), faces), Twin(savo(sealed=True), faces))
    for twin in twins:
        answer = _hunting(allied_set_up(twin.state))

        def holding(state: State, side: str, answer: Script = answer) -> object:
            return least(state, side) if state.phase == "spotting" else answer(state, side)

        twin.run_to(stage, 1, holding)
        assert set(twin.state.called) == {"ijn", "allies"}
    return twins


@pytest.mark.parametrize("side", ["allies", None])
def test_a_sealed_evasion_is_not_told_before_it_is_revealed(side: str | None) -> None:
    """DS-R29: neither the evading markers nor the smoke; the reveal then tells everybody."""
    twins = in_contact("evasion-both")
    hunters = tuple(key for key in twins[0].state.sightings if key.startswith("ijn"))
    assert hunters
    twins[0].give("ijn", DeclareEvasion(hunters))
    twins[1].give("ijn", DeclareEvasion())
    assert differ_for(twins, "ijn")
    assert not differ_for(twins, side)
    for twin in twins:
        twin.give("allies", DeclareEvasion())
    assert differ_for(twins, side)


@pytest.mark.parametrize("side", ["allies", None])
def test_sealed_attacks_are_not_told_before_they_are_revealed(side: str | None) -> None:
    """DS-R29: neither that the other side fires nor at what, not even when it thinks better of it."""
    twins = in_contact("attacks-both")
    form = SYSTEM.legal_orders(twins[0].views.of("ijn"), "ijn")[0]
    attack = _first_attack(form.blanks)
    for twin, orders in zip(twins, ((attack, DeclareAttacks()), (DeclareAttacks(), attack)), strict=True):
        twin.give("ijn", orders[0])
    assert not differ_for(twins, side)
    for twin, order in zip(twins, (DeclareAttacks(), attack), strict=True):
        twin.give("ijn", WithdrawPlot())
        twin.give("ijn", order)
    assert differ_for(twins, "ijn")
    assert not differ_for(twins, side)
    for twin in twins:
        twin.give("allies", DeclareAttacks())
    assert differ_for(twins, side)


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
    pair = (Twin(savo(), faces), Twin(savo(), faces))
    for twin, leaving in zip(pair, ((), (Detachment("ijn-1", ("kako",)),)), strict=True):
        twin.run_to("move-3", 2, script)
        assert twin.state.called == ("ijn",)
        twin.give("ijn", replace(sail_slowly(twin.state), detachments=leaving))
    assert not pair[0].events(DetachmentsPlotted)
    assert pair[1].events(DetachmentsPlotted)
    assert differ_for(pair, "ijn")
    assert not differ_for(pair, "allies")
    for twin in pair:
        assert twin.state.called == ("allies",)
        twin.give("allies", MoveBlocks())
    assert differ_for(pair, "allies")


def sail_slowly(state: State) -> MoveBlocks:
    """ijn-1 stays where it is, so that ships can leave it on the map."""
    return MoveBlocks(tuple(move for move in sail(state).moves if move.block != "ijn-1"))


# --- the comparison itself -----------------------------------------------------------------------


@pytest.mark.parametrize("kind", [FacesSet, DiceRolled, ShipsExited])
def test_a_planted_leak_is_noticed(kind: type) -> None:
    """The comparison is worth something: one kind of event with the wrong audience, and it fails."""
    twins = sailed(REAL_FIRST, DUMMY_FIRST)
    assert not differ_for(twins, "allies")
    leaky = [[_leaked(entry, kind) for entry in twin.entries] for twin in twins]
    assert sum(was != now for was, now in zip(twins[0].entries, leaky[0], strict=True)) >= 1
    first, second = (told("allies", log, twin.initial) for log, twin in zip(leaky, twins, strict=True))
    assert first != second


def _leaked(entry: Entry, kind: type) -> Entry:
    return entry._replace(audience=EVERYONE) if isinstance(entry.event, kind) else entry


def test_nothing_that_only_one_side_may_know_is_in_the_other_sides_part() -> None:
    """§4, §16: what tells faces, sums, sightings or plots never goes to everybody."""
    twins = in_contact("attacks-both")
    secret = (FacesSet, SpottingWorked, SightingsHeld, DetachmentsPlotted, ShipsExited, OrderGiven)
    seen = {type(entry.event): 0 for entry in twins[0].entries}
    for entry in twins[0].entries:
        if isinstance(entry.event, secret):
            seen[type(entry.event)] += 1
            assert entry.audience == (entry.event.side,)
    assert all(seen[kind] for kind in (FacesSet, SpottingWorked, SightingsHeld, OrderGiven))
    sealed = [entry for entry in twins[0].entries if isinstance(entry.event, EvasionDeclared)]
    assert [entry.audience for entry in sealed] == [("allies",), ("ijn",), EVERYONE, EVERYONE]
