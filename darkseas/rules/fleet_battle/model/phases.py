"""The phases of a turn (FB-2) and their titles."""

from collections.abc import Mapping

from .state import SET_UP, TRANSFERS

#: Phases and their titles; tiers are named after the types that fire in them.
PHASES: Mapping[str, str] = {
    str(SET_UP): "Set-up",
    str(TRANSFERS): "Transfers",
    "tier-1": "Tier 1, u-boats",
    "tier-2": "Tier 2, carriers",
    "tier-3": "Tier 3, battleships and battle cruisers",
    "tier-4": "Tier 4, cruisers",
    "tier-5": "Tier 5, destroyers",
}
