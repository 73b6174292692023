"""Builds the first state from a scenario: reads, checks, refuses.

`initial_state` refuses everything for which Fleet Battle has no rule or number, and gives the path of each
error.
"""

from collections.abc import Mapping

from darkseas.engine.scenario.dropped_options import without_dropped
from darkseas.engine.scenario.options import Option
from darkseas.engine.scenario.scenario_errors import Findings
from darkseas.engine.scenario.spec import BadScenario, Finding, GroupSpec, ScenarioSpec, ShipSpec, SideSpec
from darkseas.engine.scenario.stickers import ShipLimits, add_ships, ratings_of, ships_of_group

from ..model.scenario import (
    Aims,
    GroupRules,
    Options,
    OwnNumbers,
    Ratings,
    RulesScenario,
    Sea,
    Ship,
    Side,
    SideRules,
)
from ..model.state import State
from ..tables.rules_tables import CARDS
from .cards import DICE, card_of
from .checks import findings_of, missing_findings
from .dropped_options import DROPPED

#: The most ships of one sticker, and of a whole battle.
LIMITS = ShipLimits(of_a_sticker=50, of_a_battle=200)

OPTIONS = (
    Option(
        key="cards",
        title="Numbers that the rulebook shows only in pictures",
        values=("own", "house"),
        default="own",
        origin="house",
        rule="FB-H1",
        note="own: the scenario must give them all; house: our own set fills in those that it does not give",
    ),
    Option(
        key="memory_turns",
        title="Turns for which escorts remember who targeted their group",
        values=(0, 1, 2, 3),
        default=1,
        origin="house",
        rule="FB-B10",
        note="in addition to the turn itself",
    ),
    Option(
        key="retreat",
        title="A side may leave the battle at the start of a turn",
        values=(False, True),
        default=False,
        origin="house",
        rule="FB-B18",
    ),
)


def initial_state(spec: ScenarioSpec) -> State:
    """Return the state before set-up. Raise BadScenario with all errors, if there are any."""
    findings = Findings()
    if len(spec.sides) != 2:  # noqa: PLR2004 - two players, as the rulebook has it throughout
        raise BadScenario((Finding("sides", "A fleet battle needs exactly two sides.", "FB-3"),))
    if spec.sides[0].key == spec.sides[1].key:
        raise BadScenario((Finding("sides.1.key", "The two sides need different keys.", "FB-3"),))
    if spec.map is not None:
        findings.add("map", "A fleet battle has no map: remove it.", "FB-2")
    options = findings.read("options", Options, without_dropped(spec.options, DROPPED), Options())
    sea = findings.read("sea", Sea, spec.sea, Sea())
    for key, numbers in sea.cards.items():
        _check_dice(findings, numbers, f"sea.cards.{key}")
        if key not in CARDS:
            text = f"There is no such card: choose one of {', '.join(CARDS)}."
            findings.add(f"sea.cards.{key}", text, "FB-1")
    ships: dict[str, Ship] = {}
    reader = _FleetReader(options, sea, ships, findings)
    sides = {side.key: reader.side(side) for side in spec.sides}
    aims = findings.read("aims", Aims, spec.aims, Aims())
    scenario = RulesScenario(spec.key, spec.title, sides, ships, aims, options)
    findings.extend(findings_of(scenario))
    findings.settle()
    return State(scenario)


def _check_dice(findings: Findings, numbers: Ratings | OwnNumbers, where: str) -> None:
    if numbers.dice is not None and not DICE.fullmatch(numbers.dice):
        findings.add(f"{where}.dice", "Write dice as number, d and sides, such as 2d10.", "FB-1")


class _FleetReader:
    """Reads sides and ships, and fills `ships`."""

    def __init__(self, options: Options, sea: Sea, ships: dict[str, Ship], findings: Findings) -> None:
        self._options = options
        self._sea = sea
        self._ships = ships
        self._findings = findings

    def side(self, spec: SideSpec) -> Side:
        where = f"sides.{spec.key}"
        rules = self._findings.read(f"{where}.rules", SideRules, spec.rules, SideRules())
        stickers = {ship.key: self._sticker(ship, spec) for ship in spec.ships}
        own = tuple(key for keys in stickers.values() for key in keys)
        suggested: dict[str, str] = {}
        for group in spec.groups:
            self._group(group, stickers, where, suggested)
        return Side(spec.key, spec.name, spec.navy, rules, own, suggested)

    def _sticker(self, spec: ShipSpec, side: SideSpec) -> tuple[str, ...]:
        """Return the keys of one sticker's ships."""
        where = f"sides.{side.key}.ships.{spec.key}"
        ratings = ratings_of(spec, Ratings, where, self._findings, "FB-1")
        if ratings is None or not LIMITS.allow(spec, len(self._ships), where, self._findings, "FB-1"):
            return ()
        _check_dice(self._findings, ratings, f"{where}.ratings")
        card = card_of(ratings, self._sea, self._options)
        self._findings.extend(missing_findings(card, where, ratings.card))

        def make(key: str, name: str, place: int) -> Ship:
            return Ship(key, name, side.key, spec.navy, spec.kind, spec.class_name, card, place)

        return add_ships(spec, self._ships, make, where, self._findings)

    def _group(
        self, spec: GroupSpec, stickers: Mapping[str, tuple[str, ...]], where: str, suggested: dict[str, str]
    ) -> None:
        here = f"{where}.groups.{spec.key}"
        rules = self._findings.read(f"{here}.rules", GroupRules, spec.rules, GroupRules("battle"))
        for key in ships_of_group(spec, stickers, here, self._findings, "FB-7"):
            ship = self._ships[key]
            if key in suggested:
                self._findings.add(here, f"{ship.name} is already in a group.", "FB-7")
            elif rules.group not in ship.type.groups:
                self._findings.add(here, _wrong_group(ship, rules.group), "FB-7")
            suggested[key] = rules.group


def _wrong_group(ship: Ship, group: str) -> str:
    allowed = " or ".join(f"the {group} group" for group in ship.type.groups) or "neither group"
    return f"{ship.name} is a {ship.type.key} and cannot be in the {group} group: put her into {allowed}."
