"""``manage.py add_moderator NAME``: make a member a moderator; ``--remove`` revokes it."""

from typing import Any

from django.contrib.auth.models import Permission
from django.core.management.base import BaseCommand, CommandError, CommandParser

from darkseas.members.models import Member
from darkseas.web.texts.name_keys import name_key


class Command(BaseCommand):
    """Grants or revokes the permission for the reports page."""

    help = "Make a member a moderator, who decides reports."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the member's name and ``--remove``."""
        parser.add_argument("name", help="the member's name")
        parser.add_argument("--remove", action="store_true", help="revoke the permission")

    def handle(self, *args: Any, **options: Any) -> None:
        """Change and print the permission. Raises CommandError for an unknown member."""
        member = Member.objects.filter(name_key=name_key(options["name"]), is_active=True).first()
        if member is None:
            raise CommandError(f"There is no member called {options['name']}.")
        right = Permission.objects.get(codename="change_report", content_type__app_label="scenarios_app")
        if options["remove"]:
            member.user_permissions.remove(right)
            self.stdout.write(f"{member.username} can no longer decide reports.")
            return
        member.user_permissions.add(right)
        self.stdout.write(f"{member.username} can now decide reports at /reports/.")
