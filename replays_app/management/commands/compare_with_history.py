"""Compare the losses in battles between captains with historical losses."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import F

from darkseas.rules.registry import RELEASE
from replays_app.models import Balance
from replays_app.simulation.bots_against_history import Measured, measured
from replays_app.simulation.measuring import history_table, tables
from replays_app.simulation.outcome_distribution import spread_from
from scenarios_app.revisions.store import spec_of


class Command(BaseCommand):
    """Shows where each side's historical losses rank among the bots' battles, for each historical battle."""

    help = (
        "Compare each library scenario's losses in battles between captains with its historical losses, and "
        "print a table."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("scenarios", nargs="*", help="scenario keys; all of the library if left out")
        parser.add_argument("--write", action="store_true", help="write the table into the library's README")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["write"] and options["scenarios"]:
            raise CommandError("--write needs the whole library: name no scenarios.")
        known = _measured(options["scenarios"])
        if not known:
            raise CommandError(
                "No results of battles between captains for these scenarios. Run fight_library first."
            )
        rows, sentences = history_table.rows_of(known), history_table.in_words(known)
        for text in (tables.as_columns(rows), *sentences):
            self.stdout.write(text)
        if options["write"]:
            history_table.write(rows, sentences, history_table.README)
            self.stdout.write(f"{history_table.README} is written.")


def _measured(keys: list[str]) -> list[Measured]:
    """Return the library's scenarios compared with history, without tutorials, which are parts of other
    scenarios.
    """
    current = {"revision__origin": "library", "revision__scenario__current": F("revision")}
    balances = Balance.objects.filter(release=RELEASE, **current).select_related("revision")
    balances = balances.order_by("revision__scenario__key")
    if keys:
        balances = balances.filter(revision__scenario__key__in=keys)
    known = []
    for balance in balances:
        spec, spread = spec_of(balance.revision), spread_from(balance.spread)
        one = measured(spec, spread, balance.battles) if spread and not spec.guide else None
        known += [one] if one else []
    return known
