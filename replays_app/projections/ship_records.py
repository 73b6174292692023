"""What became of each ship: her fate as the battle stands."""

from darkseas.engine.presentation.standing import AFLOAT
from replays_app.models import ShipRecord

from .source import Source


def project(source: Source) -> None:
    """Replace the ship records of a battle."""
    fates = {known.ship: known.fate for known in source.system.standing(source.state).fates}
    ShipRecord.objects.filter(battle=source.battle).delete()
    ShipRecord.objects.bulk_create(
        ShipRecord(
            battle=source.battle,
            ship=ship.key,
            side=side.key,
            name=ship.name,
            kind=ship.kind,
            fate=fates.get(ship.key, AFLOAT),
        )
        for side in source.spec.sides
        for ship in side.ships
    )
