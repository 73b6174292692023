"""Battles as lists look for them, in a row of their own with an index for each order; summaries need none."""

from django.db import migrations, models


def by(name: str, *narrowed: str) -> list[migrations.AddIndex]:
    """Return the indexes of one thing to narrow lists to."""
    sorts = {"newest": "-begun_at", "closest": "margin", "length": "turns"}
    return [
        migrations.AddIndex(
            "listing",
            models.Index(fields=["is_public", *narrowed, sort, "battle"], name=f"listing_{name}_{order}"),
        )
        for order, sort in sorts.items()
    ]


class Migration(migrations.Migration):
    """A table and its indexes, in place of those of summaries."""

    dependencies = [
        ("replays_app", "0024_reels"),
        ("scenarios_app", "0007_member_pages_and_source_notes"),
    ]

    operations = [
        migrations.CreateModel(
            "Listing",
            [
                (
                    "battle",
                    models.OneToOneField(
                        "replays_app.Battle",
                        models.CASCADE,
                        primary_key=True,
                        serialize=False,
                        related_name="listing",
                    ),
                ),
                ("is_public", models.BooleanField(default=False)),
                (
                    "scenario",
                    models.ForeignKey(
                        "scenarios_app.Scenario", models.CASCADE, related_name="+", db_index=False
                    ),
                ),
                ("system", models.CharField(max_length=40)),
                ("begun_at", models.DateTimeField()),
                ("own_title", models.CharField(default="", max_length=200)),
                ("winner", models.CharField(max_length=80, null=True)),
                ("how", models.CharField(default="", max_length=20)),
                ("length", models.CharField(default="", max_length=20)),
                ("turns", models.PositiveIntegerField(null=True)),
                ("margin", models.PositiveIntegerField(null=True)),
            ],
        ),
        *by("all"),
        *by("scenario", "scenario"),
        *by("system", "system"),
        *by("how", "how"),
        *by("length", "length"),
        migrations.AddIndex(
            "listing", models.Index(fields=["is_public", "own_title"], name="listing_own_title")
        ),
        migrations.RemoveIndex("summary", "summary_by_turns"),
        migrations.RemoveIndex("summary", "summary_by_margin"),
        migrations.RemoveIndex("summary", "summary_by_how"),
    ]
