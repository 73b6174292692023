"""Preview set-up and orders to dummies (§7, §10, §11, §22)."""

from collections.abc import Iterator, Sequence

from darkseas.engine.hexes.board import Hex
from darkseas.engine.presentation.words import counted, tally
from darkseas.engine.stages.side_and_ship_names import ship_name
from darkseas.engine.system import PreviewLine, Warned

from ..model.orders import Deploy, PlaceDummies, RemoveDummies
from ..model.scenario import Side
from ..model.state import State
from ..movement import dummies
from ..movement.deployment import edge_of_entry, rules_of
from ..narration.names import hex_words, place_of, place_words
from ..tables.rules_tables import FIXED
from .value_labels import title_of


def deploy(view: State, side: str, order: Deploy) -> Iterator[PreviewLine]:
    """Every block that is set up: its strength, speed and hex."""
    own = view.scenario.sides[side]
    for number, formed in enumerate(order.groups):
        at = _where(view, own, formed.ships, formed.hex)
        ships = counted(len(formed.ships), "ship")
        text = f"{formed.name} has {ships}, moves at speed {_slowest(view, formed.ships)}, and {at}."
        yield PreviewLine(f"groups.{number}", text, "§10")
    for number, single in enumerate(order.singles):
        speed = max(0, _slowest(view, (single.ship,)) - FIXED["single_allowance_loss"])
        at = _where(view, own, (single.ship,), single.hex)
        name = ship_name(view, single.ship)
        alone = Warned("A single ship is slower, and her fire counts half.", "§11")
        text = f"{name} sails alone at speed {speed}, and {at}."
        yield PreviewLine(f"singles.{number}", text, "§11", warnings=(alone,))
    yield from _dummies_set_up(own, order)


def _slowest(view: State, ships: Sequence[str]) -> int:
    return min(view.scenario.ships[key].ratings.speed for key in ships)


def _where(view: State, side: Side, ships: Sequence[str], at: Hex | None) -> str:
    if at is not None:
        return f"begins in {hex_words(view, at)}"
    rules = rules_of(side, ships[0])
    return f"enters over the {edge_of_entry(side, rules)} edge from turn {rules.arrives} on"


def _dummies_set_up(side: Side, order: Deploy) -> Iterator[PreviewLine]:
    if not side.rules.dummies:
        return
    left = side.rules.dummies - len(order.dummies)
    text = f"{len(order.dummies)} of {tally(side.rules.dummies, 'dummy', 'dummies')} set up."
    out = (Warned("A dummy that is not set up now is out for good.", "DS-H4"),) if left else ()
    yield PreviewLine("dummies", text, "§22", warnings=out)


def place_dummies(view: State, side: str, order: PlaceDummies) -> Iterator[PreviewLine]:
    if not order.dummies:
        yield PreviewLine("dummies", "No dummy returns now.", "§22d")
    for number, dummy in enumerate(order.dummies):
        at, host = place_words(view, place_of(view, dummy.beside)), title_of(view, dummy.beside)
        text = f"A dummy returns in {at}, beside {host} and with its markers."
        yield PreviewLine(f"dummies.{number}", text, "§22e")
    left = dummies.ready(view, side) - len(order.dummies)
    if order.dummies and left:
        yield PreviewLine("dummies", f"{left} more may return in a later turn.", "§22d")


def remove_dummies(view: State, side: str, order: RemoveDummies) -> Iterator[PreviewLine]:
    for number, key in enumerate(order.blocks):
        at = place_words(view, place_of(view, key))
        off = f"comes off {at}" if at else "does not enter"
        shown = Warned("The enemy learns that it was a dummy.", "§22f")
        text = f"{title_of(view, key)} {off}, and may return from next turn."
        yield PreviewLine(f"blocks.{number}", text, "§22f", warnings=(shown,))
