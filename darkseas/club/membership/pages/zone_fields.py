"""Time zone fields: the browser's zone comes first, then frequent zones, then all zones by continent."""

from typing import Any
from zoneinfo import available_timezones

from django import forms

#: Frequent choices from west to east. They are not repeated under their continents.
OFTEN = (
    "UTC", "America/Los_Angeles", "America/Denver", "America/Chicago", "America/New_York", "America/Toronto",
    "America/Sao_Paulo", "Europe/London", "Europe/Paris", "Europe/Berlin", "Europe/Madrid", "Europe/Rome",
    "Europe/Warsaw", "Europe/Helsinki", "Europe/Athens", "Europe/Istanbul", "Asia/Kolkata", "Asia/Shanghai",
    "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip
#: Continents and oceans in the names of time zones.
CONTINENTS = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian",
    "Pacific",
)  # fmt: skip
OTHERS = "Other zones and old names"


def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return time zones in groups: frequent zones, each continent and ocean by town, and others."""
    known = available_timezones()
    often = [(name, _town_of(name)) for name in OFTEN if name in known]
    groups: dict[str, list[tuple[str, str]]] = {continent: [] for continent in (*CONTINENTS, OTHERS)}
    for name in sorted(known.difference(OFTEN)):
        continent = name.partition("/")[0]
        if continent in CONTINENTS:
            groups[continent].append((name, _town_of(name)))
        else:
            groups[OTHERS].append((name, name))
    return [("Frequent choices", often), *groups.items()]


class ZoneField(forms.ChoiceField):
    """A time zone; `zone_choice.js` puts the browser's zone first."""

    def __init__(self, **more: Any) -> None:
        super().__init__(choices=zone_choices, widget=forms.Select(attrs={"data-zones": "group"}), **more)

    def offer_own(self) -> None:
        """Preselect the browser's zone."""
        self.widget.attrs["data-zones"] = "offer"


def _town_of(name: str) -> str:
    return name.partition("/")[2].replace("_", " ").replace("/", ", ") or name
