"""Check battles: stamp, chain, what stands beside the log, dice, and every order decided again."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from replays_app.log import kept_stamps
from replays_app.models import Battle
from replays_app.simulation import verification

from ..battle_argument import battle_of


class Command(BaseCommand):
    """Checks battles and stores the findings; a finding makes the command fail."""

    help = "Check all battles, or those named; fails when there is a finding."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the battles."""
        parser.add_argument("battles", nargs="*", help="ids; none means all battles")
        parser.add_argument(
            "--stamp-anew",
            action="store_true",
            help="take these battles for what the site wrote: once, after the secret key was changed",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, print, and fail if anything was found."""
        named = [battle_of(battle) for battle in options["battles"]]
        battles = named or Battle.objects.select_related("revision").order_by("created_at", "id").iterator()
        checked = findings = 0
        if not named:
            for sentence in verification.lost_battles():
                findings += 1
                self.stdout.write(sentence)
        for battle in battles:
            checked += 1
            if options["stamp_anew"]:
                kept_stamps.stamp_anew(battle.pk)
            for finding in verification.check(battle):
                findings += 1
                place = "" if finding.seq is None else f" entry {finding.seq}"
                self.stdout.write(f"{battle.pk.hex}{place}: {finding.kind}: {finding.text}")
        if findings:
            raise CommandError(f"{checked} battles checked, {findings} findings.")
        self.stdout.write(f"{checked} battles checked, no finding.")
