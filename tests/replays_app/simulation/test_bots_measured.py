"""Measuring captains: what is counted, who is named for falling short, and the table that is kept."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from replays_app.simulation.measuring import measured_table
from replays_app.simulation.measuring.bots_measured import Cell, measure


def cells(won: int = 95, lost_to_idle: int = 0) -> tuple[Cell, ...]:
    """A captain of the IJN in the first night, measured."""
    return (
        Cell("first-night", "ijn", "random", 100, won, 100 - won, attacks=40, on_friends=3),
        Cell("first-night", "ijn", "idle", 100, 100 - lost_to_idle, lost_to_idle, attacks=20, on_friends=0),
    )


def test_battles_of_every_cell_are_fought_and_counted_the_same_again() -> None:
    once, again = (list(measure(["first-night"], 2, 2))[-1] for _ in range(2))
    assert once == again
    assert [(cell.side, cell.opponent) for cell in once] == [
        ("ijn", "random"), ("ijn", "idle"), ("allies", "random"), ("allies", "idle"),
    ]  # fmt: skip
    assert all(cell.battles == 2 and cell.won + cell.lost <= 2 for cell in once)
    assert sum(cell.attacks for cell in once) > 0


def test_who_falls_short_is_named() -> None:
    assert measured_table.faults(cells()) == []
    assert "beats random orders in 89 of 100" in measured_table.faults(cells(won=89))[0]
    assert "a passive opponent beats ijn in 1 of 100" in measured_table.faults(cells(lost_to_idle=1))[0]


def test_table_is_written_between_its_marks_alone(tmp_path: Path) -> None:
    readme = tmp_path / "dark_seas" / "README.md"
    readme.parent.mkdir()
    readme.write_text(f"before\n{measured_table.BEGIN}\nold\n{measured_table.END}\nafter\n", "utf-8")
    assert measured_table.write(cells(), tmp_path) == [readme]
    text = readme.read_text("utf-8")
    assert "old" not in text
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")
    assert "| ijn | 95 | 100 | 0 | 5 % |" in text


def test_command_takes_known_scenarios_alone_and_writes_of_the_whole_library_alone() -> None:
    with pytest.raises(CommandError, match="no scenario atlantis"):
        call_command("measure_bots", scenario=["atlantis"])
    with pytest.raises(CommandError, match="whole library"):
        call_command("measure_bots", scenario=["first-night"], write=True)
    out = StringIO()
    call_command("measure_bots", scenario=["first-night"], battles=1, stdout=out, stderr=StringIO())
    assert "captain of" in out.getvalue()
