"""The battle given as a command's argument."""

from uuid import UUID

from django.core.management.base import CommandError

from replays_app.models import Battle


def battle_of(battle: str) -> Battle:
    """Return the battle with this id, with its revision loaded. Raises CommandError."""
    try:
        return Battle.objects.select_related("revision").get(pk=UUID(battle))
    except (ValueError, Battle.DoesNotExist):
        raise CommandError(f"There is no battle {battle}.") from None
