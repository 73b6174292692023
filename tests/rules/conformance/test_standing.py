"""How battles stand, by every system and the toys: as result and chart say, and no more than a view knows."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import Any

import pytest

from darkseas.engine.bots.battle import fight
from darkseas.engine.events import may_know
from darkseas.engine.play.replay import set_facts
from darkseas.engine.presentation.chart import Chart
from darkseas.engine.presentation.standing import AFLOAT, DAMAGED, EXITED, SUNK, Standing
from darkseas.engine.presentation.words import mixed
from darkseas.engine.system import RulesSystem
from tests.rules.conformance.bot_battles import SYSTEMS, Fought, all_battles, seed_of, system_bot_battles
from tests.support.builders import toy_scenario
from tests.support.toys.toy_cards import CARDS, card_scenario
from tests.support.toys.toy_system import TOY

TOYS = {TOY.key: toy_scenario, CARDS.key: card_scenario}
every_system = pytest.mark.parametrize(
    "system",
    [*(system for system in SYSTEMS if system.key not in TOYS), TOY, CARDS],
    ids=lambda system: system.key,
)
#: Who looks: the whole state, what everybody may know, and each side.
EVERYTHING, EVERYBODY = "all", None
#: Every so many events the views are compared.
EVERY = 25


@cache
def toy_battles(system: RulesSystem) -> tuple[Fought, ...]:
    """Some battles between a toy's captains."""
    spec = TOYS[system.key]()
    leaders = {side.key: system.bot for side in spec.sides}
    seeds = [seed_of(system.key, number) for number in range(5)]
    return tuple(Fought(system, spec, seed, fight(system, spec, seed, bots=leaders)) for seed in seeds)


def views(fought: Fought) -> Iterator[dict[str | None, Any]]:
    """The whole state and all views, each folded from what it may know alone, after every few events."""
    system = fought.system
    who = (EVERYTHING, EVERYBODY, *(side.key for side in fought.spec.sides))
    states = {viewer: system.initial_state(fought.spec) for viewer in who}
    for number, entry in enumerate(fought.bot_battle.entries):
        for viewer, state in states.items():
            if viewer == EVERYTHING or may_know(entry.audience, viewer):
                set_facts(system.setters, state, [entry.event])
        if number % EVERY == 0:
            yield states
    yield states


def marks_of(chart: Chart) -> dict[str, tuple[str, str, tuple[str, ...]]]:
    """Side, name and marks of every ship drawn: the crew of a piece, or a piece without crew."""
    alone = {one.key: (one.side, one.title, one.marks) for one in chart.pieces if not one.crew}
    inside = {ship.key: (one.side, ship.name, ship.marks) for one in chart.pieces for ship in one.crew}
    return {**alone, **inside}


def fates_of(standing: Standing) -> dict[str, str]:
    """The fates by ship."""
    return {ship.ship: ship.fate for ship in standing.fates}


def moments_of(system: RulesSystem) -> Iterator[dict[str | None, Any]]:
    """The moments of all of a system's battles between captains."""
    battles = toy_battles(system) if system.key in TOYS else system_bot_battles(system)
    return (states for fought in battles for states in views(fought))


@every_system
def test_points_of_a_battle_that_is_over_are_those_of_its_result(system: RulesSystem) -> None:
    for fought in toy_battles(system) if system.key in TOYS else all_battles(system):
        result = system.result(fought.bot_battle.state)
        standing = system.standing(fought.bot_battle.state)
        assert result is not None
        assert dict(standing.scores) == dict(result.scores)
        assert list(standing.scores) == [side.key for side in fought.spec.sides]
        assert all(type(points) is Fraction for points in standing.scores.values())


@every_system
def test_points_for_the_fates_of_ships_are_the_points_where_nothing_else_counts(system: RulesSystem) -> None:
    """Who left the map or got where they wanted to be has points beside; nobody has fewer."""
    for fought in toy_battles(system) if system.key in TOYS else all_battles(system):
        standing = system.standing(fought.bot_battle.state)
        fates = {
            ship.ship: DAMAGED if ship.hurt and ship.fate == EXITED else ship.fate for ship in standing.fates
        }
        of_ships = system.points_of_fates(fought.spec, fates)
        beside = {"exit_points", "deadlines", "presence"} & fought.spec.aims.keys()
        for side, points in of_ships.items():
            assert points == standing.scores[side] or (beside and points < standing.scores[side])
        assert of_ships or system.key in TOYS


@every_system
def test_chart_and_standing_of_a_view_say_the_same(system: RulesSystem) -> None:
    fallen = 0
    for states in moments_of(system):
        for state in states.values():
            chart, standing = system.chart(state), system.standing(state)
            drawn, fates = marks_of(chart), fates_of(standing)
            for mark in (SUNK, EXITED):
                marked = {ship for ship, (_, _, marks) in drawn.items() if mark in marks}
                assert marked == {ship for ship, fate in fates.items() if fate == mark}
            hurt = {ship for ship, (_, _, marks) in drawn.items() if DAMAGED in marks}
            assert hurt <= {ship for ship, fate in fates.items() if fate in (DAMAGED, EXITED)}
            for ship in standing.sunk:
                assert drawn[ship.ship][:2] == (ship.side, ship.name)
                fallen += 1
    assert fallen


@every_system
def test_points_in_the_legend_are_those_of_the_standing(system: RulesSystem) -> None:
    for states in moments_of(system):
        for state in states.values():
            legend = {one.side: one.value for one in system.chart(state).captions if one.label == "Score"}
            scores = system.standing(state).scores
            assert legend == {side: mixed(scores[side]) for side in legend}


@every_system
def test_view_stands_as_its_own_facts_say_and_tells_nothing_false(system: RulesSystem) -> None:
    for states in moments_of(system):
        whole = fates_of(system.standing(states[EVERYTHING]))
        for state in states.values():
            before = state.copy()
            standing = system.standing(state)
            assert state == before
            assert system.standing(before) == standing
            fates = fates_of(standing)
            assert list(fates) == list(whole)
            assert all(fate in (AFLOAT, whole[ship], *_also(whole[ship])) for ship, fate in fates.items())


def _also(fate: str) -> tuple[str, ...]:
    """What a view may say of a ship of this fate: that she was damaged, where she then left unseen."""
    return (DAMAGED,) if fate == EXITED else ()


@every_system
def test_what_ships_count_follows_from_their_fates_as_a_view_shows_them(system: RulesSystem) -> None:
    for states in moments_of(system):
        told = {one.ship: (one.fate, one.worth) for one in system.standing(states[EVERYTHING]).fates}
        for state in states.values():
            for one in system.standing(state).fates:
                fate, worth = told[one.ship]
                assert one.worth == worth or one.fate != fate or fate == EXITED
                assert one.worth or one.fate == EXITED or system.key in TOYS


@every_system
def test_what_is_sunk_for_the_whole_is_sunk_for_everybody(system: RulesSystem) -> None:
    """No system of ours hides a loss; the counts of the sides' losses are shown to all."""
    for states in moments_of(system):
        lost = [system.standing(state).sunk for state in states.values()]
        assert all(one == lost[0] for one in lost)


@every_system
def test_what_fire_scored_is_the_same_to_everybody_and_over_many_battles_as_expected(
    system: RulesSystem,
) -> None:
    """Luck is three standard deviations at most, by the spread that these rolls themselves have."""
    luck: list[Fraction] = []
    for fought in toy_battles(system) if system.key in TOYS else all_battles(system):
        whole, everybody = system.initial_state(fought.spec), system.initial_state(fought.spec)
        for _, step in groupby(fought.bot_battle.entries, key=lambda entry: entry.step):
            entries = tuple(step)
            for entry in entries:
                scored = system.scored(whole, entry.event)
                assert scored is None or scored == system.scored(everybody, entry.event)
                if scored is not None:
                    luck.append(scored.amount - scored.expected)
            set_facts(system.setters, whole, [entry.event for entry in entries])
            set_facts(
                system.setters,
                everybody,
                [entry.event for entry in entries if may_know(entry.audience, EVERYBODY)],
            )
    assert system.key in TOYS or (len(luck) > 50 and sum(luck) ** 2 < 9 * sum(each**2 for each in luck))
