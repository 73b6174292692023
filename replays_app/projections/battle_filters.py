"""Filters and sort orders of battle lists."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from django.db.models import Q, Subquery

from scenarios_app.models import Scenario

from .endings import PHRASES
from .listing import LENGTHS

#: The sort orders of a list. Each ends with a unique column, and has an index.
ORDERS: Mapping[str, tuple[str, ...]] = {
    "newest": ("-begun_at", "battle_id"),
    "closest": ("margin", "battle_id"),
    "longest": ("-turns", "-battle_id"),
    "shortest": ("turns", "battle_id"),
}
NEWEST = "newest"
LONGEST_KEY = 100
#: Sides of one name may have several keys. A filter accepts this many keys, separated by commas.
MOST_WINNERS = 4


@dataclass(frozen=True, slots=True)
class BattleFilters:
    """The filters of a list, "" for no filter, and its sort order."""

    scenario: str = ""
    system: str = ""
    won: str = ""
    how: str = ""
    length: str = ""
    sort: str = NEWEST

    @property
    def order(self) -> tuple[str, ...]:
        return ORDERS[self.sort]

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the keys of sides, one of which must have won; empty if every winner is listed."""
        return tuple(dict.fromkeys(key for key in self.won.split(",") if key))[:MOST_WINNERS]

    @property
    def is_empty(self) -> bool:
        """Return whether no filter is set."""
        return not any((self.scenario, self.system, self.won, self.how, self.length))

    def written(self) -> dict[str, str]:
        """Return the query parameters of these filters."""
        values = {field.name: str(getattr(self, field.name)) for field in fields(self)}
        return {name: text for name, text in values.items() if text and text != NEWEST}


#: The allowed values of some filters; the values of other filters are keys.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "how": tuple(PHRASES),
    "length": tuple(LENGTHS),
    "sort": tuple(ORDERS),
}


def filters_of(query: Mapping[str, str]) -> BattleFilters:
    """Return the filters in an address; unknown values are ignored."""
    asked = {field.name: query.get(field.name, "")[:LONGEST_KEY].strip() for field in fields(BattleFilters)}
    for name, choices in CHOICES.items():
        asked[name] = asked[name] if asked[name] in choices else NEWEST if name == "sort" else ""
    return BattleFilters(**{name: text.replace("\0", "") for name, text in asked.items()})


def queries_of(wanted: BattleFilters) -> list[Q]:
    """Return conditions of which a battle must meet at least one. Each has an index in every sort order.

    Filters by ending match only finished battles.
    """
    found = _all_but_winner(wanted)
    return [found & Q(winner=key) for key in wanted.winners] or [found]


def _all_but_winner(wanted: BattleFilters) -> Q:
    found = Q()
    if wanted.scenario:
        # The database evaluates the subquery once, and so starts with the sorted listings.
        found &= Q(scenario=Subquery(Scenario.objects.filter(key=wanted.scenario).values("pk")))
    for name in ("system", "how", "length"):
        if value := getattr(wanted, name):
            found &= Q(**{name: value})
    if wanted.sort != NEWEST:
        found &= Q(**{f"{ORDERS[wanted.sort][0].removeprefix('-')}__isnull": False})
    return found
