"""A spell knows when its seat changed hands in it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("replays_app", "0030_seat_stamps")]

    operations = [
        migrations.AddField("spell", "resumed_at", models.DateTimeField(null=True)),
    ]
