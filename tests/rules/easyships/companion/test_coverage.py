"""What the coverage table of EasyShips says is there, and no rule or ruling is without code and test."""

import re
from pathlib import Path

import darkseas.rules.easyships as system
from darkseas.rules.easyships.scenario.option_list import OPTIONS

RULES = Path(system.__file__).parent
README = (RULES / "README.md").read_text(encoding="utf-8")
TABLE = README.partition("## Coverage")[2].partition("\n## ")[0]
ROWS = [[cell.strip() for cell in row.split(" | ")] for row in TABLE.splitlines() if row.startswith("| ")][2:]
HERE = Path(__file__).parents[1]
TESTS = "\n".join(p.read_text(encoding="utf-8") for p in HERE.rglob("*.py") if p.name != Path(__file__).name)
CODE = "\n".join(path.read_text(encoding="utf-8") for path in (*RULES.rglob("*.py"), *RULES.rglob("*.toml")))
RULE_IDS = [f"ES-{number}" for number in range(1, 37)]
RULING_IDS = [f"ES-A{number}" for number in range(1, 51)] + [f"ES-X{number}" for number in range(1, 7)]


def cited(text: str) -> set[str]:
    """Every id in a text, spans such as "ES-14–ES-16" or "ES-4 to ES-8" written out."""
    found = set(re.findall(r"ES-[AX]?\d+", text))
    spans = re.findall(r"ES-([AX]?)(\d+)(?: to |–)ES-\1(\d+)", text)
    for kind, first, last in spans:
        found |= {f"ES-{kind}{number}" for number in range(int(first), int(last) + 1)}
    return found


def test_every_rule_is_cited_by_code_and_tests_and_stands_in_the_coverage() -> None:
    assert [rule for rule in RULE_IDS if rule not in cited(CODE) & cited(TESTS)] == []
    assert [rule for rule in RULE_IDS if sum(rule in cited(row[0]) for row in ROWS) != 1] == []


def test_every_ruling_is_in_the_readme_and_named_by_a_test() -> None:
    rows = {ruling for ruling in RULING_IDS if f"\n| {ruling} |" in README}
    named = {
        ruling for ruling in RULING_IDS if re.search(rf"{ruling.lower().replace('-', '_')}(_|\b)", TESTS)
    }
    assert [ruling for ruling in RULING_IDS if ruling not in rows & named] == []
    assert {option.rule for option in OPTIONS} <= set(RULING_IDS)


def test_golden_tests_are_there() -> None:
    assert [number for number in range(1, 21) if not re.search(rf"_g{number}_", TESTS)] == []


def test_every_option_names_its_answers_in_the_readme() -> None:
    for option in OPTIONS:
        (row,) = [
            line for line in README.splitlines() if f"`{option.key}`" in line and line.startswith("| ES-")
        ]
        answers = [str(value).lower() for value in option.values]
        assert [answer for answer in answers if f"`{answer}`" not in row] == []


def test_ids_cited_in_the_code_are_known() -> None:
    assert cited(CODE) <= {*RULE_IDS, *RULING_IDS}


def test_tests_named_in_the_coverage_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", README))
    assert named
    assert named <= {path.stem for path in HERE.rglob("test_*.py")}


def test_modules_and_tables_named_in_the_coverage_exist() -> None:
    """Places are named from the system's folder on."""
    named = {place for row in ROWS for place in re.findall(r"`([^`]+)`", row[2])}
    assert named
    assert [place for place in sorted(named) if not (RULES / place).exists()] == []
