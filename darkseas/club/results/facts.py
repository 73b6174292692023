"""The facts of a result, as one record for forms, steps and files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

#: A side's score in half points.
WON, DREW, LOST = 2, 1, 0
#: Points are stored in hundredths.
HUNDREDTH = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class SideFacts:
    """A side: player ids, score in half points, and points and ships lost if known."""

    side: str
    score: int
    players: tuple[int, ...]
    points: Decimal | None = None
    losses: int | None = None
    bid: Decimal = Decimal("0.00")


@dataclass(frozen=True, slots=True)
class ResultFacts:
    """How a battle ended. ``scenario`` is a key, or empty if ``scenario_text`` names the scenario.

    ``battle`` is the recorded battle that provides score, points and losses; ``source`` says where an old
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
        return tuple(player for side in self.sides for player in side.players)

    @property
    def winner(self) -> SideFacts | None:
        """Return the winning side, or None for a draw."""
        return next((side for side in self.sides if side.score == WON), None)


def scores(number: int, winner: int | None) -> list[int]:
    """Return the half points of `number` sides, of which one or none won."""
    return [DREW if winner is None else WON if place == winner else LOST for place in range(number)]


def are_scores(found: Sequence[int]) -> bool:
    """Whether half points fit one winner or a draw."""
    ended = [scores(len(found), winner) for winner in (None, *range(len(found)))]
    return list(found) in ended


def hundredths(number: Decimal | str | int) -> Decimal:
    """Round points as they are stored."""
    return Decimal(number).quantize(HUNDREDTH)


def to_json(facts: ResultFacts) -> dict[str, Any]:
    """Return the JSON that a step stores."""
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
