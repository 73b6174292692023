"""Check battles: chain, columns, dice, and every order decided again."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from replays_app.models import Battle
from replays_app.simulation import verification

from ..battle_argument import battle_of


class Command(BaseCommand):
    """Checks battles and stores the findings; a finding makes the command fail."""

    help = "Check all battles, or those named; fails when there is a finding."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the battles."""
        parser.add_argument("battles", nargs="*", help="ids; none means all battles")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, print, and fail if anything was found."""
        named = [battle_of(battle) for battle in options["battles"]]
        battles = named or Battle.objects.select_related("revision").order_by("created_at", "id").iterator()
        checked = findings = 0
        for battle in battles:
            checked += 1
            for finding in verification.check(battle):
                findings += 1
                place = "" if finding.seq is None else f" entry {finding.seq}"
                self.stdout.write(f"{battle.pk.hex}{place}: {finding.kind}: {finding.text}")
        if findings:
            raise CommandError(f"{checked} battles checked, {findings} findings.")
        self.stdout.write(f"{checked} battles checked, no finding.")
