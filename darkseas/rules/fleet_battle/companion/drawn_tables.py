"""The tables of Fleet Battle for readers."""

from darkseas.engine.presentation.companion import drawn_table

from .. import tables

_TABLES = tables.__name__
_NUMBERS = {
    "card": "Card",
    "number": "Number on the card",
    "value": "Value",
    "basis": "Basis",
    "rule": "Rule",
}
_FIXED = {"key": "Number", "number": "Value", "rule": "Rule"}

TABLES = (
    drawn_table(
        _TABLES,
        "cards",
        {
            "tier": "Tier",
            "key": "Type",
            "groups": "Groups",
            "small_die": "One d6 at u-boats",
            "split": "Splits dice",
            "pairs": "Sixes pair",
            "submerges": "Submerges",
        },
    ),
    drawn_table(
        _TABLES, "numbers", _NUMBERS, "Values that the rulebook shows only in pictures are missing here."
    ),
    drawn_table(_TABLES, "house_numbers", _NUMBERS, "Used only if a scenario says so."),
    drawn_table(
        _TABLES,
        "bonuses",
        {
            "givers": "Covering ships",
            "group": "In the group",
            "takers": "Covered ships",
            "amount": "Bonus",
            "each": "For each",
            "rule": "Rule",
        },
    ),
    drawn_table(_TABLES, "fixed", _FIXED),
    drawn_table(_TABLES, "house_fixed", _FIXED),
    drawn_table(_TABLES, "derivation_kinds", {"kind": "Type of ship", "card": "Card"}),
)
