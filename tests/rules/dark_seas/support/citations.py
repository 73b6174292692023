"""Which rules of Dark Seas there are: what its README explains and covers."""

import re
from pathlib import Path

import darkseas.rules.dark_seas as system

RULES = Path(system.__file__).parent
README = (RULES / "README.md").read_text(encoding="utf-8")

_RULING = re.compile(r"DS-[RH][0-9]+")
_SECTION = re.compile(r"§([0-9]+)[a-z]*(?:\.[ivx]+)?")


def cited_rulings(text: str) -> set[str]:
    """Every id of a ruling in a text, spans such as "DS-R9 to DS-R11" or "DS-R7–DS-R10" written out."""
    spans = re.findall(r"DS-R(\d+)(?: to |–|-)(?:DS-)?R(\d+)", text)
    spanned = {f"DS-R{number}" for first, last in spans for number in range(int(first), int(last) + 1)}
    return set(_RULING.findall(text)) | spanned


def covered_sections() -> set[int]:
    """The sections of the rulebook in the first column of the coverage."""
    rows = "\n".join(line.split("|")[1] for line in README.splitlines() if line.startswith("| §"))
    spans = [(int(a), int(b or a)) for a, b in re.findall(r"§(\d+)[a-z]*(?:–§(\d+))?", rows)]
    return {number for first, last in spans for number in range(first, last + 1)}


def is_rule(text: str) -> bool:
    """Say whether there is such a ruling, or a section in whose part of the rulebook it could stand."""
    section = _SECTION.fullmatch(text)
    return int(section[1]) in covered_sections() if section else text in cited_rulings(README)
