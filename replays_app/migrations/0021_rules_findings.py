from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("replays_app", "0020_draw_offers"),
    ]

    operations = [
        migrations.AlterField(
            model_name="finding",
            name="kind",
            field=models.CharField(
                choices=[
                    ("chain", "the chain does not fit"),
                    ("copy", "a column says something else than the bytes"),
                    ("unreadable", "an entry cannot be read"),
                    ("stamp", "it is not what the site wrote"),
                    ("row", "the battle's row says something else than its log"),
                    ("receipt", "a seat was answered something else than the log says"),
                    ("dice", "a die does not follow from the seed"),
                    ("divergence", "deciding again gives something else"),
                    ("rules", "its rules could not be asked"),
                ],
                max_length=20,
            ),
        ),
    ]
