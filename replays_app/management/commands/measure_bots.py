"""Measure how well captains fight, over the whole library."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from replays_app.simulation.measuring import bots_measured, measured_table, tables

_WIDTH = 40


class Command(BaseCommand):
    """Lets captains fight random orders and empty ones from either side of each scenario."""

    help = "Let captains fight random orders and empty ones, and print a table of how often they win."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take scenarios, how often, on how many processors, and whether to write the tables."""
        parser.add_argument("--scenario", action="append", default=[], help="a key; may be repeated")
        parser.add_argument("--battles", type=int, default=100, help="battles of each cell; 100 if left out")
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
        parser.add_argument("--write", action="store_true", help="write the tables into the rules' READMEs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fight, show how far it is, and tell; with --write keep the tables of the whole library."""
        known = bots_measured.library_keys()
        absent = sorted(set(options["scenario"]) - set(known))
        if absent:
            raise CommandError(f"The library has no scenario {', '.join(absent)}.")
        if options["battles"] < 1 or options["processes"] < 1:
            raise CommandError("At least one battle is fought, and one process fights.")
        if options["write"] and options["scenario"]:
            raise CommandError("Only a table of the whole library is written.")
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
