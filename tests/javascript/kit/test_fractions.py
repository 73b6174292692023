"""Fractions in the browser: written in the same words as by the engine, and read as people type them."""

import json
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from darkseas.engine.presentation.words import mixed, percent

SOURCE = Path(__file__).resolve().parents[3] / "darkseas/static/darkseas/kit/fractions.js"
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="left out: there is no node here.")

#: Every fraction whose parts a system may name, on both sides of nought and past several wholes.
FRACTIONS = [Fraction(top, bottom) for bottom in (1, 2, 3, 4, 5, 6, 8, 12) for top in range(-50, 51)]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lend the module in a folder that says what it is: node does not know it from the name."""
    folder = tmp_path_factory.mktemp("kit")
    (folder / "package.json").write_text('{"type": "module"}', encoding="ascii")
    return Path(shutil.copy(SOURCE, folder))


def answers(module: Path, function: str, texts: list[str]) -> list[str | float | None]:
    """What a function of the module answers to each of the texts."""
    code = (
        f"import * as m from {json.dumps(module.as_uri())};"
        f"console.log(JSON.stringify({json.dumps(texts)}.map((text) => m.{function}(text))));"
    )
    assert NODE is not None
    call = [NODE, "--input-type=module", "--eval", code]
    said = subprocess.run(call, capture_output=True, text=True, timeout=60, check=False)
    assert said.returncode == 0, said.stderr
    found: list[str | float | None] = json.loads(said.stdout)
    return found


def test_browser_writes_every_fraction_as_the_engine_does(module: Path) -> None:
    told = answers(module, "writeFraction", [str(value) for value in FRACTIONS])
    assert told == [mixed(value) for value in FRACTIONS]


def test_fraction_that_is_not_in_lowest_terms_is_written_as_if_it_were(module: Path) -> None:
    assert answers(module, "writeFraction", ["2/4", "-6/4", "4/2", "0/3"]) == ["½", "−1½", "2", "0"]


def test_what_is_no_fraction_stays(module: Path) -> None:
    texts = ["", "night", "1/0", "1 5/12", "1/2/3", "0.5", "anti-air"]
    assert answers(module, "writeFraction", texts) == texts


def test_what_was_written_is_read_back(module: Path) -> None:
    assert answers(module, "readFraction", [mixed(value) for value in FRACTIONS]) == [
        str(value) for value in FRACTIONS
    ]


@pytest.mark.parametrize(
    ("text", "fraction"),
    [
        ("1/2", "1/2"), ("0.5", "1/2"), ("0,5", "1/2"), ("½", "1/2"), ("27½", "55/2"), ("1 1/2", "3/2"),
        ("4/2", "2"), ("3", "3"), ("-1/2", "-1/2"), ("", None), ("x", None), ("1/0", None), ("1/2/3", None),
    ],
)  # fmt: skip
def test_fractions_are_read_as_people_write_them(module: Path, text: str, fraction: str | None) -> None:
    assert answers(module, "readFraction", [text]) == [fraction]


def test_amount_of_a_fraction_is_a_number(module: Path) -> None:
    assert answers(module, "amountOf", ["55/2", "27", "-1/4"]) == [27.5, 27, -0.25]


def test_browser_says_every_chance_as_the_engine_does(module: Path) -> None:
    chances = [Fraction(top, bottom) for bottom in (1, 6, 7, 12, 36, 300, 1000) for top in range(bottom + 1)]
    assert answers(module, "percent", [str(chance) for chance in chances]) == [
        percent(chance) for chance in chances
    ]


def test_fractions_longer_than_a_number_of_the_browser_are_still_amounts(module: Path) -> None:
    long = [Fraction(5**400, 6**400), Fraction(6**400 - 5**300, 6**400), Fraction(1, 20**300)]
    amounts = answers(module, "amountOf", [str(value) for value in long])
    assert amounts == pytest.approx([float(value) for value in long], rel=1e-9, abs=1e-12)
    assert answers(module, "percent", [str(value) for value in long[:2]]) == [
        percent(value) for value in long[:2]
    ]
    assert answers(module, "amountOf", ["3", "-1/2", "0"]) == [3, -0.5, 0]
