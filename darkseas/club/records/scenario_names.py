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
    """Scenario titles by rating key, and side names by both keys."""

    titles: Mapping[str, str]
    sides: Mapping[str, Mapping[str, str]]

    def scenario(self, key: str) -> str:
        """Return a scenario's title."""
        return self.titles.get(key, key)

    def side(self, scenario: str, side: str) -> str:
        """Return the name of a scenario's side."""
        return self.sides.get(scenario, {}).get(side, side)

    def side_of(self, record: Ratified, side: SideFacts) -> str:
        """Return the name of a result's side."""
        return self.side(scenario_key(record), side_key(record, side))


def called_in(club: Club, records: Iterable[Ratified]) -> Called:
    """Return the names of all scenarios and sides in these results; at most six queries."""
    known = list(records)
    keys = {record.scenario for record in known if record.scenario}
    return called(club, keys, titles_of(known), written_sides(known))


def called(
    club: Club, keys: Iterable[str], titles: Mapping[str, str], sides: Mapping[str, Mapping[str, str]]
) -> Called:
    """Return the names of these scenarios of the site, merged with the given names of others; six queries.

    Sides have the names from the club's latest result.
    """
    wanted = list(keys)
    known = Scenario.objects.filter(key__in=wanted).exclude(visibility=Visibility.PRIVATE)
    of_site = dict(known.values_list("key", "title"))
    return Called({**of_site, **titles}, {**sides, **side_names_in(club, wanted)})
