"""All rules systems, in an explicit list.

A module of its own, so that importing one system does not import the others.
"""

from darkseas.engine.system import RulesSystem

from . import dark_seas, easyships, fleet_battle

#: The current release of engine and rules; new battles are fought under it.
RELEASE = "r2"

#: All available systems. Tests rebind this name to a tuple that includes their own systems.
SYSTEMS: tuple[RulesSystem, ...] = (dark_seas.SYSTEM, fleet_battle.SYSTEM, easyships.SYSTEM)


def system(key: str) -> RulesSystem:
    """Return the rules system with this key. Raise LookupError if there is none."""
    for known in SYSTEMS:
        if known.key == key:
            return known
    raise LookupError(f"no rules system {key!r}")
