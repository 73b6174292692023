"""Labels for the values of order forms, from the view of the side that chooses."""

from collections.abc import Callable, Mapping

from darkseas.engine.hexes.board import EDGES
from darkseas.engine.orders import Cell, Fixed
from darkseas.engine.presentation.words import capital, joined, tally
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import ValueWords

from ..model.orders import Mount
from ..model.queries import is_dummy, ships_in
from ..model.scenario import Battery, Ship
from ..model.state import Report, State
from ..narration.names import (
    adjectives,
    block_name,
    class_plural,
    class_words,
    focus_on,
    place,
    place_of,
    place_words,
    ratings_line,
    side_of,
)
from ..tables.rules_tables import DAYLIGHT_STEPS

_TORPEDO = "T"


def words(view: State, side: str, blank: Cell, value: Json) -> ValueWords:
    """The label of a value, with a line of help and the keys to highlight on the map."""
    if isinstance(value, list | tuple):
        each = [words(view, side, blank, one) for one in value]
        focus = tuple(dict.fromkeys(key for one in each for key in one.focus))
        return ValueWords(joined([one.short for one in each]), focus=focus)
    by_subject = _BY_SUBJECT.get(blank.subject)
    if by_subject is not None:
        return by_subject(view, value)
    if blank.subject in ("place", "edge"):
        return _place(view, side, value)
    plain = _PLAIN.get(blank.name)
    return ValueWords(str(value)) if plain is None or isinstance(blank, Fixed) else plain(value)


# --- blocks and ships ----------------------------------------------------------------------------


def title_of(view: State, key: str) -> str:
    """A block as a title: its name, its ships, or what was announced of it."""
    contents, report = view.contents.get(key), view.reports.get(key)
    if contents is None and report is not None and report.ship:
        return f"{block_name(view, key)} ({key})"
    if contents is None:
        return f"{adjectives(view.scenario)[side_of(view, key)]} {_noun(report)} ({key})"
    if is_dummy(view, key):
        return f"{contents.name or 'Dummy'} ({key})"
    return capital(block_name(view, key))


def _noun(report: Report | None) -> str:
    if report is None:
        return "block"
    return "task group" if report.ships > 1 else "ship"


def _piece(view: State, value: Json) -> ValueWords:
    key = str(value)
    at = place_of(view, key)
    inside = _ships(view, key) if key in view.contents else _reported(view, key)
    parts = (inside, f"in {place_words(view, at)}" if at else "not on the map yet")
    return ValueWords(
        title_of(view, key), "; ".join(part for part in parts if part), focus=focus_on(view, (key,))
    )


def _ships(view: State, key: str) -> str:
    return joined([f"{ship.name}{_state_of(view, ship)}" for ship in ships_in(view, key)])


def _state_of(view: State, ship: Ship) -> str:
    """Damage and torpedo state of an own ship, in brackets."""
    status = view.ship_status[ship.key]
    tubes = "torpedoes reloaded" if status.loaded else "torpedoes spent"
    marks = [*(["damaged"] if status.damaged else []), *([tubes] if status.salvoes else [])]
    return f" ({', '.join(marks)})" if marks else ""


def _reported(view: State, key: str) -> str:
    """The announcement of an enemy block, or the sticker of a single ship that lies face up (DS-R36)."""
    report = view.reports.get(key)
    if report is None:
        return ""
    if report.ship:
        return ratings_line(view.scenario.ships[report.ship].ratings)
    classes = joined([class_words(group, count) for group, count in report.classes if count])
    return f"{tally(report.ships, 'ship')}{f': {classes}' if classes else ''}"


def _crew(view: State, value: Json) -> ValueWords:
    ship = view.scenario.ships[str(value)]
    damaged = "; damaged" if view.ship_status[ship.key].damaged else ""
    return ValueWords(ship.name, f"{ratings_line(ship.ratings)}{damaged}", focus=(ship.key,))


# --- batteries -----------------------------------------------------------------------------------


def _mount(view: State, value: Json) -> ValueWords:
    mount = value if isinstance(value, Mapping) else {}
    ship = view.scenario.ships[str(mount["ship"])]
    number = int(str(mount["battery"]))
    battery = ship.ratings.batteries[number]
    factors = "-".join(map(str, battery.factors))
    return ValueWords(
        mount_title(view, Mount(ship.key, number)),
        f"{battery.weapon} {factors} at ranges 0 to {len(battery.factors) - 1}{_reload(battery)}",
        "§18k" if battery.weapon == _TORPEDO else "§5",
        (ship.key,),
    )


def mount_title(view: State, mount: Mount) -> str:
    """A battery by its ship: "Chokai, main battery"; her first guns are the main battery."""
    ship = view.scenario.ships[mount.ship]
    return f"{ship.name}, {_battery_title(ship, mount.battery)}"


def _battery_title(ship: Ship, number: int) -> str:
    before = ship.ratings.batteries[:number]
    battery = ship.ratings.batteries[number]
    if battery.weapon == _TORPEDO:
        return _numbered("torpedoes", sum(other.weapon == _TORPEDO for other in before))
    guns = sum(other.weapon != _TORPEDO for other in before)
    return "main battery" if not guns else _numbered("secondary battery", guns - 1)


def _numbered(title: str, before: int) -> str:
    return f"{title} {before + 1}" if before else title


def _reload(battery: Battery) -> str:
    if battery.weapon != _TORPEDO:
        return ""
    return "; they can be reloaded once" if battery.reload else "; for one salvo"


# --- places --------------------------------------------------------------------------------------


def _place(view: State, side: str, value: Json) -> ValueWords:
    label = str(value)
    if label in EDGES:
        return ValueWords(f"Off the map over the {label} edge", "It does not return.", "§15d", (label,))
    there = [key for key, block in view.blocks.items() if place(block.hex) == label]
    others = joined([_named(view, key) for key in there if side_of(view, key) != side])
    own = joined([_named(view, key) for key in there if side_of(view, key) == side])
    smoke = "smoke" if any(place(at) == label for at in view.smoke) else ""
    parts = (others, f"own there: {own}" if own else "", smoke)
    return ValueWords(place_words(view, label), "; ".join(part for part in parts if part), focus=(label,))


def _named(view: State, key: str) -> str:
    """A block by its title; for an enemy block, with what was announced of it."""
    announced = "" if key in view.contents else _reported(view, key)
    return f"{title_of(view, key)} with {announced}" if announced else title_of(view, key)


# --- other values --------------------------------------------------------------------------------


def _speed(value: Json) -> ValueWords:
    speed = int(str(value))
    if not speed:
        return ValueWords("Stopped", "It does not move this turn.", "DS-R31")
    hexes = joined([str(steps) for steps in DAYLIGHT_STEPS[speed]])
    return ValueWords(f"Speed {speed}", f"{hexes} hexes in the three sub-phases", "DS-R31")


def _classes(value: Json) -> ValueWords:
    group = str(value)
    if not group:
        return ValueWords("Any class", "Any ship sighted there may be drawn.", "§18g")
    only = "Only ships of these classes may be drawn."
    return ValueWords(f"{capital(class_plural(group))} ({', '.join(group)})", only, "§18g")


def _together(value: Json) -> ValueWords:
    if value:
        return ValueWords("Same target", "One draw for guns and torpedoes", "DS-R19")
    return ValueWords("Separate targets", "Guns and torpedoes draw separately.", "DS-R19")


def _keep_out(value: Json) -> ValueWords:
    if value:
        return ValueWords("Kept out", "Ships that this block has drawn before are not drawn again.", "DS-R20")
    return ValueWords("Put back", "A ship may be drawn more than once.", "DS-R20")


def _leaving_as(value: Json) -> ValueWords:
    if not value:
        return ValueWords("As single ships", "Single ships are slower, and their fire counts half.", "§11")
    return ValueWords(f"As {value}", "A new task group", "§10")


def _answer(value: Json) -> ValueWords:
    if value == "remove":
        return ValueWords(
            "It goes", "The dummy is removed from the map, and its sightings count for nothing.", "§22c"
        )
    return ValueWords(
        "Its sightings are void", "The dummy stays, and its own sightings count for nothing.", "§22c"
    )


_BY_SUBJECT: Mapping[str, Callable[[State, Json], ValueWords]] = {
    "piece": _piece,
    "crew": _crew,
    "mount": _mount,
}
_PLAIN: Mapping[str, Callable[[Json], ValueWords]] = {
    "speed": _speed,
    "classes": _classes,
    "together": _together,
    "keep_out": _keep_out,
    "name": _leaving_as,
    "answer": _answer,
}
