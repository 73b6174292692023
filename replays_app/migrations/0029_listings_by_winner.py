"""Lists of battles are narrowed to who won, whatever was fought."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Indexes, one for each order of a list."""

    dependencies = [("replays_app", "0028_stamped_reels")]

    operations = [
        migrations.AddIndex(
            model_name="listing",
            index=models.Index(
                fields=["is_public", "winner", sort, "battle"], name=f"listing_winner_{order}"
            ),
        )
        for order, sort in (("newest", "-begun_at"), ("closest", "margin"), ("length", "turns"))
    ]
