"""Names in Dark Seas narration: sides, blocks, ships, hexes, classes, ranges, odds.

A block is named by its hidden face only if the state knows it. A side's view does not know the enemy's faces,
so there "a Japanese block (ijn-3)" is all that can be said.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from darkseas.engine.hexes.board import Hex, label
from darkseas.engine.hexes.numbering import written
from darkseas.engine.presentation.words import capital, counted, joined, mixed, number_word
from darkseas.engine.stages import side_and_ship_names
from darkseas.engine.stages.stage import Stage

from ..model.block_key import BlockKey
from ..model.orders import Attack
from ..model.scenario import Ratings, RulesScenario
from ..model.state import DUMMY, GROUP, State

#: A list with more names than this ends in "and 3 others".
MOST_NAMES = 4

#: Title and citation of each stage; numbered stages ("evasion-1") share the entry of their stem.
STAGES: Mapping[str, tuple[str, str]] = {
    "set-up": ("Set-up", "§7"),
    "dummies": ("Dummies return", "§22d"),
    "movement": ("Movement", "§14a"),
    "move-1": ("Movement, spotted, without initiative", "§14a"),
    "move-2": ("Movement, spotted, with initiative", "§14a"),
    "move-3": ("Movement, unspotted, without initiative", "§14a"),
    "move-4": ("Movement, unspotted, with initiative", "§14a"),
    "movement-ends": ("End of movement", "§14a"),
    "speeds": ("Speeds and evasion", "§23a.i"),
    "sub-1": ("Movement, first sub-phase", "§23a.i"),
    "sub-2": ("Movement, second sub-phase", "§23a.i"),
    "sub-3": ("Movement, third sub-phase", "§23a.i"),
    "spotting": ("Spotting", "§14b"),
    "sightings": ("Sightings", "§22c"),
    "combat": ("Combat", "§14c"),
    "evasion": ("Evasion", "§14c.i"),
    "attacks": ("Attacks", "§14c.ii"),
    "resolve": ("Attacks resolved", "§14c.iii"),
    "turn-ends": ("End of the turn", "§14"),
}

#: The adjective of a side, by its name or by its only navy.
_ADJECTIVES: Mapping[str, str] = {
    "allies": "Allied",
    "allied": "Allied",
    "axis": "Axis",
    "japan": "Japanese",
    "ijn": "Japanese",
    "imperial japanese navy": "Japanese",
    "united states": "American",
    "usa": "American",
    "usn": "American",
    "us navy": "American",
    "united states navy": "American",
    "britain": "British",
    "great britain": "British",
    "united kingdom": "British",
    "rn": "British",
    "royal navy": "British",
    "commonwealth": "Commonwealth",
    "australia": "Australian",
    "ran": "Australian",
    "royal australian navy": "Australian",
    "rnzn": "New Zealand",
    "rcn": "Canadian",
    "germany": "German",
    "km": "German",
    "kriegsmarine": "German",
    "italy": "Italian",
    "rm": "Italian",
    "regia marina": "Italian",
    "netherlands": "Dutch",
    "rnn": "Dutch",
    "royal netherlands navy": "Dutch",
    "rnon": "Norwegian",
    "norway": "Norwegian",
    "pol": "Polish",
    "france": "French",
}

_CLASSES: Mapping[str, tuple[str, str]] = {
    "B": ("battleship", "battleships"),
    "C": ("cruiser", "cruisers"),
    "D": ("destroyer", "destroyers"),
    "A": ("aviation ship", "aviation ships"),
    "M": ("merchantman", "merchantmen"),
    "ABC": ("larger warship", "larger warships"),
    "ABCD": ("warship", "warships"),
    "ABCDM": ("ship", "ships"),
}


def stage_words(stage: Stage) -> tuple[str, str]:
    text = str(stage)
    return STAGES.get(text) or STAGES.get(stage.kind) or (capital(text.replace("-", " ")), "§14")


# --- sides ---------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def adjectives(scenario: RulesScenario) -> Mapping[str, str]:
    """The word before "block" or "ship" for each side: "Japanese", or the side's own name."""
    return {side: _adjective(scenario, side) for side in scenario.sides}


def _adjective(scenario: RulesScenario, side: str) -> str:
    name = scenario.sides[side].name
    navies = {ship.navy.lower() for ship in scenario.ships.values() if ship.side == side}
    by_navy = _ADJECTIVES.get(navies.pop()) if len(navies) == 1 else None
    return _ADJECTIVES.get(name.lower()) or by_navy or name


def with_article(words: str) -> str:
    return f"{'an' if words[:1] in 'AEIOUaeio' else 'a'} {words}"


# --- blocks, ships, hexes ------------------------------------------------------------------------


def block_name(state: State, key: str) -> str:
    """The name of a block, as far as the state knows its hidden face or sees it face up (DS-R36)."""
    contents = state.contents.get(key)
    if contents is None:
        report = state.reports.get(key)
        face_up = report.ship if report is not None else ""
        return side_and_ship_names.ship_name(state, face_up) if face_up else _blank_block(state, key, "block")
    if contents.kind == DUMMY:
        return _blank_block(state, key, "dummy")
    return contents.name or ship_names(state, contents.ships) or _blank_block(state, key, "block")


def is_many(state: State, key: str) -> bool:
    """Whether a block's name is a plural, such as "Van destroyers"; a ship's name never is."""
    contents = state.contents.get(key)
    if contents is None or contents.kind != GROUP:
        return False
    ships = {state.scenario.ships[ship].name for ship in contents.ships}
    return contents.name.endswith("s") and contents.name not in ships


def _blank_block(state: State, key: str, noun: str) -> str:
    adjective = adjectives(state.scenario).get(side_of(state, key))
    return f"{with_article(f'{adjective} {noun}')} ({key})" if adjective else f"{noun} {key}"


def side_of(state: State, key: str) -> str:
    """The side of a block, read from its key if it is not in play."""
    block = state.blocks.get(key)
    return block.side if block is not None else BlockKey.of(key).side


def block_names(state: State, keys: Iterable[str]) -> str:
    return joined([block_name(state, key) for key in keys], MOST_NAMES)


def ship_names(state: State, keys: Iterable[str]) -> str:
    return side_and_ship_names.ship_names(state, keys, MOST_NAMES)


@lru_cache(maxsize=8192)
def place(at: Hex | None) -> str:
    """The label of a hex; "" for None and off the board."""
    return label(at) if at is not None and min(at) >= 0 else ""


def place_of(state: State, block: str) -> str:
    known = state.blocks.get(block)
    return place(known.hex) if known is not None else ""


def hex_words(state: State, at: Hex | None) -> str:
    """A hex in the map's own numbering, for sentences; "" for None and off the board."""
    return place_words(state, place(at))


def place_words(state: State, text: str) -> str:
    """A place of an order or an event, by its label, in the map's own numbering."""
    return written(text, state.scenario.numbering)


def focus_on(state: State, blocks: Iterable[str], *more: str) -> tuple[str, ...]:
    """The keys to highlight: blocks, their hexes, and any others, each once."""
    keys = tuple(blocks)
    places = dict.fromkeys((*keys, *(place_of(state, key) for key in keys), *more))
    places.pop("", None)
    return tuple(places)


def attacker_of(state: State, side: str, attack: int) -> str:
    """The block that makes a side's attack of this number this turn, or "" if unknown."""
    declared: Sequence[Attack] = state.attacks.get(side, ())
    return declared[attack - 1].block if 0 < attack <= len(declared) else ""


def ratings_line(ratings: Ratings) -> str:
    """A sticker in one line (§5): "C 8-6-3-2 · T 11-5-2-0 R* · 3C · speed 3 · radar R2 · 27½ points"."""
    parts = [
        f"{battery.weapon} {'-'.join(map(str, battery.factors))} {battery.reload}".rstrip()
        for battery in ratings.batteries
    ]
    parts += (f"{ratings.defence}{ratings.defence_class}", f"speed {ratings.speed}")
    if ratings.radar:
        parts.append(f"radar R{ratings.radar}")
    parts.append(f"{mixed(ratings.points)} point{'' if ratings.points == 1 else 's'}")
    return " · ".join(parts)


# --- classes, ranges, odds -----------------------------------------------------------------------


def class_words(group: str, count: int) -> str:
    """A number of ships of a class group: "three destroyers"."""
    one, many = _CLASSES.get(group, (f"ship of {group}", f"ships of {group}"))
    return counted(count, one, many)


def class_plural(group: str) -> str:
    """The plural of a class group: "destroyers"."""
    return _CLASSES[group][1] if group in _CLASSES else f"ships of {group}"


def area_words(area: str) -> str:
    """The name of a map area, from its key: "ironbottom-sound" is "Ironbottom Sound"."""
    return " ".join(capital(word) for word in area.split("-"))


def class_letters(group: str) -> str:
    """A group of classes by its letters: "class D", "class A, B or C"."""
    return f"class {', '.join(group[:-1])}{' or ' if len(group) > 1 else ''}{group[-1:]}"


def range_words(range_hexes: int) -> str:
    """A range in a sentence: "in the same hex", "at two hexes"."""
    if range_hexes == 0:
        return "in the same hex"
    return f"at {number_word(range_hexes)} {'hex' if range_hexes == 1 else 'hexes'}"


def odds(halves: int, between: str = " : ") -> str:
    """Odds given in halves: "3½ : 1", "1 : 2" for one half, "under 1 : 2" for none."""
    if halves > 1:
        return f"{mixed(Fraction(halves, 2))}{between}1"
    return f"{'' if halves else 'under '}1{between}2"


_RESULTS = {"none": "no effect", "": "no effect"}


def result_words(result: str) -> str:
    return _RESULTS.get(result, result)
