"""The stored ratings of one rules system: writing them as JSON and reading them for pages."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from decimal import Decimal
from hashlib import sha256
from typing import Any

from darkseas.club.ratings.battles import RatedBattle, RatingTerms
from darkseas.club.ratings.curves import CurvePoint
from darkseas.club.ratings.observations import MOST_UNKNOWNS, Sides
from darkseas.club.ratings.rating_lists import Interval, Rating, RatingList, SideBalance

from .victories import Victory

#: Increase this when a code change gives a different document for the same battles.
SHAPE = 2
Curves = Mapping[str, tuple[CurvePoint, ...]]


@dataclass(frozen=True, slots=True)
class Kept:
    """A document as pages use it. Players are keyed by number, as text, as in the fit.

    Curves stay unparsed, because a page shows only one of hundreds. ``even_sides`` and ``average_players``
    count pairs of sides and players left out of the fit.
    """

    ratings: tuple[Rating, ...]
    sides: tuple[SideBalance, ...]
    bid_worth: Interval | None
    curves: Mapping[str, Sequence[Any]]
    titles: Mapping[str, str]
    side_names: Mapping[str, Mapping[str, str]]
    victories: tuple[Victory, ...]
    even_sides: int
    average_players: int

    def curve_of(self, player: str) -> tuple[CurvePoint, ...]:
        """Return a player's curve; empty if there is none."""
        return tuple(CurvePoint(moment, Interval(*rating)) for moment, rating in self.curves.get(player, ()))


def digest_of(battles: Sequence[RatedBattle], terms: RatingTerms, room: int = MOST_UNKNOWNS) -> str:
    """Return the SHA-256 (hex) of everything that affects ratings and curves; the order of battles does not
    matter.
    """
    stated = [SHAPE, astuple(terms), room, sorted(_stated(battle) for battle in battles)]
    return sha256(json.dumps(stated).encode()).hexdigest()


def fitted_json(rated: RatingList, curves: Curves) -> dict[str, Any]:
    """Return the part of a document that takes long to compute."""
    return {
        "ratings": [[each.player, each.battles, _interval_json(each.rating)] for each in rated.ratings],
        "sides": [
            [
                *each.sides,
                each.battles,
                each.fewest,
                _interval_json(each.advantage),
                _interval_json(each.wins),
            ]
            for each in rated.sides
        ],
        "bid_worth": _interval_json(rated.bid_worth),
        "left_out": [rated.even_sides, rated.average_players],
        "curves": {
            player: [[point.moment, _interval_json(point.rating)] for point in points]
            for player, points in curves.items()
        },
    }


def noted_json(
    titles: Mapping[str, str],
    side_names: Mapping[str, Mapping[str, str]],
    victories: Iterable[Victory],
) -> dict[str, Any]:
    """Return the part of a document that is read directly from current results."""
    return {
        "titles": dict(titles),
        "side_names": {scenario: dict(names) for scenario, names in side_names.items()},
        "victories": [[each.result, str(each.margin)] for each in victories],
    }


def read(body: Mapping[str, Any]) -> Kept:
    """Read a document for pages. Older documents do not count the players and sides left out of the fit."""
    even_sides, average_players = body.get("left_out", (0, 0))
    return Kept(
        ratings=tuple(
            Rating(player, battles, _interval(rating)) for player, battles, rating in body["ratings"]
        ),
        sides=tuple(
            SideBalance(Sides(*names), battles, fewest, _interval(advantage), _interval(wins))
            for *names, battles, fewest, advantage, wins in body["sides"]
        ),
        bid_worth=_interval(body["bid_worth"]),
        curves=body["curves"],
        titles=body["titles"],
        side_names=body["side_names"],
        victories=tuple(Victory(result, Decimal(margin)) for result, margin in body["victories"]),
        even_sides=even_sides,
        average_players=average_players,
    )


def _stated(battle: RatedBattle) -> list[Any]:
    return [*astuple(battle)[:-1], str(battle.bid)]


def _interval_json(interval: Interval | None) -> list[int] | None:
    return None if interval is None else [interval.points, interval.low, interval.high]


def _interval(kept: Sequence[int] | None) -> Interval | None:
    return None if kept is None else Interval(*kept)
