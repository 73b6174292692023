import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Orders that are being filled, kept for their giver."""

    dependencies = [("replays_app", "0004_challenges")]

    operations = [
        migrations.CreateModel(
            name="UnsentOrder",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="unsent",
                        serialize=False,
                        to="replays_app.seat",
                    ),
                ),
                ("data", models.JSONField()),
                ("changed_at", models.DateTimeField(auto_now=True)),
            ],
        ),
    ]
