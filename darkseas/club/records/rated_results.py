"""Confirmed results as input for ratings, with the names of their scenarios."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from darkseas.club.ratings.battles import RatedBattle
from darkseas.club.results.confirmed_results import Ratified
from darkseas.club.results.facts import SideFacts

#: What the key of a scenario begins with that is no scenario of the site: keys of ours have no such sign.
TEXT = "text:"
_SIDES = 2


def rated_battles(records: Iterable[Ratified]) -> list[RatedBattle]:
    """Return the battles that can be rated: those of two sides, with other people on each."""
    return [_rated(record) for record in records if _is_rated(record)]


def scenario_key(record: Ratified) -> str:
    """Return what tells scenarios apart: a key of the site, or the text, whatever its case."""
    return record.scenario or f"{TEXT}{_plain(record.scenario_text)}"


def side_key(record: Ratified, side: SideFacts) -> str:
    """Return what tells a scenario's sides apart: its own keys, or what people wrote, whatever its case."""
    return side.side if record.scenario else _plain(side.side)


def titles_of(records: Iterable[Ratified]) -> Mapping[str, str]:
    """Return what scenarios are called by their keys, as the newest result that names them has it.

    One of the site that was never named has none here.
    """
    return {scenario_key(record): record.scenario_text for record in records if record.scenario_text}


def written_sides(records: Iterable[Ratified]) -> Mapping[str, Mapping[str, str]]:
    """Return what the sides of scenarios that are not of the site are called, as the newest result has it."""
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
    """What the first side paid, less what the second did, as a share of all points that were got.

    Nobody writes down how many points there were to get. Where those that were got are not known either, or
    are less than the bid, the bid is all.
    """
    paid = Fraction(first.bid) - Fraction(second.bid)
    if not paid:
        return Fraction(0)
    got = _points(first) + _points(second)
    return paid / max(got, abs(paid))


def _points(side: SideFacts) -> Fraction:
    return max(Fraction(side.points or 0), Fraction(0))


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
