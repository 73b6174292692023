"""Create an account without e-mail."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from darkseas.web.texts.name_keys import name_key

from ...email_addresses import reserved_names
from ...email_addresses.signed_links import password_path
from ...models import Member


class Command(BaseCommand):
    """Adds a member and prints the link with which they set their password."""

    help = "Add a member and print a one-time link to set the password. Run it again for a new link."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        parser.add_argument("name")
        parser.add_argument("email")
        parser.add_argument("--staff", action="store_true", help="an operator of the site")
        parser.add_argument("--site", default=_site(), help="the site's address, for the link")

    def handle(self, *args: Any, **options: Any) -> None:
        """Add the member, or find the existing one without a password."""
        name, address = options["name"], Member.objects.normalize_email(options["email"])
        reserved_names.free(name, address)
        member = Member.objects.filter(name_key=name_key(name)).first() or _new(name, address)
        if member.has_usable_password() or member.email != address:
            raise CommandError(f"{member} already has an account and can reset the password by e-mail.")
        if options["staff"] and not member.is_staff:
            member.is_staff = True
            member.save(update_fields=["is_staff"])
        days = settings.PASSWORD_RESET_TIMEOUT // (24 * 3600)
        self.stdout.write(f"{member} can set the password with this link, once and within {days} days:")
        self.stdout.write(options["site"].rstrip("/") + password_path(member))


def _new(name: str, address: str) -> Member:
    member = Member(username=Member.normalize_username(name), email=address)
    member.set_unusable_password()
    try:
        member.full_clean()
        if not address:
            raise ValidationError("An account needs an e-mail address.")
    except ValidationError as refusal:
        raise CommandError(" ".join(refusal.messages)) from None
    member.save()
    return member


def _site() -> str:
    """Return the site's address: from the settings, else from the current or last run of ``up``."""
    if settings.SITE_ADDRESS != "http://localhost":
        return settings.SITE_ADDRESS
    lock = settings.VAR_DIR / "up.lock"
    running = lock.read_text("utf-8").split() if lock.exists() else []
    return running[0] if running else "http://localhost:8000"
