"""The rules systems that the site knows, listed by hand, and the release of their rules."""

from darkseas.engine.system import RulesSystem

SYSTEMS: tuple[RulesSystem, ...] = ()

RELEASE = "r1"


def system(key: str) -> RulesSystem:
    """The rules system of this key; LookupError when there is none."""
    for known in SYSTEMS:
        if known.key == key:
            return known
    raise LookupError(f"no rules system {key!r}")
