"""The database rows of a result, built from its facts for lists, standings and ratings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from darkseas.club.models import Result, ResultPlayer, ResultSide
from scenarios_app.models import Scenario

from .facts import ResultFacts, SideFacts, hundredths
from .result_states import Standing

#: Columns that follow from facts and state.
COLUMNS = (
    "scenario_id", "scenario_text", "system", "battle_id", "day", "place", "remarks", "source", "state",
    "is_ratified", "steps_taken",
)  # fmt: skip


def fill(result: Result, facts: ResultFacts, standing: Standing, number: int, scenario: int | None) -> None:
    """Set a result's columns as this step left it, without saving."""
    result.scenario_id = scenario
    result.battle_id = facts.battle
    result.state, result.is_ratified = standing.state, standing.is_ratified
    result.steps_taken = number
    for name in ("scenario_text", "system", "day", "place", "remarks", "source"):
        setattr(result, name, getattr(facts, name))


def scenario_ids(keys: Iterable[str]) -> dict[str, int]:
    return dict(Scenario.objects.filter(key__in=set(keys)).values_list("key", "pk"))


def with_players(facts: ResultFacts, now: Mapping[int, int]) -> tuple[SideFacts, ...]:
    """Return the sides with guests replaced by the members who claimed their records."""
    return tuple(
        SideFacts(
            side.side,
            side.score,
            tuple(now.get(player, player) for player in side.players),
            side.points,
            side.losses,
            side.bid,
        )
        for side in facts.sides
    )


def put_sides(sides: Mapping[int, tuple[SideFacts, ...]]) -> None:
    """Replace the sides and players of results, by result id."""
    ResultPlayer.objects.filter(side__result__in=list(sides)).delete()
    ResultSide.objects.filter(result__in=list(sides)).delete()
    pairs = [
        (ResultSide(result_id=result, place=place, side=side.side, score=side.score, points=side.points,
                    losses=side.losses, bid=side.bid), side)
        for result, all_sides in sides.items()
        for place, side in enumerate(all_sides)
    ]  # fmt: skip
    ResultSide.objects.bulk_create([row for row, _ in pairs])
    ResultPlayer.objects.bulk_create(
        ResultPlayer(side=row, player_id=player) for row, side in pairs for player in side.players
    )


def sides_of(results: Sequence[int] | QuerySet[Result]) -> dict[int, tuple[SideFacts, ...]]:
    """Return the stored sides by result id; two queries."""
    players: dict[int, list[int]] = {}
    fought = ResultPlayer.objects.filter(side__result__in=results).order_by("side", "id")
    for side, player in fought.values_list("side", "player"):
        players.setdefault(side, []).append(player)
    sides: dict[int, list[SideFacts]] = {}
    rows = ResultSide.objects.filter(result__in=results).order_by("result", "place")
    for row in rows.values_list("result", "pk", "side", "score", "points", "losses", "bid"):
        result, key, *values = row
        sides.setdefault(result, []).append(_side_facts(values, players.get(key, ())))
    return {result: tuple(found) for result, found in sides.items()}


def _side_facts(values: list[Any], players: Iterable[int]) -> SideFacts:
    """Build a side from its columns ``side``, ``score``, ``points``, ``losses`` and ``bid``."""
    side, score, points, losses, bid = values
    known = None if points is None else hundredths(points)
    return SideFacts(side, score, tuple(players), known, losses, hundredths(bid))


def facts_of(result: Result, sides: tuple[SideFacts, ...] | None = None) -> ResultFacts:
    """Return a result's facts from its rows."""
    battle: UUID | None = result.battle_id
    return ResultFacts(
        system=result.system,
        day=result.day,
        sides=sides_of([result.pk])[result.pk] if sides is None else sides,
        scenario=result.scenario.key if result.scenario else "",
        scenario_text=result.scenario_text,
        battle=battle,
        place=result.place,
        remarks=result.remarks,
        source=result.source,
    )
