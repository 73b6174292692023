"""The set-up forms: as the scenario suggests, or with task groups formed freely (§7, §10)."""

from darkseas.engine.hexes.board import label
from darkseas.engine.orders import (
    Choice,
    Contingent,
    Fixed,
    Formation,
    Grouping,
    OrderForm,
    Row,
    Rows,
)
from darkseas.engine.presentation.words import joined
from darkseas.engine.serialization.canonical_json import Json

from ..model.scenario import Group, GroupRules, RulesScenario, Side
from ..model.state import State
from ..tables.rules_tables import TRAINING
from .deployment import LONGEST_NAME, allowed, edge_of_entry

_ORDER = "dark_seas.deploy"
_WHY = "Before the first turn each side sets up its blocks, hidden from the other."
_MOST_NAMES = 3


def form(state: State, side: str) -> OrderForm:
    """The form with the scenario's groups and a free choice of hexes."""
    own = state.scenario.sides[side]
    groups = tuple(_group_row(state.scenario, own, group) for group in own.groups if not group.rules.single)
    singles = tuple(
        _row(state.scenario, own, group.rules, (Fixed("ship", ship, "crew"),))
        for group in own.groups
        if group.rules.single
        for ship in group.ships
    )
    return OrderForm(
        _ORDER,
        "Set up as in the scenario",
        "§7",
        (
            Rows("groups", "Task groups", groups, least=len(groups)),
            Rows("singles", "Single ships", singles, least=len(singles)),
            _dummies(state.scenario, own),
        ),
        because=_WHY,
    )


def _group_row(scenario: RulesScenario, side: Side, group: Group) -> Row:
    ships: list[Json] = list(group.ships)
    return _row(scenario, side, group.rules, (Fixed("name", group.name), Fixed("ships", ships, "crew")))


def _row(scenario: RulesScenario, side: Side, rules: GroupRules, fixed: tuple[Fixed, ...]) -> Row:
    labels = tuple(label(at) for at in allowed(scenario, side, rules))
    if not labels:
        return fixed
    return (*fixed, Choice("hex", "Hex", labels, bool(edge_of_entry(side, rules)), "place"))


def _dummies(scenario: RulesScenario, side: Side) -> Rows:
    rows = tuple(_row(scenario, side, GroupRules(), ()) for _ in range(side.rules.dummies))
    return Rows("dummies", "Dummies", rows)


# --- task groups formed freely -------------------------------------------------------------------


def free_form(state: State, side: str) -> OrderForm | None:
    """The form with freely formed task groups; None if the scenario leaves no choice."""
    own = state.scenario.sides[side]
    contingents = tuple(_contingent(state.scenario, own, groups) for groups in _alike(own))
    if not any(contingent.how == "free" for contingent in contingents):
        return None
    formation = Formation(
        "groups",
        "Task groups",
        contingents,
        own.rules.group_limit,
        LONGEST_NAME,
        tuple(Grouping(group.name, group.ships) for group in own.groups if not group.rules.single),
        alone="singles",
        group_members="ships",
        member="ship",
        place="hex",
        subject="crew",
    )
    title = "Set up with your own task groups"
    return OrderForm(_ORDER, title, "§10", (formation, _dummies(state.scenario, own)), because=_WHY)


def _alike(side: Side) -> list[list[Group]]:
    """The scenario's groups, collected by which ships may share a block (DS-H9)."""
    alike: list[list[Group]] = []
    for group in (*side.groups, *_strays(side)):
        free = not _is_fixed(side, group.rules) and not group.rules.single
        mates = next((one for one in alike if free and one[0].rules == group.rules), None)
        if mates is None:
            alike.append([group])
        else:
            mates.append(group)
    return alike


def _strays(side: Side) -> tuple[Group, ...]:
    """The ships that the scenario has in no group, as one group."""
    grouped = {ship for group in side.groups for ship in group.ships}
    ships = tuple(ship for ship in side.ships if ship not in grouped)
    return (Group("", "Other ships", ships, GroupRules()),) if ships else ()


def _is_fixed(side: Side, rules: GroupRules) -> bool:
    """Whether a group must be formed as in the scenario (§7, DS-H2)."""
    return rules.immobile or side.rules.fixed_groups


def _contingent(scenario: RulesScenario, side: Side, groups: list[Group]) -> Contingent:
    rules = groups[0].rules
    ships = tuple(ship for group in groups for ship in group.ships)
    is_whole = _is_fixed(side, rules) and not rules.single
    return Contingent(
        joined([group.name for group in groups], _MOST_NAMES),
        ships,
        "alone" if rules.single else "whole" if is_whole else "free",
        len(ships) if is_whole else TRAINING[side.rules.training].largest_group,
        tuple(label(at) for at in allowed(scenario, side, rules)),
        bool(edge_of_entry(side, rules)),
        not rules.immobile,
    )
