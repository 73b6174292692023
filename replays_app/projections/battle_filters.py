"""What lists of battles may be narrowed to and sorted by, from their listings."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from django.db.models import Q, Subquery

from scenarios_app.models import Scenario

from .endings import PHRASES
from .listing import LENGTHS

#: The orders of a list, each down to what no two battles share, and each that of an index.
ORDERS: Mapping[str, tuple[str, ...]] = {
    "newest": ("-begun_at", "battle_id"),
    "closest": ("margin", "battle_id"),
    "longest": ("-turns", "-battle_id"),
    "shortest": ("turns", "battle_id"),
}
NEWEST = "newest"
LONGEST_KEY = 100
#: Sides of one name may have several keys; so many may be asked for at once, divided by commas.
MOST_WINNERS = 4


@dataclass(frozen=True, slots=True)
class BattleFilters:
    """What a list is narrowed to, "" for everything, and how it is sorted."""

    scenario: str = ""
    system: str = ""
    won: str = ""
    how: str = ""
    length: str = ""
    sort: str = NEWEST

    @property
    def order(self) -> tuple[str, ...]:
        """Return the fields to sort by."""
        return ORDERS[self.sort]

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the keys of the sides of which one won; none where it may have been anybody."""
        return tuple(dict.fromkeys(key for key in self.won.split(",") if key))[:MOST_WINNERS]

    @property
    def is_empty(self) -> bool:
        """Return whether all battles are wanted, in whatever order."""
        return not any((self.scenario, self.system, self.won, self.how, self.length))

    def written(self) -> dict[str, str]:
        """Return what an address says of it."""
        values = {field.name: str(getattr(self, field.name)) for field in fields(self)}
        return {name: text for name, text in values.items() if text and text != NEWEST}


#: What some of the filters may be; the others are keys, and one that nothing has finds nothing.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "how": tuple(PHRASES),
    "length": tuple(LENGTHS),
    "sort": tuple(ORDERS),
}


def filters_of(query: Mapping[str, str]) -> BattleFilters:
    """Return what an address asks for; what it cannot ask for is left out."""
    asked = {field.name: query.get(field.name, "")[:LONGEST_KEY].strip() for field in fields(BattleFilters)}
    for name, choices in CHOICES.items():
        asked[name] = asked[name] if asked[name] in choices else NEWEST if name == "sort" else ""
    return BattleFilters(**{name: text.replace("\0", "") for name, text in asked.items()})


def queries_of(wanted: BattleFilters) -> list[Q]:
    """Return conditions of which a battle that is wanted meets one, each with an index in every order.

    How a battle ends is known only when it has ended.
    """
    found = _all_but_winner(wanted)
    return [found & Q(winner=key) for key in wanted.winners] or [found]


def _all_but_winner(wanted: BattleFilters) -> Q:
    found = Q()
    if wanted.scenario:
        # A key that is looked up once: the database shall begin with the listings, which are in order.
        found &= Q(scenario=Subquery(Scenario.objects.filter(key=wanted.scenario).values("pk")))
    for name in ("system", "how", "length"):
        if value := getattr(wanted, name):
            found &= Q(**{name: value})
    if wanted.sort != NEWEST:
        found &= Q(**{f"{ORDERS[wanted.sort][0].removeprefix('-')}__isnull": False})
    return found
