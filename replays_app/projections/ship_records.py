"""What became of each ship: as the chart of the whole state shows her."""

from replays_app.models import ShipRecord
from replays_app.replay import chart_results

from .source import Source

AFLOAT = "afloat"


def project(source: Source) -> None:
    """Replace the ship records of a battle."""
    seen = {ship.key: ship.marks for ship in chart_results.ships(source.system.chart(source.state))}
    ShipRecord.objects.filter(battle=source.battle).delete()
    ShipRecord.objects.bulk_create(
        ShipRecord(
            battle=source.battle,
            ship=ship.key,
            side=side.key,
            name=ship.name,
            kind=ship.kind,
            fate=_fate(seen.get(ship.key, ())),
        )
        for side in source.spec.sides
        for ship in side.ships
    )


def _fate(marks: tuple[str, ...]) -> str:
    worst = (chart_results.SUNK, chart_results.EXITED, chart_results.DAMAGED)
    return next((mark for mark in worst if mark in marks), AFLOAT)
