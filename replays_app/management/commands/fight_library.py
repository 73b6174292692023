"""Let captains play scenarios many times, and store how the battles ended."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet

from replays_app.simulation import balance, library_balances, playtest_battles
from scenarios_app.models import Scenario
from scenarios_app.revisions.store import spec_of


class Command(BaseCommand):
    """Stores how often each side wins between captains, and can write the library's file of these results."""

    help = "Let captains play every library scenario, or those named, and store how often each side won."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("scenarios", nargs="*", help="scenario keys; all of the library if left out")
        parser.add_argument("--battles", type=int, default=100, help="battles per scenario; 100 if left out")
        parser.add_argument(
            "--write", action="store_true", help="rewrite the library's file of these results"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not 1 <= options["battles"] <= playtest_battles.MOST_BATTLES:
            raise CommandError(f"Choose from 1 to {playtest_battles.MOST_BATTLES} battles.")
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
