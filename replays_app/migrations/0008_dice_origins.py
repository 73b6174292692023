"""Tallies of dice say who threw them: the house, or the table."""

from typing import Any

from django.db import migrations, models


def name_the_table(apps: Any, schema_editor: Any) -> None:
    """Dice of battles at the table are all thrown there, those of all others by the house."""
    tallies = apps.get_model("replays_app", "DiceTally").objects.using(schema_editor.connection.alias)
    tallies.filter(battle__dice_scheme="table").update(origin="table")


class Migration(migrations.Migration):
    dependencies = [("replays_app", "0007_chat")]

    operations = [
        migrations.AlterModelOptions(
            name="dicetally",
            options={"ordering": ["battle", "origin", "scope", "sides", "face"]},
        ),
        migrations.RemoveConstraint(model_name="dicetally", name="one_tally_a_face"),
        migrations.AddField(
            model_name="dicetally",
            name="origin",
            field=models.CharField(
                choices=[("house", "the house"), ("table", "the table")], default="house", max_length=20
            ),
        ),
        migrations.AddConstraint(
            model_name="dicetally",
            constraint=models.UniqueConstraint(
                fields=("battle", "origin", "scope", "sides", "face"), name="one_tally_a_face_and_origin"
            ),
        ),
        migrations.RunPython(name_the_table, migrations.RunPython.noop),
    ]
