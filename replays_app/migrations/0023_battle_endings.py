"""Lists of battles ask how they ended, how close it was, and sort by that."""

from fractions import Fraction
from typing import Any

from django.db import migrations, models

CHUNK = 500
#: As `projections/endings.py` had it when this was written.
WORDS = (
    ("The other side resigned", "resigned"),
    ("ran out of time", "time"),
    ("The umpire has ended it", "umpire"),
    ("and has them", "aim"),
    ("did not reach what it needed", "denied"),
    ("The higher score", "score"),
    ("no ship left", "destroyed"),
)


def fill(apps: Any, _: Any) -> None:
    """Say of every summary that stands how its battle ended."""
    summaries = apps.get_model("replays_app", "Summary").objects
    part = []
    for summary in summaries.only("winner", "reason", "scores").iterator(CHUNK):
        summary.how, summary.margin = kind(summary), margin(summary.scores)
        part.append(summary)
        if len(part) == CHUNK:
            summaries.bulk_update(part, ["how", "margin"])
            part.clear()
    summaries.bulk_update(part, ["how", "margin"])


def kind(summary: Any) -> str:
    """Return the kind of an ending."""
    if not summary.reason:
        return ""
    if summary.winner is None:
        return "drawn"
    return next((kind for words, kind in WORDS if words in summary.reason), "otherwise")


def margin(scores: dict[str, str]) -> int | None:
    """Return by how much the best side leads, in thousandths."""
    points = sorted((Fraction(text) for text in scores.values()), reverse=True)[:2]
    total = sum(points)
    return None if len(points) < 2 or total <= 0 else round((points[0] - points[1]) * 1000 / total)


class Migration(migrations.Migration):
    """Two columns, what stands in them, and indexes."""

    dependencies = [("replays_app", "0022_spread")]

    operations = [
        migrations.AddField("summary", "how", models.CharField(default="", max_length=20)),
        migrations.AddField("summary", "margin", models.PositiveIntegerField(null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex("summary", models.Index(fields=["turns", "battle"], name="summary_by_turns")),
        migrations.AddIndex("summary", models.Index(fields=["margin", "battle"], name="summary_by_margin")),
        migrations.AddIndex("summary", models.Index(fields=["how", "battle"], name="summary_by_how")),
    ]
