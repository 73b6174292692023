"""Finds the scenario for a typed name, and the names of its sides."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from darkseas.club.models import Player
from darkseas.club.results.facts import ResultFacts
from darkseas.web.texts.name_keys import name_key, one_spelling
from darkseas.web.texts.search_filters import NOTHING, holds_words
from darkseas.web.texts.search_words import search_terms
from scenarios_app import access
from scenarios_app.models import Scenario

#: Scenarios shown in a search.
MOST_OFFERED = 12
#: Titles preloaded in a form.
MOST_TITLES = 400
LONGEST_QUESTION = 100


def known_to(player: Player) -> QuerySet[Scenario]:
    """Return the published scenarios that a player may name: those visible in lists."""
    if player.member is None:
        return Scenario.objects.none()
    return access.listed(player.member).filter(current__isnull=False)


def may_all_open(players: Iterable[Player], scenario: Scenario) -> bool:
    """Whether all these players may open a scenario; guests may open what everybody may."""
    if access.visible(AnonymousUser()).filter(pk=scenario.pk).exists():
        return True
    people: set[access.Person] = {player.member or AnonymousUser() for player in players}
    return all(access.visible(person).filter(pk=scenario.pk).exists() for person in people)


def is_open_to(players: QuerySet[Player], scenario: Scenario) -> bool:
    """Whether all current players with an account may open a scenario, and at least one has an account."""
    there = list(players.filter(left_at=None, member__is_active=True).select_related("member"))
    return bool(there) and may_all_open(there, scenario)


def offered(player: Player, words: str) -> list[Scenario]:
    """Return scenarios that contain all these words, by title."""
    wanted, asked = known_to(player), words[:LONGEST_QUESTION]
    if asked.strip():
        terms = search_terms(asked)
        wanted = wanted.filter(holds_words("words", terms) if terms else NOTHING)
    return list(wanted.defer("words").order_by("title", "key")[:MOST_OFFERED])


def named(player: Player, text: str, system: str = "") -> Scenario | None:
    """Return the scenario with this key or title, or None if it does not exist or is ambiguous.

    If several share a title, the library's is returned, because anybody may publish under its title.
    ``system`` restricts the search, because the scenarios of one battle share a title across rules.
    """
    found = called(player, text, system)
    return found[0] if len(found) == 1 else None


def called(player: Player, text: str, system: str = "") -> list[Scenario]:
    """Return the scenarios that a key or title may refer to; see `named` for precedence."""
    plain = one_spelling(" ".join(text.split()))
    known = by_rules(known_to(player), system).filter(Q(key=plain) | Q(title__iexact=plain))
    found = list(known.select_related("current").defer("words", "current__spec").order_by("key"))
    of_key = [one for one in found if one.key == plain]
    of_library = [one for one in found if one.current is not None and one.current.origin == "library"]
    return of_key or of_library or found


def titles_for(player: Player, system: str) -> tuple[str, ...]:
    """Return scenario titles to suggest in a form, limited in number."""
    known = by_rules(known_to(player), system)
    return tuple(known.order_by("title", "key").values_list("title", flat=True)[:MOST_TITLES])


def by_rules(scenarios: QuerySet[Scenario], system: str) -> QuerySet[Scenario]:
    """Restrict scenarios to a rules system, if one is given."""
    return scenarios.filter(system=system) if system else scenarios


def sides_of(scenario: Scenario | None) -> Mapping[str, str]:
    """Return the names of a scenario's sides by key."""
    if scenario is None:
        return {}
    return {side["key"]: side["name"] for side in scenario.card.get("sides", ())}


def side_key(text: str, names: Mapping[str, str]) -> str | None:
    """Return the key of the side that a text names by key or name, ignoring case, or None."""
    plain = name_key(text)
    by_key = next((key for key in names if name_key(key) == plain), None)
    return by_key or next((key for key, name in names.items() if name_key(name) == plain), None)


def with_side_keys(facts: ResultFacts, known: Collection[str] = ()) -> ResultFacts:
    """Replace side names by the scenario's keys where they match.

    Keys in ``known`` stay: they belong to the revision that was played, which later revisions may have
    changed. A recorded battle has its own.
    """
    if facts.battle is not None or {side.side for side in facts.sides}.issubset(known):
        return facts
    scenario = Scenario.objects.filter(key=facts.scenario).first() if facts.scenario else None
    names = sides_of(scenario)
    keys = [side.side if side.side in known else side_key(side.side, names) for side in facts.sides]
    sides = (replace(side, side=key or side.side) for side, key in zip(facts.sides, keys, strict=True))
    return replace(facts, sides=tuple(sides))
