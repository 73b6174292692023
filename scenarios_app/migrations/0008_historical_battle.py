from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scenarios_app", "0007_member_pages_and_source_notes"),
    ]

    operations = [
        migrations.AddField(
            model_name="scenario",
            name="historical_battle",
            field=models.CharField(blank=True, default="", max_length=200),
        ),
        migrations.AddIndex(
            model_name="scenario",
            index=models.Index(fields=["historical_battle"], name="scenario_by_battle"),
        ),
    ]
