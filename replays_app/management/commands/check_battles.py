"""Check battles (integrity tags, hash chain, rows that repeat the log, dice, every order) and scenarios."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from replays_app.log import stored_integrity_tags
from replays_app.log.python_gc import seldom_collected
from replays_app.models import Battle
from replays_app.simulation import verification
from scenarios_app.models import Scenario
from scenarios_app.revisions import rebuild_list_rows

from ..battle_argument import battle_of


class Command(BaseCommand):
    """Checks battles and stores the errors found. The command fails if there is any error."""

    help = "Check all battles and scenarios, or the battles named; fail if there is an error."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("battles", nargs="*", help="battle ids; all battles if left out")
        parser.add_argument(
            "--stamp-anew",
            action="store_true",
            help="accept these battles as they are, once, after SECRET_KEY has changed",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with seldom_collected():
            self._check_battles(options)

    def _check_battles(self, options: dict[str, Any]) -> None:
        named = [battle_of(battle) for battle in options["battles"]]
        battles = named or Battle.objects.select_related("revision").order_by("created_at", "id").iterator()
        findings = 0 if named else self._beside_battles()
        checked = 0
        for battle in battles:
            checked += 1
            if options["stamp_anew"]:
                stored_integrity_tags.stamp_anew(battle.pk)
            for finding in verification.check(battle):
                findings += 1
                place = "" if finding.seq is None else f" entry {finding.seq}"
                self.stdout.write(f"{battle.pk.hex}{place}: {finding.kind}: {finding.text}")
        if findings:
            raise CommandError(f"{checked} battles checked, {findings} errors.")
        self.stdout.write(f"{checked} battles checked, no errors.")

    def _beside_battles(self) -> int:
        """Print lost battles and changed scenarios; return how many there are."""
        sentences = verification.lost_battles()
        for scenario_id in Scenario.objects.values_list("pk", flat=True):
            sentences += rebuild_list_rows.check(scenario_id)
        for sentence in sentences:
            self.stdout.write(sentence)
        return len(sentences)
