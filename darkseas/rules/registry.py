"""The rules systems that there are: an explicit list.

A module of its own, so that importing one system does not import the others.
"""

from collections.abc import Mapping

from darkseas.engine.system import RulesSystem

from . import dark_seas, fleet_battle

#: The numbered state of engine and rules that battles begun now are fought under.
RELEASE = "r1"

SYSTEMS: tuple[RulesSystem, ...] = (dark_seas.SYSTEM, fleet_battle.SYSTEM)

_BY_KEY: Mapping[str, RulesSystem] = {system.key: system for system in SYSTEMS}


def system(key: str) -> RulesSystem:
    """The rules system with this key; LookupError when there is none."""
    try:
        return _BY_KEY[key]
    except KeyError:
        raise LookupError(f"no rules system {key!r}") from None
