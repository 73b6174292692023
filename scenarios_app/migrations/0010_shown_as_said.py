from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scenarios_app", "0009_former_owners_invitations"),
    ]

    operations = [
        migrations.AddField(
            model_name="scenario",
            name="is_shown_as_said",
            field=models.BooleanField(default=False),
        ),
    ]
