"""Measurements of captains as Markdown tables in the rules' READMEs."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from darkseas import rules
from darkseas.rules import registry

from .bots_measured import Cell, spec_of
from .tables import as_markdown, put_between

#: The lines around the table in a system's README.
BEGIN, END = "<!-- captains measured -->", "<!-- end of captains measured -->"
#: The percentage of battles that a captain should win against random orders.
WANTED = 90
_HUNDRED = 100
_HEAD = (
    "scenario",
    "captain of",
    "wins of 100 v. random",
    "v. idle",
    "idle won",
    "fire on friends",
)


def rows_of(cells: Iterable[Cell]) -> list[tuple[str, ...]]:
    """Return a header, and a row for each side of each scenario."""
    by_side: dict[tuple[str, str], dict[str, Cell]] = {}
    for cell in cells:
        by_side.setdefault((cell.scenario, cell.side), {})[cell.opponent] = cell
    return [_HEAD, *(_row(scenario, side, found) for (scenario, side), found in by_side.items())]


def _row(scenario: str, side: str, found: Mapping[str, Cell]) -> tuple[str, ...]:
    by_chance, idle = found["random"], found["idle"]
    attacks = by_chance.attacks + idle.attacks
    friendly = f"{percent(by_chance.on_friends + idle.on_friends, attacks)} %" if attacks else "–"
    title = spec_of(scenario).title
    wins = percent(by_chance.won, by_chance.battles), percent(idle.won, idle.battles)
    return (title, side, *map(str, wins), str(percent(idle.lost, idle.battles)), friendly)


def percent(part: int, whole: int) -> int:
    """Return a percentage, rounded down; 0 if the total is 0."""
    return _HUNDRED * part // max(1, whole)


def faults(cells: Iterable[Cell]) -> list[str]:
    """Return a sentence for each cell in which the captain misses its target."""
    found = []
    for cell in cells:
        won = percent(cell.won, cell.battles)
        if cell.opponent == "random" and won < WANTED:
            found.append(f"{cell.scenario}: {cell.side} beats random orders in {won} of 100.")
        if cell.opponent == "idle" and cell.lost:
            found.append(
                f"{cell.scenario}: a passive opponent beats {cell.side} in {cell.lost} of {cell.battles}."
            )
    return found


def write(cells: Sequence[Cell], folder: Path = Path(rules.__path__[0])) -> list[Path]:
    """Write each system's rows into its README, between BEGIN and END; return the written files."""
    written = []
    for system in registry.SYSTEMS:
        own = [cell for cell in cells if spec_of(cell.scenario).system == system.key]
        path = folder / system.key / "README.md"
        if not own:
            continue
        table = f"Of {own[0].battles} battles each:\n\n{as_markdown(rows_of(own))}"
        if put_between(path, BEGIN, END, table):
            written.append(path)
    return written
