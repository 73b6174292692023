"""Labels and help texts of the values in order forms, from the view of the side to move."""

from collections.abc import Callable, Mapping

from darkseas.engine.orders import Cell
from darkseas.engine.presentation.words import joined
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import ValueWords

from ..combat.defence import defence_of
from ..model.state import BATTLE, CARRIER, State
from ..narration.names import dice_words, group_words


def words(view: State, side: str, blank: Cell, value: Json) -> ValueWords:
    """Return the name of a value, a line of help, and the chart keys that it refers to."""
    if isinstance(value, list | tuple):
        each = [words(view, side, blank, one) for one in value]
        focus = tuple(dict.fromkeys(key for one in each for key in one.focus))
        return ValueWords(joined([one.short for one in each]), focus=focus)
    if blank.subject == "card":
        return _card(view, str(value))
    plain = _PLAIN.get(blank.name)
    return plain(str(value)) if plain is not None else ValueWords(str(value))


def _card(view: State, key: str) -> ValueWords:
    """Describe a ship: type, dice, present defence and group."""
    ship = view.scenario.ships[key]
    status = view.ship_status[key]
    where = f"in {group_words(status.group)}" if status.group in (BATTLE, CARRIER) else ""
    under = ("submerged" if status.submerged else "on the surface") if ship.type.submerges else ""
    numbers = f"{dice_words(*ship.card.dice)}, defence {defence_of(view, ship).total}"
    parts = (ship.type.key, numbers, where or under)
    return ValueWords(ship.name, "; ".join(part for part in parts if part), focus=(key,))


def _group(group: str) -> ValueWords:
    helps = {
        BATTLE: (
            "She may fire at the enemy's battle group, and her presence shields the carriers.",
            "FB-9",
        ),
        CARRIER: ("She adds to the carriers' defence, and fires only at ships that targeted them.", "FB-11"),
    }
    return ValueWords(f"To {group_words(group)}", *helps.get(group, ("", "FB-8")))


def _die(die: str) -> ValueWords:
    return ValueWords(f"Die {die}", "Each of her dice may have its own target.", "FB-4")


def _retreat(_: str) -> ValueWords:
    return ValueWords("The whole fleet leaves", "A side that leaves the battle loses it.", "FB-H7")


_PLAIN: Mapping[str, Callable[[str], ValueWords]] = {"to": _group, "die": _die, "retreat": _retreat}
