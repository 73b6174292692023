"""Reels bear a stamp of the site; those of before are told anew when they are asked for. A kind of finding."""

from typing import Any

from django.db import migrations, models

KINDS = [
    ("chain", "the chain does not fit"),
    ("copy", "a column says something else than the bytes"),
    ("unreadable", "an entry cannot be read"),
    ("stamp", "it is not what the site wrote"),
    ("row", "the battle's row says something else than its log"),
    ("rows", "what is made of its log says something else than it"),
    ("receipt", "a seat was answered something else than the log says"),
    ("dice", "a die does not follow from the seed"),
    ("divergence", "deciding again gives something else"),
    ("rules", "its rules could not be asked"),
]


def forget(apps: Any, _: Any) -> None:
    """Delete what bears no stamp."""
    apps.get_model("replays_app", "Reel").objects.all().delete()


class Migration(migrations.Migration):
    """A column, and no rows."""

    dependencies = [("replays_app", "0027_own_titles")]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
        migrations.AddField("reel", "stamp", models.BinaryField(default=bytes)),
        migrations.AlterField("finding", "kind", models.CharField(choices=KINDS, max_length=20)),
    ]
