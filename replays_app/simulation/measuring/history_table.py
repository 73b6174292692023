"""The comparison of the library with history, as a Markdown table in the library's README."""

from collections.abc import Sequence
from pathlib import Path

from darkseas.rules import registry

from ..bots_against_history import Measure, Measured, SideMeasured, Totals, totals
from ..library_balances import FILE
from .tables import as_markdown, put_between

#: The README of the library's battles.
README = FILE.with_name("README.md")
#: The lines around the table.
BEGIN, END = "<!-- compared with history -->", "<!-- end of compared with history -->"
_HEAD = ("scenario", "side", "sunk in history", "sunk here", "5 / 50 / 95 of 100", "percentile", "history is")


def rows_of(scenarios: Sequence[Measured]) -> list[tuple[str, ...]]:
    """Return a header, and a row for each side of each scenario."""
    return [_HEAD, *(_row(one, side) for one in scenarios for side in one.sides)]


def _row(scenario: Measured, side: SideMeasured) -> tuple[str, ...]:
    losses = side.losses
    between = " / ".join(str(losses.at(percent)) for percent in (5, 50, 95))
    return (
        scenario.spec.title,
        side.side.name,
        str(losses.history),
        f"{float(losses.mean):.1f}",
        between,
        str(round(losses.percentile)),
        _verdict(losses),
    )


def _verdict(losses: Measure) -> str:
    return "IN" if losses.is_in else "OUT"


def in_words(scenarios: Sequence[Measured]) -> list[str]:
    """Return the totals in one or two sentences each: for all scenarios, and for each rules system."""
    sentences = [_totals_in_words("Together", totals(scenarios))]
    for system in registry.SYSTEMS:
        own = [one for one in scenarios if one.spec.system == system.key]
        if own and len(own) < len(scenarios):
            sentences.append(_totals_in_words(system.title, totals(own)))
    return sentences


def _totals_in_words(of: str, known: Totals) -> str:
    return (
        f"{of}: {known.within} of {known.scenarios} scenarios IN with both sides; mean percentile of sides "
        f"{known.percentile:.0f}; {known.lost:.0f} ships sunk here on the average, {known.lost_in_history} "
        f"in history. Ship by ship, {known.ships} of them: Brier score {known.brier:.3f}, of a constant "
        f"{known.constant:.3f}, skill {100 * known.skill:.0f} %."
    )


def write(rows: Sequence[Sequence[str]], sentences: Sequence[str], path: Path) -> None:
    """Write rows and sentences into a README, between BEGIN and END."""
    totals_list = "\n".join(f"- {sentence}" for sentence in sentences)
    put_between(path, BEGIN, END, f"{totals_list}\n\n{as_markdown(rows)}")
