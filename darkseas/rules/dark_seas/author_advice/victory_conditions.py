"""Warn an author about victory conditions that are impossible to meet, too late, or require nothing."""

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction

from darkseas.engine.presentation.words import counted, mixed, points
from darkseas.engine.scenario.spec import Finding

from ..model.scenario import RulesScenario, Side, Victory
from ..tables.rules_tables import FIXED
from .wording import advise, names

_NOTHING = Fraction(0)
#: Visibility by day, in hexes.
_DAY = FIXED["daylight_visibility"]


def findings_of(scenario: RulesScenario) -> Iterator[Finding]:
    """Warn about victory, points, turns and light."""
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
            f"{winner.name} needs {points(needed)} but can score at most {mixed(most)}.",
            "Require fewer points, or add more ways to score.",
            "DS-R33",
        )
    if not victory.minimum and not victory.margin:
        text = f"{winner.name} meets this at 0:0, before a shot is fired."
        remedy = "Require a minimum score, or a lead over the other side."
        yield advise(f"{where}.minimum", text, remedy, "DS-R33")


def most_points(
    scenario: RulesScenario, side: Side, safe: Collection[str] = (), *, may_leave: bool = True
) -> Fraction:
    """Return an upper bound of a side's score. Each ship counts once, for the highest number of points.

    `safe` are enemy ships that the side never finds. `may_leave` says whether the side can leave the map in
    time.
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
    """Return the total value of the ships with these keys."""
    return sum((scenario.ships[key].ratings.points for key in ships), _NOTHING)


# --- leaving the map and turns -----------------------------------------------------------------------


def _leaving(scenario: RulesScenario) -> Iterator[Finding]:
    """Warn about exit points without an exit edge, or for ships that never move."""
    aims = scenario.aims
    rewards = [(f"aims.deadlines.{place}", deadline.side) for place, deadline in enumerate(aims.deadlines)]
    rewards += [(f"aims.exit_points.{place}", exits.side) for place, exits in enumerate(aims.exit_points)]
    for where, key in rewards:
        side = scenario.sides[key]
        if not side.rules.exit_edges:
            yield advise(
                where,
                f"{side.name} has no exit edge, so none of its ships can leave.",
                f"Give {side.name} an exit edge, or remove this line.",
                "DS-R10",
            )
        stuck = [group.name for group in side.groups if group.rules.immobile]
        if stuck and where.startswith("aims.deadlines"):
            yield advise(
                where,
                f"{names(stuck)} never moves, so cannot leave in time.",
                "Let the group move, or accept that its points go to the other side.",
                "DS-R34",
            )


def _turns(scenario: RulesScenario) -> Iterator[Finding]:
    """Warn about events scheduled after the last turn."""
    last = scenario.aims.turn_limit
    over = f"The battle ends after {counted(last, 'turn')}"
    for place, deadline in enumerate(scenario.aims.deadlines):
        if deadline.by_turn > last:
            text = f"{over}: the deadline of turn {deadline.by_turn} is never reached and gives no points."
            yield advise(f"aims.deadlines.{place}.by_turn", text, "Choose an earlier turn.", "DS-H26")
    for place, conditions in enumerate(scenario.sea.conditions):
        if conditions.from_turn > last:
            text = f"{over}: the light and visibility of turn {conditions.from_turn} never apply."
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
            text = f"Visibility of {conditions.visibility} hexes covers the whole map."
            yield advise(where, text, "Enter the daylight visibility in hexes.", "§16")
        elif conditions.light == "night" and conditions.visibility > _DAY:
            text = (
                f"Visibility of {conditions.visibility} hexes is more than daylight gives, but this is night."
            )
            yield advise(where, text, "Reduce the visibility, or make it day.", "§23b.iii")
        elif conditions.light == "day" and not conditions.visibility:
            text = "With this visibility, nobody sees beyond their own hex by day."
            yield advise(where, text, "Increase the visibility, or make it night.", "§23b.iii")
