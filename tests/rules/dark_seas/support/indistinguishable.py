"""Battles of Savo Island driven by a script, in pairs, and all that a side is told of them as bytes."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from darkseas.engine.hexes.board import EDGES, Hex, parse_label
from darkseas.engine.orders import Course, Fixed, Rows
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.model.orders import (
    DeclareSightings,
    Deploy,
    DummyAnswer,
    FormedGroup,
    Move,
    MoveBlocks,
    PlacedDummy,
    VoidSighting,
)
from darkseas.rules.dark_seas.model.queries import is_dummy
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.spotting.sightings import lone_attempts, successes
from tests.rules import alternatives
from tests.rules.alternatives import Script, account_for
from tests.rules.conformance.bot_battles import scenarios
from tests.rules.dark_seas.support.table_top import ChosenDice, least

#: The hexes that a block enters, by label.
Path = tuple[str, ...]

#: Where the first of the allied groups lies, at the western edge of the sound.
MEETING = parse_label("0602")


class Alternative(alternatives.Alternative):
    """A battle of Dark Seas in the making, with dice that fall as told."""

    dice: ChosenDice

    def __init__(self, spec: ScenarioSpec, dice: Mapping[str, tuple[int, ...]]) -> None:
        super().__init__(SYSTEM, spec, ChosenDice(dice))


def differ_for(pair: tuple[Alternative, Alternative], side: str | None) -> bool:
    """Whether a side is told different things by two battles."""
    return account_for(pair[0], side) != account_for(pair[1], side)


# --- Savo Island by a script ---------------------------------------------------------------------


@cache
def savo(sealed: bool = False) -> ScenarioSpec:
    spec = next(spec for spec in scenarios("dark_seas") if spec.key == "savo-island")
    return replace(spec, options={"declarations": "sealed"}) if sealed else spec


def dice(
    faces: Mapping[str, int], mixing: tuple[int, ...] = (), until: int = 9
) -> dict[str, tuple[int, ...]]:
    """Spotting dice by side, the same every turn up to one; the allies start with the initiative."""
    chosen: dict[str, tuple[int, ...]] = {
        f"t{turn}/spotting/{side}": (face,) for turn in range(1, until) for side, face in faces.items()
    }
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
    side = state.scenario.sides["allies"]
    anchor = next(at for at in state.scenario.board.hexes if at in state.scenario.areas["anchorages"])
    groups = [FormedGroup("First", first, MEETING), FormedGroup("Second", second, south)]
    groups += [FormedGroup(name, ships, east) for name, ships in REST]
    groups += [FormedGroup(g.name, g.ships, anchor) for g in side.groups if g.rules.immobile]
    return Deploy(tuple(groups))


def set_up(state: State, side: str) -> Deploy:
    return ijn_set_up() if side == "ijn" else allied_set_up(state)


def script(state: State, side: str) -> object:
    """The IJN sail about and own up to no sighting; the allies lie still; nobody declares anything."""
    if str(state.stage) == "set-up":
        return set_up(state, side)
    if str(state.stage) == "spotting":
        return void_all(state, side)
    if side == "ijn" and state.stage.kind == "move":
        return sail(state)
    return least(state, side)


def void_all(state: State, side: str) -> DeclareSightings:
    attempts = successes(state, side)
    real = tuple(
        VoidSighting(attempt.block, attempt.target)
        for attempt in attempts
        if not is_dummy(state, attempt.block)
    )
    lone = dict.fromkeys(attempt.block for attempt in lone_attempts(state, attempts))
    return DeclareSightings(real, tuple(DummyAnswer(key, "void") for key in lone))


def sail(state: State) -> MoveBlocks:
    """Everybody to the allies' first group; ijn-1 leaves again over the edge as soon as it can."""
    return MoveBlocks(tuple(Move(key, _path(state, key, paths)) for key, paths in _paths(state).items()))


def _paths(state: State) -> dict[str, list[Path]]:
    """The ways that the form of movement offers to each block, whoever has to come in."""
    form = SYSTEM.legal_orders(state, "ijn")[0]
    found = {}
    for row in (row for blank in form.blanks if isinstance(blank, Rows) for row in blank.rows):
        key = next(str(blank.value) for blank in row if isinstance(blank, Fixed))
        for course in (blank for blank in row if isinstance(blank, Course)):
            found[key] = [course.path_to(end) for end in course.reach]
    return dict(sorted(found.items()))


def _path(state: State, key: str, paths: list[Path]) -> Path:
    leaving = [path for path in paths if path[-1] in EDGES]
    if key == "ijn-1" and leaving and state.blocks[key].hex is not None:
        return leaving[0]
    return _nearest(state, MEETING, paths)


def _nearest(state: State, goal: Hex, paths: list[Path]) -> Path:
    far = state.scenario.board.distances_from(goal)
    return min((path for path in paths if path[-1] not in EDGES), key=lambda path: far[parse_label(path[-1])])


def sailed(
    *mixings: tuple[int, ...], turn: int = 6, allies: int = 1, until: int = 9
) -> tuple[Alternative, Alternative]:
    """Alternatives whose IJN blocks got their numbers by different throws."""
    first, second = (Alternative(savo(), dice({"ijn": 6, "allies": allies}, m, until)) for m in mixings)
    for alternative in (first, second):
        alternative.run_to("move-3", turn, script)
    return first, second


# Task groups Heavy and Light and the dummies get the keys 1 to 4 in the order of these faces.
REAL_FIRST, DUMMY_FIRST, DUMMIES_LAST = (1, 4, 2, 3), (2, 4, 1, 3), (1, 2, 3, 4)


def towards(state: State, goal: Hex) -> MoveBlocks:
    """The block ijn-2 alone, as near to a hex as it can come; all the others come in, and stay there."""
    ways = _paths(state)
    entering = [
        Move(key, paths[0]) for key, paths in ways.items() if key != "ijn-2" and state.blocks[key].hex is None
    ]
    return MoveBlocks((Move("ijn-2", _nearest(state, goal, ways["ijn-2"])), *entering))


def watched(second: Deploy, ijn: int, turn: int) -> tuple[Alternative, Alternative]:
    """Alternatives whose allies are set up otherwise; the IJN look at them from within their hexes."""
    first = allied_set_up(SYSTEM.initial_state(savo()))
    alternatives = tuple(Alternative(savo(), dice({"ijn": ijn, "allies": 1}, DUMMIES_LAST)) for _ in range(2))
    for alternative, allied in zip(alternatives, (first, second), strict=True):
        alternative.run_to("move-3", turn, hunting(allied))
    return alternatives[0], alternatives[1]


def hunting(allied: Deploy) -> Script:
    """The IJN sail to the first allied group and hold what they sight; nobody fires."""

    def answer(state: State, side: str) -> object:
        if str(state.stage) == "set-up":
            return ijn_set_up() if side == "ijn" else allied
        if side == "ijn" and state.stage.kind == "move":
            return towards(state, MEETING)
        if str(state.stage) == "spotting" and side == "allies":
            return void_all(state, side)
        return least(state, side)

    return answer


def swapped(first: tuple[str, ...], second: tuple[str, ...]) -> Deploy:
    return allied_set_up(SYSTEM.initial_state(savo()), first, second)


def in_contact(stage: str) -> tuple[Alternative, Alternative]:
    """Alternatives with sealed plots at a stage of the combat in which both sides first see each other."""
    faces = dice({"ijn": 6, "allies": 6}, DUMMIES_LAST)
    alternatives = (Alternative(savo(sealed=True), faces), Alternative(savo(sealed=True), faces))
    for alternative in alternatives:
        answer = hunting(allied_set_up(alternative.state))

        def holding(state: State, side: str, answer: Script = answer) -> object:
            return least(state, side) if str(state.stage) == "spotting" else answer(state, side)

        alternative.run_to(stage, 1, holding)
        assert set(alternative.state.called) == {"ijn", "allies"}
    return alternatives


def sail_slowly(state: State) -> MoveBlocks:
    """ijn-1 comes in and stays where it is, so that ships can leave it on the map."""
    stays = state.blocks["ijn-1"].hex is not None
    return MoveBlocks(tuple(move for move in sail(state).moves if move.block != "ijn-1" or not stays))
