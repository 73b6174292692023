"""What captains were measured at, as a table of Markdown, and where such a table stands in the tree."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from darkseas import rules
from darkseas.rules import registry

from .bots_measured import Cell, spec_of

#: Between these lines of a system's README stands the table.
BEGIN, END = "<!-- captains measured -->", "<!-- end of captains measured -->"
#: Of so many battles in a hundred a captain ought to win against random orders.
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
    """Return a row for each side of each scenario, under the names of the columns."""
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
    """Return how many in a hundred a part is, rounded down; 0 of nothing."""
    return _HUNDRED * part // max(1, whole)


def faults(cells: Iterable[Cell]) -> list[str]:
    """Return a sentence for each cell that falls short of what a captain ought to do."""
    found = []
    for cell in cells:
        won = percent(cell.won, cell.battles)
        if cell.opponent == "random" and won < WANTED:
            found.append(f"{cell.scenario}: {cell.side} beats random orders in {won} of 100.")
        if cell.opponent == "idle" and cell.lost:
            found.append(
                f"{cell.scenario}: who does nothing beats {cell.side} in {cell.lost} of {cell.battles}."
            )
    return found


def as_markdown(rows: Sequence[Sequence[str]]) -> str:
    """Return a table of Markdown, the first row its head."""
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, f"|{' --- |' * len(rows[0])}", *body])


def as_columns(rows: Sequence[Sequence[str]]) -> str:
    """Return a table for a terminal, columns under each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def write(cells: Sequence[Cell], folder: Path = Path(rules.__path__[0])) -> list[Path]:
    """Write each system's part into its README, between BEGIN and END; return the files that were written."""
    written = []
    for system in registry.SYSTEMS:
        own = [cell for cell in cells if spec_of(cell.scenario).system == system.key]
        path = folder / system.key / "README.md"
        text = path.read_text("utf-8") if own and path.exists() else ""
        if BEGIN in text and END in text:
            before, rest = text.split(BEGIN, 1)
            after = rest.split(END, 1)[1]
            table = f"Of {own[0].battles} battles each:\n\n{as_markdown(rows_of(own))}"
            path.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}", encoding="utf-8")
            written.append(path)
    return written
