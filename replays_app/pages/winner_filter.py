"""Filter battles by winner. Sides are listed by name, whatever their keys are."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser

from replays_app.projections.battle_filters import MOST_WINNERS
from scenarios_app.access import listed
from scenarios_app.models import Scenario


def winners_offered(chosen: str, about: Scenario | None) -> dict[str, str]:
    """Return names of sides by filter value, for one scenario or the whole library.

    The current filter value is included.
    """
    if about is not None:
        offered = {side["key"]: side["name"] for side in about.card.get("sides", ())}
    else:
        offered = _by_name(_library_sides())
    return offered if not chosen or chosen in offered else {**offered, chosen: chosen}


def _library_sides() -> Iterable[Mapping[str, Any]]:
    """Return the sides of all public listed scenarios in the library."""
    scenarios = listed(AnonymousUser()).filter(owner=None, current__isnull=False)
    for sides in scenarios.order_by().values_list("card__sides", flat=True):
        yield from sides or ()


def _by_name(sides: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return names by their keys; each key has its most frequent name."""
    counted = Counter((side["key"], side["name"]) for side in sides)
    usual: dict[str, str] = {}
    for (key, name), _ in sorted(counted.items(), key=lambda item: (-item[1], item[0])):
        usual.setdefault(key, name)
    keys: dict[str, list[str]] = {}
    for key, name in usual.items():
        keys.setdefault(name, []).append(key)
    return {",".join(keys[name][:MOST_WINNERS]): name for name in sorted(keys)}
