"""Battles on scenarios that not everybody may open are found by their own titles."""

from typing import Any

from django.db import migrations
from django.db.models import OuterRef, Q, Subquery

SHOWN = Q(scenario__visibility__in=("public", "unlisted"), scenario__taken_down_at=None)


def fill(apps: Any, _: Any) -> None:
    """Give each such listing the title of its battle."""
    title = apps.get_model("replays_app", "Battle").objects.filter(pk=OuterRef("pk")).values("title")
    listings = apps.get_model("replays_app", "Listing").objects
    closed = listings.exclude(SHOWN & Q(scenario__current__isnull=False)).filter(own_title="")
    closed.update(own_title=Subquery(title[:1]))


class Migration(migrations.Migration):
    """Rows alone."""

    dependencies = [("replays_app", "0026_listings_filled")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
