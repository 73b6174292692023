"""List and search data of a scenario, rebuilt from its current revision."""

from datetime import date
from typing import Any

from django.db import transaction

from darkseas.engine.scenario.spec import ScenarioSpec, SideSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.web.texts.search_words import index_words
from darkseas.web.texts.without_accents import plain
from scenarios_app.models import Scenario, ScenarioNavy, ScenarioShip

from .chart_data import plain_ground
from .other_ship_names import holders_of, named_in
from .theatres import theatre_of

LONGEST_NAME, LONGEST_DATE = 200, 100
#: Maximum hexes of a map drawn in a list.
MOST_DRAWN = 4000
#: A night battle is also found by the neighbouring date: it starts before dawn or late in the evening.
NIGHT_BEFORE, NIGHT_AFTER = "before", "after"
_DAWN_HOUR, _LATE_HOUR = 4, 21
#: Increase this when the row format changes; older rows are rebuilt at the next publish.
ROWS_OF = 3


#: A searchable ship: name in lower case, navy, and class key.
ShipRow = tuple[str, str, str]


def list_as(scenario: Scenario, spec: ScenarioSpec) -> None:
    """Store the list columns of a scenario for this spec and rebuild its navy and ship rows."""
    for name, value in columns_of(spec).items():
        setattr(scenario, name, value)
    with transaction.atomic():
        scenario.save()
        _make_rows(scenario, spec)


def columns_of(spec: ScenarioSpec) -> dict[str, Any]:
    """Return the list columns of a scenario."""
    about = spec.about
    north, east = (about.position.north, about.position.east) if about.position else (None, None)
    return {
        "system": spec.system,
        "title": spec.title[:LONGEST_NAME],
        "date": about.date[:LONGEST_DATE],
        "place": about.place[:LONGEST_NAME],
        "theatre": about.theatre[:100],
        "historical_battle": battle_key(about.historical_battle),
        "summary": about.summary,
        "day": _day(about.date),
        "ships": sum(_ships(side) for side in spec.sides),
        "turns": _turns(spec),
        "north": north,
        "east": east,
        "theatre_key": theatre_of(about.theatre, north, east),
        "card": _card(spec),
        "words": _words(spec),
    }


def battle_key(name: str) -> str:
    """Normalise the name of a historical battle for comparison: plain letters, single spaces."""
    return " ".join(plain(name).split())[:LONGEST_NAME]


def navies_of(spec: ScenarioSpec) -> list[str]:
    """Return the searchable navies of a scenario, each once."""
    navies = [navy for side in spec.sides for navy in (*side.navies, *(ship.navy for ship in side.ships))]
    return list(dict.fromkeys(navy[:20] for navy in navies if navy))


def ship_rows_of(spec: ScenarioSpec) -> list[ShipRow]:
    """Return the searchable ships of a scenario, including those on shared stickers."""
    ships = {
        (name, ship.navy, ship.class_key): None
        for side in spec.sides
        for ship in side.ships
        for name in (ship.name, *named_in(ship.note, ship.count))
    }
    return [(name.casefold()[:LONGEST_NAME], navy[:20], key[:100]) for name, navy, key in ships]


def _day(written: str) -> date | None:
    try:
        return date.fromisoformat(written)
    except ValueError:
        return None


def _night(start: str) -> str:
    """Return whether the battle's start time belongs to the night before or after its date."""
    hour, colon, _ = start.partition(":")
    if not (colon and hour.isascii() and hour.isdecimal() and len(hour) <= len("24")):
        return ""
    return NIGHT_BEFORE if int(hour) < _DAWN_HOUR else NIGHT_AFTER if int(hour) >= _LATE_HOUR else ""


def _turns(spec: ScenarioSpec) -> int:
    """Return the turn limit, 0 if the system does not define one."""
    limit = spec.aims.get("turn_limit", 0)
    return limit if type(limit) is int and 0 < limit < 10**6 else 0


def _ships(side: SideSpec) -> int:
    return sum(max(ship.count, 0) for ship in side.ships)


def _card(spec: ScenarioSpec) -> dict[str, Json]:
    """Return the card: sides with symbol and ship count, map and coastline."""
    return {
        "sides": sides_json(spec),
        "ground": plain_ground(spec) if _is_small(spec) else None,
        "coast": spec.map.coast if spec.map else "",
        "length": spec.about.length or _length(spec),
        "night": _night(spec.about.start),
        "holders": holders_of(spec),
        "rows_of": ROWS_OF,
        "historical_battle": spec.about.historical_battle,
    }


def sides_json(spec: ScenarioSpec) -> list[Json]:
    """Return the sides, each with its symbol and ship count."""
    return [
        {
            "key": side.key,
            "name": side.name,
            "navy": side.navy,
            "notch": number,
            "ships": _ships(side),
        }
        for number, side in enumerate(spec.sides)
    ]


def _length(spec: ScenarioSpec) -> str:
    """Return the stated length, or one derived from the turn limit."""
    turns = _turns(spec)
    return f"{turns} turn{'' if turns == 1 else 's'}" if turns else ""


def _is_small(spec: ScenarioSpec) -> bool:
    """Return whether the map is small enough to draw in lists."""
    return spec.map is None or spec.map.cols * spec.map.rows <= MOST_DRAWN


def _words(spec: ScenarioSpec) -> str:
    """Return all searchable words, each once, normalised."""
    about = spec.about
    texts = [spec.title, about.date, about.place, about.theatre, about.summary, spec.system.replace("_", " ")]
    for side in spec.sides:
        texts += [side.name, side.force, side.commander, *side.navies]
        for ship in side.ships:
            texts += [ship.name, ship.class_name, *named_in(ship.note, ship.count)]
        texts += [group.name for group in side.groups]
    if spec.map:
        texts += [spec.map.title, *(area.replace("-", " ") for area in sorted(spec.map.areas))]
    written = dict.fromkeys(" ".join(texts).casefold().split())
    found = (word for text in texts for word in index_words(text))
    return " ".join(dict.fromkeys((*written, *found)))


def _make_rows(scenario: Scenario, spec: ScenarioSpec) -> None:
    scenario.navies.all().delete()
    scenario.ship_rows.all().delete()
    ScenarioNavy.objects.bulk_create(ScenarioNavy(scenario=scenario, navy=navy) for navy in navies_of(spec))
    ScenarioShip.objects.bulk_create(
        ScenarioShip(scenario=scenario, name=name, navy=navy, class_key=class_key)
        for name, navy, class_key in ship_rows_of(spec)
    )


def is_listed(scenario: Scenario) -> bool:
    """Return whether the list columns exist; a scenario from an older release may lack them."""
    return bool(scenario.card)


def is_listed_as_today(scenario: Scenario) -> bool:
    """Return whether the list columns have today's format."""
    return bool(scenario.card.get("rows_of") == ROWS_OF)
