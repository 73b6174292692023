"""Let captains fight scenarios often, and keep how the battles ended."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet

from replays_app.simulation import balance, library_balances, playtest_battles
from scenarios_app.models import Scenario
from scenarios_app.revisions.store import spec_of


class Command(BaseCommand):
    """Gives each scenario its balance; the library's own can be written down for its file."""

    help = "Let captains fight every scenario of the library, or those named, and keep the balance."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take scenarios, how often, and whether to write the library's file."""
        parser.add_argument("scenarios", nargs="*", help="keys of scenarios; all of the library if left out")
        parser.add_argument(
            "--battles", type=int, default=100, help="how often each is fought; 100 if left out"
        )
        parser.add_argument("--write", action="store_true", help="write the library's file of balances anew")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fight, tell, and keep."""
        if not 1 <= options["battles"] <= playtest_battles.MOST_BATTLES:
            raise CommandError(f"From 1 to {playtest_battles.MOST_BATTLES} battles are fought of each.")
        for scenario in _chosen(options["scenarios"]):
            assert scenario.current is not None  # noqa: S101 (asked for in the query)
            spec = spec_of(scenario.current)
            tally = balance.fight_through(spec, options["battles"], lambda _: None)
            balance.store(scenario.current, spec, tally)
            wins = ", ".join(f"{side.key} {tally.wins[side.key]}" for side in spec.sides)
            self.stdout.write(f"{scenario.key}: {wins}, drawn {tally.drawn}")
        if options["write"]:
            library_balances.write()


def _chosen(keys: list[str]) -> QuerySet[Scenario]:
    scenarios = Scenario.objects.filter(current__isnull=False).select_related("current").order_by("key")
    if not keys:
        return scenarios.filter(current__origin="library")
    absent = sorted(set(keys) - set(scenarios.filter(key__in=keys).values_list("key", flat=True)))
    if absent:
        raise CommandError(f"There is no scenario {', '.join(absent)}.")
    return scenarios.filter(key__in=keys)
