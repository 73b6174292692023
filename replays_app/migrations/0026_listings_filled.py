"""Every battle that was begun before gets its listing."""

from typing import Any

from django.db import migrations
from django.db.models import Exists, OuterRef, Q

CHUNK = 500


def fill(apps: Any, _: Any) -> None:
    """Make the listings, as `projections/listing.py` had it when this was written."""
    battles = apps.get_model("replays_app", "Battle").objects
    rows = apps.get_model("replays_app", "Listing").objects
    public = battles.filter(public_now(apps), pk=OuterRef("pk"))
    known = battles.filter(listing=None).annotate(is_public=Exists(public))
    part = []
    for battle in known.select_related("summary", "revision__scenario").defer(
        "revision__spec", "revision__scenario__words", "revision__scenario__card"
    ).iterator(CHUNK):  # fmt: skip
        part.append(rows.model(**listing_of(battle)))
        if len(part) == CHUNK:
            rows.bulk_create(part)
            part = []
    rows.bulk_create(part)


def listing_of(battle: Any) -> dict[str, Any]:
    """Return the row of one battle."""
    scenario, summary = battle.revision.scenario, getattr(battle, "summary", None)
    row = {
        "battle_id": battle.pk,
        "is_public": battle.is_public,
        "scenario_id": scenario.pk,
        "system": battle.system,
        "begun_at": battle.created_at,
        "own_title": battle.title if battle.title != scenario.title else "",
    }
    if summary is None or battle.status != "finished":
        return row
    length = "short" if summary.turns <= 4 else "middle" if summary.turns <= 8 else "long"
    return {
        **row,
        "winner": summary.winner,
        "how": summary.how,
        "length": length,
        "turns": summary.turns,
        "margin": summary.margin,
    }


def public_now(apps: Any) -> Q:
    """Return the condition that lists show a battle to everybody."""
    holdings = apps.get_model("replays_app", "Holding").objects.filter(seat__battle=OuterRef("pk"))
    seats = apps.get_model("replays_app", "Seat").objects.filter(battle=OuterRef("pk"))
    bots = holdings.filter(to_entry=None).exclude(bot="")
    unheld = seats.filter(holdings=None).exclude(side="umpire")
    is_endless = Q(status__in=("running", "broken-off"))
    of_nobody = Q(Exists(unheld), ~Exists(holdings.filter(bot="")), origin="site")
    return (
        Q(superseded_by=None, put_away_at=None)
        & Q(
            revision__scenario__visibility="public",
            revision__scenario__current__isnull=False,
            revision__scenario__taken_down_at=None,
        )
        & ~Q(origin__in=("trial", "demonstration"))
        & ~(is_endless & (Exists(bots) | of_nobody))
    )


class Migration(migrations.Migration):
    """Rows alone."""

    dependencies = [("replays_app", "0025_listings")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
