"""Previews of damage control: repairs with their chances, abandoned ships, plane transfers."""

from collections.abc import Iterator

from darkseas.engine.presentation.words import capital, counted, joined, percent
from darkseas.engine.stages.side_and_ship_names import ship_name
from darkseas.engine.system import PreviewLine, Warned

from ..damage.repairs import hurt_areas, neglected
from ..damage.sinking import doomed
from ..model.orders import Area, ControlDamage, MovePlanes, Repair, each_roll
from ..model.state import State
from ..narration.names import AREA_WORDS
from .repair_odds import repair_odds

#: Words for an improvement and for a deterioration, by area.
_BETTER = {"fires": "puts a fire out", "flooding": "pumps a level out", "speed": "wins a move back"}
_WORSE = {"fires": "lights another one", "flooding": "lets in another level", "speed": "loses a move"}


def control_damage(view: State, side: str, order: ControlDamage) -> Iterator[PreviewLine]:
    """Preview each repair roll with its chances, neglected damage, and abandoned ships."""
    for number, repair in enumerate(order.repairs):
        for roll in each_roll([repair]):
            yield PreviewLine(f"repairs.{number}", _repair_text(view, roll), "ES-33")
    if not order.repairs:
        yield PreviewLine("repairs", "No repair dice are spent.", "ES-33")
    yield from _left_alone(view, side, order)
    for number, key in enumerate(order.abandon):
        lost = Warned("She counts as sunk.", "ES-36")
        text = f"The crew of {ship_name(view, key)} leaves her, and she sinks."
        yield PreviewLine(f"abandon.{number}", text, "ES-35", warnings=(lost,))


def _repair_text(view: State, repair: Repair) -> str:
    better, worse = repair_odds(view, repair)
    area, pair = repair.area, "the better of two dice" if repair.pair else "a die"
    where = f"{ship_name(view, repair.ship)}, {AREA_WORDS[area]}"
    parts = [f"{_BETTER[area]} in {percent(better)}"] if better else []
    parts += [f"{_WORSE[area]} in {percent(worse)}"] if worse else []
    if not better:
        useless = f"{where}: no roll can help now"
        return f"{useless}, and {pair} {parts[0]} of all." if parts else f"{useless}."
    return f"{where}: {pair} {', '.join(parts)} of all throws."


def _left_alone(view: State, side: str, order: ControlDamage) -> Iterator[PreviewLine]:
    """Yield ships with neglected fires or flooding, and those that sink unless repairs succeed."""
    lost = doomed(view)
    for ship in view.afloat(side):
        if ship.key in order.abandon or not hurt_areas(view, ship.key):
            continue
        chosen: list[Area] = [roll.area for roll in each_roll(order.repairs) if roll.ship == ship.key]
        areas = tuple(neglected(view, ship.key, chosen))
        warnings = (_sinks(ship.name),) if ship.key in lost else ()
        if areas:
            words = joined([AREA_WORDS[area] for area in areas])
            text = f"No dice fight the {words} of {ship.name}: the compulsory roll can only make it worse."
            yield PreviewLine("repairs", text, "ES-34", warnings=warnings)
        elif warnings:
            yield PreviewLine("repairs", f"{ship.name} is in danger.", "ES-35", warnings=warnings)


def _sinks(name: str) -> Warned:
    return Warned(f"{name} sinks at the end of this phase unless repairs succeed.", "ES-35")


def move_planes(view: State, side: str, order: MovePlanes) -> Iterator[PreviewLine]:
    if not order.transfers:
        yield PreviewLine("transfers", "No planes transfer; those on burning carriers are lost.", "ES-31")
    for number, transfer in enumerate(order.transfers):
        planes = capital(counted(transfer.planes, "plane"))
        verb = "lands" if transfer.planes == 1 else "land"
        start, end = ship_name(view, transfer.start), ship_name(view, transfer.end)
        yield PreviewLine(f"transfers.{number}", f"{planes} of {start} {verb} on {end}.", "ES-31")
