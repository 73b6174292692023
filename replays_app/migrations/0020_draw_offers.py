from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("replays_app", "0019_put_away"),
    ]

    operations = [
        migrations.AddField(
            model_name="call",
            name="offering_side",
            field=models.CharField(default="", max_length=80),
        ),
    ]
