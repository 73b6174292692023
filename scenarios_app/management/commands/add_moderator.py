"""``manage.py add_moderator NAME``: let a member decide about reports, or no longer."""

from typing import Any

from django.contrib.auth.models import Permission
from django.core.management.base import BaseCommand, CommandError, CommandParser

from darkseas.members.models import Member
from darkseas.members.usernames import name_key


class Command(BaseCommand):
    """Gives a member the right that the reports page asks for, and takes it again."""

    help = "Let a member decide about reports."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the member's name, and the way back."""
        parser.add_argument("name", help="the member's name")
        parser.add_argument("--remove", action="store_true", help="take the right away")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what holds now. CommandError where there is no such member."""
        member = Member.objects.filter(name_key=name_key(options["name"]), is_active=True).first()
        if member is None:
            raise CommandError(f"There is no member called {options['name']}.")
        right = Permission.objects.get(codename="change_report", content_type__app_label="scenarios_app")
        if options["remove"]:
            member.user_permissions.remove(right)
            self.stdout.write(f"{member.username} decides about reports no longer.")
            return
        member.user_permissions.add(right)
        self.stdout.write(f"{member.username} decides about reports, at /reports/.")
