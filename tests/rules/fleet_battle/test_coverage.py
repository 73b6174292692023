"""What the coverage table of fleet battle says is there, and no rule or ruling is without a test."""

import re
from pathlib import Path

import pytest

import darkseas.rules.fleet_battle as system
from darkseas.rules.fleet_battle.scenario.setup import OPTIONS

RULES = Path(system.__file__).parent
README = (RULES / "README.md").read_text(encoding="utf-8")
HERE = Path(__file__).parent
TESTS = "\n".join(p.read_text(encoding="utf-8") for p in HERE.rglob("*.py") if p.name != Path(__file__).name)
CODE = "\n".join(
    path.read_text(encoding="utf-8") for path in (*RULES.rglob("*.py"), *RULES.glob("tables/*.toml"))
)


def cited(text: str) -> set[str]:
    """Every id in a text, spans such as "FB-13–FB-18" or "FB-9 to FB-11" written out."""
    found = set(re.findall(r"FB-[BH]?\d+", text))
    spans = re.findall(r"FB-(\d+)(?: to |–)FB-(\d+)", text)
    return found | {f"FB-{number}" for first, last in spans for number in range(int(first), int(last) + 1)}


@pytest.mark.parametrize("number", range(1, 20))
def test_every_rule_is_cited_by_the_code_and_in_the_coverage(number: int) -> None:
    assert f"FB-{number}" in cited(CODE)
    assert f"FB-{number}" in cited(README)


@pytest.mark.parametrize("number", range(1, 21))
def test_every_ambiguity_is_ruled_in_the_readme_and_named_in_a_test(number: int) -> None:
    rows = [line for line in README.splitlines() if line.startswith(f"| FB-B{number} |")]
    assert len(rows) == 1
    assert re.search(rf"\bB{number}\b", TESTS)


def test_golden_tests_are_there() -> None:
    for number in range(1, 16):
        assert re.search(rf"\bF{number}\b|_f{number}_", TESTS), f"F{number}"


def test_every_option_stands_in_the_readme_with_its_rule() -> None:
    for option in OPTIONS:
        (row,) = [
            line for line in README.splitlines() if f"`{option.key}`" in line and line.startswith("| FB-")
        ]
        assert row.startswith(f"| {option.rule} |")


def test_rulings_cited_in_the_code_are_explained() -> None:
    explained = {
        row.split("|")[1].strip() for row in README.splitlines() if row.startswith(("| FB-B", "| FB-H"))
    }
    assert {ruling for ruling in cited(CODE) if re.match(r"FB-[BH]", ruling)} <= explained


def test_tests_named_in_the_coverage_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", README))
    assert named
    assert named <= {path.stem for path in HERE.rglob("test_*.py")}


def test_modules_and_tables_named_in_the_coverage_exist() -> None:
    """Places are named from the system's folder on."""
    table = README.partition("## Coverage")[2].partition("\n## ")[0]
    cells = [row.split(" | ")[2] for row in table.splitlines() if row.startswith("| ")][2:]
    named = {place for cell in cells for place in re.findall(r"`([^`]+)`", cell)}
    assert named
    assert [place for place in sorted(named) if not (RULES / place).exists()] == []
