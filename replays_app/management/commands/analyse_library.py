"""Analyse the battles of the library."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from replays_app.models import Battle
from replays_app.simulation.analysis import battle_analysis, library_analyses


class Command(BaseCommand):
    """Analyses library battles that have no analysis, and can write the library's files."""

    help = "Analyse every battle of the library that has no analysis, or those named."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("battles", nargs="*", help="names of battle files; all if left out")
        parser.add_argument("--again", action="store_true", help="analyse battles that have an analysis, too")
        parser.add_argument("--write", action="store_true", help="write the library's files of analyses")

    def handle(self, *args: Any, **options: Any) -> None:
        ids = library_analyses.library_battle_ids()
        absent = sorted(set(options["battles"]) - set(ids))
        if absent:
            raise CommandError(f"The library has no battle {', '.join(absent)}.")
        for name in options["battles"] or sorted(ids):
            battle = Battle.objects.select_related("revision").filter(pk=ids[name]).first()
            if battle is None:
                self.stderr.write(f"{name}: not loaded here. Run load_battles first.")
                continue
            self._analyse(name, battle, again=options["again"])
            analysis = battle_analysis.of(battle)
            if options["write"] and analysis is not None:
                library_analyses.write(name, analysis)

    def _analyse(self, name: str, battle: Battle, *, again: bool) -> None:
        if battle_analysis.of(battle) is not None and not again:
            return
        try:
            content = battle_analysis.analyse(battle, lambda _: None)
        except battle_analysis.NotAnalysable as fault:
            self.stderr.write(f"{name}: {fault}")
            return
        battle_analysis.store(battle, content)
        self.stdout.write(f"{name}: {content['step_seeds']} seeds, {content['curve_seeds']} for the curve")
