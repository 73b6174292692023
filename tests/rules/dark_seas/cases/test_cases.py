"""Cases that a player can write: who is where, what is ordered, how the dice fall, what must follow.

How to write one stands in `cases/README.md`.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import parse_label
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.rules.dark_seas.combat import gunnery, target_draws
from darkseas.rules.dark_seas.combat.target_draws import Target
from darkseas.rules.dark_seas.model.apply_events import SETTERS
from darkseas.rules.dark_seas.model.attack_results import GUNS, TORPEDOES
from darkseas.rules.dark_seas.model.events import AttackResolved
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.tables.rules_tables import MULTIPLIERS, TRAINING, WEAPONS
from tests.rules.dark_seas.cases.case_file import FOLDER, MultiplierWords, cases_in, lines_in, read_case
from tests.rules.dark_seas.cases.situation import dice_of, give, state_of
from tests.rules.dark_seas.cases.slips import STORED, assert_no_slips
from tests.rules.dark_seas.support.attacks import an_attack, in_sight, sticker
from tests.rules.dark_seas.support.builders import a_scenario, a_side, a_state, group
from tests.rules.dark_seas.support.every_case import every_case


def cases() -> list[Mapping[str, Any]]:
    return [case for path in sorted(FOLDER.glob("*.toml")) for case in cases_in(path)]


def lines(name: str) -> list[tuple[Any, ...]]:
    """The lines of a file whose cases are the lines of a table."""
    return [tuple(line) for line in lines_in(name)]


def assert_follows(adjudication: Adjudication[State], then: tuple[Mapping[str, Json], ...]) -> None:
    """The events of the kinds named follow one by one, and each has the fields that the case gives."""
    kinds = {wanted["event"] for wanted in then}
    events = [fact.event for fact in adjudication.facts if STORED.get(type(fact.event)) in kinds]
    assert [STORED[type(event)] for event in events] == [wanted["event"] for wanted in then]
    for event, wanted in zip(events, then, strict=True):
        stored = write(event)
        for key, value in wanted.items():
            if key != "event":
                assert stored.get(key, getattr(event, key)) == value, f"{wanted['event']}, {key}"


def multipliers_of(adjudication: Adjudication[State]) -> tuple[MultiplierWords, ...]:
    """What multiplied the batteries of the last attack beside the weapons table."""
    attacks = [fact.event for fact in adjudication.facts if isinstance(fact.event, AttackResolved)]
    return tuple(
        MultiplierWords(step.label, str(step.factor), step.rule)
        for line in attacks[-1].lines
        for step in line.multipliers[1:]
    )


@every_case(cases(), name=lambda case: case.get("title", ""))
def test_case(written: Mapping[str, Any]) -> None:
    case = read_case(written)
    assert_no_slips(case)
    dice = dice_of(case)
    adjudication = Adjudication(SETTERS, state_of(case), dice)
    if case.refused is not None:
        with pytest.raises(IllegalOrder) as refusal:
            give(adjudication, case)
        assert (refusal.value.rule, refusal.value.field) == (case.refused.rule, case.refused.field)
        return
    give(adjudication, case)
    assert dice.left == ()
    assert_follows(adjudication, case.then)
    if case.multipliers is not None:
        assert multipliers_of(adjudication) == case.multipliers


# --- tables, cell by cell ------------------------------------------------------------------------

FACTORS = 12


@every_case(lines("weapons.toml"))
def test_weapon_against_target(weapon: str, defence_class: str, range_hexes: int, worth: str) -> None:
    """Twelve factors of a weapon from a spotted task group, nobody evading."""
    target, hexes = sticker("target", f"/ 1{defence_class}"), ("0505", "0605", "0705", "0805")
    firing = sticker("firing", f"{weapon} 12-12-12-12 / 1D")
    scenario = a_scenario(a_side("usn", firing), a_side("ijn", target))
    blocks = (group("usn-1", "0505", "firing"), group("ijn-1", hexes[range_hexes], "target"))
    state = in_sight(a_state(scenario, *blocks))
    there = Target(scenario.ships["target"], "ijn-1", parse_label(hexes[range_hexes]))
    weapons = TORPEDOES if weapon == "T" else GUNS
    attack = an_attack(scenario, "usn-1", hexes[range_hexes], f"firing {weapon}")
    assert gunnery.salvo(state, attack, weapons, there).total == Fraction(worth)


def test_every_cell_of_the_weapons_table_has_its_cases() -> None:
    written = [tuple(line[:3]) for line in lines_in("weapons.toml")]
    assert sorted(written) == sorted((*cell, away) for cell in WEAPONS for away in range(4))


@every_case(lines("blanks.toml"))
def test_blanks_of_training_level(level: int, light: str, at_risk: int, blanks: int) -> None:
    """So many friends in the target hex; the pool holds one enemy beside the blanks."""
    friends = [sticker(f"friend-{number}", "/ 1D") for number in range(at_risk)]
    usn = a_side("usn", sticker("firing", "D 5 / 1D"), *friends, training=level)
    scenario = a_scenario(usn, a_side("ijn", sticker("target", "/ 1D")), light=light)
    blocks = [group("usn-1", "0505", "firing"), group("ijn-1", "0505", "target")]
    blocks += [group("usn-2", "0505", *(ship.key for ship in friends))] if friends else []
    state = in_sight(a_state(scenario, *blocks))
    pool = target_draws.pool_of(state, "usn", an_attack(scenario, "usn-1", "0505", "firing D"))
    assert (len(pool.enemies), pool.blanks, pool.size) == (1, blanks, 1 + blanks)


def test_every_training_level_has_its_cases_by_night_and_day() -> None:
    written = {(line[0], line[1]) for line in lines_in("blanks.toml")}
    assert written == {(level, light) for level in TRAINING for light in ("night", "day")}


def test_every_multiplier_has_its_case() -> None:
    wanted = {(line.label, line.rule) for line in MULTIPLIERS.values()}
    shown = {
        (step.label, step.rule)
        for case in map(read_case, cases_in(FOLDER / "multipliers.toml"))
        for step in case.multipliers or ()
    }
    assert shown == wanted
