"""Stamps know of seats, and lines of chat have one: what is there may not change from now on."""

from functools import partial
from typing import Any

from django.db import migrations, models

from replays_app.seats import seat_integrity_tags

AT_ONCE = 500


def stamp_all(apps: Any, _: Any) -> None:
    """Tag the seats of all battles that have an integrity tag."""
    model = partial(apps.get_model, "replays_app")
    stamps = model("LogStamp").objects
    ids = list(stamps.values_list("pk", flat=True))
    for first in range(0, len(ids), AT_ONCE):
        for battle_id, of_seats in seat_integrity_tags.now(ids[first : first + AT_ONCE], model).items():
            stamps.filter(pk=battle_id).update(of_seats=of_seats)


class Migration(migrations.Migration):
    """Two columns, filled."""

    dependencies = [("replays_app", "0029_listings_by_winner")]

    operations = [
        migrations.AddField("logstamp", "of_seats", models.BinaryField(default=bytes)),
        migrations.AddField("chatline", "stamp", models.BinaryField(default=bytes)),
        migrations.RunPython(stamp_all, migrations.RunPython.noop),
    ]
