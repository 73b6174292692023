"""The rules systems that there are: an explicit list.

A module of its own, so that importing one system does not import the others.
"""

from darkseas.engine.system import RulesSystem

from . import dark_seas, easyships, fleet_battle

#: The numbered state of engine and rules that battles begun now are fought under.
RELEASE = "r2"

#: All that may be asked for. Tests put systems of their own into it, by giving the name another tuple.
SYSTEMS: tuple[RulesSystem, ...] = (dark_seas.SYSTEM, fleet_battle.SYSTEM, easyships.SYSTEM)


def system(key: str) -> RulesSystem:
    """The rules system with this key; LookupError when there is none."""
    for known in SYSTEMS:
        if known.key == key:
            return known
    raise LookupError(f"no rules system {key!r}")
