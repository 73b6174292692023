"""Order forms of the damage phase: repairs, abandoned ships, plane transfers (ES-31 to ES-35)."""

from collections.abc import Iterator, Mapping

from darkseas.engine.orders import Blank, Choice, Fixed, Number, OrderForm, Row, Rows, Several

from ..damage import repairs
from ..damage.carriers import places_free, planes_at_risk
from ..damage.sinking import doomed
from ..model.orders import ORDER_NAMES, ControlDamage, MovePlanes
from ..model.state import State
from .phases import DAMAGE, PLANES, PLOTTED


def control_form(view: State, side: str) -> OrderForm:
    """Return a line per pair of repair dice, and the ships that can be abandoned."""
    blanks: list[Blank] = [Rows("repairs", "Repair rolls", tuple(repair_rows(view, side)))]
    lost = tuple(key for key in doomed(view) if view.scenario.ships[key].side == side)
    if lost:
        blanks.append(Several("abandon", "Abandon", lost, subject="piece"))
    why = "Fires and flooding you do not fight get a compulsory roll, which can only make them worse."
    phase = PLOTTED[DAMAGE]
    return OrderForm(ORDER_NAMES[ControlDamage], phase.title, phase.rule, tuple(blanks), because=why)


def repair_rows(view: State, side: str) -> Iterator[Row]:
    """Yield each hurt ship's repair dice in pairs, an odd one last; a pair may be one roll (ES-33)."""
    for ship in view.afloat(side):
        areas = repairs.hurt_areas(view, ship.key)
        if not areas or view.ship_status[ship.key].no_repairs:
            continue
        pairs, odd = divmod(repairs.allotted(ship), 2)
        first: Row = (
            Fixed("ship", ship.key, "piece"), Choice("area", "Area to repair", areas, about=ship.key)
        )  # fmt: skip
        seconds = ("pair", *areas)
        for _ in range(pairs):
            yield *first, Choice("second", "Second die", seconds, optional=True, about=ship.key)
        if odd:
            yield first


def planes_form(view: State, side: str) -> OrderForm:
    """Return a line per burning carrier whose planes can land elsewhere."""
    rows = tuple(transfer_rows(view, side))
    why = "A burning carrier loses one plane per fire at the end of the turn."
    phase = PLOTTED[PLANES]
    blanks = (Rows("transfers", "Planes that leave", rows),)
    return OrderForm(ORDER_NAMES[MovePlanes], phase.title, phase.rule, blanks, because=why)


def transfer_rows(view: State, side: str) -> Iterator[Row]:
    """Yield a line per burning carrier, limited so that all transfers together fit each deck."""
    burning = {ship.key: planes_at_risk(view, ship.key) for ship in view.afloat(side)}
    burning = {key: planes for key, planes in burning.items() if planes}
    free = {ship.key: places_free(view, ship.key) for ship in view.afloat(side)}
    shares = {deck: dict(zip(burning, _shares(room, burning), strict=True)) for deck, room in free.items()}
    for key in burning:
        decks = tuple(deck for deck in shares if shares[deck][key])
        if decks:
            yield (
                Fixed("start", key, "piece"),
                Choice("end", "Carrier", decks, subject="piece"),
                Number("planes", "Planes", 1, min(shares[deck][key] for deck in decks)),
            )


def _shares(room: int, burning: Mapping[str, int]) -> list[int]:
    """Return how many planes each burning carrier can send to a deck, even if all send some."""
    shares = dict.fromkeys(burning, 0)
    while room > 0:
        waiting = [key for key in burning if shares[key] < burning[key]]
        for key in waiting[:room]:
            shares[key] += 1
        room -= max(1, len(waiting))
    return list(shares.values())
