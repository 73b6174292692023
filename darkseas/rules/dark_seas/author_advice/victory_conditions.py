"""Advice on the aims: points that cannot be had, turns that never come, conditions that ask nothing."""

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction

from darkseas.engine.presentation.words import counted, mixed, points
from darkseas.engine.scenario.spec import Finding

from ..model.scenario import RulesScenario, Side, Victory
from ..tables.rules_tables import FIXED
from .wording import advise, names

_NOTHING = Fraction(0)
#: How far one sees by day.
_DAY = FIXED["daylight_visibility"]


def findings_of(scenario: RulesScenario) -> Iterator[Finding]:
    """Advice on victory, points, turns and light."""
    for place, victory in enumerate(scenario.aims.victory):
        yield from _victory(scenario, victory, f"aims.victory.{place}")
    yield from _leaving(scenario)
    yield from _turns(scenario)
    yield from _light(scenario)


def _victory(scenario: RulesScenario, victory: Victory, where: str) -> Iterator[Finding]:
    winner = scenario.sides[victory.winner]
    most = most_points(scenario, winner)
    needed = max(victory.minimum, victory.margin)
    if needed > most:
        field = "minimum" if victory.minimum > most else "margin"
        yield advise(
            f"{where}.{field}",
            f"{winner.name} needs {points(needed)} and can have {mixed(most)} at the most.",
            "Ask for fewer points, or let more count.",
            "DS-R33",
        )
    if not victory.minimum and not victory.margin:
        text = f"{winner.name} meets this with no points to none, before a shot is fired."
        remedy = "Ask for a minimum of points, or for more points than the other side."
        yield advise(f"{where}.minimum", text, remedy, "DS-R33")


def most_points(
    scenario: RulesScenario, side: Side, safe: Collection[str] = (), *, may_leave: bool = True
) -> Fraction:
    """More than this a side cannot score: each ship counted once, where it counts most.

    `safe` are ships of the enemy that it never finds; `may_leave` says whether it can be off the map in time.
    """
    aims, enemy = scenario.aims, scenario.sides[scenario.enemy_of(side.key)]
    late = sum((deadline.share for deadline in aims.deadlines if deadline.side == enemy.key), _NOTHING)
    hit = max(aims.sunk, aims.damaged + late, late)
    exits = sum((exits.share for exits in aims.exit_points if exits.side == side.key), _NOTHING)
    there = sum((presence.share for presence in aims.presence if presence.side == side.key), _NOTHING)
    left = exits if may_leave else _NOTHING
    found = value_of(scenario, (ship for ship in enemy.ships if ship not in safe)) * hit
    missed = value_of(scenario, safe) * late
    return found + missed + value_of(scenario, side.ships) * max(left, there)


def value_of(scenario: RulesScenario, ships: Iterable[str]) -> Fraction:
    """What ships are worth together, by their keys."""
    return sum((scenario.ships[key].ratings.points for key in ships), _NOTHING)


# --- leaving the map and turns -----------------------------------------------------------------------


def _leaving(scenario: RulesScenario) -> Iterator[Finding]:
    """Points for leaving need an edge to leave over, and ships that move."""
    aims = scenario.aims
    rewards = [(f"aims.deadlines.{place}", deadline.side) for place, deadline in enumerate(aims.deadlines)]
    rewards += [(f"aims.exit_points.{place}", exits.side) for place, exits in enumerate(aims.exit_points)]
    for where, key in rewards:
        side = scenario.sides[key]
        if not side.rules.exit_edges:
            yield advise(
                where,
                f"{side.name} may not leave over any edge, so no ship of it can.",
                f"Open an edge to {side.name}, or take this out.",
                "DS-R10",
            )
        stuck = [group.name for group in side.groups if group.rules.immobile]
        if stuck and where.startswith("aims.deadlines"):
            yield advise(
                where,
                f"{names(stuck)} never moves and so can never have left in time.",
                "Let the group move, or count with its points going to the other side.",
                "DS-R34",
            )


def _turns(scenario: RulesScenario) -> Iterator[Finding]:
    """What comes after the last turn never comes."""
    last = scenario.aims.turn_limit
    over = f"The battle is over after {counted(last, 'turn')}"
    for place, deadline in enumerate(scenario.aims.deadlines):
        if deadline.by_turn > last:
            text = f"{over}: the deadline of turn {deadline.by_turn} is never reached and gives no points."
            yield advise(f"aims.deadlines.{place}.by_turn", text, "Name an earlier turn.", "DS-H26")
    for place, conditions in enumerate(scenario.sea.conditions):
        if conditions.from_turn > last:
            text = f"{over}: light and sight of turn {conditions.from_turn} never come."
            yield advise(f"sea.conditions.{place}.from_turn", text, "Name an earlier turn.", "§23")
    for side in scenario.sides.values():
        for group in side.groups:
            if group.rules.arrives > last:
                where = f"sides.{side.key}.groups.{group.key}.rules.arrives"
                text = f"{over}: {group.name} arrives in turn {group.rules.arrives}, too late to fight."
                yield advise(where, text, "Let it arrive earlier, or give more turns.", "DS-H25")


# --- light -----------------------------------------------------------------------------------------


def _light(scenario: RulesScenario) -> Iterator[Finding]:
    board = scenario.board
    for place, conditions in enumerate(scenario.sea.conditions):
        where = f"sea.conditions.{place}.visibility"
        if conditions.visibility >= board.cols + board.rows:
            text = f"Sight of {conditions.visibility} hexes reaches beyond the whole map."
            yield advise(where, text, "Give the sight of the day in hexes.", "§16")
        elif conditions.light == "night" and conditions.visibility > _DAY:
            text = f"Sight of {conditions.visibility} hexes is more than by day, and this is night."
            yield advise(where, text, "Give less sight, or make it day.", "§23b.iii")
        elif conditions.light == "day" and not conditions.visibility:
            text = "By day nobody sees farther than their own hex here."
            yield advise(where, text, "Give more sight, or make it night.", "§23b.iii")
