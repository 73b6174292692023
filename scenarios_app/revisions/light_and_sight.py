"""Light and sight by turn, and the clock of the turns, as far as a scenario says them."""

from collections.abc import Mapping
from dataclasses import dataclass

from darkseas.engine.presentation.words import signed, tally
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.rules.registry import system as system_of

#: The most turns that are told of.
MOST_TURNS = 200
_HOUR, _DAY = 60, 24 * 60


@dataclass(frozen=True, slots=True)
class Light:
    """Light and sight from a turn on, as far as the scenario says them."""

    from_turn: int
    light: str
    visibility: int | None
    modifier: int

    def in_words(self) -> str:
        """Return light, sight and modifier in a line."""
        parts = [self.light] if self.light else []
        if self.visibility is not None:
            parts.append("sight within the same hex" if self.visibility == 0 else _sight(self.visibility))
        if self.modifier:
            parts.append(f"{signed(self.modifier)} to spotting dice")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Span:
    """Turns of the same light and sight, in words, and the clock at the beginning of the first of them."""

    turns: str
    clock: str
    text: str


def last_turn(spec: ScenarioSpec) -> int:
    """Return the last turn of a battle, 0 where it has none."""
    limit = spec.aims.get("turn_limit", 0)
    return limit if isinstance(limit, int) and 0 < limit <= MOST_TURNS else 0


def lights_of(spec: ScenarioSpec) -> tuple[Light, ...]:
    """Return light and sight in the order of their turns, nothing where the sea says none."""
    lines = write(spec).get("sea", {}).get("conditions", [])
    if not isinstance(lines, list):
        return ()
    return tuple(_light(line) for line in lines if isinstance(line, Mapping))


def clock_of(spec: ScenarioSpec, turn: int) -> str:
    """Return the clock time at which a turn begins; nothing where nobody has said start or minutes."""
    minutes = minutes_a_turn(spec.system)
    hours, colon, rest = spec.about.start.partition(":")
    if not (minutes and colon and hours.isdecimal() and rest.isdecimal()):
        return ""
    hour, minute = divmod((int(hours) * _HOUR + int(rest) + (turn - 1) * minutes) % _DAY, _HOUR)
    return f"{hour:02d}:{minute:02d}"


def spans_of(spec: ScenarioSpec) -> tuple[Span, ...]:
    """Return the turns in stretches of the same light and sight, each with the clock at its beginning."""
    lights = lights_of(spec)
    nexts = (*(entry.from_turn for entry in lights[1:]), last_turn(spec) + 1)
    return tuple(
        Span(_turns(entry.from_turn, until - 1), clock_of(spec, entry.from_turn), entry.in_words())
        for entry, until in zip(lights, nexts, strict=False)
    )


def minutes_a_turn(key: str) -> int:
    """Return how many minutes a turn of a rules system stands for, 0 where its rules say none."""
    try:
        return system_of(key).turn_minutes
    except LookupError:  # a revision of former days
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
