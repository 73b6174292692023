"""From a scenario to the first state: read, check and refuse.

`initial_state` refuses a scenario that EasyShips cannot play; every error names its place.
"""

from collections.abc import Mapping

from darkseas.engine.hexes.board import FACINGS, Hex, HexBoard, neighbour, parse_label
from darkseas.engine.scenario.dropped_options import without_dropped
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
from darkseas.engine.scenario.stickers import ShipLimits, add_ships, ratings_of, ships_of_group

from ..model.options import Options
from ..model.scenario import (
    Aims,
    GroupRules,
    Ratings,
    RulesScenario,
    Sea,
    Ship,
    Side,
    SideRules,
    Start,
)
from ..model.ship_hexes import ASTERN, CIRCLE, hull
from ..model.state import State
from ..movement import set_up_room
from ..tables.rules_tables import LENGTHS
from .checks import findings_of, ratings_findings
from .dropped_options import DROPPED
from .points import points

#: Ships of the largest sticker, and of a whole battle: beyond any table.
LIMITS = ShipLimits(of_a_sticker=20, of_a_battle=120)
#: The widest gap in a line ahead.
MOST_GAP = 5


def initial_state(spec: ScenarioSpec) -> State:
    """Return the state before deployment. BadScenario carries all errors."""
    findings = Findings()
    if len(spec.sides) != 2:  # noqa: PLR2004 - two players, as the rulebook has it throughout
        raise BadScenario((Finding("sides", "A battle is fought by two sides.", "ES-2"),))
    if spec.sides[0].key == spec.sides[1].key:
        raise BadScenario((Finding("sides.1.key", "The two sides need keys of their own.", "ES-2"),))
    board = _board(spec.map, findings)
    options = findings.read("options", Options, without_dropped(spec.options, DROPPED), Options())
    sea = findings.read("sea", Sea, spec.sea, Sea())
    aims = findings.read("aims", Aims, spec.aims, Aims())
    ships: dict[str, Ship] = {}
    reader = _SideReader(ships, findings)
    sides = {side.key: reader.side(side) for side in spec.sides}
    chart_map = spec.map or MapSpec("", "", board.cols, board.rows)
    scenario = RulesScenario(spec.key, spec.title, sides, ships, chart_map, board, sea, aims, options)
    findings.extend(findings_of(scenario, reader.unplaced))
    findings.settle()
    if not any(side.starts for side in sides.values()):
        findings.extend(set_up_room.findings(scenario))
        findings.settle()
    return State(scenario)


def _board(spec: MapSpec | None, findings: Findings) -> HexBoard:
    """Return the board, or a single hex if the map cannot be read."""
    if spec is None:
        findings.add("map", "The battle needs a map of hexes.", "ES-4")
        return HexBoard(1, 1)
    try:
        land = frozenset(parse_label(text) for text in spec.land)
        excluded = frozenset(parse_label(text) for text in spec.excluded)
        return HexBoard(spec.cols, spec.rows, land, excluded)
    except ValueError as error:
        findings.add("map", f"The map cannot be read: {error}.", "ES-4")
        return HexBoard(1, 1)


class _SideReader:
    """Reads sides and ships, and fills `ships` on the way."""

    def __init__(self, ships: dict[str, Ship], findings: Findings) -> None:
        self._ships = ships
        self._findings = findings
        #: Paths of sides with a group that cannot be placed yet; its ships' positions are not checked.
        self.unplaced: set[str] = set()

    def side(self, spec: SideSpec) -> Side:
        where = f"sides.{spec.key}"
        rules = self._findings.read(f"{where}.rules", SideRules, spec.rules, SideRules())
        stickers = {ship.key: self._sticker(ship, spec) for ship in spec.ships}
        own = tuple(key for keys in stickers.values() for key in keys)
        starts: dict[str, Start] = {}
        for group in spec.groups:
            self._group(group, stickers, where, starts)
        return Side(spec.key, spec.name, spec.navy, rules, own, starts)

    def _sticker(self, spec: ShipSpec, side: SideSpec) -> tuple[str, ...]:
        """Return the keys of one sticker's ships."""
        where = f"sides.{side.key}.ships.{spec.key}"
        ratings = ratings_of(spec, Ratings, where, self._findings, "ES-3")
        if ratings is None or not LIMITS.allow(spec, len(self._ships), where, self._findings, "ES-1"):
            return ()
        self._findings.extend(ratings_findings(ratings, f"{where}.ratings"))
        hexes = ratings.hexes or LENGTHS[ratings.type]

        def make(key: str, name: str, place: int) -> Ship:
            cost = points(ratings)
            return Ship(key, name, side.key, spec.navy, spec.class_name, ratings, hexes, cost, place)

        return add_ships(spec, self._ships, make, where, self._findings)

    def _group_rules(self, spec: GroupSpec, here: str) -> GroupRules | None:
        """Return a group's start, or note an error and return None if it has none."""
        if spec.rules.get("hex", "") == "":
            text = "Say where its leader lies: give a hex such as 0806."
            self._findings.add(f"{here}.rules.hex", text, "ES-2")
            return None
        nothing: GroupRules | None = None
        return self._findings.read(f"{here}.rules", GroupRules, spec.rules, nothing)

    def _group(
        self, spec: GroupSpec, stickers: Mapping[str, tuple[str, ...]], where: str, starts: dict[str, Start]
    ) -> None:
        """Place a line ahead: the leader in her hex, each other ship astern of the one before (ES-2)."""
        here = f"{where}.groups.{spec.key}"
        rules = self._group_rules(spec, here)
        if rules is None:
            self.unplaced.add(where)
            rules = GroupRules(Hex(0, 0), "E")
        if not 0 <= rules.gap <= MOST_GAP:
            self._findings.add(f"{here}.rules.gap", f"Give 0 to {MOST_GAP} hexes.", "ES-2")
        facing = FACINGS.index(rules.facing)
        astern = FACINGS[(facing + ASTERN) % CIRCLE]
        bow = rules.hex
        for key in ships_of_group(spec, stickers, here, self._findings, "ES-2"):
            if key in starts:
                name = self._ships[key].name
                self._findings.add(here, f"{name} is already in a group.", "ES-2")
            starts[key] = Start(bow, facing)
            last = hull(bow, facing, self._ships[key].hexes + min(MOST_GAP, max(0, rules.gap)))[-1]
            bow = neighbour(last, astern)
