"""Archive battles, which removes them from all lists, or restore them. No battle is deleted."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q
from django.utils import timezone

from replays_app.models import Battle
from replays_app.seats import battle_access

from ..battle_argument import battle_of


class Command(BaseCommand):
    """Archives battles. People with the URL or a seat can still open them."""

    help = "Archive battles, out of all lists: those named, or unfinished ones that nobody joined."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("battles", nargs="*", help="ids")
        parser.add_argument(
            "--of-nobody",
            type=int,
            metavar="DAYS",
            help="unfinished battles of at least this age that nobody ever joined",
        )
        parser.add_argument("--back", action="store_true", help="restore them instead")

    def handle(self, *args: Any, **options: Any) -> None:
        """Archive or restore. Raises CommandError if no battle is named."""
        battles = Battle.objects.filter(pk__in=[battle_of(battle).pk for battle in options["battles"]])
        if options["of_nobody"] is not None:
            before = timezone.now() - timedelta(days=options["of_nobody"])
            battles |= Battle.objects.filter(battle_access.of_nobody(), created_at__lt=before)
        elif not options["battles"]:
            raise CommandError("Name the battles, or use --of-nobody DAYS.")
        wanted = list(battles.order_by().values_list("pk", flat=True))
        changed = Battle.objects.filter(pk__in=wanted, put_away_at__isnull=not options["back"])
        number = changed.update(put_away_at=None if options["back"] else timezone.now())
        battle_access.refresh_listings(Q(is_public=not options["back"]))
        self.stdout.write(f"{number} battles {'are back' if options['back'] else 'put away'}.")
