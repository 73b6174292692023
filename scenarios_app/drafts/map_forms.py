"""Form for starting a scenario on an existing map."""

from dataclasses import replace

from django import forms

from darkseas.engine.scenario.spec import MapSpec, ScenarioSpec
from darkseas.web.invisible_characters import NameField

from .starting_points import BLANK, starting_point, systems
from .store import LONGEST_TITLE


def systems_with_maps() -> list[tuple[str, str]]:
    """Return key and title of each rules system that uses a map."""
    return [(key, title) for key, title in systems() if starting_point(key, BLANK, title).map is not None]


class MapUseForm(forms.Form):
    """Title and rules system of the new scenario, limited to systems that use a map."""

    title = NameField(max_length=LONGEST_TITLE, help_text="Shown to readers and used in the URL.")
    system = forms.ChoiceField(label="Rules system", choices=systems_with_maps)

    def scenario_on(self, spec: MapSpec) -> ScenarioSpec:
        """Return the new scenario on this map, without ships."""
        begun = starting_point(self.cleaned_data["system"], BLANK, self.cleaned_data["title"])
        return replace(begun, map=spec)
