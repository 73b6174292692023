"""Results as files contain them: unchecked text by column."""

from dataclasses import dataclass

#: The largest file in bytes, and the most results in it.
MOST_BYTES, MOST_RESULTS = 1024 * 1024, 5000
#: The most lines of a CSV file, with room for multi-line remarks and blank lines.
MOST_LINES = 10 * MOST_RESULTS
#: Columns of a result, and of each of its sides.
HEAD = ("day", "scenario", "scenario_key", "system", "battle", "place", "remarks", "source")
OF_SIDE = ("side", "players", "ended", "points", "losses", "bid")


@dataclass(frozen=True, slots=True)
class SideRecord:
    """A side in a file."""

    side: str = ""
    players: tuple[str, ...] = ()
    ended: str = ""
    points: str = ""
    losses: str = ""
    bid: str = ""


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """A result in a file; ``where`` is its line, or its place in JSON."""

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
    """An error in a file, with line and column; both are empty for the whole file."""

    where: str
    column: str
    reason: str

    def __str__(self) -> str:
        places = ", ".join(place for place in (self.where, self.column) if place)
        return f"{places}: {self.reason}" if places else self.reason


class BadFile(ValueError):
    """The file cannot be read at all."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault
