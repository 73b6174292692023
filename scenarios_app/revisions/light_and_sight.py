"""Light, visibility and clock time by turn, as far as a scenario states them."""

from collections.abc import Mapping
from dataclasses import dataclass

from darkseas.engine.presentation.words import signed, tally
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.rules.registry import system as system_of

#: Maximum number of turns listed.
MOST_TURNS = 200
_HOUR, _DAY = 60, 24 * 60


@dataclass(frozen=True, slots=True)
class Light:
    """Light and visibility from a given turn on."""

    from_turn: int
    light: str
    visibility: int | None
    modifier: int

    def in_words(self) -> str:
        """Return light, visibility and modifier in one line."""
        parts = [self.light] if self.light else []
        if self.visibility is not None:
            parts.append("sight within the same hex" if self.visibility == 0 else _sight(self.visibility))
        if self.modifier:
            parts.append(f"{signed(self.modifier)} to spotting dice")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Span:
    """Consecutive turns with the same light and visibility, and the clock time of the first."""

    turns: str
    clock: str
    text: str


def last_turn(spec: ScenarioSpec) -> int:
    """Return the turn limit, 0 if there is none."""
    limit = spec.aims.get("turn_limit", 0)
    return limit if isinstance(limit, int) and 0 < limit <= MOST_TURNS else 0


def lights_of(spec: ScenarioSpec) -> tuple[Light, ...]:
    """Return light and visibility in turn order, empty if not stated."""
    lines = write(spec).get("sea", {}).get("conditions", [])
    if not isinstance(lines, list):
        return ()
    return tuple(_light(line) for line in lines if isinstance(line, Mapping))


def clock_of(spec: ScenarioSpec, turn: int) -> str:
    """Return the clock time at which a turn starts, empty if start or turn length is unknown."""
    minutes = minutes_a_turn(spec.system)
    hours, colon, rest = spec.about.start.partition(":")
    if not (minutes and colon and hours.isdecimal() and rest.isdecimal()):
        return ""
    hour, minute = divmod((int(hours) * _HOUR + int(rest) + (turn - 1) * minutes) % _DAY, _HOUR)
    return f"{hour:02d}:{minute:02d}"


def spans_of(spec: ScenarioSpec) -> tuple[Span, ...]:
    """Group the turns into spans of equal light and visibility."""
    lights = lights_of(spec)
    nexts = (*(entry.from_turn for entry in lights[1:]), last_turn(spec) + 1)
    return tuple(
        Span(_turns(entry.from_turn, until - 1), clock_of(spec, entry.from_turn), entry.in_words())
        for entry, until in zip(lights, nexts, strict=False)
    )


def minutes_a_turn(key: str) -> int:
    """Return the minutes that one turn represents, 0 if the rules do not say."""
    try:
        return system_of(key).turn_minutes
    except LookupError:  # revision from an older release
        return 0


def _turns(first: int, last: int) -> str:
    if last < first:
        return f"From turn {first} on"
    return f"Turn {first}" if last == first else f"Turns {first} to {last}"


def _light(line: Mapping[str, Json]) -> Light:
    turn, sight, modifier = (line.get(key) for key in ("from_turn", "visibility", "spotting_modifier"))
    light = line.get("light")
    return Light(
        turn if isinstance(turn, int) else 1,
        light if isinstance(light, str) else "",
        sight if isinstance(sight, int) else None,
        modifier if isinstance(modifier, int) else 0,
    )


def _sight(hexes: int) -> str:
    return f"sight {tally(hexes, 'hex', 'hexes')}"
