"""The final status of each ship."""

from darkseas.engine.presentation.standing import AFLOAT
from replays_app.models import ShipRecord

from .source import Source

COLUMNS = ("ship", "side", "name", "kind", "fate")


def project(source: Source) -> None:
    ShipRecord.objects.filter(battle=source.battle).delete()
    ShipRecord.objects.bulk_create(
        ShipRecord(battle=source.battle, **dict(zip(COLUMNS, row, strict=True))) for row in rows_of(source)
    )


def rows_of(source: Source) -> list[tuple[str, str, str, str, str]]:
    """Return the ship records of a battle, in the order of COLUMNS."""
    fates = {known.ship: known.fate for known in source.system.standing(source.state).fates}
    return [
        (ship.key, side.key, ship.name, ship.kind, fates.get(ship.key, AFLOAT))
        for side in source.spec.sides
        for ship in side.ships
    ]
