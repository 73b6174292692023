"""The rated rules systems of a club, and limits on the size of each fit."""

from collections.abc import Mapping, Sequence

from darkseas.club.ratings.battles import RatedBattle
from darkseas.club.ratings.observations import MOST_UNKNOWNS, number_of_unknowns
from darkseas.club.results.confirmed_results import Ratified
from darkseas.rules import registry

MOST_SYSTEMS = 20
#: The most work for the latest fits of all systems: cubes of unknowns, as in `curves.work_of`.
MOST_LAST_WORK = 2 * MOST_UNKNOWNS**3


def rated_systems(records: Mapping[str, Sequence[Ratified]]) -> list[str]:
    """Return the rated rules systems: the site's, and the others with the most players.

    Players are counted because two of them could invent any number of results.
    """
    of_site = {system.key for system in registry.SYSTEMS}
    people = {system: _people(fought) for system, fought in records.items()}
    ranked = sorted(records, key=lambda key: (key not in of_site, -people[key], -len(records[key]), key))
    return ranked[:MOST_SYSTEMS]


def rooms(battles: Mapping[str, Sequence[RatedBattle]]) -> Mapping[str, int]:
    """Return the most unknowns allowed in each system's fit.

    If all fits together would take too long, the largest are limited.
    """
    unknowns = {system: min(number_of_unknowns(found), MOST_UNKNOWNS) for system, found in battles.items()}
    work = {system: number**3 for system, number in unknowns.items()}
    allowed = portions(work, MOST_LAST_WORK)
    return {
        system: MOST_UNKNOWNS if allowed[system] == work[system] else _within(allowed[system])
        for system in battles
    }


def portions(wanted: Mapping[str, int], most: int) -> Mapping[str, int]:
    """Divide a total fairly: small requests are met in full, the others get equal shares."""
    found, rest = {}, most
    ranked = sorted(wanted, key=lambda key: (wanted[key], key))
    for number, key in enumerate(ranked):
        found[key] = min(wanted[key], rest // (len(ranked) - number))
        rest -= found[key]
    return found


def _people(records: Sequence[Ratified]) -> int:
    return len({player for record in records for side in record.sides for player in side.players})


def _within(work: int) -> int:
    """Return the most unknowns whose fit stays within this work."""
    return next(number for number in range(MOST_UNKNOWNS, -1, -1) if number**3 <= work)
