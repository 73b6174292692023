"""Measure how well the captain (computer opponent) plays in all scenarios of the library."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from replays_app.simulation.measuring import bots_measured, measured_table, tables

_WIDTH = 40


class Command(BaseCommand):
    """Lets captains play against random orders and empty orders, from either side of each scenario."""

    help = "Let captains play against random and empty orders, and print a table of their wins."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--scenario", action="append", default=[], help="a scenario key; may be repeated")
        parser.add_argument(
            "--battles", type=int, default=100, help="battles per table cell; 100 if left out"
        )
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
        parser.add_argument("--write", action="store_true", help="write the tables into the rules' READMEs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and show progress. With --write, store the tables of the whole library."""
        known = bots_measured.library_keys()
        absent = sorted(set(options["scenario"]) - set(known))
        if absent:
            raise CommandError(f"The library has no scenario {', '.join(absent)}.")
        if options["battles"] < 1 or options["processes"] < 1:
            raise CommandError("Choose at least one battle and one process.")
        if options["write"] and options["scenario"]:
            raise CommandError("--write needs the whole library: name no scenarios.")
        keys, battles = options["scenario"] or known, options["battles"]
        cells: tuple[bots_measured.Cell, ...] = ()
        for cells in bots_measured.measure(keys, battles, options["processes"]):
            self._show(sum(cell.battles for cell in cells), battles * len(cells))
        self.stderr.write("")
        self.stdout.write(tables.as_columns(measured_table.rows_of(cells)))
        for fault in measured_table.faults(cells):
            self.stdout.write(fault)
        if options["write"]:
            for path in measured_table.write(cells):
                self.stdout.write(f"{path} is written.")

    def _show(self, done: int, whole: int) -> None:
        bar = "#" * (_WIDTH * done // whole)
        self.stderr.write(f"\r[{bar:.<{_WIDTH}}] {done}/{whole}", ending="")
        self.stderr.flush()
