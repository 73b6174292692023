"""Labels and help texts of the values in order forms, from the view of the side to move."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from darkseas.engine.hexes.board import FACINGS
from darkseas.engine.orders import Cell, Choice, Several
from darkseas.engine.presentation.words import capital, counted, joined, percent, points
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.stages.side_and_ship_names import ship_name
from darkseas.engine.system import ValueWords

from ..combat.strike_forms import flights_of
from ..model.orders import GunFire, TorpedoFire
from ..model.state import State
from ..narration.names import AREA_WORDS, FORMATION_WORDS, depth_words, facing_words, guns_words
from ..odds.attack_odds import battery_fates, spread_fates, torpedo_fates
from ..tables.rules_tables import BATTERIES
from ..turn.phases import DEPLOY, MOVE
from .repair_odds import area_of


def words(view: State, side: str, blank: Cell, value: Json) -> ValueWords:
    """Return the name of a value, a line of help and its place on the map."""
    if isinstance(value, list | tuple):
        each = [words(view, side, blank, one) for one in value]
        focus = tuple(dict.fromkeys(key for one in each for key in one.focus))
        return ValueWords(joined([one.short for one in each]), focus=focus)
    if blank.subject == "piece" and str(value) in view.scenario.ships:
        return replace(_ship(view, str(value)), odds=_target_odds(view, blank, str(value)))
    if value == "pair":
        return ValueWords("Roll with the first: the better die counts", rule="ES-33")
    if blank.name in ("area", "second") and isinstance(blank, Choice) and blank.about:
        return area_of(view, blank.about, str(value))
    if blank.subject == "place":
        return ValueWords(str(value), focus=(str(value),))
    by_name = _BY_NAME.get(blank.name)
    return by_name(view, value) if by_name is not None else ValueWords(str(value))


def _ship(view: State, key: str) -> ValueWords:
    """Describe a ship: type, fires, guns and points."""
    ship, status = view.scenario.ships[key], view.ship_status[key]
    guns = ", ".join(guns_words(battery) for battery in ship.batteries)
    burning = counted(status.fires, "fire") if status.fires else ""
    parts = (ship.type.title, guns, burning, "evading" if status.evading else "", points(ship.points))
    return ValueWords(ship.name, "; ".join(part for part in parts if part), focus=(key,))


def _target_odds(view: State, blank: Cell, target: str) -> str:
    """Return the chance that a battery damages a target, or that a ship's torpedoes hit if all go there."""
    if not isinstance(blank, Choice | Several) or not blank.about:
        return ""
    ship, _, battery = blank.about.partition("/")
    if battery:
        return f"damage {percent(1 - battery_fates(view, GunFire(ship, int(battery), target)).unhurt)}"
    evades = view.ship_status[target].evading
    spread = spread_fates(view, TorpedoFire(ship, (target,)), target, once=evades)
    return f"hit {percent(1 - torpedo_fates(view, target, [spread]).unhurt)}"


def _battery(view: State, value: Json) -> ValueWords:
    place = int(str(value))
    return ValueWords(f"{capital(BATTERIES[place])} guns", "Each battery has one target a turn.", "ES-20")


def _group(view: State, value: Json) -> ValueWords:
    """Describe an air group: its planes and target."""
    strike, _, number = str(value).rpartition("/")
    group = view.strikes[strike].groups[int(number)]
    planes, target = counted(group.planes, "plane"), ship_name(view, group.target)
    return ValueWords(f"{capital(planes)} at {target}", "Shoot some of them down.", "ES-16", (group.target,))


def _smoke(view: State, value: Json) -> ValueWords:
    if value == "chemical":
        return ValueWords("Chemical smoke", "It fills each hex that she leaves, and stays.", "ES-9")
    return ValueWords("Funnel smoke", "It hides her, and moves with her.", "ES-9")


def _depth(view: State, value: Json) -> ValueWords:
    """Describe a change of depth (−1 up, 1 deeper) or a depth charge setting."""
    if view.stage.kind == DEPLOY:
        help_text = "Boats begin there, unseen." if value else "The enemy sees where they are."
        return ValueWords(capital(depth_words(int(str(value)))), help_text, "ES-12")
    if view.stage.kind == MOVE:
        step = "A level deeper" if value == 1 else "A level up"
        return ValueWords(step, "It takes all of her moves.", "ES-12")
    help_text = "It misses boats at any other depth."
    return ValueWords(capital(depth_words(int(str(value)))), help_text, "ES-30")


def _area(view: State, value: Json) -> ValueWords:
    helps = {
        "fires": ("A high die puts one out, the lowest lights one.", "ES-31"),
        "flooding": ("A high die pumps a level out, the lowest lets one in.", "ES-32"),
        "speed": ("A high die wins a move back where several are lost.", "ES-33"),
    }
    return ValueWords(capital(AREA_WORDS[str(value)]), *helps[str(value)])


def _formation(view: State, value: Json) -> ValueWords:
    return ValueWords(capital(FORMATION_WORDS[str(value)]), rule="ES-2")


def _flight(view: State, value: Json) -> ValueWords:
    """Describe a flight: its carrier, planes, and which flights can join it."""
    carrier, _, number = str(value).rpartition("/")
    planes = flights_of(view, view.scenario.ships[carrier].side)[str(value)].planes
    help_text = "Each group faces fighters and guns separately and attacks one target."
    words = f"{ship_name(view, carrier)} {number}: {counted(planes, 'plane')}"
    return ValueWords(words, help_text, "ES-14", (carrier,))


def _facing(view: State, value: Json) -> ValueWords:
    """Describe a facing, given by number or by name (in rulings)."""
    number = FACINGS.index(str(value)) if str(value) in FACINGS else int(str(value))
    return ValueWords(f"Facing {facing_words(number)}", rule="ES-4")


def _edge(view: State, value: Json) -> ValueWords:
    return ValueWords(f"The {value} edge", "Ships cannot set up within range of enemy guns.", "ES-2")


def _evade(view: State, value: Json) -> ValueWords:
    return ValueWords("Evade", "It costs a move, makes her hard to hit, and spoils her own fire.", "ES-11")


def _ping(view: State, value: Json) -> ValueWords:
    return ValueWords("Ping", "She searches the hexes ahead for submarines.", "ES-13")


def _planes(view: State, value: Json) -> ValueWords:
    return ValueWords(counted(int(str(value)), "plane"), rule="ES-31")


_BY_NAME: Mapping[str, Callable[[State, Json], ValueWords]] = {
    "battery": _battery,
    "group": _group,
    "smoke": _smoke,
    "depth": _depth,
    "area": _area,
    "facing": _facing,
    "edge": _edge,
    "formation": _formation,
    "flights": _flight,
    "evade": _evade,
    "ping": _ping,
    "planes": _planes,
}
