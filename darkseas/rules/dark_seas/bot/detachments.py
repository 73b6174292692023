"""Which ships the bot detaches from their task group (§10).

Damaged ships leave groups in which other ships are sound: they slow the group and do not fire (§15a, DS-R25).
A hunting group splits in two if there are more enemy blocks than own groups and each half can match any of
them. No group splits on contact, because its parts would be friends at risk to each other (DS-R21).
"""

from collections.abc import Sequence

from darkseas.engine.hexes.board import Hex, distance
from darkseas.engine.orders import Choice, Fixed, Row
from darkseas.engine.serialization.canonical_json import Json

from ..model.queries import is_dummy, ships_in
from ..model.state import State
from .assessment import Assessment, nearby
from .crowding import Company
from .missions import GUARD, HUNT
from .strengths import Strength, own_strength, strength_of_ships

#: The smallest task group that splits in two, in ships; the hexes that an enemy may come closer in a turn.
_TO_PART, _CLOSING = 4, 3


def detachments(assessment: Assessment, company: Company, rows: Sequence[Row]) -> list[Json]:
    """One order line for each task group that splits, given where the groups will be after their moves."""
    lines: list[Json] = []
    if assessment.mission not in (HUNT, GUARD):
        return lines
    for row in rows:
        key = next(str(blank.value) for blank in row if isinstance(blank, Fixed) and blank.name == "block")
        names = next((blank.values for blank in row if isinstance(blank, Choice)), ("",))
        end = company.place_of(key)
        ships = [] if _is_met(assessment, end, 0) else crippled(assessment.view, key)
        may_part = bool(names[-1]) and assessment.mission == HUNT
        if not ships and may_part and not _is_met(assessment, end, assessment.reach + _CLOSING):
            ships = half_of(assessment, key)
        if not ships:
            continue
        line: dict[str, Json] = {"block": key, "ships": list(ships)}
        if names[-1]:
            line["name"] = names[-1]
        lines.append(line)
    return lines


def _is_met(assessment: Assessment, at: Hex | None, within: int) -> bool:
    """Whether an enemy is expected within so many hexes of a block."""
    return at is not None and any(distance(at, enemy.at) <= within for enemy in assessment.enemies)


def crippled(view: State, key: str) -> list[str]:
    """The damaged ships of a block that also holds sound ones."""
    ships = [ship.key for ship in ships_in(view, key)]
    damaged = [ship for ship in ships if view.ship_status[ship].damaged]
    return damaged if len(damaged) < len(ships) else []


def half_of(assessment: Assessment, key: str) -> list[str]:
    """Every second ship, by gun strength, of a group that should split; empty for other groups."""
    view, side = assessment.view, assessment.side
    ships = [ship.key for ship in ships_in(view, key)]
    own = sum(
        bool(block.side == side and not is_dummy(view, other) and ships_in(view, other))
        for other, block in view.blocks.items()
    )
    at = view.blocks[key].hex
    if len(ships) < _TO_PART or len(assessment.enemies) <= own or at is None or nearby(assessment, at):
        return []
    strongest = max(_power(enemy.strength) for enemy in assessment.enemies)
    if _power(own_strength(view, key)) // 2 < strongest:
        return []
    alone = strength_of_ships(view.scenario, side)
    by_guns = sorted(ships, key=lambda ship: (-alone[ship].guns[0], ships.index(ship)))
    return by_guns[1::2]


def _power(strength: Strength) -> int:
    return (strength.guns[0] + strength.torpedoes[0]) * strength.defence
