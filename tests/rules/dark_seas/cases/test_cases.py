"""Cases that a player can write: who is where, what is ordered, how the dice fall, what must follow.

How to write one stands in `cases/README.md`.
"""

import re
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.rolls import RecordedDice, Roll
from darkseas.engine.hexes.board import parse_label
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.serialization.codec import write
from darkseas.rules.dark_seas.combat import declaration, evasion, gunnery, resolution, target_draws
from darkseas.rules.dark_seas.combat.target_draws import GUNS, TORPEDOES, Target
from darkseas.rules.dark_seas.model.block_key import BlockKey
from darkseas.rules.dark_seas.model.events import EVENTS
from darkseas.rules.dark_seas.model.orders import DeclareAttacks, DeclareEvasion
from darkseas.rules.dark_seas.model.setters import SETTERS
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.tables import MULTIPLIERS, TRAINING, WEAPONS
from tests.rules.dark_seas.support.attacks import an_attack, in_sight, sticker
from tests.rules.dark_seas.support.builders import Placed, a_scenario, a_side, a_state, group, single

FOLDER = Path(__file__).parent
STORED = {kind: name.removeprefix("dark_seas.") for name, kind in EVENTS.items()}
_CITATION = re.compile(r"(§[0-9]+[a-z]*(\.[ivx]+)?|DS-[RH][0-9]+)")
_DIE = re.compile(r"([a-z0-9/-]+): ([0-9]+) of ([0-9]+)")
SIDES = 2
LIGHTS = ("night", "day")
#: Every word that a part of a case may have; a slip of the pen would else be passed over in silence.
WORDS = {
    "case": {"title", "rule", "given", "dice", "multipliers", "order", "refused", "then"},
    "given": {
        "blocks", "damaged", "initiative", "land", "light", "second_salvo", "sights", "smoke", "training",
        "visibility",
    },
    "block": {"hex", "ships", "side", "single"},
    "order": {"attack", "evade"},
}  # fmt: skip


def load(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text("utf-8"))


def cases() -> list[Any]:
    return [
        pytest.param(case, id=f"{path.stem}: {case['title']}")
        for path in sorted(FOLDER.glob("*.toml"))
        for case in load(path.name).get("case", ())
    ]


def lines(name: str) -> list[Any]:
    """The lines of a file that goes through a table."""
    return [pytest.param(*line, id="-".join(map(str, line))) for line in load(name)["lines"]]


def assert_spelt(case: Mapping[str, Any]) -> None:
    """Fail with the word that no case has, and say where it stands."""
    given = case["given"]
    parts = [("case", case), ("given", given), ("order", case["order"])]
    parts += [("block", block) for block in given["blocks"].values()]
    for part, written in parts:
        unknown = ", ".join(sorted(set(written) - WORDS[part]))
        assert not unknown, f"no word of {part}: {unknown}"
    assert given.get("light", "night") in LIGHTS, f"light is one of {', '.join(LIGHTS)}"
    for key, block in given["blocks"].items():
        assert BlockKey.of(key).side == block["side"], f"{key} is a block of {block['side']} by its side"


# --- given ---------------------------------------------------------------------------------------


def state_of(case: Mapping[str, Any]) -> State:
    given = case["given"]
    sides: dict[str, list[Any]] = {side: [] for side in given["training"]}
    for block in given["blocks"].values():
        sides[block["side"]] += [sticker(key, text) for key, text in block["ships"].items()]
    plans = [a_side(key, *ships, training=given["training"][key]) for key, ships in sides.items()]
    assert len(plans) == SIDES, "a case needs two sides with their training"
    scenario = a_scenario(
        *plans,
        light=given.get("light", "night"),
        visibility=given.get("visibility", 3),
        land=given.get("land", ()),
    )
    placed = [_placed(key, block) for key, block in given["blocks"].items()]
    state = in_sight(
        a_state(scenario, *placed, damaged=given.get("damaged", ()), initiative=given.get("initiative", "")),
        given["sights"],
    )
    for ship in given.get("second_salvo", ()):
        state.ship_status[ship] = state.ship_status[ship]._replace(salvoes=1)
    for hex_, makers in given.get("smoke", {}).items():
        state.smoke[parse_label(hex_)] = tuple(makers)
    return state


def _placed(key: str, block: Mapping[str, Any]) -> Placed:
    if block.get("single"):
        (ship,) = block["ships"]
        return single(key, block["hex"], ship)
    return group(key, block["hex"], *block["ships"])


def dice_of(case: Mapping[str, Any]) -> RecordedDice:
    """Dice written as "usn/1/guns: 3 of 12"; a draw's is known to the side alone whose ships are drawn."""
    rolls = []
    for text in case.get("dice", ()):
        found = _DIE.fullmatch(text)
        assert found, f"not a die: {text}"
        faces = (int(found[2]),)
        rolls.append(Roll(f"t1/combat/{found[1]}", int(found[3]), faces, scope=_scope_of(found[1], case)))
    return RecordedDice(rolls)


def _scope_of(die: str, case: Mapping[str, Any]) -> str:
    side, _, *more = die.split("/")
    if "draw" not in more:
        return "pub"
    (enemy,) = (other for other in case["given"]["training"] if other != side)
    return f"side:{side if more[-1] == 'friend' else enemy}"


# --- order ---------------------------------------------------------------------------------------


def give(adjudication: Adjudication[State], case: Mapping[str, Any]) -> None:
    """Evasions, then attacks, each by the side named in them; then combat."""
    for side, blocks in case["order"].get("evade", {}).items():
        evasion.declare(adjudication, side, DeclareEvasion(tuple(blocks)))
    for side in adjudication.state.scenario.sides:
        mine = tuple(
            _attack(adjudication.state, attack)
            for attack in case["order"].get("attack", ())
            if adjudication.state.blocks[attack["block"]].side == side
        )
        declaration.declare(adjudication, side, DeclareAttacks(mine))
    resolution.resolve(adjudication)


def _attack(state: State, written: Mapping[str, Any]) -> Any:
    aim = {key: value for key, value in written.items() if key not in ("block", "target", "with")}
    return an_attack(state.scenario, written["block"], written["target"], *written["with"], **aim)


# --- then ----------------------------------------------------------------------------------------


def assert_follows(adjudication: Adjudication[State], then: list[dict[str, Any]]) -> None:
    """The events of the kinds named follow one by one, and each has the fields that the case gives."""
    kinds = {wanted["event"] for wanted in then}
    assert kinds <= set(STORED.values())
    found = [fact.event for fact in adjudication.facts if STORED.get(type(fact.event)) in kinds]
    assert [STORED[type(event)] for event in found] == [wanted["event"] for wanted in then]
    for event, wanted in zip(found, then, strict=True):
        told = write(event)
        for key, value in wanted.items():
            assert key == "event" or hasattr(event, key), f"{wanted['event']} has no {key}"
            if key != "event":
                assert told.get(key, getattr(event, key)) == value, f"{wanted['event']}, {key}"


@pytest.mark.parametrize("case", cases())
def test_case(case: dict[str, Any]) -> None:
    assert _CITATION.fullmatch(case["rule"]), f"not a citation: {case['rule']}"
    assert_spelt(case)
    dice = dice_of(case)
    adjudication = Adjudication(SETTERS, state_of(case), dice)
    if "refused" in case:
        with pytest.raises(IllegalOrder) as refusal:
            give(adjudication, case)
        assert case["refused"] == {"rule": refusal.value.rule, "field": refusal.value.field}
        return
    give(adjudication, case)
    assert dice.left == ()
    assert_follows(adjudication, case["then"])


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("given.ligth", "day", "no word of given: ligth"),
        ("given.light", "dusk", "light is one of night, day"),
        ("order.evaid", {}, "no word of order: evaid"),
        ("given.blocks.usn-1.singel", True, "no word of block: singel"),
        ("given.blocks.usn-1.side", "ijn", "usn-1 is a block of ijn"),
    ],
)
def test_slip_of_the_pen_in_a_case_is_said(path: str, value: Any, said: str) -> None:
    blocks = {"usn-1": {"side": "usn", "hex": "0505", "ships": {}}}
    case: dict[str, Any] = {"title": "", "given": {"blocks": blocks, "training": {}}, "order": {}}
    assert_spelt(case)
    *parents, last = path.split(".")
    part = case
    for name in parents:
        part = part[name]
    part[last] = value
    with pytest.raises(AssertionError, match=said):
        assert_spelt(case)


# --- tables, cell by cell ------------------------------------------------------------------------

FACTORS = 12


@pytest.mark.parametrize(("weapon", "defence_class", "range_hexes", "worth"), lines("weapons.toml"))
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
    written = [tuple(line[:3]) for line in load("weapons.toml")["lines"]]
    assert sorted(written) == sorted((*cell, away) for cell in WEAPONS for away in range(4))


@pytest.mark.parametrize(("level", "light", "at_risk", "blanks"), lines("blanks.toml"))
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
    written = {(line[0], line[1]) for line in load("blanks.toml")["lines"]}
    assert written == {(level, light) for level in TRAINING for light in ("night", "day")}


def test_every_multiplier_has_its_case() -> None:
    wanted = {(line.label, line.rule) for line in MULTIPLIERS.values()}
    shown = {
        (step["label"], step["rule"])
        for case in load("multipliers.toml")["case"]
        for step in case["multipliers"]
    }
    assert shown == wanted


@pytest.mark.parametrize("case", load("multipliers.toml")["case"], ids=lambda case: case["title"])
def test_multipliers_named_are_those_that_applied(case: dict[str, Any]) -> None:
    adjudication = Adjudication(SETTERS, state_of(case), dice_of(case))
    give(adjudication, case)
    resolved = [
        write(fact.event) for fact in adjudication.facts if STORED.get(type(fact.event)) == "attack_resolved"
    ]
    applied = [
        {"label": step["label"], "rule": step["rule"], "factor": step["factor"]}
        for line in resolved[-1]["lines"]
        for step in line["multipliers"][1:]
    ]
    assert applied == case["multipliers"]
