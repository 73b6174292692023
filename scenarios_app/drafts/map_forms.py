"""Forms of maps: a scenario that begins on one."""

from dataclasses import replace

from django import forms

from darkseas.engine.scenario.spec import MapSpec, ScenarioSpec
from darkseas.web.invisible_characters import NameField

from .starting_points import BLANK, starting_point, systems
from .store import LONGEST_TITLE


def systems_with_maps() -> list[tuple[str, str]]:
    """Return key and title of the rules systems that are fought on a map."""
    return [(key, title) for key, title in systems() if starting_point(key, BLANK, title).map is not None]


class MapUseForm(forms.Form):
    """Asks for the title and the rules system of a scenario; of those systems that are fought on a map."""

    title = NameField(max_length=LONGEST_TITLE, help_text="Readers see it, and the address is made of it.")
    system = forms.ChoiceField(label="Rules system", choices=systems_with_maps)

    def scenario_on(self, spec: MapSpec) -> ScenarioSpec:
        """Return the scenario that was asked for, without ships, on this map."""
        begun = starting_point(self.cleaned_data["system"], BLANK, self.cleaned_data["title"])
        return replace(begun, map=spec)
