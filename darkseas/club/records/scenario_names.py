"""Names of scenarios and their sides, read once for a whole page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from darkseas.club.models import Club
from darkseas.club.results.confirmed_results import Ratified
from darkseas.club.results.facts import SideFacts
from darkseas.club.results.naming.side_names import side_names_in
from scenarios_app.models import Scenario, Visibility

from .rated_results import scenario_key, side_key, titles_of, written_sides


@dataclass(frozen=True, slots=True)
class Called:
    """Titles of scenarios by the keys that ratings have for them, and the names of sides by both keys."""

    titles: Mapping[str, str]
    sides: Mapping[str, Mapping[str, str]]

    def scenario(self, key: str) -> str:
        """What a scenario is called."""
        return self.titles.get(key, key)

    def side(self, scenario: str, side: str) -> str:
        """What a side of a scenario is called."""
        return self.sides.get(scenario, {}).get(side, side)

    def side_of(self, record: Ratified, side: SideFacts) -> str:
        """What a side of a result is called."""
        return self.side(scenario_key(record), side_key(record, side))


def called_in(club: Club, records: Iterable[Ratified]) -> Called:
    """Return what everything in some results of a club is called; six queries at the most."""
    known = list(records)
    keys = {record.scenario for record in known if record.scenario}
    return called(club, keys, titles_of(known), written_sides(known))


def called(
    club: Club, keys: Iterable[str], titles: Mapping[str, str], sides: Mapping[str, Mapping[str, str]]
) -> Called:
    """Return what these scenarios of the site are called, beside what is known of others; six queries.

    Sides go by the names that they had in the last result of the club.
    """
    wanted = list(keys)
    known = Scenario.objects.filter(key__in=wanted).exclude(visibility=Visibility.PRIVATE)
    of_site = dict(known.values_list("key", "title"))
    return Called({**of_site, **titles}, {**sides, **side_names_in(club, wanted)})
