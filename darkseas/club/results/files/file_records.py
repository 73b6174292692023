"""Results as files say them: texts in columns, before anything of them is believed."""

from dataclasses import dataclass

#: The largest file that is read, in bytes, and the most results in it.
MOST_BYTES, MOST_RESULTS = 1024 * 1024, 5000
#: The most lines of a CSV file: remarks of several lines and empty lines between results have room.
MOST_LINES = 10 * MOST_RESULTS
#: Columns of a result, and of each of its sides.
HEAD = ("day", "scenario", "scenario_key", "system", "battle", "place", "remarks", "source")
OF_SIDE = ("side", "players", "ended", "points", "losses", "bid")


@dataclass(frozen=True, slots=True)
class SideRecord:
    """A side as a file says it."""

    side: str = ""
    players: tuple[str, ...] = ()
    ended: str = ""
    points: str = ""
    losses: str = ""
    bid: str = ""


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """A result as a file says it; ``where`` is its line, or its place in JSON."""

    where: str
    sides: tuple[SideRecord, ...]
    day: str = ""
    scenario: str = ""
    scenario_key: str = ""
    system: str = ""
    battle: str = ""
    place: str = ""
    remarks: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a file, and where: line and column, either empty where it is the whole."""

    where: str
    column: str
    reason: str

    def __str__(self) -> str:
        """Return it as a sentence."""
        places = ", ".join(place for place in (self.where, self.column) if place)
        return f"{places}: {self.reason}" if places else self.reason


class BadFile(ValueError):
    """A file cannot be read at all."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault
