"""Confirmed results as input for ratings, with the names of their scenarios."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from darkseas.club.ratings.battles import RatedBattle
from darkseas.club.results.confirmed_results import Ratified
from darkseas.club.results.facts import SideFacts
from darkseas.web.texts.name_keys import name_key

#: Prefix of keys of scenarios that are not on the site; keys of the site contain no colon.
TEXT = "text:"
_SIDES = 2


def rated_battles(records: Iterable[Ratified]) -> list[RatedBattle]:
    """Return the results that can be rated: two sides with different people."""
    return [_rated(record) for record in records if _is_rated(record)]


def scenario_key(record: Ratified) -> str:
    """Return a scenario's identity: its key on the site, or else the key of its title."""
    return record.scenario or f"{TEXT}{name_key(record.scenario_text)}"


def side_key(record: Ratified, side: SideFacts) -> str:
    """Return a side's identity: its key in the scenario, or else the key of its name."""
    return side.side if record.scenario else name_key(side.side)


def titles_of(records: Iterable[Ratified]) -> Mapping[str, str]:
    """Return scenario titles by key, from the newest result with a title.

    Scenarios of the site without a title in any result are missing.
    """
    return {scenario_key(record): record.scenario_text for record in records if record.scenario_text}


def written_sides(records: Iterable[Ratified]) -> Mapping[str, Mapping[str, str]]:
    """Return the side names of scenarios that are not on the site, as in the newest result."""
    sides: dict[str, dict[str, str]] = {}
    for record in records:
        if not record.scenario:
            names = sides.setdefault(scenario_key(record), {})
            names.update((side_key(record, side), side.side) for side in record.sides)
    return sides


def _is_rated(record: Ratified) -> bool:
    players = [player for side in record.sides for player in side.players]
    is_of_two = len(record.sides) == _SIDES and all(side.players for side in record.sides)
    return is_of_two and len(set(players)) == len(players)


def _rated(record: Ratified) -> RatedBattle:
    first, second = record.sides
    return RatedBattle(
        day=record.day.isoformat(),
        system=record.system,
        scenario=scenario_key(record),
        first=_keys(first),
        first_side=side_key(record, first),
        second=_keys(second),
        second_side=side_key(record, second),
        score=first.score,
        bid=_bid(first, second),
    )


def _keys(side: SideFacts) -> tuple[str, ...]:
    return tuple(str(player) for player in sorted(side.players))


def _bid(first: SideFacts, second: SideFacts) -> Fraction:
    """Return the first side's bid minus the second's, as a share of all points scored.

    The points that could have been scored are not recorded. If the points scored are unknown, or lower than
    the bid, the bid counts as the whole.
    """
    paid = Fraction(first.bid) - Fraction(second.bid)
    if not paid:
        return Fraction(0)
    got = _points(first) + _points(second)
    return paid / max(got, abs(paid))


def _points(side: SideFacts) -> Fraction:
    return max(Fraction(side.points or 0), Fraction(0))
