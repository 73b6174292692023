"""What the coverage table of Dark Seas says is there, and no ruling is without a test."""

import re
from pathlib import Path

from tests.rules.dark_seas.support.citations import README, RULES, cited_rulings, covered_sections
from tests.rules.dark_seas.support.every_case import every_case

HERE = Path(__file__).parent
TESTS = "\n".join(
    path.read_text(encoding="utf-8")
    for pattern in ("*.py", "cases/*.toml")
    for path in HERE.rglob(pattern)
    if path.name != Path(__file__).name
)
STANDING_RULINGS = range(1, 43)


@every_case(STANDING_RULINGS)
def test_every_standing_ruling_is_named_in_a_test_and_in_the_coverage(number: int) -> None:
    assert f"DS-R{number}" in cited_rulings(TESTS)
    assert f"DS-R{number}" in cited_rulings(README)


def test_tests_named_in_the_coverage_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", README))
    there = {path.stem for path in HERE.rglob("test_*.py")} | {"test_board", "test_lines"}
    assert named
    assert named <= there


def test_modules_and_tables_named_in_the_coverage_exist() -> None:
    """Places are named from the system's folder on, those of the engine from its parent's."""
    table = README.partition("## Coverage")[2].partition("\n## ")[0]
    cells = [row.split(" | ")[2] for row in table.splitlines() if row.startswith("| ")][2:]
    named = {place for cell in cells for place in re.findall(r"`([^`]+)`", cell)}
    assert named
    assert [place for place in sorted(named) if not _is_there(place)] == []


def _is_there(place: str) -> bool:
    home = RULES.parent.parent if place.startswith("engine/") else RULES
    return (home / place).exists()


def test_house_rulings_cited_in_the_rules_are_explained() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in RULES.rglob("*.py"))
    cited = {ruling for ruling in cited_rulings(code) if ruling.startswith("DS-H")}
    explained = {line.split("|")[1].strip() for line in README.splitlines() if line.startswith("| DS-H")}
    assert cited <= explained


def test_every_section_of_the_rulebook_is_in_the_coverage() -> None:
    assert covered_sections() >= set(range(1, 24))
