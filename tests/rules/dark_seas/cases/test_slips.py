"""A slip of the pen in a case is told with its place; and what a case may say stands in the README."""

import tomllib
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

from tests.rules.dark_seas.cases.case_file import FOLDER, PARTS, BadCase, cases_in, read_case
from tests.rules.dark_seas.cases.slips import FOLLOWING, assert_no_slips, fields_of
from tests.rules.dark_seas.support.every_case import every_case

SOUND = """
rule = "§18f"
title = "Helena fires on Kako"
dice = ["usn/1/guns: 3 of 12"]
multipliers = [{ label = "target evades", factor = "2/3", rule = "§17c" }]
given.training = { usn = 6, ijn = 3 }
given.sights = { usn-1 = ["ijn-1"], ijn-1 = ["usn-1"] }
given.blocks.usn-1 = { side = "usn", hex = "0505", ships = { helena = "D 14-6-2-1 / 3C" } }
given.blocks.ijn-1 = { side = "ijn", hex = "0605", ships = { kako = "C 5-3-2-1 / 2C" } }
order.evade = { ijn = ["ijn-1"] }
order.attack = [{ block = "usn-1", target = "0605", with = ["helena D"] }]
then = [{ event = "attack_resolved", total = "2", rules = ["§18f"] }]
"""

#: What is written for what, the place in the message, and what it says there.
SLIPS = [
    ('hex = "0505"', 'hexx = "0505"', "given.blocks.usn-1.hexx", "is not a field here (did you mean “hex”?)"),
    ('hex = "0505", ', "", "given.blocks.usn-1.hex", "is missing"),
    ('hex = "0505"', 'hex = "055"', "given.blocks.usn-1.hex", "must be a hex such as 0806"),
    ('side = "usn"', 'side = "usa"', "given.blocks.usn-1.side", "no side “usa”: choose among ijn, usn"),
    ("blocks.usn-1 ", "blocks.usn_1 ", "given.blocks.usn_1", "called usn with a hyphen and a number"),
    (
        "ships = { helena",
        "single = 1, ships = { helena",
        "given.blocks.usn-1.single",
        "must be true or false",
    ),
    ("/ 3C", "/ 3X", "given.blocks.usn-1.ships.helena", "not a sticker: D 14-6-2-1 / 3X"),
    ("{ kako", "{ helena", "given.blocks.ijn-1.ships.helena", "in another block already"),
    (", ijn = 3 }", " }", "given.training", "two sides"),
    ("given.training", 'given.ligth = "day"\ngiven.training', "given.ligth", "did you mean “light”?"),
    ("given.training", 'given.light = "dusk"\ngiven.training', "given.light", "must be one of day, night"),
    ("given.training", 'given.damaged = ["kakko"]\ngiven.training', "given.damaged", "no ship “kakko”"),
    ("given.training", 'given.initiative = "us"\ngiven.training', "given.initiative", "no side “us”"),
    (
        "given.training",
        "given.smoke = { 06-05 = [] }\ngiven.training",
        "given.smoke.06-05",
        "not a hex label",
    ),
    ('usn-1 = ["ijn-1"]', 'usn-1 = ["ijn-2"]', "given.sights.usn-1", "no block “ijn-2”"),
    ("order.evade", "order.evaid", "order.evaid", "did you mean “evade”?"),
    ('ijn = ["ijn-1"] }', 'ijn = ["ijn-3"] }', "order.evade.ijn", "no block “ijn-3”"),
    ('block = "usn-1"', 'block = "usn-9"', "order.attack.0.block", "no block “usn-9”"),
    ("target = ", "tagret = ", "order.attack.0.tagret", "did you mean “target”?"),
    ("with = [", "wiht = [", "order.attack.0.wiht", "did you mean “with”?"),
    ("helena D", "helana D", "order.attack.0.with", "no ship “helana”: choose among helena, kako"),
    ("helena D", "helena T", "order.attack.0.with", "“helena T” is no ship with one of her batteries"),
    ('rule = "§18f"', 'rule = "DS-H99"', "rule", "no rule “DS-H99”"),
    ('rule = "§18f"', 'rule = "§99"', "rule", "no rule “§99”"),
    ('rule = "§17c"', 'rule = "DS-R99"', "multipliers.0.rule", "no rule “DS-R99”"),
    ("factor = ", "faktor = ", "multipliers.0.faktor", "did you mean “factor”?"),
    ("3 of 12", "3 from 12", "dice.0", "is no die such as “usn/1/guns: 3 of 12”"),
    ("usn/1", "us/1", "dice.0", "no side “us”"),
    ("attack_resolved", "attack_solved", "then.0.event", "no event “attack_solved”: choose among attack_"),
    ("total = ", "totall = ", "then.0.totall", "no field of attack_resolved “totall”: choose among attack, "),
    ("then = ", "than = ", "than", "did you mean “then”?"),
]


def check(text: str) -> None:
    assert_no_slips(read_case(tomllib.loads(text)))


@every_case(SLIPS)
def test_slip_is_told_with_its_place(sound: str, slip: str, place: str, reason: str) -> None:
    assert sound in SOUND
    check(SOUND)
    with pytest.raises(BadCase) as told:
        check(SOUND.replace(sound, slip, 1))
    assert str(told.value).startswith(f"case “Helena fires on Kako”, {place}: ")
    assert reason in str(told.value)


def test_case_says_either_what_follows_or_what_is_refused() -> None:
    for more, less in (('refused = { rule = "§18f", field = "blanks" }', ""), ("", "then")):
        text = "\n".join(line for line in SOUND.splitlines() if not less or not line.startswith(less))
        with pytest.raises(BadCase, match="either what follows"):
            check(f"{text}\n{more}")


@pytest.mark.parametrize(
    ("text", "place"),
    [("[[cases]]\n", "cases"), ('rule = "§18f"\ncolumns = []\nlines = []\nline = 1\n', "line"), ("", "case")],
)
def test_word_beside_the_cases_of_a_file_is_told(text: str, place: str, tmp_path: Path) -> None:
    (tmp_path / "new.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadCase, match=rf"“new\.toml”, {place}: is "):
        cases_in(tmp_path / "new.toml")


# --- the README ----------------------------------------------------------------------------------


def rows_of_parts() -> list[str]:
    """A row for each part of a case: the words that it needs, and those that may be left out."""
    rows = []
    for part, kind in PARTS.items():
        words: Any = fields(kind)
        needed = [_word(each.name) for each in words if _is_needed(each)]
        optional = [_word(each.name) for each in words if not _is_needed(each)]
        rows.append(f"| {part} | {' '.join(needed)} | {' '.join(optional)} |".replace("  ", " "))
    return rows


def rows_of_events() -> list[str]:
    """A row for each event that may follow, with its fields."""
    return [
        f"| `{name}` | {' '.join(map(_word, fields_of(kind)))} |" for name, kind in sorted(FOLLOWING.items())
    ]


def _word(name: str) -> str:
    return f"`{name.removesuffix('_')}`"


def _is_needed(field: Any) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def test_readme_lists_the_words_of_a_case_and_the_events_that_follow() -> None:
    lines = (FOLDER / "README.md").read_text("utf-8").splitlines()
    heads = ("| ---", "| part |", "| event |")
    rows = [line for line in lines if line.startswith("| ") and not line.startswith(heads)]
    assert rows == [*rows_of_parts(), *rows_of_events()]
