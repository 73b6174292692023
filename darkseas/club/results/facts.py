"""What a result says of one battle, as a record: the same in forms, in steps and in files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

#: A side's score in half points.
WON, DREW, LOST = 2, 1, 0
#: Points are kept to a hundredth.
HUNDREDTH = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class SideFacts:
    """A side: its players by number, its score in half points; points and ships lost where known."""

    side: str
    score: int
    players: tuple[int, ...]
    points: Decimal | None = None
    losses: int | None = None
    bid: Decimal = Decimal("0.00")


@dataclass(frozen=True, slots=True)
class ResultFacts:
    """How a battle ended: ``scenario`` is a scenario's key, empty where ``scenario_text`` says it.

    ``battle`` is the recorded battle that score, points and losses come from; ``source`` says where an old
    result was written down.
    """

    system: str
    day: date
    sides: tuple[SideFacts, ...]
    scenario: str = ""
    scenario_text: str = ""
    battle: UUID | None = None
    place: str = ""
    remarks: str = ""
    source: str = ""

    @property
    def players(self) -> tuple[int, ...]:
        """Everybody who fought in it."""
        return tuple(player for side in self.sides for player in side.players)

    @property
    def winner(self) -> SideFacts | None:
        """The side that won, none of a draw."""
        return next((side for side in self.sides if side.score == WON), None)


def scores(number: int, winner: int | None) -> list[int]:
    """Return the half points of so many sides of which one has won, or none."""
    return [DREW if winner is None else WON if place == winner else LOST for place in range(number)]


def are_scores(found: Sequence[int]) -> bool:
    """Whether half points are those of one winner, or of a draw."""
    ended = [scores(len(found), winner) for winner in (None, *range(len(found)))]
    return list(found) in ended


def hundredths(number: Decimal | str | int) -> Decimal:
    """Return points as they are kept."""
    return Decimal(number).quantize(HUNDREDTH)


def to_json(facts: ResultFacts) -> dict[str, Any]:
    """Return what a step keeps of a result."""
    return {
        "system": facts.system,
        "day": facts.day.isoformat(),
        "scenario": facts.scenario,
        "scenario_text": facts.scenario_text,
        "battle": facts.battle.hex if facts.battle else None,
        "place": facts.place,
        "remarks": facts.remarks,
        "source": facts.source,
        "sides": [
            {
                "side": side.side,
                "score": side.score,
                "players": list(side.players),
                "points": None if side.points is None else str(side.points),
                "losses": side.losses,
                "bid": str(side.bid),
            }
            for side in facts.sides
        ],
    }


def from_json(kept: Mapping[str, Any]) -> ResultFacts:
    """Return the result that a step has kept."""
    return ResultFacts(
        system=kept["system"],
        day=date.fromisoformat(kept["day"]),
        sides=tuple(_side(side) for side in kept["sides"]),
        scenario=kept["scenario"],
        scenario_text=kept["scenario_text"],
        battle=UUID(kept["battle"]) if kept["battle"] else None,
        place=kept["place"],
        remarks=kept["remarks"],
        source=kept["source"],
    )


def _side(kept: Mapping[str, Any]) -> SideFacts:
    points = kept["points"]
    return SideFacts(
        side=kept["side"],
        score=kept["score"],
        players=tuple(kept["players"]),
        points=None if points is None else Decimal(points),
        losses=kept["losses"],
        bid=Decimal(kept["bid"]),
    )
