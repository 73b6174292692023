"""Build the first state from a scenario: read it, check it, and reject it with all errors.

`initial_state` rejects anything for which Dark Seas has no rule or number; every error names its place.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from darkseas.engine.hexes.board import Hex, HexBoard, parse_label
from darkseas.engine.scenario.options import Option
from darkseas.engine.scenario.scenario_errors import Findings
from darkseas.engine.scenario.spec import (
    BadScenario,
    Finding,
    GroupSpec,
    MapSpec,
    ScenarioSpec,
    ShipSpec,
    SideSpec,
)
from darkseas.engine.scenario.stickers import add_ships, ships_of_group

from ..chart.chart import ground_of
from ..model.scenario import (
    Aims,
    Group,
    GroupRules,
    Options,
    Ratings,
    RulesScenario,
    Sea,
    Ship,
    Side,
    SideRules,
)
from ..model.state import State
from .checks import findings_of, ratings_findings

#: The most columns or rows of a map, and the most ships of a sticker: larger than any table.
LONGEST_SIDE, MOST_SHIPS = 100, 100

OPTIONS = (
    Option(
        key="declarations",
        title="Evasion and attacks are declared",
        values=("table", "sealed"),
        default="table",
        origin="house",
        rule="DS-R29",
        note="table: the side without initiative first; sealed: both at once",
    ),
    Option(
        key="ship_by_ship",
        title="Spot and attack ship by ship",
        values=(False, True),
        default=False,
        origin="rulebook",
        rule="§16g",
        note="only ships whose own radar sights the target may attack it (§18c)",
    ),
)

#: Options that scenarios stored before may still set. This one changed nothing: every draw is a recorded die
#: (DS-R20), whichever value it has.
_DROPPED_OPTIONS = frozenset({"dice_for_targets"})


def initial_state(spec: ScenarioSpec) -> State:
    """The state before set-up; raises BadScenario with every error in the scenario."""
    findings = Findings()
    if len(spec.sides) != 2:  # noqa: PLR2004 - two players, as the rulebook has it throughout
        remedy = "Keep exactly two sides."
        raise BadScenario((Finding("sides", "Dark Seas has two sides.", "§1", remedy),))
    if spec.map is None:
        remedy = "Draw a map, or choose an existing one."
        raise BadScenario((Finding("map", "Dark Seas needs a hex map.", "§3", remedy),))
    if spec.sides[0].key == spec.sides[1].key:
        text = "The two sides need different keys."
        raise BadScenario((Finding("sides.1.key", text, "§1", "Give one of them another key."),))
    board = _board(spec.map, findings)
    areas = _areas(spec.map, board, findings)
    ships: dict[str, Ship] = {}
    sides = {side.key: _side(side, ships, findings) for side in spec.sides}
    answers = {key: value for key, value in spec.options.items() if key not in _DROPPED_OPTIONS}
    scenario = RulesScenario(
        key=spec.key,
        title=spec.title,
        numbering=spec.map.numbering,
        board=board,
        sides=sides,
        ships=ships,
        areas=areas,
        sea=findings.read("sea", Sea, spec.sea, Sea(())),
        aims=findings.read("aims", Aims, spec.aims, Aims(turn_limit=1)),
        options=findings.read("options", Options, answers, Options()),
        ground=ground_of(spec),
    )
    findings.extend(findings_of(scenario))
    findings.settle()
    return State(scenario)


# --- map -----------------------------------------------------------------------------------------


def _hexes(labels: Iterable[str], where: str, findings: Findings) -> frozenset[Hex]:
    hexes = []
    for place, text in enumerate(labels):
        try:
            hexes.append(parse_label(text))
        except ValueError as error:
            findings.add(f"{where}.{place}", str(error))
    return frozenset(hexes)


def _board(spec: MapSpec, findings: Findings) -> HexBoard:
    land = _hexes(spec.land, "map.land", findings)
    excluded = _hexes(spec.excluded, "map.excluded", findings)
    if max(spec.cols, spec.rows) > LONGEST_SIDE:
        findings.add("map", f"The map has more than {LONGEST_SIDE} columns or rows.", "§3")
        return HexBoard(1, 1)
    try:
        return HexBoard(spec.cols, spec.rows, land, excluded)
    except ValueError as error:
        findings.add("map", str(error))
        return HexBoard(1, 1)


def _areas(spec: MapSpec, board: HexBoard, findings: Findings) -> dict[str, frozenset[Hex]]:
    areas = {}
    for name, labels in spec.areas.items():
        areas[name] = _hexes(labels, f"map.areas.{name}", findings)
        if any(not board.contains(at) for at in areas[name]):
            findings.add(f"map.areas.{name}", "has a hex that is not on the map")
    return areas


# --- sides ---------------------------------------------------------------------------------------


def _side(spec: SideSpec, ships: dict[str, Ship], findings: Findings) -> Side:
    where = f"sides.{spec.key}"
    rules = findings.read(f"{where}.rules", SideRules, spec.rules, SideRules(training=1, group_limit=1))
    own: list[str] = []
    stickers: dict[str, tuple[str, ...]] = {}
    for ship in spec.ships:
        stickers[ship.key] = _add_ships(ship, spec, ships, findings)
        own.extend(stickers[ship.key])
    groups = tuple(_group(group, stickers, where, findings) for group in spec.groups)
    fastest = max((ships[key].ratings.speed for key in own), default=1)
    return Side(spec.key, spec.name, spec.navy, rules, tuple(own), groups, rules.dummy_speed or fastest)


def _add_ships(spec: ShipSpec, side: SideSpec, ships: dict[str, Ship], findings: Findings) -> tuple[str, ...]:
    where = f"sides.{side.key}.ships.{spec.key}"
    bare = Ratings(batteries=(), defence=1, defence_class="M", speed=1, points=Fraction(0))
    ratings = findings.read(f"{where}.ratings", Ratings, spec.ratings, bare)
    findings.extend(ratings_findings(ratings, f"{where}.ratings"))
    if not 1 <= spec.count <= MOST_SHIPS:
        findings.add(f"{where}.count", f"A sticker stands for 1 to {MOST_SHIPS} ships.", "DS-R11")
        return ()

    def make(key: str, name: str, place: int) -> Ship:
        return Ship(key, name, side.key, spec.navy, spec.kind, spec.class_name, ratings, place)

    return add_ships(spec, ships, make, where, findings)


def _group(spec: GroupSpec, stickers: Mapping[str, tuple[str, ...]], where: str, findings: Findings) -> Group:
    here = f"{where}.groups.{spec.key}"
    ships = tuple(ships_of_group(spec, stickers, here, findings))
    rules = findings.read(f"{here}.rules", GroupRules, spec.rules, GroupRules())
    return Group(spec.key, spec.name, ships, rules)
