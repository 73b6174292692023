"""Checks of the background texts and number sources that readers of a scenario need."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from darkseas.engine.scenario.spec import About, Finding, ScenarioSpec, SideSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from scenarios_app.ships.order_of_battle import origin_of

from .structure import advice, too_long

#: Valid origins of a number.
ORIGINS = ("rulebook", "companion", "published", "derived", "house")
#: Maximum lengths that fit in lists and on pages.
LONGEST: Mapping[str, int] = {
    "date": 100, "start": 5, "historical_battle": 200, "place": 200, "theatre": 100, "summary": 2000,
    "length": 200, "author": 200, "licence": 200,
}  # fmt: skip
#: A year, a month or a day; `is_date` also checks that the day exists.
_DATE = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2])(-[0-9]{2})?)?", re.ASCII)
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]", re.ASCII)
_DAY = len("1942-08-09")
_NO_LAND = re.compile(r"\b(open sea|no land)\b", re.IGNORECASE)
_TURNS = re.compile(r"\b([0-9]{1,4}) turns?\b", re.ASCII)
DRAWN = "draw"
#: Parts of a scenario whose numbers have an origin, with their names.
_PARTS = {"sea": "light and sight", "aims": "the aims"}


def about_findings(spec: ScenarioSpec) -> Iterator[Finding]:
    """Yield errors and warnings about background texts and number sources."""
    about = spec.about
    for field, most in LONGEST.items():
        yield from too_long(f"about.{field}", getattr(about, field), most)
    yield from _date(about)
    if not any(source.title.strip() for source in about.sources):
        yield advice("about.sources", "No source is named.", "Name a book or a page, or “own invention”.")
    if not about.licence.strip():
        yield advice(
            "about.licence",
            "No licence is chosen.",
            "Choose one before publishing; it says how others may use the scenario.",
        )
    yield from _length(spec)
    yield from _map_words(spec)
    yield from _never_fought(about)
    yield from _what_happened(spec)
    yield from _origins(spec)


def _map_words(spec: ScenarioSpec) -> Iterator[Finding]:
    """Warn about a map description that denies the land on it; pages and prints use it as caption."""
    if spec.map is None or not spec.map.land:
        return
    for field, text in (("title", spec.map.title), ("source", spec.map.source)):
        if _NO_LAND.search(text):
            remedy = "Name the waters, or what the land is." if field == "title" else "Write “Invented”."
            yield advice(f"map.{field}", f"The map has land, and its {field} says “{text[:60]}”.", remedy)


def _length(spec: ScenarioSpec) -> Iterator[Finding]:
    """Warn if the stated length in turns differs from the turn limit."""
    written, limit = _TURNS.search(spec.about.length), spec.aims.get("turn_limit")
    if written and type(limit) is int and int(written[1]) != limit:
        text = f"The length says {written[1]} turns, and the last turn is {limit}."
        yield advice(
            "about.length", text, f"Write {limit} turns, or leave it empty: then the last turn is shown."
        )


def _date(about: About) -> Iterator[Finding]:
    if not about.date:
        yield advice("about.date", "The day of the battle is missing.", "Give the first day of the action.")
    elif not is_date(about.date):
        text = f"“{about.date[:40]}” is not a date."
        yield Finding("about.date", text, remedy="Write it as 1942-08-09, 1942-08 or 1942.")
    if about.start and not _CLOCK.fullmatch(about.start):
        text = f"“{about.start[:10]}” is not a time of day."
        whole = f"0{about.start}"  # older scenarios often have an hour with one digit
        yield advice("about.start", text, f"Write it as {whole if _CLOCK.fullmatch(whole) else '22:15'}.")


def is_date(written: str) -> bool:
    """Return whether this is a day, a month or a year."""
    if not _DATE.fullmatch(written):
        return False
    if len(written) < _DAY:
        return True
    try:
        date.fromisoformat(written)
    except ValueError:
        return False
    return True


# --- what happened ---------------------------------------------------------------------------------


def _never_fought(about: About) -> Iterator[Finding]:
    if about.hypothetical and (about.winner or about.losses):
        text = "A battle that was never fought has neither losses nor a winner."
        yield advice("about.hypothetical", text, "Remove the mark, or remove the winner and the losses.")


def _what_happened(spec: ScenarioSpec) -> Iterator[Finding]:
    about = spec.about
    rosters = {side.key: _ships_by_name(side) for side in spec.sides}
    if about.winner and about.winner not in (*rosters, DRAWN):
        text = f"There is no side “{about.winner[:40]}” that could have won."
        yield advice("about.winner", text, "Choose a side, or a draw.")
    for number, loss in enumerate(about.losses):
        where = f"about.losses.{number}"
        if loss.side not in rosters:
            text = f"There is no side “{loss.side[:40]}” that could have lost a ship."
            yield advice(f"{where}.side", text, "Choose a side of this scenario.")
        elif loss.ship not in rosters[loss.side]:
            text = f"“{loss.ship[:80]}” is not in the order of battle of her side."
            yield advice(f"{where}.ship", text, "Write her name as in the order of battle, or add her.")
        elif not 1 <= loss.count <= rosters[loss.side][loss.ship]:
            text = f"“{loss.ship[:80]}” stands for {rosters[loss.side][loss.ship]} in the order of battle."
            yield advice(f"{where}.count", text, "Say how many of these were lost.")
    for number, moment in enumerate(about.timeline):
        if not moment.text.strip():
            text = "This moment has no text."
            yield advice(f"about.timeline.{number}.text", text, "Say what happened, or delete it.")


def _ships_by_name(side: SideSpec) -> Counter[str]:
    """Return the number of ships with each name."""
    named: Counter[str] = Counter()
    for ship in side.ships:
        named[ship.name] += ship.count
    return named


# --- origins -----------------------------------------------------------------------------------------


def _origins(spec: ScenarioSpec) -> Iterator[Finding]:
    yield from unknown_origins(spec)
    yield from _lost_origins(spec)
    yield from _missing_origins(spec)


def _lost_origins(spec: ScenarioSpec) -> Iterator[Finding]:
    try:
        document = write(spec) if spec.origins else {}
    except TypeError:  # a number that is not whole: the system says where
        return
    for path in spec.origins:
        if not leads_somewhere(document, path.split(".")):
            text = "This origin belongs to a part that the scenario does not have."
            yield advice(f"origins.{path}", text, "Take it out.")


def unknown_origins(spec: ScenarioSpec) -> Iterator[Finding]:
    """Yield an error for each unknown origin."""
    known = ", ".join(ORIGINS)
    for path, origin in spec.origins.items():
        if origin not in ORIGINS:
            yield Finding(f"origins.{path}", f"must be one of {known}", remedy=f"Choose one of {known}.")
    for side in spec.sides:
        for ship in side.ships:
            if ship.origin not in ORIGINS:
                where = f"sides.{side.key}.ships.{ship.key}.origin"
                yield Finding(where, f"must be one of {known}", remedy=f"Choose one of {known}.")


def _missing_origins(spec: ScenarioSpec) -> Iterator[Finding]:
    remedy = "Choose published, derived or house."
    for part, words in _PARTS.items():
        fields: Sequence[str] = tuple(getattr(spec, part))
        if fields and not any(origin_of(spec.origins, ((part, False), (name, False))) for name in fields):
            yield advice(f"origins.{part}", f"Nothing says where {words} come from.", remedy)
    for side in spec.sides:
        at = (("sides", False), (side.key, True), ("rules", False))
        if side.rules and not any(origin_of(spec.origins, (*at, (name, False))) for name in side.rules):
            text = f"No origin is given for the rules of {side.name or 'this side'} come from."
            yield advice(f"origins.sides.{side.key}.rules", text, remedy)
        yield from _uncounted(spec, side, remedy)


def _uncounted(spec: ScenarioSpec, side: SideSpec, remedy: str) -> Iterator[Finding]:
    """Yield stickers for several ships whose count has no origin."""
    at = (("sides", False), (side.key, True), ("ships", False))
    for ship in side.ships:
        if ship.count > 1 and not origin_of(spec.origins, (*at, (ship.key, True), ("count", False))):
            text = f"No origin is given for the number of ships of {ship.name} comes from."
            yield advice(f"origins.sides.{side.key}.ships.{ship.key}.count", text, remedy)


def leads_somewhere(value: Json, path: list[str]) -> bool:
    """Return whether a dotted path leads to a field.

    For members of a list, the path names a key, or omits it to mean all members."""
    if not path:
        return True
    if isinstance(value, Mapping):
        return path[0] in value and leads_somewhere(value[path[0]], path[1:])
    if not isinstance(value, list):
        return False
    named = [member for member in value if isinstance(member, Mapping) and member.get("key") == path[0]]
    if named:
        return any(leads_somewhere(member, path[1:]) for member in named)
    return any(leads_somewhere(member, path) for member in value)
