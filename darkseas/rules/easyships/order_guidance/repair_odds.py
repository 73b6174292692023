"""Texts on repairs: a ship's damage by area, and the odds of her repair rolls (ES-33)."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from darkseas.engine.presentation.words import capital, counted, percent
from darkseas.engine.system import ValueWords

from ..damage.repairs import added_to_die, change_of, lost_moves
from ..model.orders import Area, Repair
from ..model.state import ShipStatus, State
from ..tables.rules_tables import FIXED, REPAIRS, row_of

_STATE: Mapping[Area, Callable[[ShipStatus], str]] = {
    "fires": lambda status: counted(status.fires, "fire"),
    "flooding": lambda status: f"flooding {status.flooding}",
    "speed": lambda status: f"engines, {counted(status.moves_lost, 'move')} lost",
}
_BETTER: Mapping[Area, str] = {"fires": "one out", "flooding": "less", "speed": "one back"}
_WORSE: Mapping[Area, str] = {"fires": "one more", "flooding": "more", "speed": "one more lost"}
_RULES: Mapping[Area, str] = {"fires": "ES-31", "flooding": "ES-32", "speed": "ES-33"}


def area_of(view: State, key: str, value: str) -> ValueWords:
    """Describe an area and its repair odds: "Two fires: one out 50 %, one more 17 %"."""
    area = next(each for each in _STATE if each == value)
    better, worse = repair_odds(view, Repair(key, area))
    changes = [f"{_BETTER[area]} {percent(better)}"] if better else ["no die helps"]
    changes += [f"{_WORSE[area]} {percent(worse)}"] if worse else []
    short = f"{capital(_STATE[area](view.ship_status[key]))}: {', '.join(changes)}"
    return ValueWords(short, _help(view, key, area), _RULES[area])


def _help(view: State, key: str, area: Area) -> str:
    if area != "speed":
        return "Unfought damage gets a compulsory roll, which can only make it worse."
    least = min(row.speed_if_lost for row in REPAIRS if row.speed)
    lost = lost_moves(view, key)
    return f"Repairs restore a move only after {least} or more are lost; she has lost {lost}."


def repair_odds(view: State, repair: Repair) -> tuple[Fraction, Fraction]:
    """Return the chances that a repair roll improves the area, and that it makes it worse."""
    ship, count, sides = view.scenario.ships[repair.ship], 2 if repair.pair else 1, FIXED["die"]
    better = worse = Fraction(0)
    for face in range(1, sides + 1):
        share = Fraction(face**count - (face - 1) ** count, sides**count)
        row = row_of(REPAIRS, face + added_to_die(ship, repair.area)).roll
        change = change_of(view, ship, repair.area, row)
        helps = change > 0 if repair.area == "speed" else change < 0
        better += share if helps else 0
        worse += share if change and not helps else 0
    return better, worse
